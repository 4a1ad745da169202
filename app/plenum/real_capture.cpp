// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_capture.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace plenum::app {
namespace {

/// How often the cluster's state is looked at.
constexpr int poll_interval_ms = 50;

QString to_qt(const std::string& text) { return QString::fromStdString(text); }

template <class To, class From>
To same_number(From from) {
    return static_cast<To>(std::to_underlying(from));
}

static_assert(std::to_underlying(ui::CameraStep::name_twice) == std::to_underlying(StudioStep::name_twice));
static_assert(std::to_underlying(ui::TriggerPace::together) == std::to_underlying(cluster::Pace::together));
static_assert(std::to_underlying(ui::CaptureEnd::failed) == std::to_underlying(StudioEnd::failed));
static_assert(std::to_underlying(ui::CaptureProblem::Kind::scene_refused) ==
              std::to_underlying(StudioError::Cause::scene_refused));

ui::CaptureCamera to_port(const StudioCamera& camera) {
    return {.number = camera.number.value(),
            .name = to_qt(camera.name),
            .step = same_number<ui::CameraStep>(camera.step),
            .late_ms = camera.late_ms,
            .ensemble = static_cast<qint64>(camera.ensemble),
            .frame_bytes = static_cast<qint64>(camera.frame_bytes),
            .weight = camera.weight,
            .share = camera.share,
            .calibrated = camera.calibrated};
}

/// Mailboxes go by members; 0 has none.
base::MemberIndex box_of(cluster::FlowNumber camera) {
    return base::MemberIndex{static_cast<std::uint16_t>(camera.value() + 1)};
}

} // namespace

RealCapture::RealCapture(std::optional<CurrentCall>& call, Background& background)
    : call_{call},
      background_{background} {
    timer_.setInterval(poll_interval_ms);
    connect(&timer_, &QTimer::timeout, this, &RealCapture::poll);
}

RealCapture::~RealCapture() { let_go(); }

void RealCapture::open(const QString& name, const QString& cluster) {
    if (!call_ || !call_->entered()) return;
    StudioJoin join;
    join.link = call_->facts.link.toStdString();
    join.name = name.toStdString();
    join.cluster = cluster.toStdString();
    start(std::move(join));
}

void RealCapture::replay(const QString& file) { start(StudioReplay{file.toStdString(), true, playback_.begin()}); }

void RealCapture::start(decltype(Studio::Options::source) source) {
    let_go();
    inbox_ = std::make_shared<Inbox>();
    depth_watched_ = false;
    const auto mailbox = [this](auto signal) {
        auto box = std::shared_ptr<ui::FrameMailbox>{new ui::FrameMailbox, [](auto* old) { old->deleteLater(); }};
        connect(box.get(), &ui::FrameMailbox::taken, this,
                [this, signal](base::MemberIndex index, const media::VideoFrame& frame) {
                    emit(this->*signal)(index.value() - 1, frame);
                });
        return box;
    };
    pictures_ = mailbox(&RealCapture::picture);
    depths_ = mailbox(&RealCapture::depth_picture);
    // Nobody wants it any more where the inbox is gone.
    const auto opened = [this, inbox = std::weak_ptr{inbox_}](const std::shared_ptr<Opened>& studio) {
        if (const auto waiting = inbox.lock(); waiting && waiting == inbox_) take(std::move(*studio));
    };
    // The receiver of its event may be gone by then.
    auto* context = pictures_.get();
    auto job = [context, opened, box = pictures_,
                options = Studio::Options{std::move(source), callbacks(), {}}]() mutable {
        auto studio = std::make_shared<Opened>(Studio::open(std::move(options)));
        QMetaObject::invokeMethod(context, [opened, studio] { opened(studio); }, Qt::QueuedConnection);
    };
    timer_.start();
    const bool begun = background_.run(std::move(job));
    if (!begun) inbox_->ended = {StudioEnd::failed, tr("This program is busy; try again.")};
    QMetaObject::invokeMethod(this, [this] { emit changed(); }, Qt::QueuedConnection);
}

Studio::Callbacks RealCapture::callbacks() const {
    Studio::Callbacks calls;
    const auto with = [inbox = inbox_](auto action) {
        return [inbox, action](const auto&... what) {
            const std::lock_guard lock{inbox->mutex};
            action(*inbox, what...);
        };
    };
    calls.picture = [box = pictures_](cluster::FlowNumber camera, const media::VideoFrame& frame) {
        box->put(box_of(camera), frame);
    };
    calls.depth_picture = [box = depths_](cluster::FlowNumber camera, const media::VideoFrame& frame) {
        box->put(box_of(camera), frame);
    };
    calls.scene = with([](Inbox& inbox, const auto& points) { inbox.scene = points; });
    calls.ensemble = with([](Inbox& inbox, const cluster::Ensemble& ensemble, const CameraNames&) {
        inbox.asynchrony_ms.push_back(ensemble.complete ? base::to_ms(ensemble.asynchrony()) : -1);
    });
    calls.saved = with([](Inbox& inbox, const std::string& file) { inbox.saved.push_back(to_qt(file)); });
    calls.failed = with([](Inbox& inbox, const StudioError& error) { inbox.failed.push_back(error); });
    calls.unsuitable =
        with([](Inbox& inbox, const media::depth::CalibrationError& error) { inbox.unsuitable.push_back(error); });
    calls.ended =
        with([](Inbox& inbox, StudioEnd why, const std::string& detail) { inbox.ended = {why, to_qt(detail)}; });
    return calls;
}

void RealCapture::take(Opened opened) {
    if (!opened) {
        const std::lock_guard lock{inbox_->mutex};
        inbox_->ended = {StudioEnd::failed, to_qt(opened.error())};
        return;
    }
    studio_ = std::move(*opened);
    calibration_.set_studio(studio_);
    studio_->watch_depth(depth_watched_);
    poll();
}

void RealCapture::let_go() {
    timer_.stop();
    inbox_.reset();
    pictures_.reset();
    depths_.reset();
    status_ = {};
    calibration_.set_studio(nullptr);
    if (studio_) background_.dispose(std::move(studio_));
    studio_.reset();
}

void RealCapture::close() {
    if (!inbox_) return;
    if (studio_) return studio_->close();
    const std::lock_guard lock{inbox_->mutex};
    inbox_->ended = {StudioEnd::stopped, QString{}};
}

void RealCapture::clear() {
    if (!replaying()) close();
}

void RealCapture::poll() {
    if (studio_) {
        auto status = studio_->status();
        const auto figures = std::exchange(status_.figures, status.figures);
        const bool moved = figures != status.figures;
        if (std::exchange(status_, std::move(status)) != status_) emit changed();
        if (moved) emit figures_changed();
        calibration_.take(status_);
        playback_.take(status_);
    }
    take_inbox();
}

void RealCapture::take_inbox() {
    if (!inbox_) return;
    const auto inbox = inbox_;
    std::unique_lock lock{inbox->mutex};
    const auto scene = std::exchange(inbox->scene, nullptr);
    const auto asynchrony = std::exchange(inbox->asynchrony_ms, {});
    const auto saved = std::exchange(inbox->saved, {});
    const auto failed = std::exchange(inbox->failed, {});
    const auto unsuitable = std::exchange(inbox->unsuitable, {});
    const auto end = inbox->ended;
    lock.unlock();
    for (const auto ms : asynchrony)
        emit ensemble(ms);
    if (scene) emit this->scene(scene);
    for (const auto& file : saved)
        emit this->saved(file);
    for (const auto& error : failed)
        emit this->failed({same_number<ui::CaptureProblem::Kind>(error.cause), to_qt(error.subject)});
    for (const auto& error : unsuitable)
        calibration_.tell(error);
    // What listens may have closed it.
    if (!end || inbox_ != inbox) return;
    let_go();
    emit changed();
    emit ended(same_number<ui::CaptureEnd>(end->first), end->second);
}

void RealCapture::tell(const Studio::Outcome& outcome) {
    if (outcome || !inbox_) return;
    const std::lock_guard lock{inbox_->mutex};
    inbox_->failed.push_back(outcome.error());
}

ui::CapturePhase RealCapture::phase() const {
    if (!inbox_) return ui::CapturePhase::off;
    switch (status_.phase) {
    case StudioPhase::joining: return ui::CapturePhase::joining;
    case StudioPhase::lobby: return ui::CapturePhase::lobby;
    case StudioPhase::open:
    case StudioPhase::ended: return ui::CapturePhase::open;
    case StudioPhase::lost: return ui::CapturePhase::lost;
    }
    return ui::CapturePhase::off;
}

QList<ui::CaptureCamera> RealCapture::cameras() const {
    QList<ui::CaptureCamera> all;
    for (const auto& camera : status_.cameras)
        all << to_port(camera);
    return all;
}

ui::CaptureFigures RealCapture::figures() const {
    const auto& now = status_.figures;
    return {.rate_hz = now.rate_hz,
            .complete = now.complete,
            .asynchrony_median_ms = now.asynchrony_median_ms,
            .asynchrony_p95_ms = now.asynchrony_p95_ms,
            .round_trip_ms = now.round_trip_ms,
            .loss = now.loss,
            .available_bps = now.available_bps,
            .used_bps = now.used_bps,
            .flowshare = now.flowshare,
            .clock_error_ms = now.clock_error_ms,
            .points = static_cast<qint64>(now.points),
            .scene_rate_hz = now.scene_rate_hz};
}

ui::CaptureTrigger RealCapture::trigger() const {
    return {status_.trigger.armed, same_number<ui::TriggerPace>(status_.trigger.pace), status_.trigger.rate_hz};
}

void RealCapture::set_trigger(const ui::CaptureTrigger& trigger) {
    if (studio_) studio_->set_trigger({trigger.armed, same_number<cluster::Pace>(trigger.pace), trigger.rate_hz});
}

void RealCapture::set_weight(int camera, double weight) {
    const auto known = [&](const StudioCamera& each) { return each.number.value() == camera; };
    const auto found = std::ranges::find_if(status_.cameras, known);
    if (studio_ && found != status_.cameras.end()) studio_->set_weight(found->number, weight);
}

void RealCapture::record(const QString& file) {
    if (!studio_) return;
    // The person said that it may go. While one is recorded, nothing is begun.
    if (!status_.recording.on) QFile::remove(file);
    tell(studio_->record(file.toStdString()));
}

void RealCapture::stop_recording() {
    if (studio_) studio_->stop_recording();
}

ui::CaptureRecording RealCapture::recording() const {
    return {status_.recording.on, static_cast<qint64>(status_.recording.bytes),
            static_cast<qint64>(status_.recording.ensembles)};
}

void RealCapture::share_scene(bool on) {
    if (studio_) tell(studio_->share_scene(on));
}

void RealCapture::watch_depth(bool on) {
    depth_watched_ = on;
    if (studio_) studio_->watch_depth(on);
}

void RealCapture::save_points(const QString& file) {
    if (studio_) studio_->save_points(file.toStdString());
}

} // namespace plenum::app
