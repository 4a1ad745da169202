// SPDX-License-Identifier: Apache-2.0
#include "app/capture/reconstruction.h"

#include <algorithm>
#include <utility>

namespace plenum::app {
namespace {

using media::depth::CalibratedCamera;
using media::depth::CameraPair;
using media::depth::StereoPair;

/// Other cameras, the nearest first.
std::vector<std::size_t> neighbours(const std::vector<CalibratedCamera>& cameras, std::size_t camera) {
    std::vector<std::size_t> others;
    for (std::size_t other = 0; other < cameras.size(); ++other)
        if (other != camera) others.push_back(other);
    std::ranges::sort(others, {}, [&](std::size_t other) {
        const double apart = media::depth::distance_m(cameras[camera].from_reference, cameras[other].from_reference);
        return std::pair{apart, other};
    });
    return others;
}

} // namespace

media::Result<Reconstruction> Reconstruction::create(media::depth::Calibration calibration, const Options& options) {
    if (const auto checked = media::depth::check(calibration); !checked) return std::unexpected{checked.error()};
    auto fusion = media::depth::CloudFusion::create({});
    if (!fusion) return std::unexpected{fusion.error()};
    Reconstruction made{std::move(calibration), *std::move(fusion)};
    const auto& cameras = made.calibration_.cameras;
    media::MediaError last{media::MediaError::Kind::bad_setting, "Depth needs two cameras at least. Calibrate two."};
    for (std::size_t camera = 0; camera < cameras.size(); ++camera) {
        for (const auto other : neighbours(cameras, camera)) {
            const CameraPair pair{std::min(camera, other), std::max(camera, other)};
            if (std::ranges::find(made.which_, pair) != made.which_.end()) break;
            StereoPair::Options settings;
            settings.range = options.range;
            settings.matching.disparities = options.disparities;
            settings.source = static_cast<std::uint8_t>(made.pairs_.size());
            auto stereo = StereoPair::create(cameras[pair.first], cameras[pair.second], settings);
            if (stereo) {
                made.which_.push_back(pair);
                made.pairs_.push_back(*std::move(stereo));
                break;
            }
            last = std::move(stereo.error());
        }
    }
    if (made.pairs_.empty()) return std::unexpected{std::move(last)};
    made.measured_.resize(made.pairs_.size());
    return made;
}

bool Reconstruction::is_size_of(std::size_t camera, const media::VideoFrame& frame) const {
    if (camera >= calibration_.cameras.size()) return false;
    return calibration_.cameras[camera].intrinsics.size == media::depth::ImageSize{frame.width, frame.height};
}

std::span<const Reconstruction::PairDepth> Reconstruction::measure(std::span<const media::VideoFrame> pictures) {
    measured_pairs_ = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const auto [first, second] = which_[i];
        if (first >= pictures.size() || second >= pictures.size()) continue;
        if (pictures[first].empty() || pictures[second].empty()) continue;
        auto& to = measured_[measured_pairs_];
        if (!pairs_[i].measure(pictures[first], pictures[second], to.picture)) continue;
        to.pair = which_[i];
        to.range = pairs_[i].range();
        ++measured_pairs_;
    }
    return std::span{measured_}.first(measured_pairs_);
}

media::depth::PointCloud Reconstruction::fuse() {
    media::depth::PointCloud points;
    for (std::size_t i = 0; i < measured_pairs_; ++i) {
        points.clear();
        media::depth::append_points(measured_[i].picture, measured_[i].range, points);
        fusion_.add(points);
    }
    return fusion_.take();
}

} // namespace plenum::app
