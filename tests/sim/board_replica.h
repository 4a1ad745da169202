// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/base/bytes.h"
#include "core/board/board.h"

#include <deque>
#include <string_view>

namespace plenum::sim {

/// The whiteboard as an application keeps it: what it published is on it at once, and what nobody got is taken out.
class BoardReplica {
  public:
    /// Other flows of the kind carry what no board understands.
    static constexpr std::string_view flow_name = "whiteboard";

    /// Published by us; `sender` is who we are.
    void publish(base::MemberIndex sender, base::Bytes enclosed);
    /// Whether that may have changed the board.
    bool handle(const node::Event& event);
    [[nodiscard]] const board::Board& board() const { return board_; }
    /// False where messages are gone for good, or were never readable here, or the flow is not known yet.
    [[nodiscard]] bool complete() const { return flow_.value() != 0 && !missed_; }
    /// The relay has all of ours.
    [[nodiscard]] bool settled() const { return open_.empty(); }
    [[nodiscard]] base::FlowId flow() const { return flow_; }

  private:
    struct Step {
        base::MemberIndex sender;
        base::Bytes enclosed;
        /// Of ours, while its outcome is open.
        bool open{false};
    };
    void apply(const Step& step);
    bool drop_open();

    base::FlowId flow_{};
    board::Board board_;
    std::deque<Step> steps_;
    /// Of ours whose outcome is open, oldest first: their numbers once they have them.
    std::deque<base::SequenceNumber> open_;
    bool missed_{false};
};

} // namespace plenum::sim
