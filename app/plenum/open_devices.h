// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/preview.h"
#include "app/plenum/real_devices.h"

namespace plenum::app {

/// Microphone, loudspeaker and camera while they are open: for the call, for the preview before it, or the microphone
/// alone for its level.
class OpenDevices : public QObject {
    Q_OBJECT

  public:
    enum class Purpose : std::uint8_t {
        nothing = 1,
        level = 2,
        preview = 3,
    };

    /// All outlive this.
    OpenDevices(const std::optional<CurrentCall>& call, Background& background, const RealDevices& devices);

    /// Has the call open them.
    [[nodiscard]] std::unique_ptr<Call> open_call(Call::Request request, bool camera_on);
    /// Without a call. False where they are open for this already.
    bool open(Purpose purpose, bool camera_on);
    [[nodiscard]] bool previewing() const { return purpose_ == Purpose::preview; }
    /// Null where nothing is open yet.
    [[nodiscard]] media::AudioIo* audio() const;
    /// The chosen camera, or none.
    void set_camera(bool on);
    /// Changes to the microphone or loudspeaker that is chosen now.
    void change(ui::DeviceKind kind);

    /// Where pictures come that others sent, and those of our camera.
    [[nodiscard]] ui::FrameMailbox& pictures() { return pictures_; }
    [[nodiscard]] ui::FrameMailbox& own_pictures() { return own_pictures_; }
    /// Those of others as they were minutes ago.
    [[nodiscard]] ui::FrameMailbox& replayed() { return replayed_; }
    /// The screens that others share, and our own as nobody's.
    [[nodiscard]] ui::FrameMailbox& screens() { return screens_; }

  signals:
    /// Those of the call are.
    void opened();
    void failed(plenum::ui::DeviceKind kind, const plenum::media::MediaError& error);
    void screen_failed(const plenum::media::MediaError& error);
    /// Whether the sound of this computer goes out beside the screen.
    void screen_sound_changed(bool capturing);

  private:
    template <class Source>
    void follow(Source& source);
    [[nodiscard]] media::AudioIo::Options audio_options() const;
    [[nodiscard]] std::optional<media::VideoInput> camera_input() const;

    const std::optional<CurrentCall>& call_;
    Background& background_;
    const RealDevices& devices_;
    ui::FrameMailbox pictures_;
    ui::FrameMailbox own_pictures_;
    ui::FrameMailbox replayed_;
    ui::FrameMailbox screens_;
    Purpose purpose_{Purpose::nothing};
    std::unique_ptr<Preview> preview_;
    /// The camera in use; nullopt while it is off.
    std::optional<std::string> camera_;
};

} // namespace plenum::app
