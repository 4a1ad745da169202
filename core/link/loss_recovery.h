// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/link/link_stats.h"
#include "core/link/rtt.h"
#include "core/link/sent_packets.h"
#include "core/wire/frames.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace plenum::link {

/// Which of the packets that were sent arrived, and when to ask because nothing is acknowledged (RFC 9002 §6). What it
/// finds waits in `outcome`, for the caller to tell those who put something into the packets.
class LossRecovery {
  public:
    [[nodiscard]] std::uint64_t next_number() const { return sent_.next_number(); }
    /// Memory for what the next packet carries.
    [[nodiscard]] std::vector<SentItem> spare_items() { return sent_.spare_items(); }
    void handle_sent(SentPacket packet, bool eliciting) { sent_.add(std::move(packet), eliciting, outcome_); }
    /// False for what no correct peer sends.
    [[nodiscard]] bool handle_ack(const wire::AckFrame& frame, base::LocalTime now);
    /// The peer was silent and is there again.
    void handle_heard_again() { probes_in_row_ = 0; }
    /// Another network has another round trip (RFC 9000 §9.4).
    void handle_path_changed() { rtt_ = RttEstimator{}; }
    void detect_losses(base::LocalTime now) { sent_.detect_losses(now, rtt_, outcome_); }

    [[nodiscard]] SentPackets::Outcome& outcome() { return outcome_; }
    /// Empties the outcome and keeps its memory.
    void reuse_outcome() { sent_.reuse(outcome_); }

    /// §6.2.1, without giving up and with a bound on the wait.
    [[nodiscard]] base::LocalTime probe_at() const;
    /// Nothing was acknowledged for too long: a probe is to be sent. Gives the oldest packet in flight, which may be
    /// the one that got lost; null if none is.
    [[nodiscard]] const SentPacket* begin_probe();
    [[nodiscard]] bool probe_wanted() const { return probe_wanted_; }
    void handle_probe_sent() { probe_wanted_ = false; }
    /// More than one probe was not answered.
    [[nodiscard]] bool probes_in_vain() const { return probes_in_row_ > 1; }

    [[nodiscard]] base::LocalTime loss_at() const { return sent_.loss_at(rtt_); }
    [[nodiscard]] const RttEstimator& rtt() const { return rtt_; }
    [[nodiscard]] std::size_t size() const { return sent_.size(); }
    void report(LinkStats& stats) const;

  private:
    /// Packets remembered until acknowledged: 48 Mbit/s in full packets over 800 ms. Past it the oldest count as lost.
    static constexpr std::size_t packets_max = 4096;

    SentPackets sent_{packets_max};
    SentPackets::Outcome outcome_;
    RttEstimator rtt_;
    std::uint32_t probes_in_row_{0};
    std::uint64_t probes_{0};
    bool probe_wanted_{false};
};

} // namespace plenum::link
