// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibrator.h"

#include "media/depth/calibration_start.h"
#include "media/depth/opencv.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace plenum::media::depth {
namespace {

/// An observation is left out if its error is so many times the median, and no less than this in pixels.
constexpr double reject_medians = 3;
constexpr double reject_px_min = 0.5;
constexpr int rejections_max = 3;

using Cause = CalibrationError::Cause;

template <class Work>
auto guarded_calibration(const char* doing, Work&& work) -> decltype(work()) {
    using Outcome = decltype(work());
    auto outcome = guarded(doing, [&] { return Result<Outcome>{std::in_place, work()}; });
    if (!outcome) return std::unexpected{CalibrationError{.detail = std::move(outcome.error().text)}};
    return *std::move(outcome);
}

double rms(double squares, std::size_t corners) {
    return corners == 0 ? 0 : std::sqrt(squares / static_cast<double>(corners));
}

/// Errors of the observations under a calibration.
class ErrorSums {
  public:
    ErrorSums(const BundleAdjustment& adjustment, const std::vector<Observation>& observations) {
        for (const auto& observation : observations)
            squares_.push_back(adjustment.squared_error(observation));
    }

    [[nodiscard]] double of(std::size_t index, const std::vector<Observation>& observations) const {
        return rms(squares_[index], observations[index].corners.numbers.size());
    }
    /// Of the observations for which `chosen` holds.
    [[nodiscard]] double over(const std::vector<Observation>& observations, auto chosen) const {
        double squares = 0;
        std::size_t corners = 0;
        for (std::size_t i = 0; i < observations.size(); ++i) {
            if (!chosen(observations[i])) continue;
            squares += squares_[i];
            corners += observations[i].corners.numbers.size();
        }
        return rms(squares, corners);
    }

  private:
    std::vector<double> squares_;
};

} // namespace

struct Calibrator::Impl {
    explicit Impl(Options settings)
        : options{std::move(settings)},
          finder{options.target},
          sizes(options.cameras.size()) {}

    [[nodiscard]] ViewOfCamera name_of(const Observation& observation) const {
        return {views[observation.view], options.cameras[observation.camera]};
    }
    [[nodiscard]] CalibrationResult<CalibrationReport> calibrate() const;
    /// Moves those that fit much worse than the others out of `used`; true if there were any.
    [[nodiscard]] bool reject(const BundleAdjustment& adjustment, std::vector<Observation>& used,
                              CalibrationReport& report) const;
    void fill(const BundleAdjustment& adjustment, const std::vector<Observation>& used,
              CalibrationReport& report) const;

    Options options;
    TargetFinder finder;
    std::vector<ImageSize> sizes;
    std::vector<std::string> views;
    std::vector<Observation> observations;
    std::vector<ViewOfCamera> unseen;
};

CalibrationResult<Calibrator> Calibrator::create(Options options) {
    const auto bad = [](CalibrationError error) { return std::unexpected{std::move(error)}; };
    if (const auto checked = check(options.target); !checked)
        return bad({.cause = Cause::bad_target, .detail = checked.error().text});
    if (options.cameras.empty()) return bad({.cause = Cause::no_cameras});
    if (options.cameras.size() > calibrated_cameras_max) return bad({.cause = Cause::too_many_cameras});
    std::set<std::string> names;
    for (const auto& name : options.cameras)
        if (!names.insert(name).second) return bad({.cause = Cause::name_twice, .camera = name});
    return guarded_calibration("Preparing the calibration", [&]() -> CalibrationResult<Calibrator> {
        return Calibrator{std::make_unique<Impl>(std::move(options))};
    });
}

Calibrator::Calibrator(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Calibrator::Calibrator(Calibrator&&) noexcept = default;
Calibrator& Calibrator::operator=(Calibrator&&) noexcept = default;
Calibrator::~Calibrator() = default;

CalibrationResult<std::vector<std::size_t>> Calibrator::add_view(const std::string& name,
                                                                 std::span<const VideoFrame> pictures) {
    auto& impl = *impl_;
    if (impl.views.size() == views_max) return std::unexpected{CalibrationError{.cause = Cause::views_full}};
    if (pictures.size() != impl.sizes.size())
        return std::unexpected{CalibrationError{.detail = "A view needs one picture of each camera."}};
    for (std::size_t camera = 0; camera < pictures.size(); ++camera) {
        if (pictures[camera].empty()) continue;
        auto& size = impl.sizes[camera];
        if (size == ImageSize{}) size = {pictures[camera].width, pictures[camera].height};
        if (const auto checked = check_picture(pictures[camera], size); !checked)
            return std::unexpected{CalibrationError{.cause = Cause::wrong_picture,
                                                    .camera = impl.options.cameras[camera],
                                                    .detail = name + ": " + checked.error().text}};
    }
    return guarded_calibration("Looking for the target", [&]() -> CalibrationResult<std::vector<std::size_t>> {
        std::vector<std::size_t> missing;
        std::vector<Observation> seen;
        for (std::size_t camera = 0; camera < pictures.size(); ++camera) {
            auto corners = pictures[camera].empty() ? std::nullopt : impl.finder.find(luma_of(pictures[camera]));
            if (corners)
                seen.push_back({camera, impl.views.size(), std::move(*corners)});
            else
                missing.push_back(camera);
        }
        for (const auto camera : missing)
            impl.unseen.push_back({name, impl.options.cameras[camera]});
        std::ranges::move(seen, std::back_inserter(impl.observations));
        impl.views.push_back(name);
        return missing;
    });
}

std::size_t Calibrator::views() const { return impl_->views.size(); }

CalibrationResult<CalibrationReport> Calibrator::calibrate() const {
    return guarded_calibration("Calibrating", [this] { return impl_->calibrate(); });
}

CalibrationResult<CalibrationReport> Calibrator::Impl::calibrate() const {
    CalibrationStarter starter{finder, observations, options.cameras, sizes};
    auto start = starter.find(views.size());
    if (!start) return std::unexpected{start.error()};
    CalibrationReport report;
    report.unseen = unseen;
    report.calibration.cameras = start->cameras;
    auto used = observations;
    BundleAdjustment adjustment{finder, used, start->cameras, start->views};
    using Refine = BundleAdjustment::Refine;
    // A view that is wrong raises the errors of others, so the bound sinks with each round.
    adjustment.run(Refine::poses);
    for (int round = 0; round < rejections_max && reject(adjustment, used, report); ++round)
        adjustment.run(Refine::poses);
    adjustment.run(Refine::everything);
    if (reject(adjustment, used, report)) adjustment.run(Refine::everything);
    fill(adjustment, used, report);
    if (const auto checked = check(report.calibration); !checked)
        return std::unexpected{CalibrationError{.cause = Cause::no_fit, .detail = checked.error().text}};
    return report;
}

bool Calibrator::Impl::reject(const BundleAdjustment& adjustment, std::vector<Observation>& used,
                              CalibrationReport& report) const {
    const ErrorSums errors{adjustment, used};
    std::vector<double> sorted;
    for (std::size_t i = 0; i < used.size(); ++i)
        sorted.push_back(errors.of(i, used));
    std::ranges::sort(sorted);
    const double bound = std::max(reject_px_min, reject_medians * sorted[sorted.size() / 2]);
    std::vector<std::size_t> left(sizes.size());
    for (const auto& observation : used)
        ++left[observation.camera];
    const auto before = report.rejected.size();
    std::vector<Observation> kept;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const double error = errors.of(i, used);
        auto& count = left[used[i].camera];
        if (error <= bound || count <= views_min) {
            kept.push_back(used[i]);
            continue;
        }
        --count;
        report.rejected.push_back({name_of(used[i]), error, used[i].corners.numbers.size()});
    }
    used = std::move(kept);
    return report.rejected.size() > before;
}

void Calibrator::Impl::fill(const BundleAdjustment& adjustment, const std::vector<Observation>& used,
                            CalibrationReport& report) const {
    const ErrorSums errors{adjustment, used};
    for (std::size_t i = 0; i < used.size(); ++i)
        report.errors.push_back({name_of(used[i]), errors.of(i, used), used[i].corners.numbers.size()});
    auto& cameras = report.calibration.cameras;
    for (std::size_t camera = 0; camera < cameras.size(); ++camera) {
        cameras[camera].intrinsics = adjustment.intrinsics(camera);
        // The reference stays to the bit.
        if (camera > 0) cameras[camera].from_reference = adjustment.camera_pose(camera);
        cameras[camera].error_px =
            errors.over(used, [&](const Observation& observation) { return observation.camera == camera; });
    }
    report.calibration.error_px = errors.over(used, [](const Observation&) { return true; });
}

} // namespace plenum::media::depth
