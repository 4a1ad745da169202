// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <map>
#include <optional>
#include <utility>

namespace plenum::node {

/// When a relay takes a conference that members bring it.
///
/// The problem: members bring the log to every place that they know once nothing was heard of their relay for 4 s. A
/// relay whose disk or machine was lost needs it at once. But a standby that was out of touch with its primary since
/// the conference began has no copy either, and the primary may only stand still: two relays would serve the
/// conference.
///
/// So a relay that has just started takes it at once, for it may have lost everything. A relay that ran all along, or
/// that a primary has dialled, lost nothing. It takes the conference only from a member who brought it before and still
/// hears nothing of the primary.
///
/// The alternative, a mark in the message by which members learn of the standby, would tell them nothing about a
/// standby that came or went since.
class RecoveryOffers {
  public:
    /// Members bring the log again after 10 s (`StateRecovery::interval`): every relay that lost it hears of it within
    /// this time after its start.
    static constexpr base::Duration start_max = std::chrono::seconds{10};
    /// From a member's first offer. The second one comes then, somewhat sooner where the first took longer on its way.
    static constexpr base::Duration patience = std::chrono::seconds{9};
    /// Who did not come again for so long hears the primary.
    static constexpr base::Duration remembered = std::chrono::seconds{20};
    /// Members of whom an offer is remembered; beyond, the oldest is forgotten.
    static constexpr std::size_t offers_max = 1024;

    /// The relay wakes up. Its first time is its start.
    void begin(base::LocalTime now) { began_at_ = began_at_.value_or(now); }
    /// At once, before the first time.
    [[nodiscard]] base::LocalTime next_wakeup() const { return began_at_ ? base::local_time_max : base::LocalTime{}; }
    /// A primary has dialled this relay.
    void handle_primary() { is_standby_ = true; }
    /// A member brings the conference. Whether the relay may take it.
    [[nodiscard]] bool take(const base::ConferenceHandle& conference, const base::ExchangeKey& member,
                            base::LocalTime now);

  private:
    struct Offer {
        base::LocalTime first;
        base::LocalTime last;
    };
    void make_room();

    std::optional<base::LocalTime> began_at_;
    bool is_standby_{false};
    std::map<std::pair<base::ConferenceHandle, base::ExchangeKey>, Offer> offers_;
};

} // namespace plenum::node
