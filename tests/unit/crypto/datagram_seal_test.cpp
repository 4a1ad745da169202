// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/datagram_seal.h"

#include "core/crypto/initialise.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::PacketNumber;

SecretKey key() { return test::counting<base::SecretKey>(); }

base::Bytes sealed(DatagramSealer& sealer, std::string_view header, std::string_view text, std::uint64_t number) {
    base::Bytes out(text.size() + tag_size);
    EXPECT_EQ(sealer.seal(out, as_bytes(header), as_bytes(text), PacketNumber{number}), out.size());
    return out;
}

struct Read {
    OpenResult result;
    std::string text;
    friend bool operator==(const Read&, const Read&) = default;
};
Read opened(DatagramOpener& opener, std::string_view header, base::ByteView datagram, std::uint64_t number) {
    base::Bytes out(datagram.size());
    const auto answer = opener.open(out, as_bytes(header), datagram, PacketNumber{number});
    return {answer.result, base::to_text(base::ByteView{out}.first(answer.size))};
}

class Datagram : public testing::TestWithParam<Cipher> {
  protected:
    void SetUp() override {
        ASSERT_TRUE(initialise());
        if (!available(GetParam())) GTEST_SKIP() << "this processor has no AES instructions";
    }
    static DatagramSealer make_sealer() { return DatagramSealer{key(), GetParam()}; }
    static DatagramOpener make_opener() { return DatagramOpener{key(), GetParam()}; }
};
INSTANTIATE_TEST_SUITE_P(Ciphers, Datagram, testing::Values(Cipher::chacha20_poly1305, Cipher::aes256_gcm),
                         [](const auto& cipher) {
                             return cipher.param == Cipher::aes256_gcm ? "Aes256Gcm" : "ChaCha20Poly1305";
                         });

TEST_P(Datagram, MatchesAnotherImplementation) {
    auto sealer = make_sealer();
    EXPECT_EQ(base::to_hex(sealed(sealer, "header", "plaintext", 258)),
              GetParam() == Cipher::aes256_gcm ? "3e6ce421ecad675009bf542e60986acb0bdc141471713cb4e5"
                                               : "6dd999547ffe8eeb25c6ae95ddf3dc8a23e5659713cf083448");
}

TEST_P(Datagram, OpensOnceInAnyOrder) {
    auto sealer = make_sealer();
    const auto zero = sealed(sealer, "h", "zero", 0);
    const auto one = sealed(sealer, "h", "", 1);
    const auto two = sealed(sealer, "h", "two", 2);
    auto opener = make_opener();
    EXPECT_EQ(opened(opener, "h", two, 2), (Read{OpenResult::opened, "two"}));
    EXPECT_EQ(opened(opener, "h", zero, 0), (Read{OpenResult::opened, "zero"}));
    EXPECT_EQ(opened(opener, "h", one, 1), (Read{OpenResult::opened, ""}));
    EXPECT_EQ(opened(opener, "h", two, 2), (Read{OpenResult::replay, ""}));
    EXPECT_EQ(opened(opener, "h", zero, 0), (Read{OpenResult::replay, ""}));
}

TEST_P(Datagram, WhatIsTooFarBehindIsToldApart) {
    auto sealer = make_sealer();
    const auto old = sealed(sealer, "h", "old", 0);
    const auto recent = sealed(sealer, "h", "recent", 1);
    const auto newest = sealed(sealer, "h", "newest", ReplayWindow::size);
    auto opener = make_opener();
    EXPECT_EQ(opened(opener, "h", newest, ReplayWindow::size).result, OpenResult::opened);
    EXPECT_EQ(opened(opener, "h", old, 0).result, OpenResult::too_old);
    EXPECT_EQ(opened(opener, "h", recent, 1).result, OpenResult::opened);
}

TEST_P(Datagram, EveryBitCounts) {
    auto sealer = make_sealer();
    const std::string header = "header";
    const auto datagram = sealed(sealer, header, "plaintext", 7);
    auto opener = make_opener();
    for (std::size_t bit = 0; bit < datagram.size() * 8; ++bit) {
        auto altered = datagram;
        altered[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_EQ(opened(opener, header, altered, 7).result, OpenResult::forged) << bit;
    }
    for (std::size_t bit = 0; bit < header.size() * 8; ++bit) {
        auto altered = header;
        altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ (1 << bit % 8));
        EXPECT_EQ(opened(opener, altered, datagram, 7).result, OpenResult::forged) << bit;
    }
    for (std::size_t bit = 0; bit < 64; ++bit) {
        EXPECT_EQ(opened(opener, header, datagram, 7 ^ std::uint64_t{1} << bit).result, OpenResult::forged) << bit;
    }
    // After all of that the window has not moved: a forged number far ahead would have made 7 too old.
    EXPECT_EQ(opened(opener, header, datagram, 7), (Read{OpenResult::opened, "plaintext"}));
}

TEST_P(Datagram, TruncatedExtendedOrForeignIsForged) {
    auto sealer = make_sealer();
    const auto datagram = sealed(sealer, "h", "plaintext", 0);
    auto opener = make_opener();
    for (std::size_t size = 0; size < datagram.size(); ++size) {
        EXPECT_EQ(opened(opener, "h", base::ByteView{datagram}.first(size), 0).result, OpenResult::forged) << size;
    }
    auto longer = datagram;
    longer.push_back(0);
    EXPECT_EQ(opened(opener, "h", longer, 0).result, OpenResult::forged);
    DatagramOpener stranger{SecretKey{test::filled<base::SecretKey>(1)}, GetParam()};
    EXPECT_EQ(opened(stranger, "h", datagram, 0).result, OpenResult::forged);
}

TEST_P(Datagram, WorksInPlace) {
    auto sealer = make_sealer();
    base::Bytes buffer{'t', 'e', 'x', 't'};
    buffer.resize(4 + tag_size);
    ASSERT_EQ(sealer.seal(buffer, {}, base::ByteView{buffer}.first(4), PacketNumber{0}), buffer.size());
    auto apart = make_sealer();
    EXPECT_EQ(buffer, sealed(apart, "", "text", 0));
    auto opener = make_opener();
    const auto answer = opener.open(buffer, {}, buffer, PacketNumber{0});
    EXPECT_EQ(answer.result, OpenResult::opened);
    EXPECT_EQ(base::to_text(base::ByteView{buffer}.first(answer.size)), "text");
}

/// Sizes around those of a block and of the eight that libsodium does at once.
TEST_P(Datagram, WholeDatagramsAreSealedAndOpenedWhereTheyStand) {
    auto sealer = make_sealer();
    auto apart = make_sealer();
    auto opener = make_opener();
    std::uint64_t number = 0;
    for (const std::size_t size : {0, 1, 15, 16, 17, 127, 128, 129, 255, 300, 1168}) {
        const std::string header = "header of 16 byt";
        const std::string text(size, 'x');
        base::Bytes datagram;
        base::append(datagram, as_bytes(header + text));
        datagram.resize(datagram.size() + tag_size);
        sealer.seal_in_place(datagram, header.size(), PacketNumber{number});
        EXPECT_EQ(base::to_text(base::ByteView{datagram}.first(header.size())), header);
        EXPECT_TRUE(
            std::ranges::equal(base::ByteView{datagram}.subspan(header.size()), sealed(apart, header, text, number)));
        auto altered = datagram;
        altered.back() ^= 1;
        EXPECT_EQ(opener.open_in_place(altered, header.size(), PacketNumber{number}).result, OpenResult::forged);
        const auto answer = opener.open_in_place(datagram, header.size(), PacketNumber{number});
        EXPECT_EQ(answer.result, OpenResult::opened);
        EXPECT_EQ(answer.size, size);
        EXPECT_EQ(base::to_text(base::ByteView{datagram}.subspan(header.size(), size)), text);
        ++number;
    }
    base::Bytes short_one(10);
    EXPECT_EQ(opener.open_in_place(short_one, 16, PacketNumber{99}).result, OpenResult::forged);
}

TEST(DatagramCiphers, DoNotOpenEachOthersUnderOneKey) {
    ASSERT_TRUE(initialise());
    if (!available(Cipher::aes256_gcm)) GTEST_SKIP() << "this processor has no AES instructions";
    DatagramSealer sealer{key(), Cipher::aes256_gcm};
    DatagramOpener opener{key(), Cipher::chacha20_poly1305};
    EXPECT_EQ(opened(opener, "h", sealed(sealer, "h", "text", 0), 0).result, OpenResult::forged);
}

TEST_P(Datagram, ANonceNeverComesTwice) {
    auto sealer = make_sealer();
    base::Bytes out(tag_size);
    EXPECT_EQ(sealer.seal(out, {}, {}, PacketNumber{5}), tag_size);
    EXPECT_DEATH(sealer.seal(out, {}, {}, PacketNumber{5}), "number_min_");
    EXPECT_DEATH(sealer.seal(out, {}, {}, PacketNumber{4}), "number_min_");
    constexpr auto last = std::numeric_limits<std::uint64_t>::max();
    EXPECT_DEATH(sealer.seal(out, {}, {}, PacketNumber{last}), "number_reserved");
    EXPECT_EQ(sealer.seal(out, {}, {}, PacketNumber{last - 1}), tag_size);
    EXPECT_DEATH(sealer.seal(out, {}, {}, PacketNumber{0}), "number_min_");
}

TEST_P(Datagram, TheReservedNumberIsRefused) {
    auto opener = make_opener();
    if (GetParam() != Cipher::chacha20_poly1305) GTEST_SKIP() << "a figure for one cipher is enough";
    // Authentic, by another implementation: Noise keeps this number for itself (§5.1).
    const auto authentic = test::hex("24e62d37243c2230267a8612d9940973fbf71179");
    constexpr auto last = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(opened(opener, "h", authentic, last).result, OpenResult::forged);
}

TEST_P(Datagram, ASmallBufferIsOurBug) {
    auto sealer = make_sealer();
    base::Bytes out(tag_size + 3);
    EXPECT_DEATH(sealer.seal(out, {}, as_bytes("text"), PacketNumber{0}), "out.size");
    base::Bytes tiny(3);
    EXPECT_DEATH(sealer.seal(tiny, {}, {}, PacketNumber{0}), "out.size");
}

} // namespace
} // namespace plenum::crypto
