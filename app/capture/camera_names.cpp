// SPDX-License-Identifier: Apache-2.0
#include "app/capture/camera_names.h"

#include <algorithm>
#include <set>

namespace plenum::app {

using media::depth::CalibrationError;

namespace {

std::string listed(const auto& names) {
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

std::map<std::string, media::VideoFrame> by_name(const CameraFrames& frames, const CameraNames& names) {
    std::map<std::string, media::VideoFrame> named;
    std::set<std::string> twice;
    for (const auto& [number, frame] : frames) {
        const auto name = names.find(number);
        if (name == names.end() || name->second.empty()) continue;
        if (!named.emplace(name->second, frame).second) twice.insert(name->second);
    }
    for (const auto& name : twice)
        named.erase(name);
    return named;
}

void mark_names_used_twice(std::span<StudioCamera> cameras) {
    const auto works = [](const StudioCamera& camera) {
        return !camera.name.empty() && (camera.step == StudioStep::in_step || camera.step == StudioStep::late);
    };
    std::map<std::string, int> users;
    for (const auto& camera : cameras)
        if (works(camera)) ++users[camera.name];
    for (auto& camera : cameras)
        if (works(camera) && users[camera.name] > 1) camera.step = StudioStep::name_twice;
}

std::optional<CalibrationError> name_used_twice(std::span<const StudioCamera> cameras) {
    const auto found = std::ranges::find(cameras, StudioStep::name_twice, &StudioCamera::step);
    if (found == cameras.end()) return std::nullopt;
    return CalibrationError{.cause = CalibrationError::Cause::name_twice, .camera = found->name};
}

std::optional<CalibrationError> other_cameras(const media::depth::Calibration& calibration,
                                              std::span<const StudioCamera> cameras) {
    std::vector<std::string> calibrated;
    for (const auto& camera : calibration.cameras)
        calibrated.push_back(camera.name);
    const auto known = std::ranges::count_if(calibrated, [&](const auto& name) {
        const auto is_it = [&](const auto& each) { return each.name == name && each.step != StudioStep::name_twice; };
        return std::ranges::any_of(cameras, is_it);
    });
    if (known >= 2) return std::nullopt;
    if (auto twice = name_used_twice(cameras)) return twice;
    std::vector<std::string> there;
    for (const auto& camera : cameras)
        there.push_back(camera.name.empty() ? "one without a name" : camera.name);
    return CalibrationError{
        .cause = CalibrationError::Cause::other_cameras, .camera = listed(calibrated), .detail = listed(there)};
}

} // namespace plenum::app
