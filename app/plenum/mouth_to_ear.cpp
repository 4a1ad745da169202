// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/mouth_to_ear.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

std::optional<base::Duration> MouthToEar::look(std::span<const media::SenderStats> senders,
                                               const std::set<base::MemberIndex>& heard, const Way& way) {
    std::optional<base::Duration> slowest;
    for (const auto& sender : senders)
        if (heard.contains(sender.sender)) slowest = std::max(slowest.value_or(base::Duration{}), sender.current_delay);
    if (!slowest) {
        before_.reset();
        return std::nullopt;
    }
    const auto now = way.total(*slowest);
    const auto before = std::exchange(before_, now);
    return before ? std::optional{std::min(now, *before)} : std::nullopt;
}

} // namespace plenum::app
