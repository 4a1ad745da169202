// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/camera_state.h"
#include "core/client/session.h"
#include "media/devices/video_source_gst.h"
#include "media/video/picture_rate.h"
#include "media/video/two_size_encoder.h"

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace plenum::app {

/// Takes pictures from a source, encodes and publishes them, on one thread of its own. The source may change while it
/// runs; opening one can take long and happens on that thread. Whoever receives it is told when the camera is off.
class VideoSender {
  public:
    struct Options {
        int width_max{1280};
        int height_max{720};
        int rate_hz{30};
        int bitrate_bps{1'500'000};
        /// On the sender's thread: each picture before it is encoded. An empty one: no more for now.
        std::function<void(const media::VideoFrame&)> own_picture{};
        /// On the sender's thread: each frame that goes out, of the large size where both are wanted.
        std::function<void(const media::EncodedFrame&)> sent{};
        /// On the sender's thread: the source could not be opened or broke.
        std::function<void(const media::MediaError&)> failed{};
    };
    /// `session` may be null for a preview: pictures are shown and not sent. It must outlive this.
    VideoSender(client::Session* session, Options options);
    ~VideoSender();
    VideoSender(const VideoSender&) = delete;
    VideoSender& operator=(const VideoSender&) = delete;

    /// Nullopt: no picture.
    void set_input(std::optional<media::VideoInput> input);
    /// Known once the conference declared it; before that nothing is sent. Others begin anew on another.
    void set_flow(base::FlowId flow);
    void request_key_frame(base::PictureSize size);
    /// That there are two sizes; a new membership does not know it.
    void offer_sizes();
    /// What others want of the flow.
    void set_sizes(base::PictureSizes sizes) { sizes_ = sizes; }
    /// What the way to the relay carries, about once a second: bit rate and size of the pictures follow it.
    void set_send_rate(base::ByteRate rate) { send_rate_ = rate.value(); }
    [[nodiscard]] std::uint64_t frames_sent() const { return frames_sent_; }

  private:
    void run(const std::stop_token& stop);
    void open(const std::optional<media::VideoInput>& input);
    void send(const media::VideoFrame& frame);
    void tell_camera_off();
    void publish(media::EncodedFrame& frame, base::FlowId flow, base::LocalTime captured_at);
    [[nodiscard]] bool take_change(std::optional<media::VideoInput>& input);

    client::Session* session_;
    Options options_;
    std::mutex mutex_;
    std::optional<media::VideoInput> wanted_;
    bool changed_{false};
    std::atomic<std::uint16_t> flow_{0};
    std::atomic<base::PictureSizes> sizes_{base::PictureSizes{true, false}};
    /// Of the large size, and of the small one.
    std::array<std::atomic<bool>, 2> key_frame_wanted_{};
    std::atomic<std::uint64_t> frames_sent_{0};
    /// 0: no news.
    std::atomic<std::uint64_t> send_rate_{0};
    // the sender's thread only
    std::unique_ptr<media::VideoSource> source_;
    std::optional<media::TwoSizeEncoder> encoder_;
    media::PictureRate rate_;
    CameraOffNotices off_notices_;
    std::jthread thread_;
};

} // namespace plenum::app
