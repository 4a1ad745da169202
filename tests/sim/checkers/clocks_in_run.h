// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/clocks.h"

#include <algorithm>
#include <vector>

namespace plenum::sim {

/// The true clocks of a run, by node. The conference's clock is that of its home relay, node 0 unless it moves.
class ClocksInRun {
  public:
    explicit ClocksInRun(std::vector<NodeClock> clocks)
        : clocks_{std::move(clocks)},
          broken_at_(clocks_.size(), VirtualTime{-long_ago}),
          paused_at_(clocks_.size(), VirtualTime{-long_ago}),
          went_on_at_(clocks_.size(), VirtualTime{-long_ago}) {}

    [[nodiscard]] const NodeClock& of(NodeIndex node) const { return clocks_[node.value()]; }
    [[nodiscard]] base::LocalTime local(NodeIndex node, VirtualTime at) const { return of(node).local(at); }
    [[nodiscard]] base::ConferenceTime conference(VirtualTime at) const {
        return base::ConferenceTime{of(home_).local(at).time_since_epoch()};
    }
    /// The relay is on another machine from now on. When its clock began to run nobody asks; conference time does not
    /// fall.
    void move_home(NodeIndex to, VirtualTime at) {
        const auto behind = conference(at).time_since_epoch() - local(to, at).time_since_epoch();
        if (behind > base::Duration{}) change(to).jump(at, behind);
        home_ = to;
        jumped(to, at);
    }

    /// The virtual time at which the conference's clock shows this.
    [[nodiscard]] base::ConferenceTime to_virtual(base::ConferenceTime at) const {
        const auto shown = of(home_).virtual_time(base::LocalTime{at.time_since_epoch()});
        return base::ConferenceTime{shown.time_since_epoch()};
    }

    /// To change one. Nodes cannot know that a clock jumped or stood still before they compare it with another.
    [[nodiscard]] NodeClock& change(NodeIndex node) { return clocks_[node.value()]; }
    void jumped(NodeIndex node, VirtualTime at) { broken_at_[node.value()] = at; }
    /// Until it jumps, which it does by going on.
    void stands(NodeIndex node) { broken_at_[node.value()] = VirtualTime{virtual_time_limit}; }
    void paused(NodeIndex node, VirtualTime at) { paused_at_[node.value()] = at; }
    /// While a program stands still it compares nothing, and what it compared with is gone afterwards: where there was
    /// something to find out, it has all its time anew.
    void went_on(NodeIndex node, VirtualTime at) {
        went_on_at_[node.value()] = at;
        if (broken_at(node) + settling_max > paused_at_[node.value()]) jumped(node, at);
    }
    /// Whether any jumped or stood still, ever.
    [[nodiscard]] bool any_broke() const {
        return std::ranges::any_of(broken_at_, [](VirtualTime at) { return at > VirtualTime{-long_ago}; });
    }
    /// When its program last stood still no more.
    [[nodiscard]] VirtualTime went_on_at(NodeIndex node) const { return went_on_at_[node.value()]; }
    /// When the node's clock, or the conference's, last did so.
    [[nodiscard]] VirtualTime broken_at(NodeIndex node) const {
        return std::max(broken_at_[node.value()], broken_at_[home_.value()]);
    }

    /// After a clock jumped or stood still: a jump of less than two bounds contradicts no older exchange of readings,
    /// so these must go first: core keeps the last 16, one a second, of which half may be lost.
    static constexpr base::Duration settling_max = base::Duration{std::chrono::seconds{60}};
    static constexpr base::Duration long_ago = base::Duration{std::chrono::hours{24 * 365}};

  private:
    NodeIndex home_{};
    std::vector<NodeClock> clocks_;
    std::vector<VirtualTime> broken_at_;
    std::vector<VirtualTime> paused_at_;
    std::vector<VirtualTime> went_on_at_;
};

} // namespace plenum::sim
