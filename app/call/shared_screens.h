// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/picture_receiver.h"
#include "app/call/screen_sender.h"
#include "core/client/conference_view.h"

#include <map>
#include <mutex>
#include <set>

namespace plenum::app {

/// The screens that people share: ours to the plenary's flow while we may send on it, those of others to pictures.
/// Pictures of whoever may no longer send end at once, also those that were on the way.
class SharedScreens {
  public:
    /// More screens at once are not decoded: each takes tens of megabytes.
    static constexpr std::size_t screens_max = 4;
    struct Options {
        ScreenSender::Options sending{};
        std::optional<media::VideoInput> input{};
        /// What they ask of the session is filled in here. An empty picture: that screen is no longer shared.
        PictureReceiver::Options pictures{};
    };
    /// `session` must outlive this.
    SharedScreens(client::Session& session, Options options);

    /// As `CallMedia::handle`.
    void handle(const node::Event& event, const client::ConferenceView& view);
    /// On the thread that takes in media.
    void receive(node::MessageReceived message);
    /// False where the flow is not that of screens.
    [[nodiscard]] bool take_key_frame_request(base::FlowId flow);

    [[nodiscard]] ScreenSender& sender() { return sender_; }
    [[nodiscard]] std::map<base::MemberIndex, PictureReceiver::Reception> receptions() const {
        return pictures_.receptions();
    }

  private:
    void choose_flow(const client::ConferenceView& view);
    /// Whether a picture of this member is for us now; with the lock.
    [[nodiscard]] bool admits(base::MemberIndex sender, base::LocalTime now);
    [[nodiscard]] PictureReceiver::Options picture_options(PictureReceiver::Options options);

    client::Session& session_;
    std::atomic<std::uint16_t> flow_{0};
    std::mutex mutex_;
    /// Of all members: may they share?
    std::map<base::MemberIndex, bool> permitted_;
    /// When those who share sent last.
    std::map<base::MemberIndex, base::LocalTime> active_;
    ScreenSender sender_;
    PictureReceiver pictures_;
};

} // namespace plenum::app
