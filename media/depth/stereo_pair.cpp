// SPDX-License-Identifier: Apache-2.0
#include "media/depth/stereo_pair.h"

#include "media/depth/opencv.h"
#include "media/depth/rectification.h"
#include "media/depth/stereo_matcher.h"

#include <fmt/format.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace plenum::media::depth {
namespace {

/// Disparities that the range asks for, within the settings' bound.
MatchSettings fitted(MatchSettings settings, const Rectification::Geometry& geometry, const DepthRange& range) {
    const double at_one_metre = geometry.focal_px * geometry.baseline_m;
    settings.disparity_min = static_cast<int>(std::floor(at_one_metre / range.far_m));
    const double wanted = std::ceil(at_one_metre / range.near_m) + 1 - settings.disparity_min;
    const auto sixteens = static_cast<int>(std::ceil(std::min(wanted, 4096.0) / 16));
    settings.disparities = std::min(settings.disparities, 16 * sixteens);
    return settings;
}

} // namespace

struct StereoPair::Impl {
    Impl(Rectification turned, const Options& settings)
        : rectification{std::move(turned)},
          options{settings},
          matching{fitted(settings.matching, rectification.geometry(), settings.range)},
          matcher{matching} {
        const auto& geometry = rectification.geometry();
        const double at_one_metre = geometry.focal_px * geometry.baseline_m;
        camera = {geometry.size,
                  geometry.focal_px,
                  geometry.focal_px,
                  geometry.cx,
                  geometry.cy,
                  1 / (at_one_metre * StereoMatcher::fraction),
                  geometry.from_reference};
        const int disparity_max = matching.disparity_min + matching.disparities - 1;
        options.range.near_m = std::max(options.range.near_m, at_one_metre / disparity_max);
    }

    void measure(const VideoFrame& left_frame, const VideoFrame& right_frame, ColourDepth& to) {
        const auto size = to_cv(camera.size);
        const auto pixels = static_cast<std::size_t>(size.area());
        to.camera = camera;
        to.source = options.source;
        to.captured_at = left_frame.captured_at;
        to.bgr.resize(3 * pixels);
        to.inverse_depth.resize(pixels);
        rectification.apply_left(luma_of(left_frame), left);
        rectification.apply_right(luma_of(right_frame), right);
        matcher.match(left, right, disparity);
        const cv::Mat planes(size.height / 2 * 3, size.width, CV_8UC1,
                             const_cast<std::uint8_t*>(left_frame.pixels->data()));
        cv::cvtColor(planes, colour, cv::COLOR_YUV2BGR_I420);
        // They write in place: sizes and types fit.
        cv::Mat rectified_colour(size, CV_8UC3, to.bgr.data());
        rectification.apply_left(colour, rectified_colour);
        // Disparity is inverse depth in steps; what is not known is negative and becomes 0.
        cv::Mat inverse_depth(size, CV_16UC1, to.inverse_depth.data());
        if (matching.disparity_min > 0)
            disparity.setTo(0, disparity < matching.disparity_min * StereoMatcher::fraction);
        disparity.convertTo(inverse_depth, CV_16U);
    }

    Rectification rectification;
    Options options;
    MatchSettings matching;
    StereoMatcher matcher;
    DepthCamera camera;
    // Kept, so that no picture allocates.
    cv::Mat left;
    cv::Mat right;
    cv::Mat colour;
    cv::Mat disparity;
};

Result<StereoPair> StereoPair::create(const CalibratedCamera& first, const CalibratedCamera& second,
                                      const Options& options) {
    if (const auto checked = check(options.matching); !checked) return std::unexpected{checked.error()};
    if (const auto checked = check(options.range); !checked) return std::unexpected{checked.error()};
    auto rectification = Rectification::create(first, second);
    if (!rectification) return std::unexpected{rectification.error()};
    return guarded("Preparing the camera pair", [&]() -> Result<StereoPair> {
        auto impl = std::make_unique<Impl>(std::move(*rectification), options);
        if (const auto checked = check(impl->camera); !checked) return std::unexpected{checked.error()};
        const int disparity_max = impl->matching.disparity_min + impl->matching.disparities;
        if (impl->options.range.near_m >= options.range.far_m || disparity_max >= impl->camera.size.width)
            return media_error(MediaError::Kind::bad_setting,
                               fmt::format("{} and {} stand too far apart for this range of depth. Move them closer "
                                           "together, raise the range, or allow more disparities.",
                                           first.name, second.name));
        return StereoPair{std::move(impl)};
    });
}

StereoPair::StereoPair(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
StereoPair::StereoPair(StereoPair&&) noexcept = default;
StereoPair& StereoPair::operator=(StereoPair&&) noexcept = default;
StereoPair::~StereoPair() = default;

Result<void> StereoPair::measure(const VideoFrame& first, const VideoFrame& second, ColourDepth& to) {
    for (const auto* frame : {&first, &second})
        if (const auto checked = check_picture(*frame, impl_->camera.size); !checked) return checked;
    return guarded("Measuring depth", [&]() -> Result<void> {
        const bool swapped = impl_->rectification.swapped();
        impl_->measure(swapped ? second : first, swapped ? first : second, to);
        return {};
    });
}

const DepthRange& StereoPair::range() const { return impl_->options.range; }
const DepthCamera& StereoPair::camera() const { return impl_->camera; }

} // namespace plenum::media::depth
