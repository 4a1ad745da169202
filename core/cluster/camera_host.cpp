// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/camera_host.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::cluster {
namespace {

/// How many frames may wait at a camera before ensembles are dropped, and how often that is looked at.
constexpr std::size_t frames_waiting_most = 4;
constexpr base::Duration shed_interval = std::chrono::milliseconds{200};
constexpr base::Duration report_interval = std::chrono::seconds{1};

TriggerGroup::Options options_of(const CaptureSettings& settings) {
    TriggerGroup::Options options;
    options.trigger.armed = settings.armed;
    options.trigger.pace = settings.pace;
    options.trigger.interval = settings.interval;
    return options;
}

} // namespace

CameraHost::CameraHost(base::MemberIndex self, base::MemberIndex receiver, FlowNumber flow, base::LocalTime now)
    : receiver_{receiver},
      number_{flow},
      triggers_{self, options_of({}), now},
      flow_{application_of(receiver), flow} {}

void CameraHost::handle_trigger_message(base::MemberIndex from, base::ByteView message, base::LocalTime now,
                                        const Clocks& clocks) {
    const auto decoded = decode_trigger_message(message);
    if (!decoded) return;
    if (const auto* settings = std::get_if<CaptureSettings>(&*decoded)) {
        if (from == receiver_) handle(*settings, now);
        return;
    }
    triggers_.handle(from, *decoded, now, clocks);
    if (triggers_.drops() == obeyed_) return;
    obeyed_ = triggers_.drops();
    counts_.dropped += flow_.drop(obeyed_);
    note_room();
}

void CameraHost::handle(const CaptureSettings& settings, base::LocalTime now) {
    if (settings.revision <= settings_.revision) return;
    settings_ = settings;
    triggers_.set_trigger(options_of(settings).trigger, now);
    const auto own =
        std::ranges::find(settings.weights, number_.value(), [](const FlowWeight& each) { return each.flow; });
    flow_.set_weight(Cell{own == settings.weights.end() ? limits::weight_mean : own->weight});
}

void CameraHost::handle_flow_message(base::ByteView message, base::LocalTime now) {
    flow_.handle_message(message, now);
    note_room();
}

void CameraHost::handle_reports(const InboundShim& shim, base::LocalTime now) {
    flow_.handle_reports(shim, now);
    note_room();
}

void CameraHost::handle_captured(const Capture& capture, base::Bytes bytes) {
    if (!bytes.empty()) {
        const bool pushed = flow_.push({capture.ensemble, capture.at, std::move(bytes)});
        ++(pushed ? counts_.captured : counts_.refused);
    }
    full_ = true;
    triggers_.handle_captured();
    note_room();
}

void CameraHost::note_room() {
    if (!full_ || !flow_.is_ready()) return;
    full_ = false;
    triggers_.handle_buffered();
}

/// Of ensembles that no camera has begun to send, as many as wait too long are dropped by all.
void CameraHost::shed(base::LocalTime now) {
    if (!triggers_.is_master() || now - shed_at_ < shed_interval) return;
    shed_at_ = now;
    if (flow_.sender().frames_waiting() <= frames_waiting_most) return;
    const auto newest = triggers_.latest();
    auto begun = flow_.sender().newest_begun();
    begun = {newest.term, std::max(begun.number, flow_.newest_begun())};
    const auto order = cluster::order_drops(begun, newest, frames_waiting_most / 2);
    if (!order) return;
    triggers_.order_drops(*order);
    obeyed_ = *order;
    counts_.dropped += flow_.drop(*order);
    note_room();
}

std::optional<PathReport> CameraHost::poll_report(base::LocalTime now) {
    const auto& figures = flow_.figures();
    if (!figures.reported || now - reported_at_ < report_interval) return std::nullopt;
    reported_at_ = now;
    const auto flows = std::min(figures.flows, limits::flows_max);
    return PathReport{std::min(figures.bandwidth.value(), limits::rate_max), static_cast<std::uint8_t>(flows)};
}

std::optional<CameraHost::Output> CameraHost::poll(base::LocalTime now, const Clocks& clocks) {
    shed(now);
    if (auto output = triggers_.poll(now, clocks))
        return std::visit(
            base::Overloaded{[](const TriggerGroup::ToAll& all) -> Output { return ToCluster{encode(all.message)}; },
                             [](const TriggerGroup::ToMaster& ready) -> Output {
                                 return ToCluster{encode(TriggerMessage{ready.message})};
                             },
                             [](const Capture& capture) -> Output { return capture; }},
            *output);
    if (auto report = poll_report(now)) return ToCluster{encode(TriggerMessage{*report})};
    if (auto datagram = flow_.poll_datagram(now)) return ToReceiver{std::move(datagram->message), datagram->shim};
    return std::nullopt;
}

base::LocalTime CameraHost::next_wakeup() const {
    auto at = std::min(triggers_.next_wakeup(), flow_.next_wakeup());
    if (triggers_.is_master() && flow_.sender().frames_waiting() > frames_waiting_most)
        at = std::min(at, shed_at_ + shed_interval);
    if (flow_.figures().reported) at = std::min(at, reported_at_ + report_interval);
    return at;
}

} // namespace plenum::cluster
