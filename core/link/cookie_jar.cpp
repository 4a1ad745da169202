// SPDX-License-Identifier: Apache-2.0
#include "core/link/cookie_jar.h"

#include "core/link/handshake_rules.h"

namespace plenum::link {

crypto::Cookie CookieJar::cookie_of(const base::Address& from, base::LocalTime now) {
    if (now >= turn_at_) {
        secret_ = random_.draw_key();
        turn_at_ = now + secret_age_max;
    }
    return crypto::make_cookie(secret_, address_bytes(from));
}

bool CookieJar::holds(const wire::HandshakeInit& init, base::ByteView encoded, const base::Address& from,
                      base::LocalTime now) {
    const auto expected = mac2(cookie_of(from, now), encoded);
    return crypto::equal_in_constant_time(expected.view(), init.mac2.view());
}

wire::CookieReply CookieJar::reply(const wire::HandshakeInit& init, const crypto::SecretKey& key,
                                   const base::Address& from, base::LocalTime now) {
    const auto cookie = cookie_of(from, now);
    wire::CookieReply reply;
    reply.receiver = init.sender;
    reply.nonce = random_.draw<wire::CookieNonce>();
    const crypto::CookieNonce nonce{reply.nonce.bytes};
    reply.sealed.bytes = crypto::seal_cookie(key, nonce, init.mac1.view(), cookie).bytes;
    return reply;
}

} // namespace plenum::link
