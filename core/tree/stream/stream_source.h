// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/tree/error_object.h"
#include "core/tree/source_session.h"
#include "core/tree/stream/sent_window.h"
#include "core/tree/stream/stream_objects.h"
#include "core/tree/tally.h"

#include <cstdint>
#include <map>
#include <optional>

namespace plenum::tree {

struct StreamSourceOptions {
    SessionKey session;
    /// Data packets that receivers may be behind; at most `limits::data_window_max`.
    std::uint64_t window{512};
    base::Duration setup_interval{std::chrono::seconds{1}};
    /// After the last data packet an SSP tells so soon how many there were.
    base::Duration tail_delay{std::chrono::milliseconds{50}};
    base::Duration object_lifetime{std::chrono::seconds{10}};
    base::Duration state_lifetime{std::chrono::seconds{5}};
    /// A packet that is not acknowledged for so long is given up. Who lacks it has a gap.
    base::Duration retention{std::chrono::seconds{10}};
    base::Duration report_hold{std::chrono::milliseconds{100}};
    /// A receiver that does not report for so long is not waited for.
    base::Duration report_age{std::chrono::seconds{5}};
    RepairLimits repairs;
    /// Repairs wait so long for the requests of receivers further away, which then need no repair of their own.
    base::Duration repair_delay{};
    /// Null: repairs are single packets. Must outlive the source.
    const ErasureCode* code{nullptr};
};

struct StreamSourceCounts {
    std::uint64_t data{0};
    /// NAKs that reached the source, n_s.
    std::uint64_t requests{0};
    /// Repairs that the source sent, r_s.
    std::uint64_t repairs{0};
    /// Requests that were not answered: their answer was under way, or there were too many.
    std::uint64_t requests_unanswered{0};
    /// Malformed packets that receivers reported.
    std::uint64_t errors{0};
    /// Packets that were given up before all had acknowledged them.
    std::uint64_t abandoned{0};
};

/// The source of a reliable multicast stream (GMTS §2.3, with selective repair, aggregated acknowledgement and, as an
/// option, repair symbols in place of packets).
class StreamSource {
  public:
    explicit StreamSource(StreamSourceOptions options);

    /// False, with nothing taken, while the window is full, and for a payload that is too large.
    [[nodiscard]] bool push(base::Bytes payload, base::LocalTime now);
    void handle(base::ByteView packet, base::LocalTime now);
    /// Somebody new is there: an SSP is due.
    void hasten_setup(base::LocalTime now) { session_.hasten_setup(now); }
    /// The next packet for the tree: SSPs first, then repairs, then data.
    [[nodiscard]] std::optional<base::Bytes> poll(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] ReceptionStatistics reception() const;
    [[nodiscard]] const StreamSourceCounts& counts() const { return counts_; }
    /// Messages that `push` takes now.
    [[nodiscard]] std::uint64_t room() const {
        const auto end = declared_start_ + options_.window;
        return window_.next() < end ? end - window_.next() : 0;
    }
    /// The number of the next message.
    [[nodiscard]] std::uint64_t next() const { return window_.next(); }
    /// Packets that are kept.
    [[nodiscard]] std::uint64_t unacknowledged() const { return window_.next() - window_.start(); }

  private:
    struct PendingRepair {
        ObjectId object;
        std::uint64_t number;
        SymbolIndex index;
    };
    void declare();
    void handle_request(const Invocation& entry, base::LocalTime now);
    void handle_report(NodeId child, const Invocation& entry, base::LocalTime now);
    /// No packet before `start` is kept, except those that blocks need.
    void advance(std::uint64_t start, base::LocalTime now);
    void expire(base::LocalTime now);
    void send_repair(const PendingRepair& repair);
    [[nodiscard]] base::Bytes repair_symbol(std::uint64_t block, SymbolIndex index) const;
    [[nodiscard]] std::uint64_t symbols() const { return options_.code == nullptr ? 1 : options_.code->source_count(); }

    StreamSourceOptions options_;
    SourceSession session_;
    SentWindow window_;
    BlockRepairs blocks_;
    TallyTable reports_;
    std::uint64_t declared_start_{0};
    std::uint64_t sent_{0};
    base::LocalTime tail_due_{base::local_time_max};
    /// By the time at which they are due.
    std::multimap<base::LocalTime, PendingRepair> repairs_;
    StreamSourceCounts counts_;
};

} // namespace plenum::tree
