// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/keys.h"

#include "core/crypto/hash.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::to_hex;
using test::fixed;

// RFC 8032 §7.1, tests 1 to 3: the public keys.
TEST(Identity, Rfc8032PublicKeys) {
    const std::array<std::array<std::string_view, 2>, 3> cases{{
        {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
         "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"},
        {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
         "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"},
        {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
         "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"},
    }};
    for (const auto& [seed, key] : cases) {
        EXPECT_EQ(to_hex(IdentityKeyPair::from_seed(fixed<base::Seed>(seed)).public_key.view()), key);
    }
}

IdentityKeyPair identity() { return IdentityKeyPair::from_seed(test::counting<base::Seed>()); }

TEST(Sign, MatchesAnotherImplementation) {
    EXPECT_EQ(to_hex(identity().public_key.view()), "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");
    EXPECT_EQ(to_hex(sign(identity(), "test", as_bytes("body")).view()),
              "cb7d9c1f9bc457d6f16bc33c2bfb813243def1a27dfce92351d2b4801369fc089918c96b6d3cf8c7"
              "21d3e2dc0d4bb4438ddd34fdb8b80279a3c63b756bf75d0a");
}

TEST(Sign, HoldsForItsContextBodyAndKeyOnly) {
    const auto signer = identity();
    const auto signature = sign(signer, "test", as_bytes("body"));
    EXPECT_TRUE(verify(signer.public_key, "test", as_bytes("body"), signature));
    EXPECT_FALSE(verify(signer.public_key, "tesu", as_bytes("body"), signature));
    EXPECT_FALSE(verify(signer.public_key, "tes", as_bytes("tbody"), signature));
    EXPECT_FALSE(verify(signer.public_key, "test", as_bytes("bodz"), signature));
    EXPECT_FALSE(verify(signer.public_key, "test", {}, signature));
    const auto stranger = IdentityKeyPair::from_seed(test::filled<base::Seed>(1));
    EXPECT_FALSE(verify(stranger.public_key, "test", as_bytes("body"), signature));
}

TEST(Sign, EveryBitOfTheSignatureCounts) {
    const auto signer = identity();
    const auto signature = sign(signer, "test", as_bytes("body"));
    for (std::size_t bit = 0; bit < signature.size * 8; ++bit) {
        auto altered = signature;
        altered.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(verify(signer.public_key, "test", as_bytes("body"), altered)) << bit;
    }
}

TEST(Sign, RefusesTheSecondFormOfASignature) {
    // S + L is the same number modulo the group's order L, and not canonical (RFC 8032 §5.1.7).
    const auto order = test::hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    const auto signer = identity();
    auto signature = sign(signer, "test", as_bytes("body"));
    unsigned carry = 0;
    for (std::size_t i = 0; i < 32; ++i) {
        carry += unsigned{signature.bytes[32 + i]} + order[i];
        signature.bytes[32 + i] = static_cast<std::uint8_t>(carry);
        carry >>= 8;
    }
    EXPECT_FALSE(verify(signer.public_key, "test", as_bytes("body"), signature));
}

TEST(Sign, RefusesAKeyThatSignsEverything) {
    // Key and R the neutral element, S = 0: a verifier that takes small orders accepts it for any message.
    const auto neutral = fixed<base::IdentityKey>("0100000000000000000000000000000000000000000000000000000000000000");
    base::Signature signature;
    signature.bytes[0] = 1;
    EXPECT_FALSE(verify(neutral, "test", as_bytes("body"), signature));
    EXPECT_FALSE(verify(base::IdentityKey{}, "test", as_bytes("body"), base::Signature{}));
}

TEST(Sign, AContextIsNeeded) {
    EXPECT_DEATH((void)sign(identity(), "", as_bytes("body")), "context");
    EXPECT_DEATH((void)sign(identity(), std::string(256, 'a'), as_bytes("body")), "context");
}

// RFC 7748 §6.1.
TEST(Exchange, Rfc7748) {
    const auto alice = ExchangeKeyPair::from_secret(
        fixed<base::SecretKey>("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"));
    const auto bob = ExchangeKeyPair::from_secret(
        fixed<base::SecretKey>("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"));
    EXPECT_EQ(to_hex(alice.public_key.view()), "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
    EXPECT_EQ(to_hex(bob.public_key.view()), "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    const auto one = exchange(alice, bob.public_key);
    const auto other = exchange(bob, alice.public_key);
    ASSERT_TRUE(one && other);
    EXPECT_EQ(to_hex(one->view()), "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    EXPECT_EQ(one->expose(), other->expose());
}

TEST(Exchange, SeedGivesTheDerivedSecret) {
    const auto pair = ExchangeKeyPair::from_seed(test::counting<base::Seed>());
    EXPECT_EQ(to_hex(pair.public_key.view()), "f3c04d3b34c0c5c9e9e3e049bedf968df7523d7bbbeec85ba5da3b4be6adb972");
    EXPECT_NE(pair.secret.expose().bytes, test::counting<base::Seed>().bytes);
}

// All points of small order and their non-canonical forms.
TEST(Exchange, RefusesAllZeroResults) {
    const std::array<std::string_view, 7> small{
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    };
    const auto own = ExchangeKeyPair::from_seed(test::counting<base::Seed>());
    for (const auto key : small) {
        EXPECT_FALSE(exchange(own, fixed<base::ExchangeKey>(key))) << key;
    }
}

TEST(Keys, CopiesAreSaidAloud) {
    const auto pair = identity();
    const auto twin = pair.copy();
    EXPECT_EQ(twin.public_key, pair.public_key);
    EXPECT_EQ(sign(twin, "test", {}), sign(pair, "test", {}));
}

} // namespace
} // namespace plenum::crypto
