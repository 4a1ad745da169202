// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delay_book.h"

#include <algorithm>

namespace plenum::conversation {

std::optional<base::Duration> DelayBook::handle(base::MemberIndex member, base::Duration delay, base::Duration most,
                                                base::LocalTime now) {
    reports_[member] = {delay, now};
    std::erase_if(reports_, [&](const auto& item) { return now - item.second.at > fresh; });
    base::Duration longest{};
    for (const auto& [index, report] : reports_) {
        if (report.delay <= most) longest = std::max(longest, report.delay);
    }
    if (longest >= advice_) needed_at_ = now;
    const bool changes = longest > advice_ || (longest < advice_ && now - needed_at_ >= patience);
    if (!changes) return std::nullopt;
    needed_at_ = now;
    advice_ = longest;
    return advice_;
}

} // namespace plenum::conversation
