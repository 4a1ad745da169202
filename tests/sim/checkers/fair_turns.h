// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"

namespace plenum::sim {

/// T4: under `queue`, in the order of asking, the arbiter grants requests of a class as they were asked, but for those
/// that a moderator placed, and of people who are away or in another group. While others wait, each member has at most
/// one point of order between two grants of other classes, by whoever decides; what a holder hands on is none. So
/// nobody waits for more grants to others than that makes.
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
        /// Points of order that were met since the last request of another class was granted.
        std::map<base::MemberIndex, int> points;
        /// Grants to others for which each still waiting may have to wait; and those there were.
        std::map<base::MemberIndex, std::pair<std::size_t, std::size_t>> waits;
        /// `FloorLog::histories` when it began.
        std::size_t history{0};
    };
    /// By whatever rules they came to stand as they do.
    [[nodiscard]] Queue begin(const token::Token& token) const;
    void judge(Queue& queue, const FloorStep& step, const token::Request& served);
    void follow(Queue& queue, const FloorStep& step);
    void bound_waits(Queue& queue, const token::Token& token) const;

    const FloorLog* log_;
    std::map<base::TokenId, Queue> queues_;
};

} // namespace plenum::sim
