// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_pace.h"

#include <algorithm>
#include <cstring>

namespace plenum::media {
namespace {

constexpr int block_width = 64;
constexpr int block_height = 16;

bool differs(const VideoFrame& before, const VideoFrame& after, int left, int top) {
    const auto width = static_cast<std::size_t>(std::min(block_width, after.width - left));
    const int bottom = std::min(top + block_height, after.height);
    for (int y = top; y < bottom; ++y) {
        const auto at =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(after.width) + static_cast<std::size_t>(left);
        if (std::memcmp(before.pixels->data() + at, after.pixels->data() + at, width) != 0) return true;
    }
    return false;
}

} // namespace

void ScreenPace::handle_picture(double share) {
    const bool moves = share > moving_share;
    // A page that scrolls is not still because its last step was small.
    moving_ = moves || (changed_ && moving_);
    changed_ = true;
}

std::optional<ScreenPace::Quantiser> ScreenPace::poll(base::LocalTime now) const {
    if (!sent_at_) return changed_ ? std::optional{moving_quantiser} : std::nullopt;
    const auto since = now - *sent_at_;
    if (changed_) {
        if (since < moving_interval) return std::nullopt;
        return moving_ ? moving_quantiser : std::min(typing_quantiser, quantiser_);
    }
    if (quantiser_ > finest_quantiser) {
        if (since < refining_interval) return std::nullopt;
        return std::max(finest_quantiser, quantiser_ / 2);
    }
    return since < keeping_interval ? std::nullopt : std::optional{quantiser_};
}

void ScreenPace::handle_sent(base::LocalTime now) {
    if (const auto quantiser = poll(now)) quantiser_ = *quantiser;
    changed_ = moving_ = false;
    sent_at_ = now;
}

void ScreenPace::handle_key_frame() {
    if (!sent_at_) return;
    changed_ = moving_ = true;
}

double changed_share(const VideoFrame& before, const VideoFrame& after) {
    if (before.empty() || after.empty() || before.width != after.width || before.height != after.height) return 1;
    int blocks = 0;
    int changed = 0;
    for (int top = 0; top < after.height; top += block_height) {
        for (int left = 0; left < after.width; left += block_width) {
            ++blocks;
            if (differs(before, after, left, top)) ++changed;
        }
    }
    return blocks == 0 ? 1.0 : static_cast<double>(changed) / blocks;
}

} // namespace plenum::media
