// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "media/frame.h"

#include <memory>
#include <optional>
#include <span>

namespace plenum::media {

/// From a screen's pixels (four bytes each, blue first) to a picture, made smaller where it must be. Not for several
/// threads.
class PictureScaler {
  public:
    struct Size {
        int width{0};
        int height{0};
        friend bool operator==(const Size&, const Size&) = default;
    };
    PictureScaler();
    ~PictureScaler();
    PictureScaler(const PictureScaler&) = delete;
    PictureScaler& operator=(const PictureScaler&) = delete;

    /// `pixels`: rows without padding. Empty if that cannot be.
    [[nodiscard]] VideoFrame convert(std::span<const std::uint8_t> pixels, Size from, Size into);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The same for pictures that follow each other, of which many are alike.
class ChangedPictures {
  public:
    /// As `PictureScaler::convert`; nullopt where it gives nothing, or what it gave before.
    [[nodiscard]] std::optional<VideoFrame> convert(std::span<const std::uint8_t> pixels, PictureScaler::Size from,
                                                    PictureScaler::Size into);

  private:
    PictureScaler scaler_;
    VideoFrame last_;
};

/// The largest size of this shape that fits in and is no larger; sides even and at least 16.
[[nodiscard]] PictureScaler::Size fit(PictureScaler::Size from, PictureScaler::Size into);

} // namespace plenum::media
