// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/method_invocation.h"
#include "core/tree/retry_time.h"
#include "core/tree/soft_state_timer.h"

#include <cstdint>
#include <map>
#include <optional>

namespace plenum::tree {

/// The sending end of reliable invocations, to the next node upstream: each is sent again until it is acknowledged,
/// after the time that acknowledgements take.
class ReliableInvocations {
  public:
    /// `retry_after`: before that time is measured.
    ReliableInvocations(SoftStateTimer& timer, SessionSerial session, base::Duration retry_after)
        : timer_{&timer},
          session_{session},
          retry_{retry_after} {}

    /// Its number. If too many are pending, the oldest is given up. With `supersedes`, those before it of the same
    /// object and method need no answer.
    [[nodiscard]] InvocationId start(Invocation entry, bool supersedes, base::LocalTime now);
    /// Those of the object need no answer any more.
    void cancel(ObjectId object);
    /// False if no such invocation is pending.
    bool handle_ack(InvocationId invocation, base::LocalTime now);
    /// A retransmission is due: what to send, or nullopt if it is given up.
    [[nodiscard]] std::optional<Invocation> handle_timer(InvocationId invocation, base::LocalTime now);
    [[nodiscard]] std::size_t pending() const { return pending_.size(); }

  private:
    struct Pending {
        Invocation entry;
        base::LocalTime sent_at;
        std::uint32_t attempts{1};
    };
    using Table = std::map<InvocationId, Pending>;
    [[nodiscard]] TimerKey key(InvocationId invocation) const {
        return {session_, TimerReason::retransmission, ObjectId{}, invocation.value()};
    }
    Table::iterator remove(Table::iterator entry);

    SoftStateTimer* timer_;
    SessionSerial session_;
    RetryTime retry_;
    InvocationId last_;
    Table pending_;
};

/// The receiving end: which invocations of one sender have been carried out, by the newest number and a bit for each of
/// the 64 before it.
class SeenInvocations {
  public:
    [[nodiscard]] bool contains(InvocationId invocation) const;
    void insert(InvocationId invocation);

  private:
    std::uint64_t newest_{0};
    /// Bit n: `newest_ - n`.
    std::uint64_t seen_{0};
};

} // namespace plenum::tree
