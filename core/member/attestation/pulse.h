// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/attestation/attestation.h"
#include "core/member/roster.h"

namespace plenum::node {

/// Flow 0, which no conference declares: where members' programs confirm each other.
class Pulse {
  public:
    Pulse(const Roster& roster, Outbox& outbox) : roster_{roster}, outbox_{outbox} {}

    /// `message` is header and sealed body, as they travel.
    void handle_sent(const wire::MessageHeader& header, base::ByteView message, base::LocalTime now);
    void handle_received(const wire::MessageHeader& header, base::ByteView message, base::LocalTime now);
    /// The opened body of a message on flow 0.
    void handle(const wire::MessageHeader& header, base::ByteView body, base::LocalTime now);
    /// The log went on: what a heartbeat said of entries to come is looked at, and who left is forgotten.
    void handle_entry(base::LocalTime now);
    /// The way to the relay is new; what was missed meanwhile says nothing.
    void handle_attached(base::LocalTime now);
    void handle_wakeup(base::LocalTime now);

    /// What is due, to be signed once its header is known.
    [[nodiscard]] std::optional<wire::PulseMessage> poll(base::LocalTime now);
    [[nodiscard]] base::Bytes sign(wire::PulseMessage message, const wire::MessageHeader& header) const;
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// Nothing is sent for now: of the key leader nothing was heard for long, or it sees another log.
    [[nodiscard]] bool suspended() const { return agreement_ == Agreement::lost; }
    /// It sees another log, and that will not change.
    [[nodiscard]] bool forked() const { return forked_; }

  private:
    void handle(const wire::Heartbeat& heartbeat, const wire::MessageHeader& header, base::LocalTime now);
    void handle(const wire::Digest& digest, const wire::MessageHeader& header, base::LocalTime now);
    void tell_forged(base::MemberIndex sender);
    /// Nullopt where this log does not reach, or reach back, so far.
    [[nodiscard]] std::optional<bool> agrees(const wire::Heartbeat& heartbeat) const;
    [[nodiscard]] std::optional<bool> is_head(std::uint64_t log_size, const base::Hash& hash) const;
    [[nodiscard]] const base::Hash* head_at(std::uint64_t log_size) const;
    void handle_claim(const wire::Heartbeat& claim, base::MemberIndex sender);
    [[nodiscard]] wire::Heartbeat make_heartbeat() const;
    void confirm(base::LocalTime now);
    void find_fork(base::MemberIndex leader);
    void set(Agreement agreement);
    [[nodiscard]] bool beats() const;

    const Roster& roster_;
    Outbox& outbox_;
    SentMarks sent_;
    std::map<base::MemberIndex, ReceivedMarks> received_;
    Agreement agreement_{Agreement::confirmed};
    /// Of entries that have not come here yet.
    std::deque<wire::Heartbeat> ahead_;
    base::LocalTime claim_at_{};
    bool forked_{false};
    bool told_forked_{false};
    base::MemberIndex accuser_{};
    /// Those who say that they see another log.
    std::set<base::MemberIndex> contradicted_;
    /// How long this program has listened in vain; it does not listen while its machine sleeps.
    base::Duration silence_{};
    std::optional<base::LocalTime> listened_at_;
    base::LocalTime heartbeat_at_{};
    base::LocalTime digest_at_{};
};

} // namespace plenum::node
