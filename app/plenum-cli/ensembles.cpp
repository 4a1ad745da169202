// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/ensembles.h"

#include "app/capture/studio.h"
#include "app/plenum-cli/ensemble_tally.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/stop_signal.h"
#include "app/plenum-cli/weight_check.h"
#include "core/base/enums.h"
#include "core/client/session.h"

#include <fmt/format.h>

#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <vector>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

const std::map<std::string, cluster::Pace> paces{{"blocking", cluster::Pace::blocking},
                                                 {"periodic", cluster::Pace::periodic},
                                                 {"together", cluster::Pace::together}};
constexpr base::Duration cluster_report_interval = 1s;

/// Names are those of strangers.
void print_line(const Json& line) {
    fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

base::Duration duration_of(double value) {
    return std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{value});
}

struct Weight {
    std::string camera;
    double weight{1};
};

std::expected<Weight, std::string> weight_in(const std::string& text) {
    const auto at = text.rfind('=');
    Weight weight;
    if (at != std::string::npos && at > 0) {
        weight.camera = text.substr(0, at);
        const auto* end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + at + 1, end, weight.weight);
        if (read.ec == std::errc{} && read.ptr == end && weight.weight >= 0.1 && weight.weight <= 10) return weight;
    }
    return std::unexpected{text + " is no weight; name a camera and a number from 0.1 to 10, such as left=2."};
}

class EnsemblesProgram {
  public:
    explicit EnsemblesProgram(const EnsemblesOptions& options) : options_{options} {}
    int run();

  private:
    [[nodiscard]] std::expected<void, std::string> open();
    [[nodiscard]] app::Studio::Callbacks callbacks();
    void take(const cluster::Ensemble& ensemble, const app::CameraNames& names);
    void tell_states(const app::StudioStatus& status);
    void check_weights(const app::StudioStatus& status);
    void report(const app::StudioStatus& status);
    void watch();
    void save_points();
    int conclude();
    [[nodiscard]] bool replays() const { return !options_.replay.empty(); }

    EnsemblesOptions options_;
    EnsembleTally tally_;
    std::optional<WeightCheck> weight_check_;
    std::map<cluster::FlowNumber, app::StudioStep> states_;
    base::LocalTime report_at_{};
    std::mutex mutex_;
    std::condition_variable changed_;
    // under the lock
    std::optional<base::LocalTime> joined_at_;
    std::optional<app::StudioEnd> ended_;
    std::string detail_;
    bool failed_{false};
    std::unique_ptr<app::Studio> studio_;
};

app::Studio::Callbacks EnsemblesProgram::callbacks() {
    app::Studio::Callbacks callbacks;
    callbacks.ensemble = [this](const cluster::Ensemble& ensemble, const app::CameraNames& names) {
        take(ensemble, names);
    };
    callbacks.changed = [this] { changed_.notify_all(); };
    const auto note = [this](const auto& error) {
        const std::lock_guard lock{mutex_};
        failed_ = true;
        fail(because(error));
    };
    callbacks.failed = note;
    callbacks.unsuitable = note;
    callbacks.ended = [this](app::StudioEnd why, const std::string& detail) {
        const std::lock_guard lock{mutex_};
        ended_ = why;
        detail_ = detail;
        changed_.notify_all();
    };
    return callbacks;
}

void EnsemblesProgram::take(const cluster::Ensemble& ensemble, const app::CameraNames& names) {
    const std::lock_guard lock{mutex_};
    const bool counts =
        replays() || (joined_at_ && client::Session::now() - *joined_at_ >= duration_of(options_.skip_s));
    tally_.add(ensemble, options_.check_numbers, counts);
    if (!replays()) return;
    Json frames = Json::array();
    for (const auto& [camera, bytes] : ensemble.frames) {
        const auto name = names.find(camera);
        frames.push_back({{"flow", camera.value()},
                          {"name", name == names.end() ? std::string{} : name->second},
                          {"bytes", bytes.size()}});
    }
    print_line({{"event", "ensemble"},
                {"number", ensemble.id.number.value()},
                {"at_us", base::to_us(ensemble.captured_at.time_since_epoch())},
                {"complete", ensemble.complete},
                {"frames", frames}});
}

void EnsemblesProgram::tell_states(const app::StudioStatus& status) {
    auto gone = states_;
    for (const auto& camera : status.cameras) {
        gone.erase(camera.number);
        const auto known = states_.find(camera.number);
        if (known != states_.end() && known->second == camera.step) continue;
        states_.insert_or_assign(camera.number, camera.step);
        print_line({{"event", "camera"},
                    {"flow", camera.number.value()},
                    {"name", camera.name},
                    {"state", base::enumerator_name(camera.step)},
                    {"because", app::because(camera.step)}});
    }
    for (const auto& [number, step] : gone) {
        states_.erase(number);
        print_line({{"event", "camera"},
                    {"flow", number.value()},
                    {"state", "gone"},
                    {"because", "It left the conference, or its link was lost for long."}});
    }
}

void EnsemblesProgram::check_weights(const app::StudioStatus& status) {
    std::vector<std::string> names;
    for (const auto& camera : status.cameras)
        names.push_back(camera.name);
    if (const auto wrong = weight_check_->look(names, client::Session::now())) fail(*wrong);
}

void EnsemblesProgram::report(const app::StudioStatus& status) {
    const auto now = client::Session::now();
    if (now < report_at_ || !joined_at_) return;
    report_at_ = now + cluster_report_interval;
    auto cameras = Json::array();
    for (const auto& camera : status.cameras)
        cameras.push_back({{"flow", camera.number.value()},
                           {"name", camera.name},
                           {"frames", camera.frames},
                           {"late", camera.late},
                           {"malformed", camera.malformed},
                           {"newest", camera.ensemble},
                           {"frame_bytes", camera.frame_bytes},
                           {"behind_ms", camera.late_ms},
                           {"silent_ms", camera.silent_ms ? Json(*camera.silent_ms) : Json{}},
                           {"weight", camera.weight},
                           {"share", camera.share},
                           {"calibrated", camera.calibrated}});
    const auto& figures = status.figures;
    print_line({{"event", "cluster"},
                {"cameras", cameras},
                {"complete", status.counts.complete},
                {"partial", status.counts.partial},
                {"dropped", status.counts.dropped},
                {"rate", figures.rate_hz * figures.complete},
                {"asynchrony_ms", figures.asynchrony_mean_ms},
                {"round_trip_ms", figures.round_trip_ms},
                {"loss", figures.loss},
                {"available_bps", figures.available_bps},
                {"used_bps", figures.used_bps},
                {"flowshare", figures.flowshare},
                {"points", figures.points},
                {"scene_rate", figures.scene_rate_hz},
                {"shared_bps", figures.shared_bps}});
}

std::expected<void, std::string> EnsemblesProgram::open() {
    app::Studio::Options options;
    options.callbacks = callbacks();
    options.range = options_.range;
    if (replays()) {
        options.source = app::StudioReplay{options_.replay, false};
    } else {
        app::StudioJoin join{options_.link, options_.name, options_.cluster, {}};
        join.trigger.pace = paces.at(options_.pace);
        join.trigger.rate_hz = options_.rate_hz;
        options.source = std::move(join);
    }
    options.calibration = options_.calibration;
    auto studio = app::Studio::open(std::move(options));
    if (!studio) return std::unexpected{std::move(studio.error())};
    studio_ = *std::move(studio);
    std::vector<std::string> weighted;
    for (const auto& text : options_.weights) {
        const auto weight = weight_in(text);
        if (!weight) return std::unexpected{weight.error()};
        studio_->set_weight(weight->camera, weight->weight);
        weighted.push_back(weight->camera);
    }
    weight_check_.emplace(std::move(weighted));
    if (options_.share_scene)
        if (const auto shared = studio_->share_scene(true); !shared) return std::unexpected{because(shared.error())};
    if (!options_.record.empty())
        if (const auto begun = studio_->record(options_.record); !begun) return std::unexpected{because(begun.error())};
    return {};
}

void EnsemblesProgram::watch() {
    std::unique_lock lock{mutex_};
    while (!ended_) {
        changed_.wait_for(lock, 50ms);
        const auto status = studio_->status();
        const auto now = client::Session::now();
        if (status.phase == app::StudioPhase::open && !joined_at_) joined_at_ = now;
        const auto limit = duration_of(options_.duration_s);
        const bool over = limit > base::Duration{} && joined_at_ && now - *joined_at_ >= limit;
        if (over || stop_asked()) studio_->close();
        if (replays() || status.phase == app::StudioPhase::ended) continue;
        tell_states(status);
        check_weights(status);
        report(status);
    }
}

void EnsemblesProgram::save_points() {
    if (options_.ply.empty()) return;
    studio_->save_points(options_.ply);
    studio_->wait_idle();
}

int EnsemblesProgram::run() {
    for (const auto& text : options_.weights)
        if (const auto weight = weight_in(text); !weight) return fail_usage(weight.error());
    if (const auto opened = open(); !opened) return fail(opened.error());
    watch();
    save_points();
    return conclude();
}

int EnsemblesProgram::conclude() {
    const auto status = studio_->status();
    const std::lock_guard lock{mutex_};
    auto summary = tally_.summary(options_.list_asynchrony, options_.check_numbers);
    summary["complete"] = status.counts.complete;
    summary["partial"] = status.counts.partial;
    summary["late_frames"] = status.counts.late_frames;
    summary["dropped"] = status.counts.dropped;
    if (!options_.record.empty()) summary["recorded_bytes"] = status.recording.bytes;
    if (!options_.calibration.empty()) summary["points"] = status.figures.points;
    if (options_.share_scene) summary["shared_bytes"] = studio_->shared_bytes();
    // Of a recording that is only listed, each line is an ensemble.
    if (!replays() || !options_.calibration.empty()) print_line(summary);
    if (*ended_ == app::StudioEnd::name_taken)
        return fail(fmt::format("{} receives a cluster of this name already; name another with --cluster.",
                                detail_.empty() ? "Another member" : detail_));
    if (*ended_ != app::StudioEnd::stopped) return fail(detail_);
    if (replays() && !detail_.empty()) fail(detail_);
    if (replays() && tally_.mixed() > 0)
        return fail(fmt::format("{} pictures are of other instants than their ensembles.", tally_.mixed()));
    return failed_ ? 1 : 0;
}

} // namespace

int run_ensembles(const EnsemblesOptions& options) {
    catch_stop_signals();
    return EnsemblesProgram{options}.run();
}

} // namespace plenum::cli
