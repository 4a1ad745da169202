// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/picture_receiver.h"
#include "app/call/screen_sender.h"
#include "app/call/screen_sound_sender.h"
#include "core/client/conference_view.h"
#include "media/audio/playout.h"

#include <map>
#include <mutex>
#include <set>

namespace plenum::app {

/// The screens that people share: ours to the plenary's flow while we may send on it, those of others to pictures.
/// Pictures of whoever may no longer send end at once, also those that were on the way. The sound of a screen is heard
/// as long as the screen is shown, whatever else its sender may send.
class SharedScreens {
  public:
    /// More screens at once are not decoded: each takes tens of megabytes.
    static constexpr std::size_t screens_max = 4;
    struct Options {
        ScreenSender::Options sending{};
        std::optional<media::VideoInput> input{};
        /// What they ask of the session is filled in here. An empty picture: that screen is no longer shared.
        PictureReceiver::Options pictures{};
        ScreenSoundSender::Options sound{};
        /// The sound of somebody's screen, and that it is over. From several threads.
        std::function<void(base::MemberIndex, media::AudioPacket)> heard{};
        std::function<void(base::MemberIndex)> silent{};
    };
    /// `session` must outlive this.
    SharedScreens(client::Session& session, Options options);

    /// As `CallMedia::handle`.
    void handle(const node::Event& event, const client::ConferenceView& view);
    /// On the thread that takes in media.
    void receive(node::MessageReceived message);
    /// The same of the sound. False where the flow is not that of screens' sound.
    [[nodiscard]] bool take_sound(node::MessageReceived& message);
    /// False where the flow is not that of screens.
    [[nodiscard]] bool take_key_frame_request(base::FlowId flow);

    [[nodiscard]] ScreenSender& sender() { return sender_; }
    [[nodiscard]] ScreenSoundSender& sound() { return sound_; }
    [[nodiscard]] std::map<base::MemberIndex, PictureReceiver::Reception> receptions() const {
        return pictures_.receptions();
    }

  private:
    void choose_flow(const client::ConferenceView& view);
    /// Whether a picture of this member is for us now; with the lock.
    [[nodiscard]] bool admits(base::MemberIndex sender, base::LocalTime now);
    /// The screen is gone, and its sound with it; with the lock.
    void end(base::MemberIndex sender);
    /// Those of whom nothing came for long; with the lock.
    void end_silent_ones(base::LocalTime now);
    [[nodiscard]] PictureReceiver::Options picture_options(PictureReceiver::Options options);

    client::Session& session_;
    std::atomic<std::uint16_t> flow_{0};
    std::atomic<std::uint16_t> sound_flow_{0};
    std::function<void(base::MemberIndex, media::AudioPacket)> heard_;
    std::function<void(base::MemberIndex)> silent_;
    std::mutex mutex_;
    /// Of all members: may they share?
    std::map<base::MemberIndex, bool> permitted_;
    /// When those who share sent last.
    std::map<base::MemberIndex, base::LocalTime> active_;
    ScreenSender sender_;
    ScreenSoundSender sound_;
    PictureReceiver pictures_;
};

} // namespace plenum::app
