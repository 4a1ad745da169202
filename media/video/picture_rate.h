// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/frame.h"

namespace plenum::media {

/// How many bits and pixels a camera may take of the way to the relay (push-pull §1.1: what a network can take).
///
/// The link's rate rises only while it limits what is sent, and falls at once. So pictures fall at once too, take most
/// of the rate and never all of it, and rise slowly. Where there are too few bits for the picture, its sides are
/// halved: a small sharp picture is better than a large blurred one, and each change costs a key frame.
class PictureRate {
  public:
    struct Options {
        int bitrate_max_bps{1'500'000};
        /// Pixels of a whole picture.
        int pixels{1280 * 720};
    };
    struct Choice {
        int bitrate_bps{0};
        /// How often the sides are halved.
        int halvings{0};
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    static constexpr int bitrate_min_bps = 60'000;
    static constexpr int halvings_max = 2;

    explicit PictureRate(const Options& options) : options_{options}, choice_{options.bitrate_max_bps, 0} {}

    /// What the way carries now, told about once a second.
    Choice handle(base::ByteRate send_rate);
    [[nodiscard]] Choice choice() const { return choice_; }

  private:
    [[nodiscard]] int bitrate_least_at(int halvings) const;

    Options options_;
    Choice choice_;
    /// How often in a row a larger picture would have had enough.
    int ample_{0};
};

/// The picture with its sides halved so often, each pixel the mean of four; the picture itself for 0. Sides stay even
/// and at least 2.
[[nodiscard]] VideoFrame halve(const VideoFrame& frame, int times);

} // namespace plenum::media
