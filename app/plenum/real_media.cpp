// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_media.h"

#include "app/plenum/translate.h"

#include <utility>

namespace plenum::app {
namespace {

constexpr std::chrono::milliseconds tick_interval{50};
constexpr int ticks_per_check = 5;

} // namespace

RealMedia::RealMedia(std::optional<CurrentCall>& call, Background& background, RealDevices& devices, RealPeople& people,
                     RealFloors& floors, ui::DiagnosticsPort& diagnostics)
    : call_{call},
      devices_{devices},
      people_{people},
      floors_{floors},
      diagnostics_{diagnostics},
      open_{call, background, devices} {
    timer_.setInterval(tick_interval);
    connect(&timer_, &QTimer::timeout, this, &RealMedia::tick);
    connect(&floors_, &RealFloors::applied, this, &RealMedia::apply);
    connect(&devices_, &RealDevices::chosen, this, &RealMedia::use);
    connect(&devices_, &RealDevices::processing_changed, this, [this] {
        auto* sound = open_.audio();
        if (sound == nullptr) return;
        sound->set_processing(devices_.processing());
        sound->set_mode(devices_.mode());
    });
    connect(&devices_, &RealDevices::metering_wanted, this, [this](bool on) {
        metering_ = on;
        update_preview();
    });
    connect(&open_, &OpenDevices::failed, this, &RealMedia::report);
    connect(&open_, &OpenDevices::opened, this, [this] {
        // Opened for good once we know who is there.
        open_.audio()->set_muted(true);
        open_.set_camera(camera_on());
        emit sound_opened();
    });
    connect(&open_.pictures(), &ui::FrameMailbox::taken, this, &RealMedia::show);
    connect(&open_.replayed(), &ui::FrameMailbox::taken, this, &RealMedia::replayed);
    connect(&open_.own_pictures(), &ui::FrameMailbox::taken, this,
            [this](base::MemberIndex, const media::VideoFrame& frame) { show_own(frame); });
}

// --- own microphone and camera ---

void RealMedia::want(bool microphone_on, bool camera_on) {
    microphone_wanted_ = microphone_on;
    camera_wanted_ = camera_on;
}

void RealMedia::set_microphone_on(bool on) {
    microphone_wanted_ = on;
    if (!on) floors_.close_microphone();
    apply();
}

void RealMedia::set_camera_on(bool on) {
    // Asking again is trying again.
    if (on && !camera_wanted_) faults_.retry(ui::DeviceKind::camera);
    camera_wanted_ = on;
    if (on && !camera_of(devices_.wanted(ui::DeviceKind::camera)))
        emit diagnostics_.problem({ui::ProblemKind::no_camera, {}});
    apply();
}

bool RealMedia::may_open_microphone() const {
    const bool wanted = microphone_wanted_ || floors_.opened_microphone();
    return wanted && (!call_ || call_->floors.may_send(base::FlowKind::audio));
}

bool RealMedia::camera_on() const {
    const bool there = camera_of(devices_.wanted(ui::DeviceKind::camera)).has_value();
    return camera_wanted_ && faults_.works(ui::DeviceKind::camera) && there &&
           (!call_ || call_->floors.may_send(base::FlowKind::video));
}

void RealMedia::apply() {
    const bool open = open_.previewing() || (call_ && call_->entered());
    if (auto* sound = open_.audio()) sound->set_muted(!(open && may_open_microphone()));
    open_.set_camera(camera_on());
    tell_own_media_soon();
}

void RealMedia::tell_own_media_soon() {
    QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
}

void RealMedia::tell_own_media() {
    const auto [microphone_before, camera_before] = std::exchange(told_, {microphone_on(), camera_on()});
    if (microphone_on() != microphone_before) emit microphone_on_changed(microphone_on());
    if (camera_on() != camera_before) {
        emit camera_on_changed(camera_on());
        if (!(call_ && call_->entered()) && !camera_on()) emit preview_frame({});
    }
    update_self();
}

void RealMedia::update_self() {
    if (call_ && call_->entered())
        people_.set_media(call_->facts.self, {microphone_on(), camera_on(), call_->floors.speaks_to_all(), false});
}

void RealMedia::handle(const node::MemberJoined& event) {
    if (event.self) update_self();
}

/// This program obeys; the person may open the microphone again.
void RealMedia::handle(const node::MuteAsked& event) {
    const auto self = call_->view.self();
    const bool concerns_us = event.member == self || (event.member.value() == 0 && event.by != self);
    if (!call_->entered() || !concerns_us || !may_open_microphone()) return;
    set_microphone_on(false);
    emit muted_by(event.by);
}

// --- with and without a call ---

std::unique_ptr<Call> RealMedia::open_call(Call::Request request) {
    microphone_broken_ = previewing_ = false;
    timer_.start();
    return open_.open_call(std::move(request), camera_on());
}

void RealMedia::start_preview() {
    previewing_ = !(call_ && call_->call);
    update_preview();
}

void RealMedia::stop_preview() {
    previewing_ = false;
    update_preview();
}

void RealMedia::update_preview() {
    if (call_ && call_->call) return;
    using enum OpenDevices::Purpose;
    const auto purpose = previewing_ ? preview : metering_ ? level : nothing;
    if (open_.open(purpose, camera_on())) microphone_broken_ = false;
    devices_.watch(purpose != nothing);
    purpose != nothing ? timer_.start() : timer_.stop();
}

// --- devices ---

void RealMedia::use(ui::DeviceKind kind) {
    if (kind == ui::DeviceKind::camera) {
        faults_.clear(kind);
        open_.set_camera(camera_on());
        return tell_own_media_soon();
    }
    if (kind == ui::DeviceKind::microphone) microphone_broken_ = false;
    open_.change(kind);
}

void RealMedia::report(ui::DeviceKind kind, const media::MediaError& error) {
    if (kind == ui::DeviceKind::microphone) microphone_broken_ = true;
    if (const auto problem = faults_.report(kind, error)) emit diagnostics_.problem(*problem);
    tell_own_media();
    if (kind == ui::DeviceKind::camera) open_.set_camera(camera_on());
}

void RealMedia::check_devices(const media::AudioIo::Status& status) {
    const auto check = [this](ui::DeviceKind kind, const std::optional<media::MediaError>& error) {
        if (!error) return faults_.clear(kind);
        if (const auto problem = faults_.report(kind, *error)) emit diagnostics_.problem(*problem);
    };
    if (devices_.wanted(ui::DeviceKind::microphone) == "none")
        faults_.report_absent(ui::DeviceKind::microphone);
    else if (!microphone_broken_)
        check(ui::DeviceKind::microphone, status.input_error);
    if (call_ && call_->call) check(ui::DeviceKind::loudspeaker, status.output_error);
    tell_own_media();
}

// --- what is heard and seen ---

void RealMedia::show(base::MemberIndex index, const media::VideoFrame& frame) {
    const auto* member = call_ && call_->entered() ? call_->roster.find(index) : nullptr;
    if (member == nullptr || member->is_self || call_->is_blocked(index)) return;
    if (!member->camera_on && !frame.empty())
        people_.set_media(index, {member->microphone_on, true, member->speaks_to_all, false});
    emit video_frame(index, frame);
}

void RealMedia::show_own(const media::VideoFrame& frame) {
    const bool in_call = call_ && call_->entered();
    // Whoever waits to be let in still sees how they will be seen.
    if (open_.previewing() || (call_ && call_->call && !in_call)) emit preview_frame(frame);
    if (!in_call) return;
    emit own_frame(frame);
    if (camera_on() || frame.empty()) emit video_frame(call_->facts.self, frame);
}

void RealMedia::tick() {
    auto* sound = open_.audio();
    if (sound == nullptr) return;
    const auto stats = sound->stats();
    if (faults_.works(ui::DeviceKind::microphone))
        emit microphone_activity({.level = meter_level(stats.input.rms_dbfs), .speaking = stats.input_speaking});
    const bool in_call = call_ && call_->state == ui::ConnectionState::in_call;
    if (in_call) {
        tell_levels(stats);
        emit measured(stats);
    }
    if (++ticks_ % ticks_per_check != 0) return;
    check_devices(sound->status());
    if (in_call) emit checked();
}

void RealMedia::tell_levels(const media::AudioEngine::Stats& stats) {
    QList<ui::MemberLevel> levels;
    const auto add = [&](base::MemberIndex index, const media::Level& level, bool speaking) {
        if (const auto shown = meter_level(level.rms_dbfs); shown > 0) levels.append({index, shown, speaking});
    };
    for (const auto& sender : stats.senders)
        if (call_->roster.find(sender.sender) != nullptr && !call_->is_blocked(sender.sender))
            add(sender.sender, sender.level, sender.speaking);
    if (microphone_on()) add(call_->facts.self, stats.input, stats.input_speaking);
    emit levels_changed(levels);
}

} // namespace plenum::app
