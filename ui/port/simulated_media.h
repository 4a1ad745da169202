// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/media_port.h"
#include "ui/port/simulated_incoming_video.h"
#include "ui/port/simulated_mixer.h"
#include "ui/port/simulated_people.h"
#include "ui/port/simulated_replay.h"

namespace plenum::ui {

/// Generated voices and pictures of a simulated conference, ours among them.
class SimulatedMedia : public MediaPort {
    Q_OBJECT

  public:
    /// Both outlive this.
    SimulatedMedia(SimulatedWorld& world, SimulatedPeople& people);
    [[nodiscard]] SimulatedMixer& mixer() { return mixer_; }
    [[nodiscard]] SimulatedIncomingVideo& incoming_video() { return incoming_video_; }
    [[nodiscard]] SimulatedReplay& replay() { return replay_; }

    // MediaPort
    void set_microphone_on(bool on) override;
    void set_camera_on(bool on) override;
    [[nodiscard]] bool microphone_on() const override { return world_.microphone_on(); }
    [[nodiscard]] bool camera_on() const override { return world_.camera_on(); }
    [[nodiscard]] bool microphone_wanted() const override { return world_.microphone_wanted; }
    void start_preview() override { preview_ = true; }
    void stop_preview() override { preview_ = false; }

    void clear();
    /// Of ourselves; with `metering` the level of the microphone comes outside preview and call too.
    void tick(bool metering);
    /// Of everybody in the call.
    void play();
    /// The microphone may be open or closed now where it was not before.
    void follow_floor();

    // What a test lets happen
    /// We talk into the microphone, whether it is muted or not.
    void set_self_talking(bool talking) { self_talking_ = talking; }
    /// A moderator asks us to mute.
    void someone_mutes_us(base::MemberIndex moderator);

  private:
    void make_voices();
    void make_pictures();

    SimulatedWorld& world_;
    SimulatedPeople& people_;
    SimulatedMixer mixer_;
    SimulatedIncomingVideo incoming_video_;
    SimulatedReplay replay_;
    SimulatedPicture own_picture_{4};
    bool microphone_told_{true};
    bool preview_{false};
    bool self_talking_{false};
};

} // namespace plenum::ui
