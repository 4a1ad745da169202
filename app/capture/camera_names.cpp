// SPDX-License-Identifier: Apache-2.0
#include "app/capture/camera_names.h"

#include <algorithm>
#include <set>

namespace plenum::app {

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

std::string name_used_twice(std::span<const StudioCamera> cameras) {
    const auto found = std::ranges::find(cameras, StudioStep::name_twice, &StudioCamera::step);
    if (found == cameras.end()) return {};
    return "More than one camera has the name " + found->name +
           ", so they give no depth and cannot be calibrated. Start all but one of them again with another --name.";
}

} // namespace plenum::app
