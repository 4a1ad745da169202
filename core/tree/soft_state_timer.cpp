// SPDX-License-Identifier: Apache-2.0
#include "core/tree/soft_state_timer.h"

#include <limits>

namespace plenum::tree {

void SoftStateTimer::set(const TimerKey& key, base::LocalTime at) {
    const auto [entry, added] = due_.try_emplace(key, at);
    if (!added) {
        if (entry->second == at) return;
        order_.erase({entry->second, key});
        entry->second = at;
    }
    order_.insert({at, key});
}

void SoftStateTimer::clear(const TimerKey& key) {
    if (const auto entry = due_.find(key); entry != due_.end()) remove(entry);
}

void SoftStateTimer::clear_object(SessionSerial session, ObjectId object) {
    constexpr auto last = std::numeric_limits<std::uint64_t>::max();
    for (const auto reason : {TimerReason::object_lifetime, TimerReason::object_state})
        remove_between({session, reason, object, 0}, {session, reason, object, last});
}

void SoftStateTimer::clear_session(SessionSerial session) {
    const auto first = due_.lower_bound({session, TimerReason::object_lifetime, ObjectId{}, 0});
    for (auto entry = first; entry != due_.end() && entry->first.session == session;)
        entry = remove(entry);
}

std::optional<TimerKey> SoftStateTimer::pop_due(base::LocalTime now) {
    if (next() > now || order_.empty()) return std::nullopt;
    const auto key = order_.begin()->second;
    clear(key);
    return key;
}

SoftStateTimer::Due::iterator SoftStateTimer::remove(Due::iterator entry) {
    order_.erase({entry->second, entry->first});
    return due_.erase(entry);
}

void SoftStateTimer::remove_between(const TimerKey& first, const TimerKey& last) {
    for (auto entry = due_.lower_bound(first); entry != due_.end() && entry->first <= last;)
        entry = remove(entry);
}

} // namespace plenum::tree
