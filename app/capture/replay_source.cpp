// SPDX-License-Identifier: Apache-2.0
#include "app/capture/replay_source.h"

#include "core/client/session.h"

#include <algorithm>
#include <thread>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration wait_step = 20ms;
/// Longer pauses of a recording are cut.
constexpr base::Duration pause_max = 2s;

} // namespace

std::expected<std::unique_ptr<ReplaySource>, std::string> ReplaySource::open(const StudioReplay& replay) {
    auto reader = EnsembleReader::open(replay.file);
    if (!reader) return std::unexpected{std::move(reader.error())};
    return std::unique_ptr<ReplaySource>{new ReplaySource{*std::move(reader), replay.at_its_pace}};
}

void ReplaySource::note(const cluster::Ensemble& ensemble) {
    ++(ensemble.complete ? counts_.complete : counts_.partial);
    for (auto& [number, camera] : cameras_)
        camera.step = StudioStep::late;
    for (const auto& [number, bytes] : ensemble.frames) {
        auto& camera = cameras_[number];
        camera.number = number;
        if (const auto name = reader_.cameras().find(number); name != reader_.cameras().end())
            camera.name = name->second;
        camera.step = StudioStep::in_step;
        camera.ensemble = ensemble.id.number.value();
        camera.frame_bytes = bytes.size();
        ++camera.frames;
    }
}

StudioSource::Finish ReplaySource::run(const std::stop_token& stop, const Sink& sink) {
    std::optional<base::ConferenceTime> before;
    auto due_at = client::Session::now();
    while (auto ensemble = reader_.next()) {
        if (before) due_at += std::clamp<base::Duration>(ensemble->captured_at - *before, base::Duration{}, pause_max);
        before = ensemble->captured_at;
        while (at_its_pace_ && client::Session::now() < due_at && !stop.stop_requested()) {
            std::this_thread::sleep_for(std::min<base::Duration>(wait_step, due_at - client::Session::now()));
            sink.tick();
        }
        if (stop.stop_requested()) return {};
        note(*ensemble);
        // Names may come between ensembles.
        sink.ensemble({std::make_shared<const cluster::Ensemble>(*std::move(ensemble)),
                       std::make_shared<const CameraNames>(reader_.cameras())});
        sink.tick();
    }
    if (!reader_.damage().empty()) return {StudioEnd::failed, reader_.damage()};
    return {StudioEnd::stopped, "The recording is over."};
}

void ReplaySource::fill(StudioStatus& status) const {
    status.phase = StudioPhase::open;
    status.replaying = true;
    status.counts = counts_;
    for (const auto& [number, camera] : cameras_)
        status.cameras.push_back(camera);
}

} // namespace plenum::app
