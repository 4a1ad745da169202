// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"
#include "app/plenum/reception_age.h"
#include "app/plenum/translate.h"

#include "media/clock.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds tick_interval{50};
constexpr int ticks_per_check = 5;
media::CaptureProcessing::Options processing_of(const ui::AudioProcessing& processing) {
    return {.echo_cancellation = processing.echo_cancellation,
            .noise_suppression = processing.noise_suppression,
            .gain_control = processing.automatic_gain};
}

} // namespace

void RealConference::wire_media() {
    timer_.setInterval(tick_interval);
    connect(&timer_, &QTimer::timeout, this, &RealConference::tick);
    connect(&pictures_, &ui::FrameMailbox::taken, this,
            [this](base::MemberIndex index, const media::VideoFrame& frame) {
                const auto* member = current_.was_in_call && current_.call ? current_.roster.find(index) : nullptr;
                if (member == nullptr || member->is_self || current_.is_blocked(index)) return;
                if (!member->camera_on && !frame.empty()) {
                    const auto changed =
                        current_.roster.set_media(index, {member->microphone_on, true, member->speaks_to_all});
                    if (changed) emit people_port_.member_changed(*changed);
                }
                emit media_port_.video_frame(index, frame);
            });
    connect(&own_pictures_, &ui::FrameMailbox::taken, this, [this](base::MemberIndex, const media::VideoFrame& frame) {
        // Whoever waits to be let in still sees how they will be seen.
        if (preview_ || (current_.call && !current_.was_in_call)) emit media_port_.preview_frame(frame);
        if (!current_.call || !current_.was_in_call) return;
        emit own_frame(frame);
        if (camera_on() || frame.empty()) emit media_port_.video_frame(current_.facts.self, frame);
    });
    connect(&floors_, &RealFloors::applied, this, [this] {
        apply_microphone();
        apply_camera();
        QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
    });
    connect(&watch_, &DeviceWatch::found, this, &RealConference::handle_devices);
    connect(&test_sound_, &TestSound::playing_changed, &devices_port_, &ui::DevicePort::test_sound_changed);
    connect(&test_sound_, &TestSound::failed, this, [this](const media::MediaError& error) {
        emit diagnostics_.problem(problem_of(ui::DeviceKind::loudspeaker, error));
    });
}

// --- own microphone and camera ---

void RealConference::set_microphone_on(bool on) {
    microphone_wanted_ = on;
    if (!on) floors_.close_microphone();
    apply_microphone();
    QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
}

void RealConference::set_camera_on(bool on) {
    // Asking again is trying again.
    if (on && !camera_wanted_) camera_works_ = true;
    camera_wanted_ = on;
    if (on && !camera_of(devices_.wanted(ui::DeviceKind::camera)))
        emit diagnostics_.problem({ui::ProblemKind::no_camera, {}});
    apply_camera();
    QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
}

bool RealConference::may_open_microphone() const {
    const bool wanted = microphone_wanted_ || floors_.opened_microphone();
    return wanted && floors_.book().may_send(base::FlowKind::audio);
}

bool RealConference::camera_on() const {
    const bool there = camera_of(devices_.wanted(ui::DeviceKind::camera)).has_value();
    return camera_wanted_ && camera_works_ && there && floors_.book().may_send(base::FlowKind::video);
}

void RealConference::apply_microphone() {
    const bool open = preview_ || current_.was_in_call;
    if (auto* sound = audio()) sound->set_muted(!(open && may_open_microphone()));
}

void RealConference::apply_camera() {
    if (media() == nullptr && !preview_) return;
    // The same again would close and open it.
    if (std::exchange(camera_applied_, camera_wish()) == camera_wish()) return;
    if (media() != nullptr)
        media()->video().set_input(camera_input());
    else
        preview_->set_camera(camera_input());
}

std::optional<std::string> RealConference::camera_wish() const {
    if (!camera_on()) return std::nullopt;
    return devices_.wanted(ui::DeviceKind::camera);
}

std::optional<media::VideoInput> RealConference::camera_input() const {
    const auto wish = camera_wish();
    return wish ? camera_of(*wish) : std::nullopt;
}

media::AudioIo::Options RealConference::audio_options() const {
    media::AudioIo::Options options;
    options.input = microphone_of(devices_.wanted(ui::DeviceKind::microphone));
    options.output = loudspeaker_of(devices_.wanted(ui::DeviceKind::loudspeaker));
    options.engine.processing = processing_of(processing_);
    return options;
}

media::AudioIo* RealConference::audio() {
    if (media() != nullptr) return &media()->audio();
    const auto& open = preview_ ? preview_ : meter_;
    return open ? open->audio() : nullptr;
}

void RealConference::tell_own_media() {
    if (std::exchange(microphone_shown_, microphone_on()) != microphone_on())
        emit media_port_.microphone_on_changed(microphone_on());
    if (std::exchange(camera_shown_, camera_on()) != camera_on()) {
        emit media_port_.camera_on_changed(camera_on());
        if (!current_.was_in_call && !camera_on()) emit media_port_.preview_frame({});
    }
    update_self();
}

void RealConference::update_self() {
    if (!current_.was_in_call || !current_.call) return;
    const auto changed = current_.roster.set_media(current_.facts.self, {microphone_on(), camera_on(), speaks_to_all_});
    if (changed) emit people_port_.member_changed(*changed);
}

void RealConference::start_preview() {
    if (preview_ || current_.call) return;
    meter_.reset();
    microphone_broken_ = false;
    camera_applied_ = camera_wish();
    preview_ = std::make_unique<Preview>(
        background_, Preview::Setup{.audio = audio_options(), .camera = camera_input(), .pictures = &own_pictures_});
    connect(preview_.get(), &Preview::camera_failed, this, &RealConference::camera_broke);
    connect(preview_.get(), &Preview::microphone_failed, this, &RealConference::microphone_broke);
    timer_.start();
    watch_.start();
}

void RealConference::stop_preview() {
    preview_.reset();
    if (current_.call) return;
    timer_.stop();
    watch_.stop();
    apply_metering();
}

void RealConference::set_metering(bool on) {
    metering_ = on;
    apply_metering();
}

void RealConference::apply_metering() {
    if (preview_ || current_.call) return;
    if (metering_ == (meter_ != nullptr)) return;
    if (!metering_) {
        meter_.reset();
        timer_.stop();
        watch_.stop();
        return;
    }
    microphone_broken_ = false;
    meter_ = std::make_unique<Preview>(background_, Preview::Setup{.audio = audio_options()});
    connect(meter_.get(), &Preview::microphone_failed, this, &RealConference::microphone_broke);
    timer_.start();
    watch_.start();
}

void RealConference::play_test_sound() {
    auto* in_call = media() != nullptr ? &media()->audio() : nullptr;
    test_sound_.play(in_call, loudspeaker_of(devices_.wanted(ui::DeviceKind::loudspeaker)));
}

// --- devices ---

void RealConference::select_device(ui::DeviceKind kind, const QString& id) {
    if (devices_.select(kind, id)) use_device(kind);
}

void RealConference::handle_devices(ui::DeviceKind kind, const DeviceList& list) {
    const auto used_before = devices_.selected(kind);
    const auto wanted_before = devices_.wanted(kind);
    const auto by_server_before = devices_.by_server(kind);
    if (!devices_.set_present(kind, list)) return;
    const auto same = devices_.selected(kind) == used_before && devices_.wanted(kind) == wanted_before;
    if (!same || devices_.by_server(kind) != by_server_before) use_device(kind);
    emit devices_port_.devices_changed(kind);
}

void RealConference::use_device(ui::DeviceKind kind) {
    const auto wanted = devices_.wanted(kind);
    if (kind == ui::DeviceKind::camera) {
        told_.erase(ui::ProblemKind::no_camera);
        told_.erase(ui::ProblemKind::camera_failed);
        camera_works_ = true;
        apply_camera();
        QMetaObject::invokeMethod(this, [this] { tell_own_media(); }, Qt::QueuedConnection);
    } else if (media() != nullptr) {
        if (kind == ui::DeviceKind::microphone) {
            microphone_broken_ = false;
            media()->audio().set_input(microphone_of(wanted));
        } else {
            media()->audio().set_output(loudspeaker_of(wanted));
        }
    } else if (auto* open = preview_ ? preview_.get() : meter_.get();
               open != nullptr && kind == ui::DeviceKind::microphone) {
        microphone_broken_ = false;
        open->set_microphone(microphone_of(wanted));
    }
}

void RealConference::set_audio_processing(const ui::AudioProcessing& processing) {
    processing_ = processing;
    if (options_.plain_sound) processing_ = {false, false, false};
    if (auto* sound = audio()) sound->set_processing(processing_of(processing_));
}

void RealConference::camera_broke(const media::MediaError& error) {
    set_works(ui::DeviceKind::camera, camera_works_, error);
    apply_camera();
}

void RealConference::microphone_broke(const media::MediaError& error) {
    microphone_broken_ = true;
    set_works(ui::DeviceKind::microphone, microphone_works_, error);
}

void RealConference::set_works(ui::DeviceKind kind, bool& works, const std::optional<media::MediaError>& error) {
    if (!error) {
        if (works) return;
        works = true;
        const media::MediaError missing{media::MediaError::Kind::no_device, {}};
        told_.erase(problem_of(kind, missing).kind);
        told_.erase(problem_of(kind, {}).kind);
    } else {
        works = false;
        const auto trouble = problem_of(kind, *error);
        if (told_.insert(trouble.kind).second) emit diagnostics_.problem(trouble);
    }
    tell_own_media();
}

void RealConference::check_devices(const media::AudioIo::Status& status) {
    if (devices_.wanted(ui::DeviceKind::microphone) == "none") {
        microphone_works_ = false;
        tell_own_media();
    } else if (!microphone_broken_) {
        set_works(ui::DeviceKind::microphone, microphone_works_, status.input_error);
    }
    if (current_.call) set_works(ui::DeviceKind::loudspeaker, loudspeaker_works_, status.output_error);
}

// --- what is heard and seen ---

void RealConference::tick() {
    auto* sound = audio();
    if (sound == nullptr) return;
    const auto stats = sound->stats();
    tell_microphone(stats);
    if (current_.state == ui::ConnectionState::in_call) tell_levels(stats);
    if (++ticks_ % ticks_per_check != 0) return;
    check_devices(sound->status());
    if (current_.state != ui::ConnectionState::in_call) return;
    check_receptions();
    update_rights();
    chat_.expire();
    chat_.publish();
}

void RealConference::tell_microphone(const media::AudioEngine::Stats& stats) {
    if (!microphone_works_) return;
    emit media_port_.microphone_activity(
        {.level = meter_level(stats.input.rms_dbfs), .speaking = stats.input_speaking});
}

void RealConference::tell_levels(const media::AudioEngine::Stats& stats) {
    QList<ui::MemberLevel> levels;
    const auto add = [&](base::MemberIndex index, const media::Level& level, bool speaking) {
        if (const auto shown = meter_level(level.rms_dbfs); shown > 0) levels.append({index, shown, speaking});
    };
    for (const auto& sender : stats.senders)
        if (current_.roster.find(sender.sender) != nullptr && !current_.is_blocked(sender.sender))
            add(sender.sender, sender.level, sender.speaking);
    if (microphone_on()) add(current_.facts.self, stats.input, stats.input_speaking);
    emit media_port_.levels_changed(levels);
}

void RealConference::check_receptions() {
    const auto receptions = media()->receptions();
    const auto now = media::local_now();
    const auto fresh = [&](base::LocalTime at, base::Duration age_max) { return is_fresh(at, now, age_max); };
    for (const auto& member : current_.roster.members()) {
        if (member.is_self) continue;
        const auto place = receptions.find(member.index);
        Roster::Media media;
        if (place != receptions.end() && member.presence == ui::Presence::present) {
            media.microphone_on = fresh(place->second.audio_at, sound_age_max);
            media.camera_on = fresh(place->second.video_at, picture_age_max);
            const auto* flow = current_.whereabouts.find(place->second.audio_flow);
            const bool apart = own_group_.value() != 0 || current_.whereabouts.group_of(member.index).value() != 0;
            media.speaks_to_all = media.microphone_on && apart && flow != nullptr && flow->conversation == log::plenary;
        }
        const auto changed = current_.roster.set_media(member.index, media);
        if (changed) emit people_port_.member_changed(*changed);
    }
}

} // namespace plenum::app
