// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/picture_size.h"
#include "media/video/picture_rate.h"
#include "media/video/vp8_encoder_gst.h"

#include <optional>
#include <vector>

namespace plenum::media {

/// Encodes a camera in the sizes that are wanted: large, small, or both. Each is a stream of its own, with its own key
/// frames and layers. A size that is not wanted takes no processor, and begins with a key frame when it is.
///
/// Rejected: one encoder with spatial layers. VP8 has none, and a layer above another cannot be had without it.
class TwoSizeEncoder {
  public:
    /// What the small size takes at most; what is left of the whole is for the large one.
    static constexpr int small_bitrate_max = 150'000;

    /// Errors: as Vp8Encoder::create.
    [[nodiscard]] static Result<TwoSizeEncoder> create(const Vp8Encoder::Options& options);

    void set_sizes(base::PictureSizes wanted);
    /// The bit rate is that of both sizes together, and the halvings are those of the large one.
    void set_rate(const PictureRate::Choice& choice);
    /// Of a size that is not wanted, nothing happens.
    void request_key_frame(base::PictureSize size);
    /// A frame for each size, but for those that the rate control leaves out.
    /// Errors: as Vp8Encoder::encode, and as create when the small size begins.
    [[nodiscard]] Result<std::vector<EncodedFrame>> encode(const VideoFrame& frame);

  private:
    TwoSizeEncoder(const Vp8Encoder::Options& options, Vp8Encoder large)
        : options_{options},
          large_{std::move(large)},
          choice_{options.bitrate_bps, 0} {}
    [[nodiscard]] int small_bitrate() const;
    void share_rate();

    Vp8Encoder::Options options_;
    Vp8Encoder large_;
    /// While it is wanted.
    std::optional<Vp8Encoder> small_;
    base::PictureSizes wanted_{true, false};
    PictureRate::Choice choice_;
};

/// How often the sides of a picture are halved for the small size: until it fits 320×180, and stays 160 wide.
[[nodiscard]] int small_halvings(int width, int height);

} // namespace plenum::media
