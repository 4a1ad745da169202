// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_source_x11.h"

#include "media/screen/picture_scaler_gst.h"
#include "media/screen/pointer_painter_x11.h"

#include <thread>

namespace plenum::media {
namespace {

class X11Source final : public VideoSource {
  public:
    X11Source(std::unique_ptr<x11::Connection> connection, const ScreenSource& wanted, const Options& options)
        : options_{options},
          interval_{std::chrono::nanoseconds{std::chrono::seconds{1}} / options.rate_hz},
          is_window_{wanted.window != 0},
          connection_{std::move(connection)},
          grabber_{*connection_, wanted.window, {wanted.x, wanted.y, wanted.width, wanted.height}},
          pointer_{*connection_},
          next_at_{local_now() + (is_window_ ? x11::repaint_time : base::Duration{})} {}

    std::optional<VideoFrame> wait_frame(base::Duration timeout) override {
        const auto until = local_now() + timeout;
        while (!error_) {
            const auto now = local_now();
            if (next_at_ > until) {
                if (until > now) std::this_thread::sleep_for(until - now);
                return std::nullopt;
            }
            if (next_at_ > now) std::this_thread::sleep_for(next_at_ - now);
            next_at_ = std::max(next_at_ + interval_, local_now());
            if (auto frame = look()) return frame;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool ended() const override { return error_.has_value(); }
    [[nodiscard]] std::optional<MediaError> error() const override { return error_; }

  private:
    std::optional<VideoFrame> look() {
        using enum x11::WindowGrabber::Outcome;
        const auto at = options_.clock();
        const auto outcome = grabber_.grab();
        const bool moved = pointer_.look();
        if (outcome == gone) {
            error_ = MediaError{MediaError::Kind::no_device,
                                is_window_ ? "The shared window was closed." : "The shared screen is gone."};
            return std::nullopt;
        }
        if (outcome == hidden || (outcome == unchanged && !moved)) return std::nullopt;
        if (outcome == taken)
            pointer_.forget();
        else
            pointer_.remove(grabber_);
        pointer_.draw(grabber_);
        auto frame = pictures_.convert(grabber_.pixels(), {grabber_.width(), grabber_.height()},
                                       {options_.width_max, options_.height_max});
        if (frame) frame->captured_at = at;
        return frame;
    }

    Options options_;
    base::Duration interval_;
    bool is_window_;
    std::unique_ptr<x11::Connection> connection_;
    x11::WindowGrabber grabber_;
    x11::PointerPainter pointer_;
    ChangedPictures pictures_;
    base::LocalTime next_at_;
    std::optional<MediaError> error_;
};

} // namespace

Result<std::unique_ptr<VideoSource>> open_screen(const ScreenSource& wanted, const VideoSource::Options& options) {
    auto connection = x11::Connection::open();
    if (!connection) return std::unexpected{connection.error()};
    if (wanted.window == 0 && (wanted.width < 2 || wanted.height < 2))
        return media_error(MediaError::Kind::bad_setting, "No part of the screen is chosen.");
    return std::make_unique<X11Source>(std::move(*connection), wanted, options);
}

} // namespace plenum::media
