// SPDX-License-Identifier: Apache-2.0
#include "app/capture/replay_source.h"

#include "core/client/session.h"

#include <algorithm>
#include <thread>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration wait_step = 20ms;
/// Ensembles that are looked up each time.
constexpr std::size_t index_step = 256;
constexpr const char* cut_words = "The recording ends in the middle of an ensemble: its program was ended, or the file "
                                  "was cut. What comes before that is whole.";

} // namespace

std::expected<std::unique_ptr<ReplaySource>, std::string> ReplaySource::open(const StudioReplay& replay) {
    auto reader = EnsembleReader::open(replay.file);
    if (!reader) return std::unexpected{std::move(reader.error())};
    std::unique_ptr<ReplaySource> source{new ReplaySource{*std::move(reader), replay.at_its_pace}};
    if (replay.control) {
        auto again = EnsembleReader::open(replay.file);
        if (!again) return std::unexpected{std::move(again.error())};
        source->control_ = replay.control;
        source->index_.emplace(*std::move(again));
    }
    return source;
}

bool ReplaySource::follow_control() {
    if (!control_) return false;
    index_->extend(index_step);
    auto wish = control_->take();
    if (at_end_ && place_.paused && !wish.paused) wish.seek = base::Duration{};
    place_.paused = wish.paused;
    place_.wish = wish.number;
    if (index_->size() == 0 || (!wish.seek && wish.steps == 0)) return false;
    const auto shown = static_cast<std::ptrdiff_t>(wish.seek ? index_->find(*wish.seek) + 1 : next_) - 1;
    const auto last = static_cast<std::ptrdiff_t>(index_->size()) - 1;
    next_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(shown + wish.steps, 0, last));
    index_->seek(reader_, next_);
    place_.at = index_->at(next_);
    shown_at_.reset();
    at_end_ = false;
    return true;
}

void ReplaySource::stay_at_end() {
    if (std::exchange(at_end_, true)) return;
    control_->set_paused(true);
    place_.paused = true;
}

void ReplaySource::hand(cluster::Ensemble&& ensemble, const Sink& sink) {
    if (shown_at_) place_.at += EnsembleIndex::between(*shown_at_, ensemble.captured_at);
    shown_at_ = ensemble.captured_at;
    ++next_;
    note(ensemble);
    // Names may come between ensembles.
    sink.ensemble({std::make_shared<const cluster::Ensemble>(std::move(ensemble)),
                   std::make_shared<const CameraNames>(reader_.cameras())});
    sink.tick();
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
    std::optional<cluster::Ensemble> ahead;
    auto due_at = client::Session::now();
    while (!stop.stop_requested()) {
        const auto now = client::Session::now();
        const bool moved = follow_control();
        if (moved) {
            ahead.reset();
            due_at = now;
        }
        if (!ahead && !at_end_) {
            ahead = reader_.next();
            if (ahead && shown_at_) due_at += EnsembleIndex::between(*shown_at_, ahead->captured_at);
        }
        if (!ahead && !reader_.damage().empty()) return {StudioEnd::failed, reader_.damage()};
        if (!ahead && !control_) return {StudioEnd::stopped, reader_.cut() ? cut_words : ""};
        if (!ahead) stay_at_end();
        const bool stands = !ahead || (place_.paused && !moved);
        if (stands || (at_its_pace_ && now < due_at)) {
            std::this_thread::sleep_for(stands ? wait_step : std::min<base::Duration>(wait_step, due_at - now));
            if (stands) due_at += client::Session::now() - now;
            sink.tick();
            continue;
        }
        hand(*std::move(ahead), sink);
        ahead.reset();
    }
    return {};
}

void ReplaySource::fill(StudioStatus& status) const {
    status.phase = StudioPhase::open;
    status.replaying = true;
    if (control_) {
        status.place = place_;
        status.place->length = std::max(place_.at, index_->length());
    }
    status.counts = counts_;
    for (const auto& [number, camera] : cameras_)
        status.cameras.push_back(camera);
}

} // namespace plenum::app
