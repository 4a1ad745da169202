// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_pace.h"

#include <algorithm>

namespace plenum::media {

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

} // namespace plenum::media
