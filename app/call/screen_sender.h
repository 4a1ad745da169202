// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"
#include "media/devices/video_source_gst.h"
#include "media/screen/screen_pace.h"
#include "media/video/picture_rate.h"
#include "media/video/vp8_encoder_gst.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace plenum::app {

/// Takes pictures of a screen, window or file, encodes them so that text can be read, and publishes them, on one thread
/// of its own. Opening a source can take long and happens on that thread.
class ScreenSender {
  public:
    struct Options {
        int width_max{1920};
        int height_max{1080};
        int rate_hz{30};
        int bitrate_bps{6'000'000};
        /// On the sender's thread: each frame that goes out.
        std::function<void(const media::EncodedFrame&)> sent{};
        /// On the sender's thread, while `set_preview` is on: each picture that goes out, before it is encoded.
        std::function<void(const media::VideoFrame&)> shown{};
        /// On the sender's thread: the source could not be opened or is gone. Nothing is shared any more.
        std::function<void(const media::MediaError&)> failed{};
    };
    /// `session` must outlive this.
    ScreenSender(client::Session& session, Options options);
    ~ScreenSender();
    ScreenSender(const ScreenSender&) = delete;
    ScreenSender& operator=(const ScreenSender&) = delete;

    /// Nullopt: nothing is captured or sent from here on, and receivers are told.
    void set_input(std::optional<media::VideoInput> input);
    /// 0 where nothing of ours may be sent: then nothing is captured either.
    void set_flow(base::FlowId flow);
    void set_preview(bool on) { preview_ = on; }
    void request_key_frame() { key_frame_wanted_ = true; }
    /// What the way to the relay carries, about once a second.
    void set_send_rate(base::ByteRate rate) { send_rate_ = rate.value(); }
    [[nodiscard]] std::uint64_t frames_sent() const { return frames_sent_; }
    /// What receivers see of ours, as the pictures name it; 0 while nothing is shared.
    [[nodiscard]] std::uint32_t scene() const { return scene_; }

  private:
    void run(const std::stop_token& stop);
    void open();
    [[nodiscard]] media::Result<std::unique_ptr<media::VideoSource>> open_source(const media::VideoInput& input) const;
    void close();
    void fail(const media::MediaError& error);
    void take_picture();
    void handle_end_of_file();
    void send();
    void publish(const media::EncodedFrame& frame, base::LocalTime captured_at);
    void tell_end();

    client::Session& session_;
    Options options_;
    std::mutex mutex_;
    std::optional<media::VideoInput> wanted_;
    std::atomic<bool> changed_{false};
    std::atomic<std::uint16_t> flow_{0};
    std::atomic<bool> key_frame_wanted_{false};
    std::atomic<std::uint64_t> frames_sent_{0};
    std::atomic<std::uint32_t> scene_{0};
    std::atomic<bool> preview_{false};
    /// 0: no news.
    std::atomic<std::uint64_t> send_rate_{0};
    /// The sender's thread only.
    struct Running;
    std::unique_ptr<Running> running_;
    std::jthread thread_;
};

} // namespace plenum::app
