// SPDX-License-Identifier: Apache-2.0
#include "core/relay/failed_conferences.h"

#include <algorithm>

namespace plenum::node {

FailedConferences::Failure FailedConferences::add(LogRecovery::Remains remains, base::LocalTime now) {
    std::erase_if(records_, [now](const auto& item) { return now - item.second.last >= quiet_time; });
    const auto handle = remains.handle;
    auto& record = records_[handle];
    ++record.failures;
    record.last = now;
    auto pause = pause_min;
    for (std::uint32_t failure = 1; failure < record.failures && pause < pause_max; ++failure)
        pause *= 2;
    const auto reading = pause_per_entry * static_cast<std::int64_t>(remains.log.entries_since_beginning());
    pause = std::max(std::min(pause, pause_max), reading);
    closed_.insert_or_assign(handle, Closed{std::move(remains), now + pause});
    return {record.failures, pause};
}

std::optional<LogRecovery::Remains> FailedConferences::take_due(base::LocalTime now) {
    const auto due = std::ranges::find_if(closed_, [now](const auto& item) { return now >= item.second.until; });
    if (due == closed_.end()) return std::nullopt;
    auto remains = std::move(due->second.remains);
    closed_.erase(due);
    return remains;
}

void FailedConferences::handle(const ConferenceKept& kept) {
    const auto found = closed_.find(kept.conference);
    if (found != closed_.end()) std::ignore = found->second.remains.kept.durability.handle(kept);
}

bool FailedConferences::contains(const base::ConferenceHandle& conference) const {
    return closed_.contains(conference);
}

base::LocalTime FailedConferences::next_wakeup() const {
    auto at = base::local_time_max;
    for (const auto& [handle, closed] : closed_)
        at = std::min(at, closed.until);
    return at;
}

} // namespace plenum::node
