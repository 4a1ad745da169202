// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/sframe.h"

#include "core/crypto/datagram_seal.h"
#include "core/crypto/initialise.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::Bytes;
using test::hex;

SecretKey base_key() { return test::counting<base::SecretKey>(); }

struct HeaderCase {
    std::uint64_t key_id, counter;
    std::string_view encoding;
};
// From RFC 9605 appendix C.1: the edges of each length.
const std::array header_cases{
    HeaderCase{0, 0, "00"},           HeaderCase{0, 7, "07"},
    HeaderCase{0, 8, "0808"},         HeaderCase{7, 255, "78ff"},
    HeaderCase{8, 0, "8008"},         HeaderCase{255, 256, "89ff0100"},
    HeaderCase{256, 255, "980100ff"}, HeaderCase{UINT64_MAX, UINT64_MAX, "ffffffffffffffffffffffffffffffffff"},
};

TEST(FrameHeader, Rfc9605) {
    for (const auto& test : header_cases) {
        const FrameHeader header{test.key_id, test.counter};
        Bytes out(header.encoded_size());
        header.write(out);
        EXPECT_EQ(base::to_hex(out), test.encoding);
        base::append(out, as_bytes("the rest"));
        const auto decoded = FrameHeader::decode(out);
        ASSERT_TRUE(decoded);
        EXPECT_EQ(decoded->header, header);
        EXPECT_EQ(decoded->size, header.encoded_size());
    }
}

TEST(FrameHeader, WhatIsOverSevenHasBytesOfItsOwn) {
    for (std::uint64_t value = 0; value < 300; ++value) {
        const FrameHeader header{value, 299 - value};
        Bytes out(header.encoded_size());
        header.write(out);
        const auto decoded = FrameHeader::decode(out);
        ASSERT_TRUE(decoded) << value;
        EXPECT_EQ(decoded->header, header);
        EXPECT_EQ(decoded->size, out.size());
    }
}

TEST(FrameHeader, CutShortOrLongerThanNeededIsMalformed) {
    for (const auto& test : header_cases) {
        const auto whole = hex(test.encoding);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            EXPECT_FALSE(FrameHeader::decode(base::ByteView{whole}.first(size))) << test.encoding;
        }
    }
    for (const auto text : {"0807", "8007", "090001", "0900ff", "9000ff", "8a00000000", "0f0000000000000001"}) {
        EXPECT_FALSE(FrameHeader::decode(hex(text))) << text;
    }
}

TEST(FrameHeader, EveryConfigByteIsReadOrRefusedWithinBounds) {
    for (unsigned config = 0; config < 256; ++config) {
        Bytes bytes(FrameHeader::size_max, 0xff);
        bytes[0] = static_cast<std::uint8_t>(config);
        const auto decoded = FrameHeader::decode(bytes);
        ASSERT_TRUE(decoded) << config;
        Bytes again(decoded->header.encoded_size());
        decoded->header.write(again);
        EXPECT_TRUE(std::equal(again.begin(), again.end(), bytes.begin())) << config;
        EXPECT_EQ(again.size(), decoded->size);
    }
}

TEST(Frame, MatchesAnotherImplementation) {
    FrameSealer sealer{base_key(), 0x1234};
    EXPECT_EQ(base::to_hex(sealer.seal(0x0102, as_bytes("metadata"), as_bytes("frame"))),
              "9912340102a99a333b45be0b110681695a0cf9b2b8274c0e054b");
}

// RFC 9605 appendix C.3, cipher suite 5.
TEST(Frame, Rfc9605Suite5) {
    constexpr auto suite = FrameSuite::aes_256_gcm_sha512;
    const auto key = hex("000102030405060708090a0b0c0d0e0f");
    const auto schedule = frame_key(suite, 291, key);
    EXPECT_EQ(base::to_hex(schedule.key.view()), "d3e27b0d4a5ae9e55df01a70e6d4d28d969b246e2936f4b7a5d9b494da6b9633");
    EXPECT_EQ(base::to_hex(schedule.salt.view()), "84991c167b8cd23c93708ec7");
    ASSERT_TRUE(initialise());
    if (!available(suite))
        GTEST_SKIP() << "this processor has no AES instructions, which libsodium's AES-256-GCM needs";
    const auto metadata = hex("4945544620534672616d65205747");
    const auto plaintext = hex("64726166742d696574662d736672616d652d656e63");
    FrameSealer sealer{key, 291, suite};
    const auto frame = sealer.seal(17767, metadata, plaintext);
    EXPECT_EQ(base::to_hex(frame),
              "990123456794f509d36e9beacb0e261d99c7d1e972f1fed787d4049f17ca21353c1cc24d56ceabced279");
    FrameOpener opener{key, 291, suite};
    EXPECT_EQ(opener.open(metadata, frame), plaintext);
}

TEST(Frame, OpensOnce) {
    FrameSealer sealer{base_key(), 5};
    FrameOpener opener{base_key(), 5};
    const auto one = sealer.seal(0, as_bytes("ad"), as_bytes("one"));
    const auto two = sealer.seal(1, as_bytes("ad"), {});
    EXPECT_EQ(opener.open(as_bytes("ad"), two), Bytes{});
    EXPECT_EQ(opener.open(as_bytes("ad"), one), (Bytes{'o', 'n', 'e'}));
    EXPECT_EQ(opener.open(as_bytes("ad"), one).error(), FrameError::replay);
    const auto far = sealer.seal(ReplayWindow::size + 1, as_bytes("ad"), as_bytes("far"));
    const auto late = FrameSealer{base_key(), 5}.seal(1, as_bytes("ad"), as_bytes("late"));
    EXPECT_TRUE(opener.open(as_bytes("ad"), far));
    EXPECT_EQ(opener.open(as_bytes("ad"), late).error(), FrameError::too_old);
}

TEST(Frame, EveryBitCounts) {
    FrameSealer sealer{base_key(), 300};
    FrameOpener opener{base_key(), 300};
    const auto metadata = hex("0102030405");
    const auto frame = sealer.seal(70'000, metadata, as_bytes("frame"));
    for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
        auto altered = frame;
        altered[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(opener.open(metadata, altered)) << bit;
    }
    for (std::size_t bit = 0; bit < metadata.size() * 8; ++bit) {
        auto altered = metadata;
        altered[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_EQ(opener.open(altered, frame).error(), FrameError::forged) << bit;
    }
    for (std::size_t size = 0; size < frame.size(); ++size) {
        EXPECT_FALSE(opener.open(metadata, base::ByteView{frame}.first(size))) << size;
    }
    EXPECT_EQ(opener.open(metadata, frame), Bytes(as_bytes("frame").begin(), as_bytes("frame").end()));
}

TEST(Frame, HeaderAndMetadataDoNotRunTogether) {
    // Counter 0x0102 with metadata "x", against counter 1 with metadata 02 "x": the joined bytes differ in the config.
    FrameSealer sealer{base_key(), 1};
    auto frame = sealer.seal(0x0102, as_bytes("x"), as_bytes("frame"));
    EXPECT_EQ(base::to_hex(base::ByteView{frame}.first(3)), "190102");
    FrameOpener opener{base_key(), 1};
    EXPECT_EQ(opener.open(hex("0278"), frame).error(), FrameError::forged);
}

TEST(Frame, AKeyIdHasOneKeyAndNoOtherIsTried) {
    FrameSealer sealer{base_key(), 5};
    const auto frame = sealer.seal(9, {}, as_bytes("frame"));
    FrameOpener other_id{base_key(), 6};
    EXPECT_EQ(other_id.open({}, frame).error(), FrameError::wrong_key_id);
    FrameOpener other_key{SecretKey{test::filled<base::SecretKey>(1)}, 5};
    EXPECT_EQ(other_key.open({}, frame).error(), FrameError::forged);
}

TEST(Frame, KeysDifferBySuiteAndKeyId) {
    const auto key = base_key();
    const auto reference = frame_key(FrameSuite::chacha20_poly1305_sha512, 1, key.view());
    const auto other_id = frame_key(FrameSuite::chacha20_poly1305_sha512, 2, key.view());
    const auto other_suite = frame_key(FrameSuite::aes_256_gcm_sha512, 1, key.view());
    EXPECT_NE(reference.key.expose(), other_id.key.expose());
    EXPECT_NE(reference.salt.expose(), other_id.salt.expose());
    EXPECT_NE(reference.key.expose(), other_suite.key.expose());
}

TEST(Frame, ANonceNeverComesTwice) {
    FrameSealer sealer{base_key(), 5};
    EXPECT_EQ(sealer.seal(0, {}, {}).size(), 1 + tag_size);
    EXPECT_DEATH((void)sealer.seal(0, {}, {}), "counter");
    EXPECT_EQ(sealer.seal(7, {}, {}).size(), 1 + tag_size);
    EXPECT_DEATH((void)sealer.seal(6, {}, {}), "counter");
}

} // namespace
} // namespace plenum::crypto
