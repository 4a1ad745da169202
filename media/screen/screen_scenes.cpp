// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_scenes.h"

#include "media/screen/picture_blocks.h"
#include "media/screen/screen_pace.h"

#include <algorithm>
#include <utility>

namespace plenum::media {
namespace {

double differing_share(const std::vector<std::size_t>& one, const std::vector<std::size_t>& other) {
    if (one.size() != other.size() || one.empty()) return 1;
    std::size_t differing = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        differing += one[i] != other[i] ? 1 : 0;
    return static_cast<double>(differing) / static_cast<double>(one.size());
}

std::uint32_t name_of(base::ConferenceTime time) {
    constexpr std::int64_t names = std::int64_t{1} << 31;
    const auto name = static_cast<std::uint32_t>(base::to_us(time.time_since_epoch()) / 1000 % names);
    return std::max<std::uint32_t>(name, 1);
}

} // namespace

void ScreenScenes::handle_picture(const VideoFrame& picture, double share, base::LocalTime now) {
    if (picture_.empty() || share > ScreenPace::moving_share) moved_at_ = now;
    picture_ = picture;
}

std::uint32_t ScreenScenes::poll(base::LocalTime now, base::ConferenceTime time) {
    const bool rests = moved_at_ && (scenes_.empty() || now - *moved_at_ >= rest);
    if (rests) {
        moved_at_.reset();
        auto hashes = block_hashes(picture_);
        const auto known = std::ranges::find_if(scenes_.rbegin(), scenes_.rend(), [&](const Scene& scene) {
            return differing_share(scene.hashes, hashes) <= ScreenPace::moving_share;
        });
        if (known != scenes_.rend()) {
            std::rotate(std::prev(known.base()), known.base(), scenes_.end());
        } else {
            if (scenes_.size() == scenes_max) scenes_.pop_front();
            scenes_.push_back({name_of(time), std::move(hashes)});
        }
    }
    return scenes_.empty() ? 0 : scenes_.back().name;
}

} // namespace plenum::media
