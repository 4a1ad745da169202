// SPDX-License-Identifier: Apache-2.0
#include "core/link/cookie_jar.h"

#include "core/link/handshake_rules.h"

namespace plenum::link {

void CookieJar::turn(base::LocalTime now) {
    if (now >= turn_at_) {
        old_secret_ = std::move(secret_);
        secret_ = random_.draw_key();
        old_until_ = turn_at_ + old_secret_kept;
        turn_at_ = now + secret_age_max;
    }
    if (old_secret_ && now >= old_until_) old_secret_.reset();
}

bool CookieJar::holds(const wire::HandshakeInit& init, base::ByteView encoded, const base::Address& from,
                      base::LocalTime now) {
    turn(now);
    const auto made_with = [&](const crypto::SecretKey& secret) {
        const auto expected = mac2(crypto::make_cookie(secret, address_bytes(from)), encoded);
        return crypto::equal_in_constant_time(expected.view(), init.mac2.view());
    };
    return made_with(secret_) || (old_secret_ && made_with(*old_secret_));
}

wire::CookieReply CookieJar::reply(const wire::HandshakeInit& init, const crypto::SecretKey& key,
                                   const base::Address& from, base::LocalTime now) {
    turn(now);
    const auto cookie = crypto::make_cookie(secret_, address_bytes(from));
    wire::CookieReply reply;
    reply.receiver = init.sender;
    reply.nonce = random_.draw<wire::CookieNonce>();
    const crypto::CookieNonce nonce{reply.nonce.bytes};
    reply.sealed.bytes = crypto::seal_cookie(key, nonce, init.mac1.view(), cookie).bytes;
    return reply;
}

} // namespace plenum::link
