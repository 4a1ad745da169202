// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/path_meter.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// Long enough for frames that leave in bursts, short enough to follow a rate that doubles each round trip.
constexpr base::Duration sent_window = std::chrono::milliseconds{250};
/// Flows that use less than half of their rate are limited by their application (RFC 7661 §4.2).
constexpr std::uint64_t validated_part = 2;

} // namespace

PathMeter::PathMeter(const Options& options, base::LocalTime now)
    : controller_{options.rate.make(options.rate, now)},
      controls_{options.controls},
      filter_{options.seed},
      sent_{sent_window} {}

void PathMeter::handle_sent(const link::RateController::Sent& packet) {
    sent_.add(packet.bytes, packet.at);
    if (controls_ == Controls::one_flow) filter_.set_rates(bandwidth(), sent_.rate(packet.at));
    if (filter_.takes()) controller_->handle_sent(packet);
}

void PathMeter::handle_acknowledged(const link::RateController::Acknowledged& packet) {
    if (packet.was_lost) return handle_found(packet);
    loss_.handle_acknowledged(packet.at);
    if (filter_.takes()) controller_->handle_acknowledged(packet);
}

void PathMeter::handle_lost(const link::RateController::Lost& packet) {
    loss_.handle_lost(packet.at);
    if (!filter_.takes()) return;
    if (sampled_losses_.size() == limits::sampled_losses_max) sampled_losses_.pop_front();
    sampled_losses_.push_back({packet.sent_at, packet.bytes});
    controller_->handle_lost(packet);
}

/// Was only late. It belongs to the virtual flow if its loss did.
void PathMeter::handle_found(const link::RateController::Acknowledged& packet) {
    const auto found = std::ranges::find(sampled_losses_, SampledLoss{packet.sent_at, packet.bytes});
    if (found == sampled_losses_.end()) return;
    sampled_losses_.erase(found);
    controller_->handle_acknowledged(packet);
}

void PathMeter::handle_feedback(const link::RateController::Feedback& feedback) {
    rtt_.add(feedback.rtt, {});
    auto of_path = feedback;
    of_path.rtt_smoothed = rtt_.smoothed();
    const bool uses_rate = sent_.rate(feedback.at).value() * validated_part >= aggregate().value();
    of_path.limited = feedback.limited || uses_rate;
    controller_->handle_feedback(of_path);
}

void PathMeter::handle_path_changed(base::LocalTime now) {
    controller_->handle_path_changed(now);
    rtt_ = {};
    loss_ = {};
    sampled_losses_.clear();
}

} // namespace plenum::cluster
