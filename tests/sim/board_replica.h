// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/base/bytes.h"
#include "core/board/journal.h"

#include <deque>
#include <string_view>
#include <utility>
#include <vector>

namespace plenum::sim {

/// The whiteboard as an application keeps it over the events of a node.
class BoardReplica {
  public:
    /// Other flows of the kind carry what no board understands.
    static constexpr std::string_view flow_name = "whiteboard";

    /// Published by us.
    void publish(const base::Bytes& message);
    /// Whether that may have changed the board.
    bool handle(const node::Event& event);
    /// Of ours under an earlier name that nobody got, in the new one: once.
    [[nodiscard]] std::vector<base::Bytes> take_unsent() { return std::exchange(unsent_, {}); }
    [[nodiscard]] const board::Journal& journal() const { return journal_; }
    [[nodiscard]] board::BoardEditor& editor() { return journal_.editor(); }
    /// False where messages are gone for good, or were never readable here, or the flow is not known yet.
    [[nodiscard]] bool complete() const { return flow_.value() != 0 && !journal_.incomplete(); }
    [[nodiscard]] base::FlowId flow() const { return flow_; }
    [[nodiscard]] base::MemberIndex self() const { return journal_.self().sender; }

  private:
    struct Open {
        /// 0: sent under an earlier name.
        board::Publication publication{};
        /// 0 before it has its number.
        base::SequenceNumber sequence{};
    };
    base::FlowId flow_{};
    board::Journal journal_;
    board::Publication last_;
    /// Oldest first.
    std::deque<Open> open_;
    std::vector<base::Bytes> unsent_;
};

} // namespace plenum::sim
