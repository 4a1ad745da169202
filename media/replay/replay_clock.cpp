// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_clock.h"

#include <algorithm>

namespace plenum::media {

void ReplayClock::begin(base::LocalTime at, const Bounds& bounds) {
    on_ = true;
    caught_up_ = false;
    position_ = at;
    keep_within(bounds);
}

void ReplayClock::advance(base::Duration heard, const Bounds& bounds) {
    if (!on_) return;
    if (!paused_)
        position_ += base::Duration{static_cast<std::int64_t>(static_cast<double>(heard.count()) * factor_of(speed_))};
    keep_within(bounds);
}

void ReplayClock::keep_within(const Bounds& bounds) {
    position_ = std::max(position_, bounds.oldest);
    // A person who has stopped it wants to stay.
    if (position_ < bounds.live - live_margin) return;
    position_ = bounds.live - live_margin;
    if (paused_) return;
    on_ = false;
    caught_up_ = true;
}

base::Duration ReplayClock::behind(base::LocalTime live) const {
    return on_ ? std::max(base::Duration{}, live - position_) : base::Duration{};
}

std::optional<base::Duration> ReplayClock::until_live(base::LocalTime live) const {
    const auto gain = factor_of(speed_) - 1;
    if (!on_ || paused_ || gain <= 0) return std::nullopt;
    const auto left = std::max(base::Duration{}, behind(live) - live_margin);
    return base::Duration{static_cast<std::int64_t>(static_cast<double>(left.count()) / gain)};
}

} // namespace plenum::media
