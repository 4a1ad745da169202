// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/hash.h"

#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

#include <numeric>

namespace plenum::crypto {
namespace {

using base::as_bytes;
using base::to_hex;
using test::hex;

SecretKey key() { return test::counting<base::SecretKey>(); }

TEST(Hash, MatchesAnotherImplementation) {
    EXPECT_EQ(to_hex(hash(as_bytes("abc")).view()), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    EXPECT_EQ(to_hex(hash({}).view()), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    EXPECT_EQ(to_hex(sha512(as_bytes("abc"))), "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                                               "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
}

TEST(Hash, PiecesEqualTheWhole) {
    Hasher hasher;
    hasher.add(as_bytes("a")).add({}).add(as_bytes("bc"));
    EXPECT_EQ(hasher.finish(), hash(as_bytes("abc")));
    EXPECT_EQ(Hasher{}.add_u64(0x0102).finish(), hash(hex("0201000000000000")));
}

TEST(Hash, FinishingTwiceIsOurBug) {
    Hasher hasher;
    EXPECT_EQ(hasher.finish(), hash({}));
    EXPECT_DEATH((void)hasher.finish(), "finished_");
}

TEST(Mac, MatchesAnotherImplementation) {
    EXPECT_EQ(to_hex(mac16(key(), as_bytes("abc")).view()), "1a64be47e4729d951c302ee543f97cf3");
    EXPECT_EQ(to_hex(mac32(key(), as_bytes("abc")).view()),
              "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f");
    EXPECT_EQ(Hasher{key()}.add(as_bytes("abc")).finish().bytes, mac32(key(), as_bytes("abc")).bytes);
}

TEST(Mac, DependsOnEveryByteOfKeyAndText) {
    const auto reference = mac16(key(), as_bytes("abc"));
    for (std::size_t i = 0; i < 32; ++i) {
        auto other = key().expose();
        other.bytes[i] ^= 1;
        EXPECT_NE(mac16(other, as_bytes("abc")), reference) << i;
    }
    EXPECT_NE(mac16(key(), as_bytes("abd")), reference);
}

struct HmacCase {
    std::string_view key, text, mac;
};
// RFC 4231, cases 1, 2, 3 and 6 (a key longer than a block).
const std::array hmac_cases{
    HmacCase{"0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "4869205468657265",
             "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
             "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"},
    HmacCase{"4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
             "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
             "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"},
    HmacCase{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
             "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
             "dddddddddddddddddddddddddddddddddddd",
             "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
             "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb"},
};

TEST(Hmac, Rfc4231) {
    for (const auto& test : hmac_cases) {
        EXPECT_EQ(to_hex(hmac_sha512(hex(test.key), hex(test.text)).view()), test.mac);
    }
    EXPECT_EQ(
        to_hex(hmac_sha512(base::Bytes(131, 0xaa), as_bytes("Test Using Larger Than Block-Size Key - Hash Key First"))
                   .view()),
        "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598");
}

TEST(Hkdf, MatchesAnotherImplementation) {
    base::Bytes out(100);
    hkdf_expand(hkdf_extract(as_bytes("salt"), key().view()), as_bytes("info"), out);
    EXPECT_EQ(to_hex(out), "6d8dce04ad557757f4a66e4d531b08ac97249abf40424a65404f14ee3cab68c7b5dadad4c9cbbf89"
                           "e65d5837a23c8b292f5c7a6836d6cac2214babfc3b2be7faef2b8faadf24fc2d34068d1fcabd1aba"
                           "43ec7399d1de45c828246d2a130dbc1e887ccb31");
    base::Bytes without(32);
    hkdf_expand(hkdf_extract({}, key().view()), {}, without);
    EXPECT_EQ(to_hex(without), "f5def084b086c3aea7c1ea1693f66dc54d414765f65467e0ff0bf1e7fed491c9");
}

TEST(Hkdf, EveryLengthIsAPrefixOfALongerOne) {
    const auto secret = hkdf_extract({}, key().view());
    base::Bytes longest(255 * 64);
    hkdf_expand(secret, {}, longest);
    for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 16319U}) {
        base::Bytes out(size);
        hkdf_expand(secret, {}, out);
        EXPECT_TRUE(std::equal(out.begin(), out.end(), longest.begin())) << size;
    }
    base::Bytes over(255 * 64 + 1);
    EXPECT_DEATH(hkdf_expand(secret, {}, over), "block_size");
}

TEST(Hkdf, NoiseOutputsAreThoseOfExpand) {
    const SecretKey512 chaining{test::counting<SecretKey512::Value>()};
    base::Bytes out(192);
    hkdf_expand(hkdf_extract(chaining.view(), as_bytes("input")), {}, out);
    const auto three = noise_hkdf(chaining, as_bytes("input"), 3);
    EXPECT_EQ(to_hex(three.first.view()) + to_hex(three.second.view()) + to_hex(three.third.view()), to_hex(out));
    const auto two = noise_hkdf(chaining, as_bytes("input"), 2);
    EXPECT_EQ(two.first.expose(), three.first.expose());
    EXPECT_EQ(two.second.expose(), three.second.expose());
    EXPECT_TRUE(two.third.expose().is_zero());
}

TEST(Derive, MatchesAnotherImplementation) {
    EXPECT_EQ(to_hex(derive(key(), "label", as_bytes("context")).view()),
              "33243bac5a0edd4db90a789a154b2ba6d1d9c36df417b2c001a25d7512fad98c");
}

TEST(Derive, LabelAndContextDoNotRunTogether) {
    EXPECT_NE(derive(key(), "ab", as_bytes("c")).expose(), derive(key(), "a", as_bytes("bc")).expose());
    EXPECT_NE(derive(key(), "ab").expose(), derive(key(), "ac").expose());
    EXPECT_NE(derive(key(), "ab").expose(), key().expose());
    EXPECT_DEATH((void)derive(key(), ""), "label");
}

TEST(EqualInConstantTime, ComparesAllBytesAndTheLength) {
    EXPECT_TRUE(equal_in_constant_time({}, {}));
    EXPECT_TRUE(equal_in_constant_time(as_bytes("abc"), as_bytes("abc")));
    EXPECT_FALSE(equal_in_constant_time(as_bytes("abc"), as_bytes("abd")));
    EXPECT_FALSE(equal_in_constant_time(as_bytes("abc"), as_bytes("bbc")));
    EXPECT_FALSE(equal_in_constant_time(as_bytes("abc"), as_bytes("ab")));
    EXPECT_FALSE(equal_in_constant_time(as_bytes("abc"), {}));
}

/// The figures of the authors' reference implementation: key 00…0f, input 00…0e.
TEST(SipHash, MatchesThePublishedFigure) {
    SipKey key;
    std::iota(key.mutable_view().begin(), key.mutable_view().end(), std::uint8_t{0});
    base::Bytes input(15);
    std::iota(input.begin(), input.end(), std::uint8_t{0});
    EXPECT_EQ(sip_hash(key, input), 0xa129ca6149be45e5U);
    key.mutable_view()[3] ^= 1;
    EXPECT_NE(sip_hash(key, input), 0xa129ca6149be45e5U);
}

} // namespace
} // namespace plenum::crypto
