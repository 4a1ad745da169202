// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/camera/camera_picture.h"
#include "media/frame.h"

#include <memory>

namespace plenum::media {

/// Codes each picture by itself, so that one that is lost costs no other. Not for several threads.
class PictureEncoder {
  public:
    struct Options {
        PictureCodec codec{PictureCodec::jpeg};
        /// Of JPEG: 1 … 100.
        int quality{85};
        /// Of VP8 and H.264, of 30 pictures a second.
        int bitrate_bps{8'000'000};
    };
    /// Errors: missing_element, bad_setting.
    [[nodiscard]] static Result<std::unique_ptr<PictureEncoder>> create(const Options& options);
    virtual ~PictureEncoder() = default;
    PictureEncoder(const PictureEncoder&) = delete;
    PictureEncoder& operator=(const PictureEncoder&) = delete;

    /// `opened_at` is the frame's `captured_at`. Errors: bad_data (no picture, or too large), failed.
    [[nodiscard]] Result<CameraPicture> encode(const VideoFrame& frame);

  protected:
    explicit PictureEncoder(PictureCodec codec) : codec_{codec} {}
    [[nodiscard]] virtual Result<base::Bytes> encode_data(const VideoFrame& frame) = 0;

  private:
    PictureCodec codec_;
};

} // namespace plenum::media
