// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/open_devices.h"

#include <utility>

namespace plenum::app {

OpenDevices::OpenDevices(const std::optional<CurrentCall>& call, Background& background, const RealDevices& devices)
    : call_{call},
      background_{background},
      devices_{devices} {}

template <class Source>
void OpenDevices::follow(Source& source) {
    connect(&source, &Source::camera_failed, this,
            [this](const media::MediaError& error) { emit failed(ui::DeviceKind::camera, error); });
    connect(&source, &Source::microphone_failed, this,
            [this](const media::MediaError& error) { emit failed(ui::DeviceKind::microphone, error); });
}

std::unique_ptr<Call> OpenDevices::open_call(Call::Request request, bool camera_on) {
    preview_.reset();
    purpose_ = Purpose::nothing;
    emit screen_sound_changed(false); // the call before says nothing any more
    camera_ = camera_on ? std::optional{devices_.wanted(ui::DeviceKind::camera)} : std::nullopt;
    auto call = std::make_unique<Call>(background_, Call::Setup{.request = std::move(request),
                                                                .audio = audio_options(),
                                                                .camera = camera_input(),
                                                                .pictures = &pictures_,
                                                                .own_pictures = &own_pictures_,
                                                                .replayed = &replayed_,
                                                                .screens = &screens_});
    follow(*call);
    connect(call.get(), &Call::screen_failed, this, &OpenDevices::screen_failed);
    connect(call.get(), &Call::screen_sound_changed, this, &OpenDevices::screen_sound_changed);
    const auto microphone = devices_.wanted(ui::DeviceKind::microphone);
    const auto loudspeaker = devices_.wanted(ui::DeviceKind::loudspeaker);
    connect(call.get(), &Call::opened, this, [this, microphone, loudspeaker] {
        // Another one was chosen while it was opening.
        if (devices_.wanted(ui::DeviceKind::microphone) != microphone) change(ui::DeviceKind::microphone);
        if (devices_.wanted(ui::DeviceKind::loudspeaker) != loudspeaker) change(ui::DeviceKind::loudspeaker);
        emit opened();
    });
    return call;
}

bool OpenDevices::open(Purpose purpose, bool camera_on) {
    if (std::exchange(purpose_, purpose) == purpose) return false;
    preview_.reset();
    if (purpose == Purpose::nothing) return true;
    Preview::Setup setup{.audio = audio_options()};
    if (purpose == Purpose::preview) {
        camera_ = camera_on ? std::optional{devices_.wanted(ui::DeviceKind::camera)} : std::nullopt;
        setup.camera = camera_input();
        setup.pictures = &own_pictures_;
    }
    preview_ = std::make_unique<Preview>(background_, std::move(setup));
    follow(*preview_);
    return true;
}

media::AudioIo* OpenDevices::audio() const {
    if (call_ && call_->media() != nullptr) return &call_->media()->audio();
    return preview_ ? preview_->audio() : nullptr;
}

void OpenDevices::set_camera(bool on) {
    auto* in_call = call_ ? call_->media() : nullptr;
    if (in_call == nullptr && !previewing()) return;
    const auto wanted = on ? std::optional{devices_.wanted(ui::DeviceKind::camera)} : std::nullopt;
    // The same again would close and open it.
    if (std::exchange(camera_, wanted) == wanted) return;
    if (in_call != nullptr)
        in_call->video().set_input(camera_input());
    else
        preview_->set_camera(camera_input());
}

void OpenDevices::change(ui::DeviceKind kind) {
    auto* in_call = call_ ? call_->media() : nullptr;
    if (kind == ui::DeviceKind::loudspeaker) {
        if (in_call != nullptr) in_call->audio().set_output(loudspeaker_of(devices_.wanted(kind)));
    } else if (in_call != nullptr) {
        in_call->audio().set_input(microphone_of(devices_.wanted(kind)));
    } else if (preview_) {
        preview_->set_microphone(microphone_of(devices_.wanted(kind)));
    }
}

media::AudioIo::Options OpenDevices::audio_options() const {
    media::AudioIo::Options options;
    options.input = microphone_of(devices_.wanted(ui::DeviceKind::microphone));
    options.output = loudspeaker_of(devices_.wanted(ui::DeviceKind::loudspeaker));
    options.engine.processing = devices_.processing();
    options.engine.mode = devices_.mode();
    return options;
}

std::optional<media::VideoInput> OpenDevices::camera_input() const {
    return camera_ ? camera_of(*camera_) : std::nullopt;
}

} // namespace plenum::app
