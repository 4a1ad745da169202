// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/time.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace plenum::app {

/// Fetches from the relay's histories what this member did not receive itself: it came later, was away, or took less.
/// A range that is too much for one answer is halved, and the newer half comes first. Once the history of a sender
/// ends, or its key is gone, what is older of that sender is not asked for.
class ReplayPuller {
  public:
    struct Range {
        base::FlowId flow{};
        base::MemberIndex sender{};
        base::ConferenceTime from{};
        base::ConferenceTime to{};
    };
    /// False where it cannot be asked now.
    using Ask = std::function<bool(const node::Pull&)>;
    /// Pulls that wait for their answers at once; the relay allows eight.
    static constexpr std::size_t asked_max = 4;
    /// Shorter ranges are not halved.
    static constexpr base::Duration range_min = base::from_us(200'000);

    explicit ReplayPuller(Ask ask) : ask_{std::move(ask)} {}

    /// In place of what was wanted before; answers that are under way still come.
    void want(std::vector<Range> ranges);
    /// True where it is an answer to this, and readable: it belongs into the history.
    [[nodiscard]] bool handle(const node::SamplePulled& sample);
    void handle(const node::PullFailed& failure);
    [[nodiscard]] bool busy() const { return !asked_.empty() || !wanted_.empty(); }
    /// Of whom something is there that no key opens any more.
    [[nodiscard]] const std::set<base::MemberIndex>& unreadable() const { return unreadable_; }

  private:
    void pump();
    void give_up(base::FlowId flow, base::MemberIndex sender);

    Ask ask_;
    std::deque<Range> wanted_;
    std::map<base::PullId, Range> asked_;
    std::set<base::MemberIndex> unreadable_;
    base::PullId next_{1};
};

} // namespace plenum::app
