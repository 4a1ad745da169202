// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/device_faults.h"
#include "app/plenum/open_devices.h"
#include "app/plenum/real_floors.h"
#include "app/plenum/real_people.h"
#include "ui/port/media_port.h"

#include <QTimer>

namespace plenum::app {

/// Our microphone and camera as the person, the floors and the devices have them, and what is heard and seen.
class RealMedia : public ui::MediaPort {
    Q_OBJECT

  public:
    /// All outlive this.
    RealMedia(std::optional<CurrentCall>& call, Background& background, RealDevices& devices, RealPeople& people,
              RealFloors& floors, ui::DiagnosticsPort& diagnostics);

    // MediaPort
    void set_microphone_on(bool on) override;
    void set_camera_on(bool on) override;
    [[nodiscard]] bool microphone_on() const override {
        return may_open_microphone() && faults_.works(ui::DeviceKind::microphone);
    }
    [[nodiscard]] bool camera_on() const override;
    [[nodiscard]] bool microphone_wanted() const override { return microphone_wanted_; }
    void start_preview() override;
    void stop_preview() override;

    /// What the person wants of the call that begins.
    void want(bool microphone_on, bool camera_on);
    [[nodiscard]] OpenDevices& open_devices() { return open_; }
    [[nodiscard]] std::unique_ptr<Call> open_call(Call::Request request);
    /// Our own microphone and camera, where others are shown them.
    void update_self();
    void handle(const node::MemberJoined& event);
    void handle(const node::MuteAsked& event);

  signals:
    /// Of others, as they were minutes ago.
    void replayed(plenum::base::MemberIndex index, const plenum::media::VideoFrame& frame);
    /// Of our camera, as it was taken, in the call.
    void own_frame(const plenum::media::VideoFrame& frame);
    /// Several times a second while we are in the call.
    void checked();
    /// Of the call.
    void sound_opened();
    /// What is heard, 20 times a second in the call.
    void measured(const plenum::media::AudioEngine::Stats& stats);

  private:
    /// Anything the person did wants it open, and no floor forbids it; it may be broken all the same.
    [[nodiscard]] bool may_open_microphone() const;
    void apply();
    void tell_own_media();
    void tell_own_media_soon();
    /// Opens or closes the devices without a call as preview and settings want them.
    void update_preview();
    void use(ui::DeviceKind kind);
    void show(base::MemberIndex index, const media::VideoFrame& frame);
    void show_own(const media::VideoFrame& frame);
    void tick();
    void tell_levels(const media::AudioEngine::Stats& stats);
    void check_devices(const media::AudioIo::Status& status);
    void report(ui::DeviceKind kind, const media::MediaError& error);

    std::optional<CurrentCall>& call_;
    RealDevices& devices_;
    RealPeople& people_;
    RealFloors& floors_;
    ui::DiagnosticsPort& diagnostics_;
    OpenDevices open_;
    DeviceFaults faults_;
    /// The device was opened without it: only another choice brings it back.
    bool microphone_broken_{false};
    bool microphone_wanted_{true};
    bool camera_wanted_{true};
    bool previewing_{false};
    bool metering_{false};
    /// As they were told last.
    std::pair<bool, bool> told_{true, true};
    QTimer timer_;
    int ticks_{0};
};

} // namespace plenum::app
