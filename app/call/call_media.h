// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/video_sender.h"
#include "core/client/session.h"
#include "media/audio/audio_io.h"
#include "media/video/encoded_frame.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace plenum::app {

/// Joins a session to sound and pictures: microphone and camera to its flows, its flows to loudspeaker and screen.
/// Threads of its own: one sends sound, one sends pictures (VideoSender), one receives both; AudioIo has its own.
class CallMedia {
  public:
    struct Options {
        media::AudioIo::Options audio{};
        VideoSender::Options video{};
        std::optional<media::VideoInput> video_input{};
        /// On the receiving thread. Pictures of others, decoded; an empty one when none came for a while.
        std::function<void(base::MemberIndex, const media::VideoFrame&)> picture{};
        /// On the receiving thread. Frames as they came, in decoding order, for recording.
        std::function<void(base::MemberIndex, const media::EncodedFrame&)> encoded{};
        bool decode{true};
    };
    /// Errors: those of AudioIo::start. `session` must outlive this.
    [[nodiscard]] static media::Result<std::unique_ptr<CallMedia>> start(client::Session& session, Options options);
    ~CallMedia();

    /// Every event of `Session::events` must pass here, on one thread: flows, members and the state of the link.
    void handle(const node::Event& event);

    [[nodiscard]] media::AudioIo& audio() { return *audio_; }
    [[nodiscard]] VideoSender& video() { return *video_; }

    struct Reception {
        std::uint64_t frames{0};   ///< decoded, or passed to `encoded` where nothing is decoded
        std::uint64_t messages{0}; ///< of both kinds
        std::uint64_t key_requests{0};
        bool waiting_for_key{true};
        base::LocalTime audio_at{}; ///< when the last of its kind came
        base::LocalTime video_at{};
        /// From capture to decoded here, of the newest picture; 0 while clocks are not in step.
        base::Duration video_delay{};
    };
    [[nodiscard]] std::map<base::MemberIndex, Reception> receptions() const;

  private:
    struct Pictures;
    CallMedia(client::Session& session, Options options, std::unique_ptr<media::AudioIo> audio);
    void send_audio(const std::stop_token& stop);
    void receive(const std::stop_token& stop);
    void receive_audio(node::MessageReceived message);
    void receive_video(const node::MessageReceived& message);
    void serve_pictures(base::LocalTime now);
    void serve(base::MemberIndex sender, Pictures& pictures, base::LocalTime now);
    void show(base::MemberIndex sender, Pictures& pictures, const media::EncodedFrame& frame, base::LocalTime now);
    void take_leavers();
    template <class Change>
    void note(base::MemberIndex sender, Change&& change);

    client::Session& session_;
    Options options_;
    std::unique_ptr<media::AudioIo> audio_;
    std::unique_ptr<VideoSender> video_;
    std::atomic<std::uint16_t> voice_flow_{0};
    std::atomic<std::uint16_t> camera_flow_{0};
    mutable std::mutex mutex_;
    std::map<base::MemberIndex, Reception> receptions_;
    std::vector<base::MemberIndex> leavers_;
    // receiving thread only
    std::map<base::MemberIndex, std::unique_ptr<Pictures>> pictures_;
    std::jthread audio_thread_;
    std::jthread receive_thread_;
};

} // namespace plenum::app
