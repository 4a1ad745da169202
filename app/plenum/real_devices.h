// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/device_choice.h"
#include "app/plenum/device_watch.h"
#include "app/plenum/options.h"
#include "app/plenum/test_sound.h"
#include "ui/port/device_port.h"
#include "ui/port/diagnostics_port.h"

namespace plenum::app {

/// The devices of this computer, which of them are chosen, and how their sound is processed.
class RealDevices : public ui::DevicePort {
    Q_OBJECT

  public:
    /// All outlive this.
    RealDevices(const std::optional<CurrentCall>& call, Background& background, const Options& options,
                ui::DiagnosticsPort& diagnostics);

    // DevicePort
    [[nodiscard]] QList<ui::Device> devices(ui::DeviceKind kind) const override { return choice_.devices(kind); }
    [[nodiscard]] QString selected_device(ui::DeviceKind kind) const override { return choice_.selected(kind); }
    void select_device(ui::DeviceKind kind, const QString& id) override;
    void set_audio_processing(const ui::AudioProcessing& processing) override;
    void set_metering(bool on) override { emit metering_wanted(on); }
    void play_test_sound() override;

    /// As `microphone_of`, `loudspeaker_of` and `camera_of` read it.
    [[nodiscard]] std::string wanted(ui::DeviceKind kind) const { return choice_.wanted(kind); }
    [[nodiscard]] media::CaptureProcessing::Options processing() const { return processing_; }
    [[nodiscard]] media::AudioMode mode() const { return mode_; }
    /// Whether new devices are looked for time and again.
    void watch(bool on) { on ? watch_.start() : watch_.stop(); }

  signals:
    /// Another device is to be used from now on.
    void chosen(plenum::ui::DeviceKind kind);
    void processing_changed();
    void metering_wanted(bool on);

  private:
    void handle(ui::DeviceKind kind, const DeviceList& list);

    const std::optional<CurrentCall>& call_;
    bool plain_sound_;
    media::CaptureProcessing::Options processing_;
    media::AudioMode mode_{media::AudioMode::speech};
    DeviceChoice choice_;
    DeviceWatch watch_;
    TestSound test_sound_;
};

} // namespace plenum::app
