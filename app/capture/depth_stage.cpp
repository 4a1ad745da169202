// SPDX-License-Identifier: Apache-2.0
#include "app/capture/depth_stage.h"

#include "app/capture/depth_picture.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace plenum::app {

using media::depth::CalibrationError;
using media::depth::CalibrationResult;

CalibrationResult<void> DepthStage::use(media::depth::Calibration calibration, std::string name) {
    auto reconstruction = Reconstruction::create(std::move(calibration), {.range = range_});
    const auto unsuitable = [](media::MediaError& error) {
        return std::unexpected{
            CalibrationError{.cause = CalibrationError::Cause::no_pair, .detail = std::move(error.text)}};
    };
    if (!reconstruction) return unsuitable(reconstruction.error());
    auto watch = PoseWatch::create(reconstruction->calibration(), reconstruction->pairs());
    if (!watch) return unsuitable(watch.error());
    auto setup = std::make_shared<Setup>(std::move(name), *std::move(reconstruction), *std::move(watch));
    const auto& cameras = setup->reconstruction.calibration().cameras;
    for (std::size_t i = 0; i < cameras.size(); ++i)
        setup->indexes.emplace(cameras[i].name, i);
    const std::lock_guard lock{mutex_};
    // The one before ends after the lock, since its thread may be at work.
    std::swap(setup_, setup);
    wrong_sizes_.clear();
    points_.reset();
    return {};
}

std::string DepthStage::name() const {
    const std::lock_guard lock{mutex_};
    return setup_ ? setup_->name : std::string{};
}

std::optional<CalibrationError> DepthStage::wrong_cameras(std::span<const StudioCamera> cameras) const {
    const std::lock_guard lock{mutex_};
    return setup_ ? other_cameras(setup_->reconstruction.calibration(), cameras) : std::nullopt;
}

std::optional<CalibrationError> DepthStage::warning(std::span<const StudioCamera> cameras, base::LocalTime now,
                                                    base::Duration patience) {
    auto wrong = cameras.size() < 2 ? std::nullopt : wrong_cameras(cameras);
    const std::lock_guard lock{mutex_};
    if (!setup_ || setup_->warned) return std::nullopt;
    if (!wrong) {
        setup_->wrong_since.reset();
        return std::nullopt;
    }
    if (!setup_->wrong_since) setup_->wrong_since = now;
    if (now - *setup_->wrong_since < patience) return std::nullopt;
    setup_->warned = true;
    return wrong;
}

bool DepthStage::knows(const std::string& camera) const {
    const std::lock_guard lock{mutex_};
    return setup_ && setup_->indexes.contains(camera);
}

std::optional<StudioStep> DepthStage::trouble(const std::string& camera) const {
    using Verdict = media::depth::MovedCameraAlarm::Verdict;
    const std::lock_guard lock{mutex_};
    if (!setup_) return std::nullopt;
    if (wrong_sizes_.contains(camera)) return StudioStep::wrong_size;
    const auto found = setup_->indexes.find(camera);
    if (found == setup_->indexes.end()) return std::nullopt;
    switch (setup_->watch->verdict(found->second)) {
    case Verdict::moved: return StudioStep::moved;
    case Verdict::moved_or_partner: return StudioStep::moved_or_partner;
    case Verdict::steady:
    case Verdict::cannot_tell: break;
    }
    return std::nullopt;
}

std::shared_ptr<const media::depth::PointCloud> DepthStage::points() const {
    const std::lock_guard lock{mutex_};
    return points_;
}

std::optional<StudioError> DepthStage::wrong_size() const {
    const std::lock_guard lock{mutex_};
    if (!setup_ || wrong_sizes_.empty()) return std::nullopt;
    const auto text = [](media::depth::ImageSize size) {
        return std::to_string(size.width) + "x" + std::to_string(size.height);
    };
    const auto& [camera, size] = *wrong_sizes_.begin();
    // The calibration may be newer than the pictures.
    const auto index = setup_->indexes.find(camera);
    if (index == setup_->indexes.end()) return std::nullopt;
    const auto& calibrated = setup_->reconstruction.calibration().cameras[index->second];
    return StudioError{.cause = StudioError::Cause::wrong_size,
                       .subject = camera,
                       .detail =
                           text(size) + " pixels, and the calibration is for " + text(calibrated.intrinsics.size)};
}

std::vector<media::VideoFrame> DepthStage::pictures(const Setup& setup, const CameraFrames& frames,
                                                    const CameraNames& names) {
    std::vector<media::VideoFrame> pictures(setup.reconstruction.calibration().cameras.size());
    std::map<std::string, media::depth::ImageSize> wrong;
    for (const auto& [name, frame] : by_name(frames, names)) {
        const auto index = setup.indexes.find(name);
        if (index == setup.indexes.end()) continue;
        if (setup.reconstruction.is_size_of(index->second, frame))
            pictures[index->second] = frame;
        else
            wrong.insert_or_assign(name, media::depth::ImageSize{frame.width, frame.height});
    }
    const std::lock_guard lock{mutex_};
    wrong_sizes_ = std::move(wrong);
    return pictures;
}

void DepthStage::show(const Setup& setup, std::span<const Reconstruction::PairDepth> depth,
                      const CameraNames& names) const {
    std::set<std::size_t> shown;
    const auto& cameras = setup.reconstruction.calibration().cameras;
    for (const auto& each : depth) {
        const auto picture = depth_picture(each.picture, each.range);
        for (const auto index : {each.pair.first, each.pair.second}) {
            const auto is_it = [&](const auto& item) { return item.second == cameras[index].name; };
            const auto number = std::ranges::find_if(names, is_it);
            if (number != names.end() && shown.insert(index).second) callbacks_.depth_picture(number->first, picture);
        }
    }
}

bool DepthStage::take(const CameraFrames& frames, const CameraNames& names) {
    std::shared_ptr<Setup> setup;
    {
        const std::lock_guard lock{mutex_};
        setup = setup_;
    }
    if (!setup) return false;
    auto chosen = pictures(*setup, frames, names);
    const auto depth = setup->reconstruction.measure(chosen);
    setup->watch->look(std::move(chosen));
    if (depth.empty()) return false;
    if (watched_ && callbacks_.depth_picture) show(*setup, depth, names);
    auto points = std::make_shared<const media::depth::PointCloud>(setup->reconstruction.fuse());
    {
        const std::lock_guard lock{mutex_};
        points_ = points;
    }
    if (callbacks_.scene) callbacks_.scene(std::move(points));
    if (sender_ != nullptr) sender_->send(depth, client::Session::now());
    return true;
}

} // namespace plenum::app
