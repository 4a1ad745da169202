// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/ensembles.h"

#include "app/capture/ensemble_client.h"
#include "app/capture/ensemble_file.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/stop_signal.h"
#include "core/base/enums.h"
#include "core/client/conference_view.h"
#include "media/camera/camera_picture.h"
#include "media/video/frame_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

const std::map<std::string, cluster::Pace> paces{{"blocking", cluster::Pace::blocking},
                                                 {"periodic", cluster::Pace::periodic},
                                                 {"together", cluster::Pace::together}};
constexpr base::Duration report_interval = 1s;

std::string_view because(cluster::CameraState state) {
    switch (state) {
    case cluster::CameraState::waiting: return "Nothing came of it yet.";
    case cluster::CameraState::in_step: return "Its frames come with the others'.";
    case cluster::CameraState::late: return "Its frames come after the others': its link or its computer is too slow.";
    case cluster::CameraState::silent:
        return "No frames come: its program may have stopped, its camera may be unplugged, or its link is lost.";
    case cluster::CameraState::other_instant:
        return "It stamps frames with other instants than the others: its clock is wrong.";
    case cluster::CameraState::malformed: return "It sends what is no frame: its program is another, or damaged.";
    }
    return {};
}

/// How many pictures are of another instant than their ensemble, as far as they tell.
std::size_t mixed_in(const cluster::Ensemble& ensemble) {
    std::size_t mixed = 0;
    for (const auto& [camera, bytes] : ensemble.frames) {
        const auto picture = media::unpack_camera_picture(bytes);
        if (!picture || picture->codec != media::PictureCodec::raw) continue;
        media::VideoFrame frame;
        frame.width = picture->width;
        frame.height = picture->height;
        frame.pixels = std::make_shared<const base::Bytes>(picture->data);
        const auto number = media::read_frame_code(frame);
        if (number && *number != static_cast<std::uint32_t>(ensemble.id.number.value())) ++mixed;
    }
    return mixed;
}

/// How far apart the shutters of an ensemble opened.
base::Duration skew_of(const cluster::Ensemble& ensemble) {
    std::optional<base::ConferenceTime> first;
    std::optional<base::ConferenceTime> last;
    for (const auto& [camera, bytes] : ensemble.frames) {
        const auto picture = media::unpack_camera_picture(bytes);
        if (!picture) continue;
        first = std::min(first.value_or(picture->opened_at), picture->opened_at);
        last = std::max(last.value_or(picture->opened_at), picture->opened_at);
    }
    return first ? *last - *first : base::Duration{};
}

class Percentiles {
  public:
    void add(double value) { values_.push_back(value); }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    [[nodiscard]] double at(double share) {
        if (values_.empty()) return 0;
        std::ranges::sort(values_);
        return values_[static_cast<std::size_t>(share * static_cast<double>(values_.size() - 1))];
    }

  private:
    std::vector<double> values_;
};

class EnsemblesProgram {
  public:
    explicit EnsemblesProgram(const EnsemblesOptions& options) : options_{options} {}
    int run();

  private:
    void handle(const client::Event& event);
    void take(const cluster::Ensemble& ensemble);
    void report();
    void tell_states();
    [[nodiscard]] Json cameras() const;
    int conclude();

    EnsemblesOptions options_;
    std::optional<app::EnsembleWriter> writer_;
    std::unique_ptr<client::Session> session_;
    std::optional<app::EnsembleClient> client_;
    client::ConferenceView view_;
    std::map<cluster::FlowNumber, std::string> named_;
    std::map<cluster::FlowNumber, cluster::CameraState> states_;
    std::optional<base::LocalTime> joined_at_;
    std::optional<client::Finished> finished_;
    base::LocalTime report_at_{};
    std::uint64_t mixed_{0};
    std::uint64_t bytes_{0};
    Percentiles asynchrony_ms_;
    Percentiles skew_ms_;
    bool disk_failed_{false};
};

void EnsemblesProgram::take(const cluster::Ensemble& ensemble) {
    if (options_.check_numbers) mixed_ += mixed_in(ensemble);
    const auto skip = std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{options_.skip_s});
    const bool counts = joined_at_ && client::Session::now() - *joined_at_ >= skip;
    if (counts && ensemble.complete) asynchrony_ms_.add(base::to_ms(ensemble.asynchrony()));
    if (counts) skew_ms_.add(base::to_ms(skew_of(ensemble)));
    for (const auto& [camera, bytes] : ensemble.frames)
        bytes_ += counts ? bytes.size() : 0;
    if (!writer_ || disk_failed_) return;
    for (const auto& [number, camera] : client_->member().receiver().cameras()) {
        const std::string name{view_.name_of(camera.host)};
        if (const auto known = named_.find(number); known != named_.end() && known->second == name) continue;
        named_.insert_or_assign(number, name);
        writer_->add_camera(number, name);
    }
    if (writer_->add(ensemble)) return;
    disk_failed_ = true;
    fail(options_.record.string() + " cannot be written any more: the disk may be full. What came before is kept.");
}

void EnsemblesProgram::handle(const client::Event& event) {
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    const auto* content = std::get_if<node::Event>(&event);
    if (content == nullptr) return;
    view_.handle(*content);
    client_->handle(*content);
    const auto* phase = std::get_if<node::PhaseChanged>(content);
    if (phase != nullptr && phase->phase == node::Phase::joined && !joined_at_) joined_at_ = client::Session::now();
}

Json EnsemblesProgram::cameras() const {
    auto all = Json::array();
    const auto now = client::Session::now();
    for (const auto& [number, camera] : client_->member().receiver().cameras())
        all.push_back({{"flow", number.value()},
                       {"name", view_.name_of(camera.host)},
                       {"frames", camera.frames_received},
                       {"late", camera.late},
                       {"malformed", camera.malformed},
                       {"newest", camera.newest.number.value()},
                       {"frame_bytes", camera.frame_bytes},
                       {"behind_ms", base::to_ms(camera.behind)},
                       {"silent_ms", camera.heard_at ? Json(base::to_ms(now - *camera.heard_at)) : Json{}}});
    return all;
}

void EnsemblesProgram::tell_states() {
    const auto now = client::Session::now();
    const auto& receiver = client_->member().receiver();
    for (const auto& [number, camera] : receiver.cameras()) {
        const auto state = receiver.state_of(camera, now);
        const auto known = states_.find(number);
        if (known != states_.end() && known->second == state) continue;
        states_.insert_or_assign(number, state);
        fmt::print("{}\n", Json{{"event", "camera"},
                                {"flow", number.value()},
                                {"name", view_.name_of(camera.host)},
                                {"state", base::enumerator_name(state)},
                                {"because", because(state)}}
                               .dump(-1, ' ', false, Json::error_handler_t::replace));
        std::fflush(stdout);
    }
    for (auto known = states_.begin(); known != states_.end();) {
        if (receiver.cameras().contains(known->first)) {
            ++known;
            continue;
        }
        fmt::print("{}\n", Json{{"event", "camera"},
                                {"flow", known->first.value()},
                                {"state", "gone"},
                                {"because", "It left the conference, or its link was lost for long."}}
                               .dump());
        std::fflush(stdout);
        known = states_.erase(known);
    }
}

void EnsemblesProgram::report() {
    const auto now = client::Session::now();
    if (now < report_at_ || !joined_at_) return;
    report_at_ = now + report_interval;
    const auto& receiver = client_->member().receiver();
    fmt::print("{}\n", Json{{"event", "cluster"},
                            {"cameras", cameras()},
                            {"complete", receiver.stats().complete},
                            {"partial", receiver.stats().partial},
                            {"dropped", receiver.stats().dropped},
                            {"rate", static_cast<double>(receiver.metrics().rate_mhz(now)) / 1000},
                            {"asynchrony_ms", base::to_ms(receiver.metrics().asynchrony_mean())}}
                           .dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

int EnsemblesProgram::run() {
    if (!options_.record.empty()) {
        auto writer = app::EnsembleWriter::create(options_.record);
        if (!writer) return fail(writer.error());
        writer_.emplace(*std::move(writer));
    }
    auto session = client::Session::join({options_.link, options_.name, {client::Identity::Kind::ephemeral, {}}, {}});
    if (!session) return fail(session.error());
    session_ = std::move(*session);
    client_.emplace(*session_, options_.cluster, cluster::Ensembles::Options{},
                    [this](const cluster::Ensemble& ensemble) { take(ensemble); });
    cluster::CaptureSettings settings;
    settings.armed = true;
    settings.pace = paces.at(options_.pace);
    settings.interval = base::Duration{static_cast<std::int64_t>(1e9 / options_.rate_hz)};
    client_->set_settings(settings);
    bool leaving = false;
    const auto limit = std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{options_.duration_s});
    while (!finished_) {
        client_->run_for(50ms);
        for (const auto& event : session_->events().drain())
            handle(event);
        client_->pump();
        tell_states();
        report();
        if (client_->member().is_taken() && !leaving) {
            fail("Another member receives a cluster of this name already; name another with --cluster.");
            leaving = true;
            session_->leave();
        }
        const bool over = limit > base::Duration{} && joined_at_ && client::Session::now() - *joined_at_ >= limit;
        if ((stop_asked() || over) && !std::exchange(leaving, true)) session_->leave();
    }
    return conclude();
}

int EnsemblesProgram::conclude() {
    const auto& stats = client_->member().receiver().stats();
    Json summary{{"event", "summary"},
                 {"complete", stats.complete},
                 {"partial", stats.partial},
                 {"late_frames", stats.late_frames},
                 {"dropped", stats.dropped},
                 {"bytes", bytes_},
                 {"asynchrony_ms", {{"median", asynchrony_ms_.at(0.5)}, {"p95", asynchrony_ms_.at(0.95)}}},
                 {"skew_ms", {{"median", skew_ms_.at(0.5)}, {"p95", skew_ms_.at(0.95)}, {"max", skew_ms_.at(1)}}}};
    if (options_.list_asynchrony) summary["asynchrony_all_ms"] = asynchrony_ms_.values();
    if (options_.check_numbers) summary["mixed"] = mixed_;
    if (writer_) summary["recorded_bytes"] = writer_->bytes();
    fmt::print("{}\n", summary.dump());
    const bool well = finished_->reason == decltype(finished_->reason){node::EndReason::left};
    if (!well) return fail(finished_->sentence);
    return disk_failed_ || client_->member().is_taken() ? 1 : 0;
}

int replay(const EnsemblesOptions& options) {
    auto reader = app::EnsembleReader::open(options.replay);
    if (!reader) return fail(reader.error());
    std::uint64_t mixed = 0;
    while (const auto ensemble = reader->next()) {
        Json frames = Json::array();
        for (const auto& [camera, bytes] : ensemble->frames) {
            const auto name = reader->cameras().find(camera);
            frames.push_back({{"flow", camera.value()},
                              {"name", name == reader->cameras().end() ? std::string{} : name->second},
                              {"bytes", bytes.size()}});
        }
        if (options.check_numbers) mixed += mixed_in(*ensemble);
        fmt::print("{}\n", Json{{"event", "ensemble"},
                                {"number", ensemble->id.number.value()},
                                {"at_us", base::to_us(ensemble->captured_at.time_since_epoch())},
                                {"complete", ensemble->complete},
                                {"frames", frames}}
                               .dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    if (!reader->damage().empty()) return fail(reader->damage());
    if (mixed > 0) return fail(fmt::format("{} pictures are of other instants than their ensembles.", mixed));
    return 0;
}

} // namespace

int run_ensembles(const EnsemblesOptions& options) {
    if (!options.replay.empty()) return replay(options);
    catch_stop_signals();
    return EnsemblesProgram{options}.run();
}

} // namespace plenum::cli
