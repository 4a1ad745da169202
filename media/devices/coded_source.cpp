// SPDX-License-Identifier: Apache-2.0
#include "media/devices/coded_source.h"

#include "media/video/frame_code.h"

#include <thread>

namespace plenum::media {
namespace {

class CodedVideoSource final : public VideoSource {
  public:
    explicit CodedVideoSource(const Options& options)
        : options_{options},
          interval_{std::chrono::nanoseconds{std::chrono::seconds{1}} / options.rate_hz},
          next_at_{local_now()} {}

    std::optional<VideoFrame> wait_frame(base::Duration timeout) override {
        const auto now = local_now();
        if (next_at_ > now + timeout) {
            std::this_thread::sleep_for(timeout);
            return std::nullopt;
        }
        if (next_at_ > now) std::this_thread::sleep_for(next_at_ - now);
        while (local_now() - next_at_ > 2 * interval_) {
            next_at_ += interval_;
            ++number_;
            ++dropped_;
        }
        next_at_ += interval_;
        const auto captured_at = options_.clock();
        auto frame = draw_frame_code(++number_, options_.width_max, options_.height_max);
        frame.captured_at = captured_at;
        return frame;
    }
    [[nodiscard]] bool ended() const override { return false; }
    [[nodiscard]] std::uint64_t frames_dropped() const override { return dropped_; }

  private:
    Options options_;
    base::Duration interval_;
    base::LocalTime next_at_;
    std::uint32_t number_{0};
    std::uint64_t dropped_{0};
};

} // namespace

std::unique_ptr<VideoSource> make_coded_source(const VideoSource::Options& options) {
    return std::make_unique<CodedVideoSource>(options);
}

} // namespace plenum::media
