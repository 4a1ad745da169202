// SPDX-License-Identifier: Apache-2.0
#include "app/capture/studio.h"

#include "app/capture/calibration_desk.h"
#include "app/capture/ensemble_figures.h"
#include "app/capture/live_source.h"
#include "app/capture/picture_stage.h"
#include "app/capture/replay_source.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace plenum::app {

using media::depth::CalibrationError;

namespace {

constexpr base::Duration status_interval = std::chrono::milliseconds{50};
/// Cameras come one after the other.
constexpr base::Duration cameras_patience = std::chrono::seconds{5};

/// What changes all the time.
StudioStatus without_figures(StudioStatus status) {
    status.figures = {};
    status.counts = {};
    status.recording.bytes = status.recording.ensembles = 0;
    if (status.place) status.place->at = status.place->length = {};
    for (auto& camera : status.cameras) {
        camera.late_ms = camera.share = 0;
        camera.ensemble = camera.frames = 0;
        camera.frame_bytes = 0;
        camera.silent_ms.reset();
    }
    return status;
}

} // namespace

struct Studio::Impl {
    Impl(Callbacks given, media::depth::DepthRange range)
        : callbacks{std::move(given)},
          pictures{callbacks},
          depth{callbacks, range},
          worker{[this](const NamedEnsemble& ensemble) { look(ensemble); }} {}

    void run(const std::stop_token& stop);
    void take(const NamedEnsemble& ensemble);
    void look(const NamedEnsemble& ensemble);
    void tick();
    [[nodiscard]] StudioStatus compose();
    void fail(const StudioError& error) const {
        if (callbacks.failed) callbacks.failed(error);
    }
    /// Tells that the calibration in force is of other cameras, once that was so for long enough.
    void tell_wrong_cameras(const StudioStatus& at, base::Duration patience);
    void tell_why_no_points() const;
    [[nodiscard]] CalibrationOutcome use(media::depth::Calibration calibration, std::string name);

    const Callbacks callbacks;
    std::unique_ptr<StudioSource> source;
    bool each_in_full{false};
    EnsembleRecorder recorder;
    CalibrationDesk desk;
    std::atomic<std::uint64_t> scenes{0};
    mutable std::mutex mutex;
    StudioStatus status;
    // the worker's thread only
    PictureStage pictures;
    DepthStage depth;
    // the source's thread only
    EnsembleFigures figures;
    base::LocalTime tick_at{};
    NewestWorker<NamedEnsemble> worker;
    std::optional<NewestWorker<std::filesystem::path>> saver;
    std::jthread thread;
};

void Studio::Impl::take(const NamedEnsemble& named) {
    const auto& ensemble = *named.ensemble;
    figures.add(ensemble, client::Session::now());
    if (!recorder.add(ensemble, *named.names))
        fail({.cause = StudioError::Cause::recording_broken, .subject = recorder.file().string()});
    worker.give(named);
    // Then each is looked at, so that the same recording gives the same points.
    if (each_in_full) worker.wait_idle();
    if (callbacks.ensemble) callbacks.ensemble(ensemble, *named.names);
}

void Studio::Impl::look(const NamedEnsemble& named) {
    if (!callbacks.picture && !desk.wants_view() && depth.name().empty()) return;
    const auto frames = pictures.take(*named.ensemble, client::Session::now());
    if (named.ensemble->complete && desk.wants_view()) desk.give_view(by_name(frames, *named.names));
    if (depth.take(frames, *named.names)) ++scenes;
}

StudioStatus Studio::Impl::compose() {
    const auto now = client::Session::now();
    StudioStatus made;
    auto* scene = source->scene();
    figures.add_scenes(scenes, scene == nullptr ? 0 : scene->bytes_sent(), now);
    source->fill(made);
    figures.fill(made.figures, made.cameras.size(), now);
    mark_names_used_twice(made.cameras);
    for (auto& camera : made.cameras) {
        camera.share = figures.share(camera.number);
        camera.calibrated = camera.step != StudioStep::name_twice && depth.knows(camera.name);
        const bool well = camera.step == StudioStep::in_step || camera.step == StudioStep::late;
        if (const auto trouble = depth.trouble(camera.name); trouble && well) camera.step = *trouble;
    }
    made.recording = recorder.state();
    made.calibration = desk.state();
    made.calibration_name = depth.name();
    if (const auto points = depth.points()) made.figures.points = points->size();
    made.sharing_scene = scene != nullptr && scene->is_on();
    return made;
}

void Studio::Impl::tell_wrong_cameras(const StudioStatus& at, base::Duration patience) {
    if (const auto warning = depth.warning(at.cameras, client::Session::now(), patience);
        warning && callbacks.unsuitable)
        callbacks.unsuitable(*warning);
}

void Studio::Impl::tell_why_no_points() const {
    if (depth.name().empty()) return fail({.cause = StudioError::Cause::no_calibration});
    if (const auto wrong = depth.wrong_size()) return fail(*wrong);
    std::unique_lock lock{mutex};
    const auto other = depth.wrong_cameras(status.cameras);
    lock.unlock();
    if (!other) return fail({.cause = StudioError::Cause::no_points});
    if (callbacks.unsuitable) callbacks.unsuitable(*other);
}

void Studio::Impl::tick() {
    const auto now = client::Session::now();
    if (now < tick_at) return;
    tick_at = now + status_interval;
    auto made = compose();
    tell_wrong_cameras(made, cameras_patience);
    bool changed = false;
    {
        const std::lock_guard lock{mutex};
        changed = without_figures(made) != without_figures(status);
        status = std::move(made);
    }
    if (changed && callbacks.changed) callbacks.changed();
}

void Studio::Impl::run(const std::stop_token& stop) {
    const StudioSource::Sink sink{[this](const NamedEnsemble& ensemble) { take(ensemble); }, [this] { tick(); }};
    const auto finish = source->run(stop, sink);
    worker.wait_idle();
    recorder.stop();
    auto made = compose();
    tell_wrong_cameras(made, {});
    made.phase = StudioPhase::ended;
    {
        const std::lock_guard lock{mutex};
        status = std::move(made);
    }
    if (callbacks.ended) callbacks.ended(finish.why, finish.detail);
}

Studio::CalibrationOutcome Studio::Impl::use(media::depth::Calibration calibration, std::string name) {
    {
        const std::lock_guard lock{mutex};
        auto wrong = status.cameras.size() < 2 ? std::nullopt : other_cameras(calibration, status.cameras);
        if (wrong) return std::unexpected{*std::move(wrong)};
    }
    return depth.use(std::move(calibration), std::move(name));
}

Studio::Studio(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}

Studio::~Studio() { impl_->thread = {}; }

std::expected<std::unique_ptr<Studio>, std::string> Studio::open(Options options) {
    auto impl = std::make_unique<Impl>(std::move(options.callbacks), options.range);
    auto* self = impl.get();
    if (const auto* join = std::get_if<StudioJoin>(&options.source)) {
        auto live = LiveSource::open(*join, [self](const StudioError& error) { self->fail(error); });
        if (!live) return std::unexpected{std::move(live.error())};
        impl->source = *std::move(live);
    } else if (const auto* replay = std::get_if<StudioReplay>(&options.source)) {
        auto recording = ReplaySource::open(*replay);
        if (!recording) return std::unexpected{std::move(recording.error())};
        impl->source = *std::move(recording);
        impl->each_in_full = !replay->at_its_pace;
    }
    impl->depth.set_sender(impl->source->scene());
    impl->status = impl->compose();
    std::unique_ptr<Studio> studio{new Studio{std::move(impl)}};
    if (!options.calibration.empty())
        if (auto loaded = studio->load_calibration(options.calibration); !loaded)
            return std::unexpected{because(loaded.error())};
    self->saver.emplace([self](const std::filesystem::path& file) {
        const auto points = self->depth.points();
        if (!points || points->empty()) return self->tell_why_no_points();
        if (!media::depth::write_ply(*points, file))
            return self->fail({.cause = StudioError::Cause::file_not_written, .subject = file.string()});
        if (self->callbacks.saved) self->callbacks.saved(file.string());
    });
    self->thread = std::jthread{[self](const std::stop_token& stop) { self->run(stop); }};
    return studio;
}

void Studio::close() { impl_->thread.request_stop(); }

StudioStatus Studio::status() const {
    const std::lock_guard lock{impl_->mutex};
    return impl_->status;
}

void Studio::set_trigger(const StudioTrigger& trigger) { impl_->source->set_trigger(trigger); }

void Studio::set_weight(const std::string& camera, double weight) { impl_->source->set_weight(camera, weight); }

void Studio::set_weight(cluster::FlowNumber camera, double weight) {
    const auto known = status().cameras;
    const auto found = std::ranges::find(known, camera, &StudioCamera::number);
    if (found != known.end()) set_weight(found->name, weight);
}

Studio::Outcome Studio::record(const std::filesystem::path& file) { return impl_->recorder.start(file); }

void Studio::stop_recording() { impl_->recorder.stop(); }

Studio::CalibrationOutcome Studio::start_calibration(const media::depth::CalibrationTarget& target) {
    const auto cameras = status().cameras;
    if (auto twice = name_used_twice(cameras)) return std::unexpected{*std::move(twice)};
    std::vector<std::string> names;
    for (const auto& camera : cameras)
        names.push_back(camera.name);
    return impl_->desk.start(target, std::move(names));
}

void Studio::take_view() { impl_->desk.take_view(); }

void Studio::calculate() { impl_->desk.calculate(); }

Studio::CalibrationOutcome Studio::accept_calibration(const std::filesystem::path& file) {
    auto calibration = impl_->desk.result();
    if (!calibration) return std::unexpected{std::move(calibration.error())};
    if (!file.empty())
        if (const auto written = media::depth::write_calibration(*calibration, file); !written)
            return std::unexpected{
                CalibrationError{.cause = CalibrationError::Cause::not_written, .detail = written.error().text}};
    auto used = impl_->use(*std::move(calibration), file.empty() ? "calculated" : file.string());
    impl_->desk.cancel();
    return used;
}

void Studio::cancel_calibration() { impl_->desk.cancel(); }

Studio::CalibrationOutcome Studio::load_calibration(const std::filesystem::path& file) {
    auto calibration = media::depth::read_calibration(file);
    if (!calibration) {
        using Cause = CalibrationError::Cause;
        const bool unread = calibration.error().kind == media::MediaError::Kind::bad_file;
        return std::unexpected{CalibrationError{.cause = unread ? Cause::unreadable_file : Cause::no_calibration_file,
                                                .detail = std::move(calibration.error().text)}};
    }
    return impl_->use(*std::move(calibration), file.string());
}

Studio::Outcome Studio::share_scene(bool on) {
    auto* scene = impl_->source->scene();
    if (scene == nullptr) return std::unexpected{StudioError{.cause = StudioError::Cause::recording_not_shared}};
    scene->set_on(on);
    return {};
}

std::uint64_t Studio::shared_bytes() const {
    const auto* scene = impl_->source->scene();
    return scene == nullptr ? 0 : scene->bytes_sent();
}

void Studio::watch_depth(bool on) { impl_->depth.watch_depth(on); }

void Studio::save_points(const std::filesystem::path& file) { impl_->saver->give(file); }

void Studio::wait_idle() {
    impl_->worker.wait_idle();
    impl_->saver->wait_idle();
}

} // namespace plenum::app
