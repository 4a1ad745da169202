// SPDX-License-Identifier: Apache-2.0
#include "core/member/waiting_messages.h"

#include <algorithm>
#include <map>
#include <utility>

namespace plenum::node {

std::optional<LiveMessage> WaitingMessages::add(LiveMessage message, base::LocalTime until) {
    items_.push_back({std::move(message), until});
    if (items_.size() <= base::limits::undecrypted_messages_max) return std::nullopt;
    const auto sender = fullest();
    const auto oldest =
        std::ranges::find_if(items_, [&](const Item& item) { return item.message.header.sender == sender; });
    auto out = std::move(oldest->message);
    items_.erase(oldest);
    return out;
}

base::MemberIndex WaitingMessages::fullest() const {
    std::map<base::MemberIndex, std::size_t> counts;
    for (const auto& item : items_)
        ++counts[item.message.header.sender];
    return std::ranges::max_element(counts, {}, [](const auto& item) { return item.second; })->first;
}

std::deque<LiveMessage> WaitingMessages::take_all() {
    std::deque<LiveMessage> all;
    for (auto& item : std::exchange(items_, {}))
        all.push_back(std::move(item.message));
    return all;
}

std::vector<LiveMessage> WaitingMessages::take_expired(base::LocalTime now) {
    std::vector<LiveMessage> expired;
    for (auto& item : items_) {
        if (now > item.until) expired.push_back(std::move(item.message));
    }
    std::erase_if(items_, [&](const Item& item) { return now > item.until; });
    return expired;
}

base::LocalTime WaitingMessages::earliest() const {
    auto at = base::local_time_max;
    for (const auto& item : items_)
        at = std::min(at, item.until + base::from_us(1));
    return at;
}

} // namespace plenum::node
