// SPDX-License-Identifier: Apache-2.0
#include "app/capture/live_source.h"

#include "app/capture/post_command.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration step = 50ms;
/// Flows of a receiver that just left may still be there when we join.
constexpr base::Duration taken_patience = 300ms;
constexpr base::Duration closing_patience = 500ms;
/// Weights are whole numbers on the line.
constexpr double weight_unit = 100;
constexpr double weight_min = 0.1;
constexpr double weight_max = 10;
constexpr double rate_min_hz = 0.1;
constexpr double rate_max_hz = 240;

StudioStep step_of(cluster::CameraState state) { return static_cast<StudioStep>(state); }
static_assert(static_cast<int>(cluster::CameraState::waiting) == static_cast<int>(StudioStep::waiting));
static_assert(static_cast<int>(cluster::CameraState::in_step) == static_cast<int>(StudioStep::in_step));
static_assert(static_cast<int>(cluster::CameraState::late) == static_cast<int>(StudioStep::late));
static_assert(static_cast<int>(cluster::CameraState::silent) == static_cast<int>(StudioStep::silent));
static_assert(static_cast<int>(cluster::CameraState::other_instant) == static_cast<int>(StudioStep::other_instant));
static_assert(static_cast<int>(cluster::CameraState::malformed) == static_cast<int>(StudioStep::malformed));

StudioTrigger bounded(StudioTrigger trigger) {
    trigger.rate_hz = std::isfinite(trigger.rate_hz) ? std::clamp(trigger.rate_hz, rate_min_hz, rate_max_hz) : 15;
    return trigger;
}

StudioEnd end_of(node::EndReason reason) {
    switch (reason) {
    case node::EndReason::left: return StudioEnd::stopped;
    case node::EndReason::removed:
    case node::EndReason::not_admitted:
    case node::EndReason::closed: return StudioEnd::refused;
    default: return StudioEnd::failed;
    }
}

StudioPhase phase_of(node::Phase phase, StudioPhase before) {
    switch (phase) {
    case node::Phase::lobby: return StudioPhase::lobby;
    case node::Phase::joined: return StudioPhase::open;
    case node::Phase::reconnecting: return StudioPhase::lost;
    case node::Phase::connecting:
    case node::Phase::joining: break;
    }
    return before == StudioPhase::lost ? before : StudioPhase::joining;
}

} // namespace

std::expected<std::unique_ptr<LiveSource>, std::string>
LiveSource::open(const StudioJoin& join, std::function<void(const StudioError&)> failed) {
    if (join.cluster.empty() || join.cluster.size() > cluster::ClusterFlows::name_bytes_max)
        return std::unexpected{"A cluster's name has 1 to 16 bytes. Choose another."};
    auto session = client::Session::join({join.link, join.name, {client::Identity::Kind::ephemeral, {}}, {}});
    if (!session) return std::unexpected{std::move(session.error())};
    return std::unique_ptr<LiveSource>{new LiveSource{join, *std::move(session), std::move(failed)}};
}

LiveSource::LiveSource(const StudioJoin& join, std::unique_ptr<client::Session> session,
                       std::function<void(const StudioError&)> failed)
    : session_{std::move(session)},
      client_{*session_, join.cluster, {}, [this](const cluster::Ensemble& ensemble) { take(ensemble); }},
      scene_{*session_, join.cluster, std::move(failed)},
      scenes_{*session_},
      names_{std::make_shared<const CameraNames>()},
      trigger_{bounded(join.trigger)} {}

void LiveSource::take(const cluster::Ensemble& ensemble) {
    CameraNames names;
    for (const auto& [number, camera] : client_.member().receiver().cameras())
        names.emplace(number, view_.name_of(camera.host));
    if (names != *names_) names_ = std::make_shared<const CameraNames>(std::move(names));
    sink_->ensemble({std::make_shared<const cluster::Ensemble>(ensemble), names_});
}

void LiveSource::handle(const client::Event& event) {
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    const auto* content = std::get_if<node::Event>(&event);
    if (content == nullptr) return;
    view_.handle(*content);
    client_.handle(*content);
    scene_.handle(*content);
    scenes_.handle(*content);
    if (const auto* changed = std::get_if<node::PhaseChanged>(content)) phase_ = phase_of(changed->phase, phase_);
}

double LiveSource::weight_of(const std::string& camera) const {
    const auto found = weights_.find(camera);
    return found == weights_.end() ? 1 : found->second;
}

void LiveSource::settle() {
    cluster::CaptureSettings settings;
    {
        const std::lock_guard lock{mutex_};
        settings.armed = trigger_.armed;
        settings.pace = trigger_.pace;
        settings.interval = base::Duration{static_cast<std::int64_t>(1e9 / trigger_.rate_hz)};
        if (!weights_.empty())
            for (const auto& [number, camera] : client_.member().receiver().cameras()) {
                const auto weight = weight_unit * weight_of(std::string{view_.name_of(camera.host)});
                settings.weights.push_back({number.value(), static_cast<std::uint32_t>(std::lround(weight))});
            }
    }
    if (settings_ == settings) return;
    settings_ = settings;
    client_.set_settings(std::move(settings));
}

bool LiveSource::is_taken(base::LocalTime now) {
    if (phase_ != StudioPhase::open || !client_.member().is_taken()) {
        taken_since_.reset();
        return false;
    }
    if (!taken_since_) taken_since_ = now;
    return now - *taken_since_ >= taken_patience;
}

void LiveSource::leave() {
    const auto& flows = client_.member().flows();
    const auto triggers = flows.receiver() == flows.self() ? flows.triggers() : base::FlowId{};
    bool open = triggers.value() != 0;
    if (open) std::ignore = session_->act(node::CloseFlow{triggers});
    scene_.set_on(false);
    const auto drain = [&] {
        std::ignore = session_->events().wait(step);
        for (const auto& event : session_->events().drain()) {
            if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
            const auto* content = std::get_if<node::Event>(&event);
            if (content == nullptr) continue;
            scene_.handle(*content);
            const auto* removed = std::get_if<node::FlowRemoved>(content);
            if (removed != nullptr && removed->flow == triggers) open = false;
        }
    };
    const auto until = session_->now() + closing_patience;
    while (!finished_ && phase_ == StudioPhase::open && session_->now() < until && (open || scene_.is_open())) {
        scene_.pump(session_->now());
        drain();
    }
    session_->leave();
    while (!finished_)
        drain();
}

StudioSource::Finish LiveSource::run(const std::stop_token& stop, const Sink& sink) {
    sink_ = &sink;
    bool taken = false;
    std::string taker;
    while (!finished_) {
        client_.run_for(step);
        for (const auto& event : session_->events().drain())
            handle(event);
        client_.pump();
        settle();
        scene_.pump(session_->now());
        sink.tick();
        taken = is_taken(session_->now());
        if (taken) taker = view_.name_of(client_.member().flows().receiver());
        if (taken || stop.stop_requested()) leave();
    }
    if (taken) return {StudioEnd::name_taken, taker};
    const auto* reason = std::get_if<node::EndReason>(&finished_->reason);
    return {reason == nullptr ? StudioEnd::failed : end_of(*reason), finished_->sentence};
}

void LiveSource::fill(StudioStatus& status) const {
    const auto now = client::Session::now();
    const auto& receiver = client_.member().receiver();
    status.phase = phase_;
    const auto& stats = receiver.stats();
    status.counts = {stats.complete, stats.partial, stats.late_frames, stats.dropped};
    const std::lock_guard lock{mutex_};
    status.trigger = trigger_;
    for (const auto& [number, camera] : receiver.cameras()) {
        StudioCamera each;
        each.number = number;
        each.name = view_.name_of(camera.host);
        each.step = step_of(receiver.state_of(camera, now));
        each.late_ms = base::to_ms(camera.liveness.behind());
        each.ensemble = camera.newest.number.value();
        each.frame_bytes = camera.frame_bytes;
        each.weight = weight_of(each.name);
        each.frames = camera.frames_received;
        each.late = camera.late;
        each.malformed = camera.malformed;
        if (const auto heard_at = camera.liveness.heard_at()) each.silent_ms = base::to_ms(now - *heard_at);
        status.cameras.push_back(std::move(each));
    }
    if (const auto& health = view_.health()) {
        status.figures.round_trip_ms = base::to_ms(health->rtt);
        status.figures.loss = static_cast<double>(health->loss_permille) / 1000;
        status.figures.clock_error_ms = base::to_ms(health->clock.error_max);
    }
    if (const auto path = receiver.path(now)) {
        status.figures.fair_bps = 8 * static_cast<double>(path->bandwidth);
        status.figures.available_bps = status.figures.fair_bps * path->flows;
    }
}

void LiveSource::set_trigger(const StudioTrigger& trigger) {
    const std::lock_guard lock{mutex_};
    trigger_ = bounded(trigger);
}

void LiveSource::set_weight(const std::string& camera, double weight) {
    if (!std::isfinite(weight)) return;
    const std::lock_guard lock{mutex_};
    weights_[camera] = std::clamp(weight, weight_min, weight_max);
}

} // namespace plenum::app
