// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/frame.h"
#include "media/video/encoded_frame.h"

#include <memory>
#include <optional>

namespace plenum::media {

/// Real-time VP8 through GStreamer's vp8enc, run synchronously: `encode` returns the frame it made. No frame is held
/// back. Not for several threads.
///
/// The problem: receivers with different rates and losses share one stream, and a key frame costs all of them. The
/// intuition: layer 0 refers to the last key frame alone, so each of its frames is an anchor from which any receiver
/// goes on. Layer 1 refers to the last frame of layers 0 and 1, layers 2 and 3 likewise, but nothing refers to them. At
/// 30 Hz the layers add up to 1.875, 7.5, 15 and 30 Hz. No delta frame changes the entropy state, so any may be left
/// out. Rejected: layer 0 that refers to itself costs a tenth less, but each loss then costs a key frame.
class Vp8Encoder {
  public:
    struct Options {
        /// 50 000 … 20 000 000.
        int bitrate_bps{1'500'000};
        /// 4 or 1; with 1 each frame refers to the one before it.
        int temporal_layers{4};
        /// Frames a second expected; governs the share of bits a frame gets. 1 … 60.
        int rate_hz{30};
        /// 0 … 16, faster and coarser as it rises; fixed, as libvpx' own choice by the clock is slow under load.
        int speed{6};
        /// libvpx' threads wait for each other in spinning loops: on a busy machine two take twenty times the CPU of
        /// one.
        int threads{1};
        /// Pictures come when something changes, as those of a screen, and the rate control goes by their times. Else
        /// as if they came evenly.
        bool uneven{false};
    };
    /// Errors: missing_element, bad_setting.
    [[nodiscard]] static Result<Vp8Encoder> create(const Options& options);
    Vp8Encoder(Vp8Encoder&&) noexcept;
    Vp8Encoder& operator=(Vp8Encoder&&) noexcept;
    ~Vp8Encoder();

    /// nullopt where the rate control leaves the frame out. A new size begins with a key frame.
    /// Errors: bad_data (no picture, or its size is wrong), failed.
    [[nodiscard]] Result<std::optional<EncodedFrame>> encode(const VideoFrame& frame);
    /// The next frame will be a key frame.
    void request_key_frame();
    /// Out of bounds is clamped.
    void set_bitrate(int bitrate_bps);
    /// The coarsest that a picture may become; where that does not fit the bit rate, pictures are left out. 2 … 63,
    /// else clamped; 56 at first.
    void set_quantiser_max(int quantiser);

  private:
    struct Impl;
    explicit Vp8Encoder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
