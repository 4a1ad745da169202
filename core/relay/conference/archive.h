// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/rejection.h"
#include "core/peer/message_history.h"
#include "core/peer/outbox.h"
#include "core/relay/conference/live_history.h"
#include "core/relay/rejected_messages.h"
#include "core/relay/replication/durability.h"
#include "core/wire/control.h"

#include <functional>

namespace plenum::node {

/// Messages of one conference, as its relay keeps them: reliable ones, which it also stores and answers for, and the
/// newest live ones.
class Archive {
  public:
    using OnKept = std::function<void()>;
    /// `on_kept`: a message came that was not there. `stored`: a store answers what is durable (`Durability`).
    Archive(const base::ConferenceHandle& conference, Outbox& outbox, OnKept on_kept, bool stored)
        : conference_{conference},
          outbox_{outbox},
          on_kept_{std::move(on_kept)},
          durability_{stored} {}

    [[nodiscard]] const MessageHistory& history() const { return history_; }
    [[nodiscard]] LiveHistory& live() { return live_; }
    /// Whether anyone may know of the conference yet.
    [[nodiscard]] bool is_told() const { return durability_.log_end().value() > 0; }
    [[nodiscard]] Durability& durability() { return durability_; }
    [[nodiscard]] const Durability& durability() const { return durability_; }
    struct Kept {
        MessageHistory history;
        Durability durability;
    };
    /// Then this is to be destroyed.
    [[nodiscard]] Kept take() { return {std::move(history_), std::move(durability_)}; }
    void replace(Kept kept);

    void keep(const StoredMessage& message, const log::State& state);
    /// A message that the relay served elsewhere, or a store, gives back is not believed to be more than the log
    /// allows: from members, on their flows.
    void restore(const StoredMessage& message, bool durable, const log::State& state);
    void copy(const StoredMessage& message, const log::State& state);
    /// Of a sender who left, by a member who heard it.
    void take_given(const wire::GivenWord& message, const log::State& state);
    [[nodiscard]] wire::WordsWanted wanted(const log::State& state) const;
    void drop_from(flow::StreamId stream, base::SequenceNumber next) { history_.drop_from(stream, next); }
    void forget_closed(const log::State& state);
    void bound(std::size_t bytes, const log::State& state);

    /// How far the sender's messages may count as accepted.
    [[nodiscard]] wire::Accepted accepted(flow::StreamId stream) const;
    [[nodiscard]] std::vector<wire::WordRefused> told_rejected(flow::StreamId stream) const;
    [[nodiscard]] std::vector<wire::StreamPosition> positions_of(base::MemberIndex member) const;
    [[nodiscard]] RejectedMessages& rejected() { return rejected_; }
    /// Of messages that came back. The relay before may have told nobody of them, and the reason is not kept.
    void find_rejected(const log::State& state);
    /// `message`: as much of it as came. It says its numbers in its conversation, by which members name it in their
    /// traces. Empty where nobody wants traces.
    [[nodiscard]] std::vector<base::TraceEvent> rejections(flow::StreamId stream, base::SequenceNumber sequence,
                                                           base::ByteView message, Rejection why,
                                                           const log::State& state) const;

    void store_conference(const crypto::SecretKey& access);
    void store_entry(base::LogPosition position, const base::Bytes& entry);
    void store_checkpoint(base::LogPosition position, const base::Bytes& state);
    /// Gives the number of what the store is told.
    std::uint64_t store_role(ConferenceRole role);
    /// From here on nothing is told before the standby has acknowledged it.
    std::uint64_t require_standby();
    /// As in the run before, nothing is told that the standby has not acknowledged.
    void hold_restored();

  private:
    void store_shortened();

    base::ConferenceHandle conference_;
    Outbox& outbox_;
    OnKept on_kept_;
    MessageHistory history_;
    Durability durability_;
    RejectedMessages rejected_;
    LiveHistory live_;
};

} // namespace plenum::node
