// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/crypto/cookie.h"
#include "core/crypto/random.h"
#include "core/wire/datagram.h"

#include <optional>

namespace plenum::link {

/// The responder's side of cookies (security.md, Before the handshake): a secret that turns, and nothing else.
class CookieJar {
  public:
    /// How long a secret lasts, and with it at most a cookie (WireGuard §5.4.7: 2 minutes). Longer lets whoever once
    /// received at an address go on in its name, shorter makes initiators ask twice.
    static constexpr base::Duration secret_age_max = std::chrono::minutes{2};
    /// For how long cookies of the secret before still hold: as long as one initiator repeats one request with one
    /// cookie (link::DialOptions), so that no turn makes it ask twice.
    static constexpr base::Duration old_secret_kept = std::chrono::seconds{10};

    explicit CookieJar(crypto::SeededRandom random) : random_{std::move(random)} {}

    /// Whether mac2 at the end of the encoded `init` was made with the cookie of `from`.
    [[nodiscard]] bool holds(const wire::HandshakeInit& init, base::ByteView encoded, const base::Address& from,
                             base::LocalTime now);
    /// For whoever sent `init` and receives at `from`. `key` is the one of `cookie_key`.
    [[nodiscard]] wire::CookieReply reply(const wire::HandshakeInit& init, const crypto::SecretKey& key,
                                          const base::Address& from, base::LocalTime now);

  private:
    void turn(base::LocalTime now);

    crypto::SeededRandom random_;
    crypto::SecretKey secret_;
    /// The one before, while it holds.
    std::optional<crypto::SecretKey> old_secret_;
    base::LocalTime old_until_{};
    base::LocalTime turn_at_{base::LocalTime::min()};
};

} // namespace plenum::link
