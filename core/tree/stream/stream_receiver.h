// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/receiver_session.h"
#include "core/tree/stream/received_window.h"
#include "core/tree/stream/repair_requests.h"
#include "core/tree/stream/stream_objects.h"

#include <cstdint>
#include <optional>

namespace plenum::tree {

struct StreamReceiverOptions {
    NodeId self;
    SessionKey session;
    /// Between two requests for the same, until the time to a repair is measured.
    base::Duration repair_wait{std::chrono::milliseconds{300}};
    /// For packets that are only out of order.
    base::Duration reordering{};
    /// For a block to be complete, before single packets of it are asked for.
    base::Duration block_wait{std::chrono::milliseconds{200}};
    /// Repair symbols that are asked for beyond those that are missing, since some of them may be lost.
    std::uint32_t spare_symbols{0};
    base::Duration report_interval{std::chrono::seconds{1}};
    base::Duration retry_after{std::chrono::milliseconds{100}};
    /// As the source has; null for none. Must outlive the receiver.
    const ErasureCode* code{nullptr};
    MessageOrder order{MessageOrder::of_stream};
};

struct StreamReceiverCounts {
    /// Data packets that came on their first way.
    std::uint64_t received{0};
    /// Data packets that did not, |N|.
    std::uint64_t missed{0};
    /// Repairs that arrived, r_i.
    std::uint64_t repairs{0};
    /// Repairs that were of no use.
    std::uint64_t repairs_unneeded{0};
    std::uint64_t requests{0};
};

/// A receiver of a reliable multicast stream.
class StreamReceiver {
  public:
    explicit StreamReceiver(StreamReceiverOptions options);

    void handle(base::ByteView packet, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    /// Packets before `end` have been sent, as the receiver was told in another way. No change before the first SSP.
    void handle_sent(std::uint64_t end, base::LocalTime now);
    /// The next packet upstream.
    [[nodiscard]] std::optional<base::Bytes> poll();
    [[nodiscard]] base::LocalTime next_wakeup() const;
    /// Messages in the order that was chosen, each once, and gaps.
    [[nodiscard]] std::optional<StreamEvent> poll_event() { return window_.poll(); }

    [[nodiscard]] const StreamReceiverCounts& counts() const { return counts_; }
    [[nodiscard]] const ReceiverSession& session() const { return session_; }
    /// All before it has arrived, or was given up.
    [[nodiscard]] std::uint64_t next() const { return window_.next(); }
    /// An SSP has said where the stream begins.
    [[nodiscard]] bool begun() const { return begun_; }
    /// Packets and blocks that are still missing.
    [[nodiscard]] std::size_t missing() const { return requests_.size(); }

  private:
    void handle_setup(base::LocalTime now);
    void handle_data(DataPacket packet, base::LocalTime now);
    void handle_repair(const Invocation& entry, base::LocalTime now);
    /// Packets before `end` have been sent.
    void extend(std::uint64_t end, base::LocalTime now);
    void await_block(std::uint64_t block, base::LocalTime now);
    void settle(std::uint64_t sequence);
    void request_missing(base::LocalTime now);
    void report(base::LocalTime now);

    StreamReceiverOptions options_;
    ReceiverSession session_;
    ReceivedWindow window_;
    RepairRequests requests_;
    bool begun_{false};
    std::uint64_t end_{0};
    std::uint64_t window_span_{0};
    std::uint64_t reported_{0};
    std::uint64_t version_{0};
    base::LocalTime report_due_{base::local_time_max};
    StreamReceiverCounts counts_;
};

} // namespace plenum::tree
