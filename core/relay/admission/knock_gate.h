// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/crypto/random.h"
#include "core/link/rate_buckets.h"

#include <map>
#include <utility>

namespace plenum::node {

/// Who may knock now, so that nobody who decides is asked over and over. Two bounds, since identities are free and
/// addresses are shared: whoever was turned away from a conference waits before the next knock there, twice as long
/// each time; and where people decide, and not a program, each network knocks as often as a whole room behind it would.
class KnockGate {
  public:
    /// After the first refusal; less asks the same question again before anyone can have thought about it.
    static constexpr base::Duration wait_first = std::chrono::seconds{30};
    static constexpr base::Duration wait_max = std::chrono::hours{1};
    /// People turned away who are remembered; beyond, whose wait ends soonest is forgotten.
    static constexpr std::size_t refused_max = 1024;

    /// `random` is of this one alone.
    explicit KnockGate(crypto::SeededRandom random) : networks_{network_rate, draw_sip_key(random)} {}

    /// Whether this person was turned away so lately that the knock does not count.
    [[nodiscard]] bool bars(const base::ConferenceHandle& conference, const base::IdentityKey& identity,
                            base::LocalTime now) const;
    /// Whether people may be asked about someone from there; counts it.
    [[nodiscard]] bool take(const base::Address& from, base::LocalTime now) { return networks_.take(from, now); }
    void handle_refused(const base::ConferenceHandle& conference, const base::IdentityKey& identity,
                        base::LocalTime now);

  private:
    /// Twice all sessions of one address at once (limits::sessions_per_address_max), and then one a second.
    static constexpr link::BucketOptions network_rate{.per_second = 1, .burst = 128, .networks_max = 1024};

    struct Refused {
        base::Duration wait{wait_first};
        base::LocalTime until{};
    };
    using Key = std::pair<base::ConferenceHandle, base::IdentityKey>;
    [[nodiscard]] static crypto::SipKey draw_sip_key(crypto::SeededRandom& random);
    void make_room(base::LocalTime now);

    link::RateBuckets networks_;
    std::map<Key, Refused> refused_;
};

} // namespace plenum::node
