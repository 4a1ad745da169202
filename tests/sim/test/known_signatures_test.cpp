// SPDX-License-Identifier: Apache-2.0
/// What was checked once is not checked again, and nothing else is taken for it.

#include "core/crypto/keys.h"

#include <gtest/gtest.h>

namespace plenum::crypto {
namespace {

constexpr std::string_view context = "test";

IdentityKeyPair key_of(std::uint8_t number) {
    base::Seed seed;
    seed.bytes.fill(number);
    return IdentityKeyPair::from_seed(seed);
}

TEST(KnownSignatures, EveryFlippedBitIsSeenBesideWhatIsKnown) {
    const auto signer = key_of(1);
    const base::Bytes body{1, 2, 3, 4};
    const auto signature = sign(signer, context, body);
    const auto known = [&] { return verify(signer.public_key, context, body, signature); };
    ASSERT_TRUE(known());
    for (std::size_t bit = 0; bit < signature.size * 8; ++bit) {
        auto altered = signature;
        altered.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        // Asked twice, since the second answer is the remembered one.
        EXPECT_FALSE(verify(signer.public_key, context, body, altered)) << bit;
        EXPECT_FALSE(verify(signer.public_key, context, body, altered)) << bit;
        EXPECT_TRUE(known());
    }
    for (std::size_t bit = 0; bit < body.size() * 8; ++bit) {
        auto altered = body;
        altered[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(verify(signer.public_key, context, altered, signature)) << bit;
        EXPECT_TRUE(known());
    }
    EXPECT_FALSE(verify(signer.public_key, context, base::ByteView{body}.first(3), signature));
    EXPECT_FALSE(verify(signer.public_key, "tests", body, signature));
    EXPECT_FALSE(verify(key_of(2).public_key, context, body, signature));
    EXPECT_TRUE(known());
}

TEST(KnownSignatures, ManyPushEachOtherOut) {
    const auto signer = key_of(3);
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t number = 0; number < 6000; number += round == 0 ? 1 : 59) {
            const base::Bytes body{static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8)};
            ASSERT_TRUE(verify(signer.public_key, context, body, sign(signer, context, body))) << number;
        }
    }
}

} // namespace
} // namespace plenum::crypto
