// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibration_start.h"

#include "media/depth/calibrator.h"
#include "media/depth/opencv.h"

#include <opencv2/calib3d.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace plenum::media::depth {
namespace {

/// A focal length whose standard deviation is a larger part of it than this is not known: distances would be as wrong.
constexpr double focal_deviation_max = 0.05;
/// Corners that both cameras of a pair see in one view.
constexpr std::size_t common_corners_min = 6;

/// Views of parallel targets leave open whether the target is near or the lens long (Zhang 2000, section 5).
constexpr double tilt_difference_min = 10 * std::numbers::pi / 180;

/// Whether the target faces ways that differ, given its rotations.
bool tilts_differ(const std::vector<cv::Mat>& turns) {
    std::vector<cv::Vec3d> normals;
    for (const auto& turn : turns) {
        cv::Matx33d rotation;
        cv::Rodrigues(turn, rotation);
        normals.emplace_back(rotation(0, 2), rotation(1, 2), rotation(2, 2));
    }
    const auto differs = [&](const cv::Vec3d& normal) {
        return std::acos(std::clamp(normal.dot(normals.front()), -1.0, 1.0)) > tilt_difference_min;
    };
    return std::ranges::any_of(normals, differs);
}

using StartCause = CalibrationError::Cause;

std::unexpected<CalibrationError> bad(StartCause cause, const std::string& camera, std::size_t views = 0) {
    return std::unexpected{CalibrationError{.cause = cause, .camera = camera, .views = views}};
}

} // namespace

CalibrationStarter::CalibrationStarter(const TargetFinder& finder, const std::vector<Observation>& observations,
                                       std::span<const std::string> names, std::span<const ImageSize> sizes)
    : finder_{finder},
      observations_{observations},
      names_{names},
      sizes_{sizes} {}

CalibrationResult<CalibrationStart> CalibrationStarter::find(std::size_t views) {
    start_.cameras.resize(names_.size());
    start_.views.resize(views);
    for (std::size_t camera = 0; camera < names_.size(); ++camera)
        if (const auto found = find_intrinsics(camera); !found) return std::unexpected{found.error()};
    if (const auto found = find_poses(); !found) return std::unexpected{found.error()};
    find_views();
    return std::move(start_);
}

CalibrationResult<void> CalibrationStarter::find_intrinsics(std::size_t camera) {
    std::vector<std::vector<cv::Point3f>> points_m;
    std::vector<std::vector<cv::Point2f>> image;
    for (const auto& observation : observations_) {
        if (observation.camera != camera) continue;
        points_m.push_back(finder_.points_m(observation.corners.numbers));
        image.push_back(observation.corners.image);
    }
    const auto& name = names_[camera];
    if (image.size() < Calibrator::views_min) return bad(StartCause::few_views, name, image.size());
    cv::Matx33d matrix;
    cv::Mat lens;
    cv::Mat deviations;
    std::vector<cv::Mat> turns;
    std::vector<cv::Mat> shifts;
    cv::calibrateCamera(points_m, image, to_cv(sizes_[camera]), matrix, lens, turns, shifts, deviations, cv::noArray(),
                        cv::noArray());
    auto& found = start_.cameras[camera];
    found.name = name;
    found.intrinsics = {sizes_[camera], matrix(0, 0), matrix(1, 1), matrix(0, 2), matrix(1, 2), {}};
    std::copy_n(lens.begin<double>(), found.intrinsics.distortion.size(), found.intrinsics.distortion.begin());
    const bool is_certain = tilts_differ(turns) && deviations.at<double>(0) < focal_deviation_max * matrix(0, 0);
    if (!is_certain || !check(found.intrinsics)) return bad(StartCause::open_focal_length, name);
    return {};
}

CalibrationResult<void> CalibrationStarter::find_poses() {
    std::set<std::size_t> open;
    for (std::size_t camera = 1; camera < names_.size(); ++camera)
        open.insert(camera);
    std::vector<std::size_t> placed{0};
    while (!open.empty()) {
        std::size_t most = 0;
        std::size_t from = 0;
        std::size_t to = *open.begin();
        for (const auto known : placed) {
            for (const auto camera : open) {
                const auto views = common(known, camera).points_m.size();
                if (views <= most) continue;
                most = views;
                from = known;
                to = camera;
            }
        }
        if (most < Calibrator::views_min) return bad(StartCause::few_common_views, names_[to], most);
        start_.cameras[to].from_reference = then(start_.cameras[from].from_reference, pose_of_pair(from, to));
        placed.push_back(to);
        open.erase(to);
    }
    return {};
}

CalibrationStarter::Common CalibrationStarter::common(std::size_t first, std::size_t second) const {
    Common both;
    for (const auto& a : observations_) {
        if (a.camera != first) continue;
        const auto b = std::ranges::find_if(
            observations_, [&](const Observation& other) { return other.camera == second && other.view == a.view; });
        if (b == observations_.end()) continue;
        std::vector<int> numbers;
        std::vector<cv::Point2f> image_a;
        std::vector<cv::Point2f> image_b;
        for (std::size_t i = 0; i < a.corners.numbers.size(); ++i) {
            const auto same = std::ranges::find(b->corners.numbers, a.corners.numbers[i]);
            if (same == b->corners.numbers.end()) continue;
            numbers.push_back(a.corners.numbers[i]);
            image_a.push_back(a.corners.image[i]);
            image_b.push_back(b->corners.image[static_cast<std::size_t>(same - b->corners.numbers.begin())]);
        }
        if (numbers.size() < common_corners_min) continue;
        both.points_m.push_back(finder_.points_m(numbers));
        both.first.push_back(std::move(image_a));
        both.second.push_back(std::move(image_b));
    }
    return both;
}

Pose CalibrationStarter::pose_of_pair(std::size_t first, std::size_t second) const {
    const auto corners = common(first, second);
    cv::Mat matrix_a{camera_matrix(start_.cameras[first].intrinsics)};
    cv::Mat matrix_b{camera_matrix(start_.cameras[second].intrinsics)};
    cv::Mat lens_a = distortion_row(start_.cameras[first].intrinsics);
    cv::Mat lens_b = distortion_row(start_.cameras[second].intrinsics);
    cv::Matx33d rotation;
    cv::Vec3d translation;
    cv::Mat essential;
    cv::Mat fundamental;
    cv::stereoCalibrate(corners.points_m, corners.first, corners.second, matrix_a, lens_a, matrix_b, lens_b,
                        to_cv(sizes_[first]), rotation, translation, essential, fundamental, cv::CALIB_FIX_INTRINSIC);
    return to_pose(rotation, translation);
}

void CalibrationStarter::find_views() {
    std::set<std::size_t> found;
    for (const auto& observation : observations_) {
        if (found.contains(observation.view)) continue;
        const auto& camera = start_.cameras[observation.camera];
        cv::Vec3d turn;
        cv::Vec3d shift;
        const auto& in = camera.intrinsics;
        if (!cv::solvePnP(finder_.points_m(observation.corners.numbers), observation.corners.image, camera_matrix(in),
                          distortion_row(in), turn, shift))
            continue;
        cv::Matx33d rotation;
        cv::Rodrigues(turn, rotation);
        start_.views[observation.view] = then(to_pose(rotation, shift), inverse(camera.from_reference));
        found.insert(observation.view);
    }
}

} // namespace plenum::media::depth
