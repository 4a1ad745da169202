// SPDX-License-Identifier: Apache-2.0
#include "media/depth/bundle_adjustment.h"

#include "media/depth/opencv.h"

#include <opencv2/calib3d.hpp>

namespace plenum::media::depth {
namespace {

constexpr int steps_max = 60;
/// An iteration that lowers the cost by less than this part of it is the last.
constexpr double gain_min = 1e-9;
constexpr double damping_start = 1e-3;
constexpr double damping_max = 1e10;
constexpr double damping_factor = 10;

cv::Vec<double, 6> to_vector(const Pose& pose) {
    cv::Vec3d turn;
    cv::Rodrigues(rotation_of(pose), turn);
    const auto shift = translation_of(pose);
    return {turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]};
}

cv::Vec3d turn_of(const double* pose) { return {pose[0], pose[1], pose[2]}; }
cv::Vec3d shift_of(const double* pose) { return {pose[3], pose[4], pose[5]}; }

} // namespace

BundleAdjustment::BundleAdjustment(const TargetFinder& finder, const std::vector<Observation>& observations,
                                   const std::vector<CalibratedCamera>& cameras, const std::vector<Pose>& views)
    : finder_{finder},
      observations_{observations} {
    for (const auto& camera : cameras) {
        const auto& in = camera.intrinsics;
        const auto& lens = in.distortion;
        const auto pose = to_vector(camera.from_reference);
        sizes_.push_back(in.size);
        CameraState state{in.fx, in.fy, in.cx, in.cy, lens[0], lens[1], lens[2], lens[3], lens[4]};
        for (int i = 0; i < pose_parameters; ++i)
            state[lens_parameters + i] = pose[i];
        state_.cameras.push_back(state);
    }
    for (const auto& view : views)
        state_.views.push_back(to_vector(view));
}

void BundleAdjustment::run(Refine what) {
    double damping = damping_start;
    auto equations = linearise(state_, what);
    for (int step = 0; step < steps_max && damping < damping_max; ++step) {
        cv::Mat damped = equations.square.clone();
        for (int i = 0; i < damped.rows; ++i)
            damped.at<double>(i, i) *= 1 + damping;
        cv::Mat change;
        const bool solved = cv::solve(damped, -equations.gradient, change, cv::DECOMP_CHOLESKY);
        const auto next = solved ? moved(state_, change) : state_;
        if (!solved || !(cost(next) < equations.cost)) {
            damping *= damping_factor;
            continue;
        }
        damping /= damping_factor;
        state_ = next;
        const double before = equations.cost;
        equations = linearise(state_, what);
        if (before - equations.cost < gain_min * before) return;
    }
}

Intrinsics BundleAdjustment::intrinsics(std::size_t camera) const {
    const auto& state = state_.cameras[camera];
    return {sizes_[camera], state[0], state[1], state[2], state[3], {state[4], state[5], state[6], state[7], state[8]}};
}

Pose BundleAdjustment::camera_pose(std::size_t camera) const {
    const double* pose = state_.cameras[camera].val + lens_parameters;
    cv::Matx33d rotation;
    cv::Rodrigues(turn_of(pose), rotation);
    return to_pose(rotation, shift_of(pose));
}

double BundleAdjustment::squared_error(const Observation& observation) const {
    return cv::norm(residual(state_, observation, nullptr), cv::NORM_L2SQR);
}

cv::Mat BundleAdjustment::residual(const State& state, const Observation& observation, cv::Mat* jacobian) const {
    const auto& camera = state.cameras[observation.camera];
    const auto& view = state.views[observation.view];
    const double* camera_pose = camera.val + lens_parameters;
    const cv::Matx33d matrix{camera[0], 0, camera[2], 0, camera[1], camera[3], 0, 0, 1};
    const cv::Vec<double, 5> lens{camera[4], camera[5], camera[6], camera[7], camera[8]};
    cv::Vec3d turn;
    cv::Vec3d shift;
    // Of the composed pose, for the view's (1) and the camera's (2) rotation (r) and translation (t).
    cv::Matx33d r_r1, r_t1, r_r2, r_t2, t_r1, t_t1, t_r2, t_t2;
    cv::composeRT(turn_of(view.val), shift_of(view.val), turn_of(camera_pose), shift_of(camera_pose), turn, shift, r_r1,
                  r_t1, r_r2, r_t2, t_r1, t_t1, t_r2, t_t2);
    std::vector<cv::Point2d> predicted;
    cv::Mat all;
    std::vector<cv::Point3d> points;
    for (const auto& point : finder_.points_m(observation.corners.numbers))
        points.emplace_back(point);
    cv::projectPoints(points, turn, shift, matrix, lens, predicted,
                      jacobian ? cv::OutputArray{all} : cv::OutputArray{cv::noArray()});
    cv::Mat difference(2 * static_cast<int>(predicted.size()), 1, CV_64F);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        difference.at<double>(static_cast<int>(2 * i)) = predicted[i].x - observation.corners.image[i].x;
        difference.at<double>(static_cast<int>(2 * i) + 1) = predicted[i].y - observation.corners.image[i].y;
    }
    if (jacobian) {
        const cv::Mat by_turn = all.colRange(0, 3);
        const cv::Mat by_shift = all.colRange(3, 6);
        const cv::Mat parts[] = {
            all.colRange(6, 6 + lens_parameters), by_turn * cv::Mat{r_r2} + by_shift * cv::Mat{t_r2},
            by_turn * cv::Mat{r_t2} + by_shift * cv::Mat{t_t2}, by_turn * cv::Mat{r_r1} + by_shift * cv::Mat{t_r1},
            by_turn * cv::Mat{r_t1} + by_shift * cv::Mat{t_t1}};
        cv::hconcat(parts, std::size(parts), *jacobian);
    }
    return difference;
}

BundleAdjustment::NormalEquations BundleAdjustment::linearise(const State& state, Refine what) const {
    const int unknowns = view_offset(state.views.size());
    NormalEquations sum{cv::Mat::zeros(unknowns, unknowns, CV_64F), cv::Mat::zeros(unknowns, 1, CV_64F)};
    for (const auto& observation : observations_) {
        cv::Mat jacobian;
        const cv::Mat difference = residual(state, observation, &jacobian);
        sum.cost += cv::norm(difference, cv::NORM_L2SQR);
        const cv::Mat square = jacobian.t() * jacobian;
        const cv::Mat gradient = jacobian.t() * difference;
        // The blocks of the camera and of the view, here and in the whole.
        const cv::Range here[] = {{0, camera_parameters}, {camera_parameters, camera_parameters + pose_parameters}};
        const int camera = static_cast<int>(observation.camera) * camera_parameters;
        const int view = view_offset(observation.view);
        const cv::Range there[] = {{camera, camera + camera_parameters}, {view, view + pose_parameters}};
        for (std::size_t i = 0; i < 2; ++i) {
            sum.gradient.rowRange(there[i]) += gradient.rowRange(here[i]);
            for (std::size_t j = 0; j < 2; ++j)
                sum.square(there[i], there[j]) += square(here[i], here[j]);
        }
    }
    fix(sum, what);
    return sum;
}

void BundleAdjustment::fix(NormalEquations& equations, Refine what) const {
    const auto keep = [&](const cv::Range& parameters) {
        equations.square.rowRange(parameters) = 0;
        equations.square.colRange(parameters) = 0;
        equations.gradient.rowRange(parameters) = 0;
    };
    keep({lens_parameters, camera_parameters}); // the reference camera stays
    for (int camera = 0; what == Refine::poses && camera < static_cast<int>(sizes_.size()); ++camera)
        keep({camera * camera_parameters, camera * camera_parameters + lens_parameters});
    // What nothing observes stays too.
    for (int i = 0; i < equations.square.rows; ++i)
        if (equations.square.at<double>(i, i) <= 0) equations.square.at<double>(i, i) = 1;
}

double BundleAdjustment::cost(const State& state) const {
    double sum = 0;
    for (const auto& observation : observations_)
        sum += cv::norm(residual(state, observation, nullptr), cv::NORM_L2SQR);
    return sum;
}

BundleAdjustment::State BundleAdjustment::moved(const State& state, const cv::Mat& step) const {
    auto next = state;
    int at = 0;
    for (auto& camera : next.cameras)
        for (int i = 0; i < camera_parameters; ++i)
            camera[i] += step.at<double>(at++);
    for (auto& view : next.views)
        for (int i = 0; i < pose_parameters; ++i)
            view[i] += step.at<double>(at++);
    return next;
}

int BundleAdjustment::view_offset(std::size_t view) const {
    return static_cast<int>(sizes_.size()) * camera_parameters + static_cast<int>(view) * pose_parameters;
}

} // namespace plenum::media::depth
