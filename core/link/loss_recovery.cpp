// SPDX-License-Identifier: Apache-2.0
#include "core/link/loss_recovery.h"

#include <algorithm>

namespace plenum::link {

namespace {

/// Longest time between probes to a peer that does not answer, so that a path that comes back is noticed soon.
constexpr base::Duration probe_interval_max = std::chrono::milliseconds{500};
constexpr std::uint32_t probe_backoff_max = 8;

} // namespace

bool LossRecovery::handle_ack(const wire::AckFrame& frame, base::LocalTime now) {
    if (!sent_.handle_ack(frame, now, rtt_, outcome_)) return false;
    if (!outcome_.acknowledged.empty()) probes_in_row_ = 0;
    detect_losses(now);
    return true;
}

base::LocalTime LossRecovery::probe_at() const {
    if (!sent_.anything_in_flight()) return base::local_time_max;
    const auto timeout = rtt_.probe_timeout();
    const auto backoff = timeout * (1 << std::min(probes_in_row_, probe_backoff_max));
    return sent_.last_eliciting_at() + std::min(backoff, std::max(timeout, probe_interval_max));
}

const SentPacket* LossRecovery::begin_probe() {
    probe_wanted_ = true;
    ++probes_in_row_;
    ++probes_;
    return sent_.oldest_in_flight();
}

void LossRecovery::report(LinkStats& stats) const {
    if (rtt_.has_sample()) {
        stats.rtt = rtt_.smoothed();
        stats.rtt_min = rtt_.min();
        stats.rtt_variance = rtt_.variance();
    }
    stats.reorder_window = sent_.reorder_window(rtt_);
    stats.packets_lost = sent_.lost();
    stats.packets_spurious = sent_.spurious();
    stats.probes_sent = probes_;
}

} // namespace plenum::link
