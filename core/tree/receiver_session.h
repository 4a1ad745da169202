// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/error_object.h"
#include "core/tree/packet.h"
#include "core/tree/reliable_invocations.h"
#include "core/tree/soft_state_timer.h"
#include "core/tree/state_setup.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace plenum::tree {

/// A receiver's end of a session, for any objects: it takes SSPs and MIPs, invokes methods upstream, and reports
/// packets that nodes found malformed.
class ReceiverSession {
  public:
    ReceiverSession(NodeId self, SessionKey session, base::Duration retry_after = std::chrono::milliseconds{100})
        : self_{self},
          session_{session},
          calls_{timer_, SessionSerial{1}, retry_after} {}
    /// Its parts refer to each other.
    ReceiverSession(const ReceiverSession&) = delete;
    ReceiverSession& operator=(const ReceiverSession&) = delete;

    /// Invocations of the source. An SSP changes the declared objects.
    [[nodiscard]] std::vector<Invocation> handle(Packet packet, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// Several plain invocations go in few packets.
    void call(std::vector<Invocation> entries);
    /// Sent again until the next node upstream acknowledges it, or a later one of this method supersedes it.
    void call_reliably(Invocation entry, base::LocalTime now);

    /// Reliable invocations of the object are given up.
    void cancel(ObjectId object) { calls_.cancel(object); }

    [[nodiscard]] std::optional<base::Bytes> poll();
    [[nodiscard]] base::LocalTime next_wakeup() const { return output_.empty() ? timer_.next() : base::LocalTime{}; }
    /// Null if no SSP has declared it.
    [[nodiscard]] const ObjectDeclaration* find(ObjectId object) const;
    [[nodiscard]] bool is_set_up() const { return next_hop_ != NodeId{}; }
    /// The next node upstream with the service, or the source.
    [[nodiscard]] NodeId next_hop() const { return next_hop_; }
    [[nodiscard]] std::uint64_t errors_reported() const { return errors_reported_; }

  private:
    void handle_setup(const SetupPacket& packet);
    void report(FaultyPacket packet);
    void send(MethodInvocation invocation);

    NodeId self_;
    SessionKey session_;
    NodeId next_hop_;
    SoftStateTimer timer_;
    ReliableInvocations calls_;
    std::map<ObjectId, ObjectDeclaration> objects_;
    std::deque<base::Bytes> output_;
    std::uint64_t errors_reported_{0};
};

} // namespace plenum::tree
