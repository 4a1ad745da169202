// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_devices.h"

#include "app/plenum/translate.h"

namespace plenum::app {

RealDevices::RealDevices(const std::optional<CurrentCall>& call, Background& background, const Options& options,
                         ui::DiagnosticsPort& diagnostics)
    : call_{call},
      plain_sound_{options.plain_sound},
      watch_{background},
      test_sound_{background} {
    choice_.fix(ui::DeviceKind::microphone, options.microphone);
    choice_.fix(ui::DeviceKind::loudspeaker, options.loudspeaker);
    choice_.fix(ui::DeviceKind::camera, options.camera);
    set_audio_processing({});
    connect(&watch_, &DeviceWatch::found, this, &RealDevices::handle);
    connect(&test_sound_, &TestSound::playing_changed, this, &ui::DevicePort::test_sound_changed);
    connect(&test_sound_, &TestSound::failed, this, [&diagnostics](const media::MediaError& error) {
        emit diagnostics.problem(problem_of(ui::DeviceKind::loudspeaker, error));
    });
    watch_.look();
}

void RealDevices::select_device(ui::DeviceKind kind, const QString& id) {
    if (choice_.select(kind, id)) emit chosen(kind);
}

void RealDevices::set_audio_processing(const ui::AudioProcessing& processing) {
    processing_ = {.echo_cancellation = processing.echo_cancellation && !plain_sound_,
                   .noise_suppression = processing.noise_suppression && !plain_sound_,
                   .gain_control = processing.automatic_gain && !plain_sound_};
    mode_ = processing.low_delay ? media::AudioMode::low_delay : media::AudioMode::speech;
    emit processing_changed();
}

void RealDevices::play_test_sound() {
    auto* in_call = call_ && call_->media() != nullptr ? &call_->media()->audio() : nullptr;
    test_sound_.play(in_call, loudspeaker_of(wanted(ui::DeviceKind::loudspeaker)));
}

void RealDevices::handle(ui::DeviceKind kind, const DeviceList& list) {
    const auto used = [&] { return std::tuple{selected_device(kind), wanted(kind), choice_.by_server(kind)}; };
    const auto before = used();
    if (!choice_.set_present(kind, list)) return;
    if (used() != before) emit chosen(kind);
    emit devices_changed(kind);
}

} // namespace plenum::app
