// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/cluster_receiver.h"

#include "core/cluster/camera_shares.h"

#include <algorithm>
#include <ranges>

namespace plenum::cluster {
namespace {

/// Settings are told again, since messages are lost and hosts come later.
constexpr base::Duration settings_interval = std::chrono::seconds{1};
/// A frame counts for one of so many parts in the mean size: sizes follow the scene within a second or so.
constexpr std::size_t mean_parts = 8;

} // namespace

void ClusterReceiver::add_camera(FlowNumber flow, base::MemberIndex host, base::LocalTime now) {
    // The flow may have belonged to another camera.
    remove_camera(flow);
    cameras_.emplace(flow, Camera{host, CameraLiveness{now}});
    settings_due_at_ = {};
    tell_cameras();
}

void ClusterReceiver::remove_camera(FlowNumber flow) {
    cameras_.erase(flow);
    tell_cameras();
}

void ClusterReceiver::tell_cameras() {
    std::uint64_t flows = 0;
    for (const auto& item : cameras_)
        flows |= Ensembles::camera(item.first);
    ensembles_.set_cameras(flows);
}

/// Its frame of the newest ensemble is there, and that of a camera that is sending is not: none is triggered.
bool ClusterReceiver::waits_for_others(const Camera& camera, base::LocalTime now) const {
    if (settings_.pace == Pace::periodic || begun_.empty() || camera.newest < begun_.rbegin()->first) return false;
    return std::ranges::any_of(cameras_, [&](const auto& item) {
        const auto& other = item.second;
        return other.newest < camera.newest && other.liveness.is_heard(settings_, now);
    });
}

/// Since the first frame of the oldest ensemble of which the camera sent none.
base::Duration ClusterReceiver::behind_so_far(const Camera& camera, base::LocalTime now) const {
    const auto next = begun_.upper_bound(camera.newest);
    return next == begun_.end() ? base::Duration{} : now - next->second;
}

void ClusterReceiver::handle_flow_message(FlowNumber flow, base::ByteView message, base::LocalTime now) {
    const auto found = cameras_.find(flow);
    if (found == cameras_.end()) return;
    auto& camera = found->second;
    auto decoded = decode_frame_message(message);
    auto* piece = decoded ? std::get_if<FramePiece>(&*decoded) : nullptr;
    if (piece == nullptr || !camera.frames.handle_piece(std::move(*piece), now)) {
        ++camera.malformed;
        camera.liveness.handle_malformed(now);
        return;
    }
    camera.liveness.handle_piece(behind_so_far(camera, now), now);
    // At a period, ensembles come whether a camera is ready or not, and none waits for those that miss it.
    if (settings_.pace != Pace::periodic) ensembles_.handle_sending(flow, now);
    while (const auto frame = camera.frames.poll_frame())
        take(flow, camera, *frame, now);
}

void ClusterReceiver::forget_begun() {
    while (begun_.size() > limits::ensembles_max)
        begun_.erase(begun_.begin());
}

/// Cameras that had sent their frames of this ensemble are triggered once all have.
void ClusterReceiver::note_idle(const EnsembleId& ensemble, base::LocalTime now) {
    if (settings_.pace == Pace::periodic) return;
    for (auto& camera : std::views::values(cameras_))
        if (camera.newest == ensemble) camera.liveness.handle_idle(now);
}

void ClusterReceiver::take(FlowNumber flow, Camera& camera, const base::Bytes& frame, base::LocalTime now) {
    auto captured = decode_captured_frame(frame);
    if (!captured) {
        ++camera.malformed;
        camera.liveness.handle_malformed(now);
        return;
    }
    ++camera.frames_received;
    camera.frame_bytes = captured->bytes.size();
    const auto mean = camera.frame_bytes_mean == 0 ? camera.frame_bytes : camera.frame_bytes_mean;
    camera.frame_bytes_mean = (mean * (mean_parts - 1) + camera.frame_bytes) / mean_parts;
    camera.newest = captured->ensemble;
    const auto first = begun_.try_emplace(captured->ensemble, now).first->second;
    camera.liveness.handle_frame(now - first, now);
    forget_begun();
    const auto accepted = ensembles_.handle_frame(flow, *std::move(captured), now);
    if (accepted == Ensembles::Accepted::taken) note_idle(camera.newest, now);
    if (accepted != Ensembles::Accepted::late) return;
    ++camera.late;
    camera.liveness.handle_late(now);
}

void ClusterReceiver::handle_trigger_message(base::MemberIndex from, base::ByteView message, base::LocalTime now) {
    const auto decoded = decode_trigger_message(message);
    if (!decoded) return;
    const bool known = std::ranges::any_of(cameras_, [&](const auto& item) { return item.second.host == from; });
    const auto is_master = [&](const EnsembleId& latest) { return known && latest.term.master == from; };
    const auto note = [&](const DropOrder& drops, Term term) {
        if (drops == drops_ || drops.level == 0) return;
        // The ensembles of other terms are not its own to drop.
        if (drops.after.term != term || drops.through.term != term) return;
        drops_ = drops;
        ensembles_.handle_drops(drops);
    };
    if (const auto* trigger = std::get_if<Trigger>(&*decoded); trigger != nullptr && is_master(trigger->ensemble)) {
        if (trigger->capture_at) ensembles_.handle_trigger(trigger->ensemble, *trigger->capture_at);
        note(trigger->drops, trigger->ensemble.term);
    }
    if (const auto* beacon = std::get_if<Beacon>(&*decoded); beacon != nullptr && is_master(beacon->latest))
        note(beacon->drops, beacon->latest.term);
    if (const auto* report = std::get_if<PathReport>(&*decoded); report != nullptr && known) {
        path_ = *report;
        path_at_ = now;
    }
}

std::optional<PathReport> ClusterReceiver::path(base::LocalTime now) const {
    const bool fresh = path_at_ && now - *path_at_ < limits::report_age_max;
    return fresh ? std::optional{path_} : std::nullopt;
}

void ClusterReceiver::set_settings(CaptureSettings settings) {
    settings.revision = settings_.revision + 1;
    settings_ = std::move(settings);
    weights_.clear();
    settings_due_at_ = {};
}

std::optional<Ensemble> ClusterReceiver::poll_ensemble(base::LocalTime now) {
    auto ensemble = ensembles_.poll(now);
    if (!ensemble) return std::nullopt;
    for (const auto flow : ensemble->other_instants)
        if (const auto found = cameras_.find(flow); found != cameras_.end())
            found->second.liveness.handle_other_instant(now);
    if (ensemble->complete) metrics_.handle_complete(ensemble->asynchrony(), ensemble->last_at);
    return ensemble;
}

std::optional<ClusterReceiver::ToCamera> ClusterReceiver::poll_message(base::LocalTime now) {
    for (auto& [flow, camera] : cameras_)
        if (const auto ack = camera.frames.poll_ack(now)) return ToCamera{flow, encode(FrameMessage{*ack})};
    return std::nullopt;
}

/// Hosts ignore settings without a new revision.
void ClusterReceiver::set_shares(base::LocalTime now) {
    std::vector<CameraDemand> demands;
    for (const auto& [flow, camera] : cameras_)
        demands.push_back({flow, camera.frame_bytes_mean});
    const auto known = path(now);
    const base::ByteRate aggregate{known ? known->bandwidth * known->flows : 0};
    auto weights = weights_for(settings_, demands, aggregate);
    if (are_near(weights, weights_)) return;
    weights_ = std::move(weights);
    ++settings_.revision;
}

std::optional<base::Bytes> ClusterReceiver::poll_settings(base::LocalTime now) {
    if (settings_.revision == 0 || now < settings_due_at_) return std::nullopt;
    settings_due_at_ = now + settings_interval;
    set_shares(now);
    auto told = settings_;
    told.weights = weights_;
    return encode(TriggerMessage{std::move(told)});
}

base::LocalTime ClusterReceiver::next_wakeup() const {
    auto at = ensembles_.next_wakeup();
    if (settings_.revision > 0) at = std::min(at, settings_due_at_);
    for (const auto& [flow, camera] : cameras_)
        at = std::min(at, camera.frames.next_wakeup());
    return at;
}

} // namespace plenum::cluster
