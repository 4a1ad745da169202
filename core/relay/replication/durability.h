// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/storage.h"
#include "core/flow/stream_id.h"

#include <algorithm>
#include <deque>
#include <map>
#include <variant>
#include <vector>

namespace plenum::node {

/// What of one conference may be told to others: entries and words that its relay's store made durable and, where the
/// conference is replicated, that the standby has acknowledged. A relay that told more could come back from a crash
/// with less than people know of, or be replaced by a standby that knows less, and put something else in that place.
///
/// Where the disk fails the conference goes on without it: what the store then releases is told all the same, and
/// senders learn that it is not kept.
class Durability {
  public:
    /// `stored`: somebody answers what is to be kept; without, all is kept at once.
    explicit Durability(bool stored) : stored_{stored} {}
    [[nodiscard]] bool stored() const { return stored_; }

    /// What the store gave back is told already; whether it is durable is known by then, or told with number 0.
    void restore(base::LogPosition size) { log_end_ = size; }
    void restore(flow::StreamId stream, base::SequenceNumber next, bool durable) {
        told_[stream] = next;
        if (!durable) unsure_[stream] = 0;
    }

    /// Some of what the store gave back may never have reached the standby. Nothing of it is told before the standby
    /// has acknowledged it. Gives the number of that.
    [[nodiscard]] std::uint64_t hold_restored();

    /// Number of what goes to the store next.
    [[nodiscard]] std::uint64_t add_conference() { return add(std::monostate{}); }
    [[nodiscard]] std::uint64_t add_role() { return add(std::monostate{}); }
    [[nodiscard]] std::uint64_t add_entry(base::LogPosition size_after) { return add(size_after); }
    [[nodiscard]] std::uint64_t add_word(flow::StreamId stream, base::SequenceNumber next) {
        return add(Word{stream, next});
    }

    /// Gives the streams whose senders are to be told (`next`, `kept`).
    [[nodiscard]] std::vector<flow::StreamId> handle(const ConferenceKept& kept);
    /// Before the first entry: nothing is told before `require_standby` and an acknowledgement, or `release_standby`.
    void hold_for_copy() { held_ = true; }
    [[nodiscard]] bool held() const { return held_; }
    /// From here on nothing is told before the standby has acknowledged it.
    void require_standby() {
        replicated_ = true;
        held_ = false;
    }
    /// Nothing waits for the standby any more. Gives the streams whose senders are to be told.
    [[nodiscard]] std::vector<flow::StreamId> release_standby() {
        replicated_ = held_ = false;
        return release_ready();
    }
    /// The standby has everything up to this number. Gives the streams whose senders are to be told.
    [[nodiscard]] std::vector<flow::StreamId> handle_acknowledged(std::uint64_t number);

    [[nodiscard]] bool replicated() const { return replicated_; }
    /// Of what went to the store last.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    /// Everything up to this number may be told.
    [[nodiscard]] std::uint64_t released() const { return waiting_.empty() ? number_ : waiting_.front().number - 1; }
    /// Entries below may be handed out.
    [[nodiscard]] base::LogPosition log_end() const { return log_end_; }
    /// Words of the stream below may be.
    [[nodiscard]] base::SequenceNumber next(flow::StreamId stream) const;
    /// Whether all of these are durable.
    [[nodiscard]] bool kept(flow::StreamId stream) const { return !unsure_.contains(stream); }
    /// Items that wait for the store, or for the standby.
    [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

  private:
    struct Word {
        flow::StreamId stream;
        base::SequenceNumber next;
    };
    struct Restored {
        base::LogPosition log_end;
        std::map<flow::StreamId, base::SequenceNumber> told;
    };
    using Item = std::variant<std::monostate, base::LogPosition, Word, Restored>;
    struct Waiting {
        std::uint64_t number;
        Item item;
    };
    std::uint64_t add(Item item);
    void release(const Item& item);
    void release(const Restored& restored);
    /// What neither store nor standby holds back. Gives the streams of its words.
    [[nodiscard]] std::vector<flow::StreamId> release_ready();

    bool stored_;
    bool replicated_{false};
    bool held_{false};
    std::uint64_t number_{0};
    /// The store answered up to the first, and made durable up to the second.
    std::uint64_t answered_to_{0};
    std::uint64_t durable_to_{0};
    std::uint64_t acknowledged_to_{0};
    std::deque<Waiting> waiting_;
    base::LogPosition log_end_{};
    std::map<flow::StreamId, base::SequenceNumber> told_;
    /// Streams that were told and are not durable, with the number of the last word.
    std::map<flow::StreamId, std::uint64_t> unsure_;
};

} // namespace plenum::node
