// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/crypto/hash.h"
#include "core/crypto/random.h"
#include "core/crypto/secret.h"
#include "core/link/cookie_jar.h"
#include "core/link/load_gauge.h"
#include "core/link/rate_buckets.h"
#include "core/wire/datagram.h"

#include <cstddef>
#include <cstdint>

namespace plenum::link {

[[nodiscard]] crypto::SipKey draw_sip_key(crypto::SeededRandom& random);

/// Which requests may cost curve arithmetic: under load those with a cookie alone, and of each network no more than its
/// rate (security.md, Before the handshake).
class RequestAdmission {
  public:
    struct Options {
        LoadOptions load{};
        BucketOptions buckets{};
        /// `AcceptorOptions::open_buckets`
        BucketOptions open_buckets{};
    };
    enum class Verdict : std::uint8_t {
        admitted = 1,
        ask_for_cookie = 2,
        rate_limited = 3,
    };

    RequestAdmission(const Options& options, crypto::SeededRandom& random);

    struct Origin {
        const base::Address& from;
        /// Everyone may have its key.
        bool open{false};
    };
    /// `datagram` holds `init`, whose mac1 is right; so many handshakes are half open.
    [[nodiscard]] Verdict judge(const wire::HandshakeInit& init, base::ByteView datagram, const Origin& origin,
                                std::size_t half_open, base::LocalTime now);
    /// Whether the network's rate leaves one more attempt to an initiator that had a cookie, or was admitted without.
    [[nodiscard]] bool admits_again(wire::HandshakePattern pattern, const base::Address& from, base::LocalTime now) {
        return rates_of(pattern == wire::HandshakePattern::open).with_cookie.take(from, now);
    }
    /// For whoever sent `init` and receives at `from`. `key` is the one of `cookie_key`.
    [[nodiscard]] wire::CookieReply cookie(const wire::HandshakeInit& init, const crypto::SecretKey& key,
                                           const base::Address& from, base::LocalTime now) {
        return jar_.reply(init, key, from, now);
    }
    [[nodiscard]] bool under_load() const { return gauge_.under_load(); }

  private:
    /// Rates of requests that carry a cookie, and of those that do not: whoever makes up addresses uses up the latter.
    struct Rates {
        RateBuckets with_cookie;
        RateBuckets without_cookie;
    };
    [[nodiscard]] static Rates make_rates(const BucketOptions& options, crypto::SeededRandom& random);
    [[nodiscard]] Rates& rates_of(bool open) { return open ? open_rates_ : rates_; }

    LoadGauge gauge_;
    CookieJar jar_;
    Rates rates_;
    Rates open_rates_;
};

} // namespace plenum::link
