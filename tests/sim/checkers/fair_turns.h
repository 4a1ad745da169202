// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"

namespace plenum::sim {

/// T4: under `queue`, in the order of asking, the arbiter grants requests of a class as they were asked, but for those
/// that a moderator placed; while others wait, each member has at most one point of order between two of their grants;
/// and so nobody waits for more grants to others than that makes.
class FairTurns final : public Checker {
  public:
    explicit FairTurns(const FloorLog& log) : log_{&log} {}

    [[nodiscard]] std::string_view name() const override { return "T4 who asks in a queue is served in turn"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_floor(const FloorStep& step, VirtualTime at) override;

  private:
    struct Queue {
        /// Whose request a moderator placed.
        std::set<base::MemberIndex> placed;
        /// Grants of points of order since the last of another class.
        std::map<base::MemberIndex, int> points;
        /// Grants to others for which each still waiting may have to wait; and those there were.
        std::map<base::MemberIndex, std::pair<std::size_t, std::size_t>> waits;
    };
    [[nodiscard]] bool is_present(base::MemberIndex member) const;
    void judge(Queue& queue, const FloorStep& step, const token::Request& served);
    void follow(Queue& queue, const FloorStep& step);

    const FloorLog* log_;
    std::map<base::TokenId, Queue> queues_;
};

} // namespace plenum::sim
