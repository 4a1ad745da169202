// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/frame.h"
#include "media/video/encoded_frame.h"

#include <memory>
#include <optional>

namespace plenum::media {

/// VP8 through GStreamer's vp8dec, run synchronously. Feed it what FrameGate lets through. Not for several threads.
class Vp8Decoder {
  public:
    struct Options {
        int threads{1};
        /// Larger pictures are refused before anything is allocated.
        int width_max{3840};
        int height_max{2160};
    };
    /// Errors: missing_element.
    [[nodiscard]] static Result<Vp8Decoder> create(const Options& options);
    [[nodiscard]] static Result<Vp8Decoder> create() { return create(Options{}); }
    Vp8Decoder(Vp8Decoder&&) noexcept;
    Vp8Decoder& operator=(Vp8Decoder&&) noexcept;
    ~Vp8Decoder();

    /// nullopt where the frame shows nothing. The size may change at any key frame.
    /// Errors: bad_data; then a key frame is needed.
    [[nodiscard]] Result<std::optional<VideoFrame>> decode(const EncodedFrame& frame);

  private:
    struct Impl;
    explicit Vp8Decoder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
