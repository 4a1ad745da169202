// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/kept_log.h"
#include "core/relay/clock_lead.h"
#include "core/relay/conference/archive.h"
#include "core/relay/conference/log_quota.h"
#include "core/relay/conference/log_tracer.h"
#include "core/relay/conference/settling_period.h"
#include "core/relay/relay_keys.h"
#include "core/relay/token_fence.h"

#include <functional>

namespace plenum::node {

/// The control log of one conference at its home relay: puts operations in order, signs entries, stores them, and
/// bounds what each person may add.
class Sequencer {
  public:
    /// An entry was added, from wherever it came.
    using OnApplied = std::function<void(const log::Applied&)>;
    Sequencer(const base::ConferenceHandle& conference, const RelayKeys& keys, Outbox& outbox, Archive& archive,
              SettlingPeriod& settling, OnApplied on_applied);

    [[nodiscard]] const base::ConferenceHandle& conference() const { return conference_; }
    [[nodiscard]] const log::State& state() const { return state_; }
    [[nodiscard]] const log::KeptLog& log() const { return log_; }
    [[nodiscard]] ClockLead& lead() { return lead_; }
    /// The conference's time, by the relay's own clock.
    [[nodiscard]] base::ClockOffset clock() const { return lead_.clock(); }
    [[nodiscard]] TokenFence& fence() { return fence_; }
    [[nodiscard]] const TokenFence& fence() const { return fence_; }
    /// Whether operations may be appended, and by whom.
    [[nodiscard]] LogQuota& quota() { return quota_; }
    [[nodiscard]] LogTracer& tracer() { return tracer_; }

    /// Not while the conference settles.
    [[nodiscard]] bool may_grow() const { return !settling_.settling(); }
    /// Sequences, signs, stores. `own`: it was signed here. Refused as full while the conference settles.
    [[nodiscard]] std::expected<void, log::Refusal> append(const log::SignedOperation& operation,
                                                           base::ConferenceTime at, bool own = false);
    /// An operation of the relay's own. False if the log is full.
    [[nodiscard]] bool submit_own(const log::Operation& operation, base::ConferenceTime at);

    /// All before it is covered by this state.
    [[nodiscard]] std::expected<void, log::Refusal> begin_at(base::Bytes state);
    /// Entries that the store kept.
    [[nodiscard]] std::expected<void, log::Refusal> load(std::vector<base::Bytes> entries);
    /// The log of a conference that was closed after a failure, or of a copy.
    [[nodiscard]] std::expected<void, log::Refusal> load(const log::KeptLog& log);
    /// The next entry, as some relay run of ours had signed it. Precondition: its position is the log's size.
    [[nodiscard]] std::expected<void, log::Refusal> give(const log::Entry& entry, base::ByteView bytes);
    /// Of an empty log: the checkpoint's entry, after `begin_at`.
    [[nodiscard]] std::expected<void, log::Refusal> give_checkpoint(const log::Entry& entry, base::ByteView bytes);
    /// Nothing is stored before all of it is there.
    void mark_draft() { draft_ = true; }
    void store_draft();
    /// Entries that nobody was told of go. Then this is to be destroyed.
    [[nodiscard]] log::KeptLog take_log();

    /// Whether it is made for this relay, by its keys.
    [[nodiscard]] bool names_us(const log::Genesis& genesis) const;
    /// Whether this relay, by its keys, put the log in order.
    [[nodiscard]] bool is_ours() const;
    /// The log came from elsewhere; false if no relay wrote it. `own`: what the relay's clock shows.
    [[nodiscard]] bool catch_up(base::LocalTime own) {
        return lead_.catch_up(state_.at, base::ConferenceTime{own.time_since_epoch()});
    }
    /// If the conference has ended, as of now.
    void note_end(base::LocalTime now) {
        if (state_.ended && !ended_at_) ended_at_ = now;
    }
    [[nodiscard]] const std::optional<base::LocalTime>& ended_at() const { return ended_at_; }
    /// Traces of what may be told by now.
    void tell() { tracer_.tell(archive_.durability().log_end()); }

  private:
    void store_newest();
    void cover(const base::Bytes& state);
    void note_newest(const log::Applied& applied, std::size_t bytes);

    base::ConferenceHandle conference_;
    const RelayKeys& keys_;
    Archive& archive_;
    SettlingPeriod& settling_;
    OnApplied on_applied_;
    log::State state_;
    ClockLead lead_;
    log::KeptLog log_;
    /// How much of it the store has or was given.
    base::LogPosition stored_end_{};
    TokenFence fence_;
    LogQuota quota_{state_, log_};
    LogTracer tracer_;
    bool draft_{false};
    std::optional<base::LocalTime> ended_at_;
};

} // namespace plenum::node
