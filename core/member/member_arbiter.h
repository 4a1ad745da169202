// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/peer/policy_runner.h"

#include <map>
#include <optional>
#include <vector>

namespace plenum::node {

/// Runs the tokens whose arbiter is this member, by their styles (docs/floor.md, "Who decides what"). The relay does so
/// while the member is away, and ends leases and speaking times in any case.
class MemberArbiter {
  public:
    /// `styles`: what this program knows; outlives it.
    MemberArbiter(const Roster& roster, std::span<const base::PluginDescriptor> styles)
        : roster_{roster},
          styles_{styles} {}

    /// Of any token so far.
    [[nodiscard]] bool is_one() const { return policy_runner_.has_value(); }
    /// Something other than silence came of that member, or of this one, on a flow.
    void note_voice(base::FlowId flow, base::MemberIndex member, base::LocalTime now);
    /// The next entry to make, if any. Precondition: this member is in the log.
    [[nodiscard]] std::optional<log::Operation> due(base::ConferenceTime at, base::LocalTime now);
    /// When it may have something to say though nothing changes.
    [[nodiscard]] base::LocalTime next_wakeup() const { return wakeup_; }

  private:
    [[nodiscard]] bool decides(const token::Token& token) const;
    void note_people(const token::Token& token, base::ConferenceTime at, base::LocalTime now);

    const Roster& roster_;
    std::span<const base::PluginDescriptor> styles_;
    /// From the first token on that it decides about.
    std::optional<PolicyRunner> policy_runner_;
    /// Of members who are there, and tokens that it decides about.
    std::map<std::pair<base::TokenId, base::MemberIndex>, base::LocalTime> spoke_;
    /// From when on `spoke_` is known.
    base::LocalTime listens_since_{};
    base::LocalTime wakeup_{base::local_time_max};
    /// Kept for its memory.
    std::vector<token::Arbiter::Person> people_;
};

} // namespace plenum::node
