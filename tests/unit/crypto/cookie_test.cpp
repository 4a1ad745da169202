// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/cookie.h"

#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

namespace plenum::crypto {
namespace {

using base::as_bytes;

SecretKey key() { return test::counting<base::SecretKey>(); }
CookieNonce nonce(std::uint8_t fill) { return test::filled<CookieNonce>(fill); }

TEST(Cookie, FollowsFromSecretAndAddress) {
    const auto cookie = make_cookie(key(), as_bytes("here"));
    EXPECT_EQ(cookie.expose(), make_cookie(key(), as_bytes("here")).expose());
    EXPECT_NE(cookie.expose(), make_cookie(key(), as_bytes("there")).expose());
    EXPECT_NE(cookie.expose(), make_cookie(SecretKey{}, as_bytes("here")).expose());
    EXPECT_NE(cookie_mac(cookie, as_bytes("request")), cookie_mac(cookie, as_bytes("requesu")));
}

TEST(Cookie, OpensForTheRequestItAnswersAlone) {
    const auto cookie = make_cookie(key(), as_bytes("here"));
    const auto sealed = seal_cookie(key(), nonce(1), as_bytes("mac1"), cookie);
    ASSERT_TRUE(open_cookie(key(), nonce(1), as_bytes("mac1"), sealed));
    EXPECT_EQ(open_cookie(key(), nonce(1), as_bytes("mac1"), sealed)->expose(), cookie.expose());
    EXPECT_FALSE(open_cookie(key(), nonce(1), as_bytes("mac2"), sealed));
    EXPECT_FALSE(open_cookie(key(), nonce(2), as_bytes("mac1"), sealed));
    EXPECT_FALSE(open_cookie(SecretKey{}, nonce(1), as_bytes("mac1"), sealed));
    for (std::size_t bit = 0; bit < SealedCookie::size * 8; ++bit) {
        auto altered = sealed;
        altered.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_FALSE(open_cookie(key(), nonce(1), as_bytes("mac1"), altered)) << bit;
    }
}

} // namespace
} // namespace plenum::crypto
