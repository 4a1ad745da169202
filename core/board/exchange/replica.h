// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/exchange/copy_asker.h"
#include "core/board/exchange/copy_giver.h"
#include "core/board/exchange/outbox.h"
#include "core/board/exchange/own_authority.h"
#include "core/board/journal.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::board {

/// The whiteboard of a conference over the events and commands of a node, for programs that need no more than the
/// board: what others draw comes in, what we draw goes out, and copies are asked for and given.
class Replica {
  public:
    /// `flow_name` is that of the conference's flow for boards.
    explicit Replica(std::string_view flow_name) : flow_name_{flow_name} {}

    /// Whether the board may be another one.
    bool handle(const node::Event& event, base::LocalTime now);
    /// Shows what we do and sends it. The error is why it cannot be done.
    [[nodiscard]] std::optional<Refusal> act(const EditResult& edit);
    /// The next for the node to do, which counts as handed over. First our earlier work in our new name, if we have
    /// one.
    [[nodiscard]] std::optional<ExchangeCommand> next(base::LocalTime now);
    /// When `next` has something to do by itself.
    [[nodiscard]] base::LocalTime due() const;
    /// What another program of ours, which has the same board, published.
    void note_published(const base::Bytes& message);

    [[nodiscard]] const Board& board() const { return journal_.board(); }
    [[nodiscard]] BoardEditor& editor() { return journal_.editor(); }
    /// Everybody has all of ours.
    [[nodiscard]] bool settled() const { return journal_.settled(); }
    /// False where parts are or may be missing, or we are not there yet.
    [[nodiscard]] bool complete() const { return flow_.value() != 0 && !journal_.misses_some() && !asker_.is_unsure(); }
    /// 0 before it is known.
    [[nodiscard]] base::FlowId flow() const { return flow_; }
    /// 0 before we are a member.
    [[nodiscard]] base::MemberIndex self() const { return journal_.self().sender; }

  private:
    bool handle(const node::MemberJoined& event);
    bool handle(const node::MessageReceived& event);
    bool settle(const node::Event& event);
    bool merge_copy();
    /// Our earlier work in our new name, as far as we may.
    void say_again();
    [[nodiscard]] std::expected<Changes, Refusal> publish(const base::Bytes& message, bool handed_over);

    std::string flow_name_;
    base::FlowId flow_{};
    /// Of all who ever were members, as far as is told.
    std::map<base::MemberIndex, PersonIndex> people_;
    Journal journal_;
    OwnAuthority authority_;
    Outbox outbox_;
    CopyAsker asker_;
    CopyGiver giver_;
    Publication last_;
    /// Of our next message.
    base::LocalTime send_at_{};
    /// Of ours under an earlier name that nobody got, in the new one.
    Renaming unsent_;
};

} // namespace plenum::board
