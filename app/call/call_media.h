// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/call_replay.h"
#include "app/call/call_tap.h"
#include "app/call/camera_state.h"
#include "app/call/flow_splice.h"
#include "app/call/picture_receiver.h"
#include "app/call/shared_screens.h"
#include "app/call/video_sender.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"
#include "media/audio/audio_io.h"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace plenum::app {

/// Joins a session to sound and pictures: microphone and camera to the flows of the group that we are in, else of the
/// plenary; all that comes, to loudspeaker and screen.
/// Threads of its own: one sends sound, one takes in what comes and hands it on; AudioIo, VideoSender and
/// PictureReceiver have theirs.
class CallMedia {
  public:
    struct Options {
        media::AudioIo::Options audio{};
        VideoSender::Options video{};
        std::optional<media::VideoInput> video_input{};
        /// What they ask of the session is filled in here.
        PictureReceiver::Options pictures{};
        SharedScreens::Options screens{};
        /// Pictures of the last minutes that are shown again; on a thread of its own.
        ReplayPictures::Show replayed{};
    };
    /// Errors: those of AudioIo::start. `session` must outlive this.
    [[nodiscard]] static media::Result<std::unique_ptr<CallMedia>> start(client::Session& session, Options options);
    ~CallMedia();

    /// Every event of `Session::events` must pass here, on one thread: flows, members and the state of the link. `view`
    /// has it already.
    void handle(const node::Event& event, const client::ConferenceView& view);
    /// Sound and pictures go to the plenary, which everyone hears, though we are in a group. On the thread of `handle`.
    void speak_to_all(bool to_all, const client::ConferenceView& view);

    [[nodiscard]] media::AudioIo& audio() { return *audio_; }
    [[nodiscard]] VideoSender& video() { return *video_; }
    [[nodiscard]] CallReplay& replay() { return *replay_; }
    [[nodiscard]] SharedScreens& screens() { return *screens_; }
    /// Where to hear all that is said, shown and written.
    [[nodiscard]] TapPlace& tap() { return tap_; }

    /// What came of one temporal layer of a camera, in one size.
    struct LayerCount {
        std::uint64_t messages{0};
        std::uint64_t bytes{0};
    };
    struct Reception {
        std::uint64_t messages{0}; ///< of both kinds
        std::array<LayerCount, 4> layers{};
        std::array<LayerCount, 4> small_layers{};
        base::LocalTime audio_at{}; ///< when the last of its kind came
        base::LocalTime video_at{};
        base::FlowId audio_flow{}; ///< of the last
        base::FlowId video_flow{};
        CameraState camera{};
        PictureReceiver::Reception pictures{};
    };
    [[nodiscard]] std::map<base::MemberIndex, Reception> receptions() const;

  private:
    CallMedia(client::Session& session, Options&& options, std::unique_ptr<CallReplay> replay,
              std::unique_ptr<media::AudioIo> audio);
    [[nodiscard]] PictureReceiver::Options picture_options(PictureReceiver::Options options);
    [[nodiscard]] SharedScreens::Options screen_options(SharedScreens::Options options);
    /// Those who hear all get our own pictures and those of others.
    Options& add_tap(Options& options);
    void choose_flows(const client::ConferenceView& view);
    void send_audio(const std::stop_token& stop);
    void receive(const std::stop_token& stop);
    void receive(client::MediaMessage media);
    void receive_audio(node::MessageReceived message);
    void receive_picture(node::MessageReceived message);

    client::Session& session_;
    TapPlace tap_;
    bool to_all_{false};
    /// Sizes of our camera that others want, by its flow.
    std::map<base::FlowId, base::PictureSizes> demanded_;
    /// 0 where nothing of ours would be heard now.
    std::atomic<std::uint16_t> voice_flow_{0};
    std::unique_ptr<CallReplay> replay_;
    std::unique_ptr<media::AudioIo> audio_;
    std::unique_ptr<VideoSender> video_;
    std::unique_ptr<PictureReceiver> pictures_;
    std::unique_ptr<SharedScreens> screens_;
    mutable std::mutex mutex_;
    std::map<base::MemberIndex, Reception> receptions_;
    FlowSplice voices_;
    std::jthread audio_thread_;
    std::jthread receive_thread_;
};

} // namespace plenum::app
