// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "core/crypto/sframe.h"
#include "tests/vectors/vector_file.h"

#include <gtest/gtest.h>

#include <iostream>

namespace plenum::vectors {
namespace {

constexpr std::string_view header_file = "sframe-header.txt";
constexpr std::string_view suite_file = "sframe-suite5.txt";

TEST(SFrameVectors, EveryHeader) {
    const auto cases = read_cases(header_file);
    if (cases.empty()) GTEST_SKIP() << reason_absent(header_file);
    for (const auto& test : cases) {
        ASSERT_EQ(test.size(), 3U);
        const crypto::FrameHeader header{std::stoull(test[0]), std::stoull(test[1])};
        base::Bytes encoded(header.encoded_size());
        header.write(encoded);
        EXPECT_EQ(base::to_hex(encoded), test[2]);
        const auto decoded = crypto::FrameHeader::decode(unhex(test[2]));
        ASSERT_TRUE(decoded) << test[2];
        EXPECT_EQ(decoded->header, header);
        EXPECT_EQ(decoded->size, encoded.size());
    }
    std::cout << cases.size() << " headers\n";
}

constexpr auto suite = crypto::FrameSuite::aes_256_gcm_sha512;

TEST(SFrameVectors, KeyScheduleOfCipherSuite5) {
    const auto cases = read_cases(suite_file);
    if (cases.empty()) GTEST_SKIP() << reason_absent(suite_file);
    for (const auto& test : cases) {
        ASSERT_EQ(test.size(), 8U);
        const auto key = crypto::frame_key(suite, std::stoull(test[0]), unhex(test[2]));
        EXPECT_EQ(base::to_hex(key.key.view()), test[3]);
        EXPECT_EQ(base::to_hex(key.salt.view()), test[4]);
    }
}

TEST(SFrameVectors, FramesOfCipherSuite5) {
    const auto cases = read_cases(suite_file);
    if (cases.empty()) GTEST_SKIP() << reason_absent(suite_file);
    if (!crypto::initialise() || !crypto::available(suite)) {
        GTEST_SKIP() << "this processor lacks the AES instructions that libsodium's AES-256-GCM needs";
    }
    for (const auto& test : cases) {
        ASSERT_EQ(test.size(), 8U);
        const auto key_id = std::stoull(test[0]);
        const auto base_key = unhex(test[2]);
        const auto metadata = unhex(test[5]);
        const auto plaintext = unhex(test[6]);
        crypto::FrameSealer sealer{base_key, key_id, suite};
        const auto frame = sealer.seal(std::stoull(test[1]), metadata, plaintext);
        EXPECT_EQ(base::to_hex(frame), test[7]);
        crypto::FrameOpener opener{base_key, key_id, suite};
        EXPECT_EQ(opener.open(metadata, frame), plaintext);
    }
}

} // namespace
} // namespace plenum::vectors
