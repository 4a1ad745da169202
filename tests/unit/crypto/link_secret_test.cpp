// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/link_secret.h"

#include "core/crypto/hash.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::to_hex;

LinkSecret secret() { return test::counting<LinkSecret::Value>(); }
SecretKey key() { return test::counting<base::SecretKey>(); }

TEST(LinkSecret, MatchesAnotherImplementation) {
    EXPECT_EQ(to_hex(conference_handle(secret()).view()), "503a23304c9f76136d2ebd84ff12478f");
    EXPECT_EQ(to_hex(access_key(secret()).view()), "526870066d2797443187677f612b2534c3d4f8d4851c39f4e9c13f01758b9266");
    EXPECT_EQ(to_hex(lobby_key(secret()).view()), "f9d84d34ec581f789c198b14cd42d09cb5016abd9ffa95cf168fdc6eb8d19a8a");
    EXPECT_EQ(to_hex(names_key(lobby_key(secret())).view()),
              "7e92558e0c39297f552bc211e69a6dcc5ded7d0608d35c5697e4f6e08aede5a4");
}

TEST(LinkSecret, EveryBitChangesEveryKey) {
    std::set<std::string> seen{to_hex(conference_handle(secret()).view()), to_hex(access_key(secret()).view()),
                               to_hex(lobby_key(secret()).view())};
    for (std::size_t bit = 0; bit < 128; ++bit) {
        auto other = secret().expose();
        other.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_TRUE(seen.insert(to_hex(conference_handle(other).view())).second);
        EXPECT_TRUE(seen.insert(to_hex(access_key(other).view())).second);
        EXPECT_TRUE(seen.insert(to_hex(lobby_key(other).view())).second);
    }
    EXPECT_EQ(seen.size(), 3U * 129);
}

struct Claim {
    base::ConferenceHandle conference{test::filled<base::ConferenceHandle>(1)};
    base::IdentityKey identity{test::filled<base::IdentityKey>(2)};
    base::ExchangeKey exchange{test::filled<base::ExchangeKey>(3)};
};

TEST(LobbyProof, MatchesAnotherImplementation) {
    const Claim claim;
    EXPECT_EQ(to_hex(lobby_proof(lobby_key(secret()), claim.conference, claim.identity, claim.exchange).view()),
              "3b1cc0a4638140c1a2fe4e6d06357788942d845eb020c696c09fd4ee8667d0e8");
}

TEST(LobbyProof, HoldsForItsKeysOnly) {
    const Claim claim;
    const auto lobby = lobby_key(secret());
    const auto proof = lobby_proof(lobby, claim.conference, claim.identity, claim.exchange);
    EXPECT_TRUE(verify_lobby_proof(proof, lobby, claim.conference, claim.identity, claim.exchange));
    EXPECT_FALSE(verify_lobby_proof(proof, key(), claim.conference, claim.identity, claim.exchange));
    EXPECT_FALSE(verify_lobby_proof(proof, access_key(secret()), claim.conference, claim.identity, claim.exchange));
    const auto nine = test::filled<base::IdentityKey>(9);
    EXPECT_FALSE(
        verify_lobby_proof(proof, lobby, test::filled<base::ConferenceHandle>(9), claim.identity, claim.exchange));
    EXPECT_FALSE(verify_lobby_proof(proof, lobby, claim.conference, nine, claim.exchange));
    EXPECT_FALSE(verify_lobby_proof(proof, lobby, claim.conference, claim.identity, {nine.bytes}));
    for (std::size_t bit = 0; bit < proof.size * 8; ++bit) {
        auto altered = proof;
        altered.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(verify_lobby_proof(altered, lobby, claim.conference, claim.identity, claim.exchange)) << bit;
    }
}

// draft-irtf-cfrg-xchacha-03 §A.3.1.
TEST(SealText, PublishedXChaChaFigure) {
    const auto secret_key =
        test::fixed<base::SecretKey>("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
    const auto nonce = test::fixed<TextNonce>("404142434445464748494a4b4c4d4e4f5051525354555657");
    constexpr std::string_view text = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
                                      "the future, sunscreen would be it.";
    const auto sealed = seal_text(secret_key, test::hex("50515253c0c1c2c3c4c5c6c7"), text, nonce);
    EXPECT_EQ(to_hex(sealed), "404142434445464748494a4b4c4d4e4f5051525354555657"
                              "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
                              "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
                              "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
                              "21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49");
}

TEST(SealText, ComesBackAndIsNeverTheSameTwice) {
    SeededRandom random{test::filled<base::Seed>(4)};
    for (const auto& text : {std::string{}, std::string{"Zo\xc3\xab"}, std::string(1000, 'x')}) {
        const auto one = seal_text(key(), as_bytes("ad"), text, random);
        const auto other = seal_text(key(), as_bytes("ad"), text, random);
        EXPECT_NE(one, other);
        EXPECT_EQ(one.size(), text.size() + sealed_text_overhead);
        EXPECT_EQ(open_text(key(), as_bytes("ad"), one), text);
        EXPECT_EQ(open_text(key(), as_bytes("ad"), other), text);
    }
}

TEST(SealText, EveryBitCounts) {
    SeededRandom random{test::filled<base::Seed>(4)};
    const auto sealed = seal_text(key(), as_bytes("ad"), "name", random);
    for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
        auto altered = sealed;
        altered[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(open_text(key(), as_bytes("ad"), altered)) << bit;
    }
    for (std::size_t size = 0; size < sealed.size(); ++size) {
        EXPECT_FALSE(open_text(key(), as_bytes("ad"), base::ByteView{sealed}.first(size))) << size;
    }
    EXPECT_FALSE(open_text(key(), as_bytes("ae"), sealed));
    EXPECT_FALSE(open_text(names_key(key()), as_bytes("ad"), sealed));
}

} // namespace
} // namespace plenum::crypto
