// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/board/exchange/copy_message.h"

#include <deque>
#include <optional>

namespace plenum::board {

/// Gives copies of the board to members who ask, to one after the other.
class CopyGiver {
  public:
    void handle(const node::Event& event);
    struct Request {
        base::MemberIndex by;
        /// What that one has.
        Frontier seen;
    };
    /// Of whom is next to get a copy; null for nobody.
    [[nodiscard]] const Request* asked() const;
    /// Answers who is next. `complete`: we miss nothing that we know of.
    void give(const Copy& copy, bool complete);
    /// We keep no board: whoever asks is told so.
    void refuse_all();
    /// Whether `next` has one.
    [[nodiscard]] bool has_next() const;
    /// The next to publish; it counts as handed over.
    [[nodiscard]] std::optional<node::Publish> next();

  private:
    struct Giving {
        base::FlowId flow;
        base::MemberIndex receiver;
        /// Absent for a refusal.
        std::optional<base::Bytes> copy;
        bool complete{false};
        bool begun{false};
        std::size_t sent{0};
        /// As the receiver told.
        std::size_t received{0};
    };
    struct Asking {
        base::FlowId flow;
        base::MemberIndex receiver;
        /// Once it was made.
        std::optional<Request> request{};
    };
    using Place = std::deque<Asking>::const_iterator;
    [[nodiscard]] Place next_asking() const;
    void handle(const node::MessageReceived& message);
    void remove(base::FlowId flow);
    /// Of the copy, the next that may be under way.
    [[nodiscard]] base::ByteView next_piece() const;

    base::MemberIndex self_{};
    std::deque<Asking> waiting_;
    std::optional<Giving> giving_;
};

} // namespace plenum::board
