// SPDX-License-Identifier: Apache-2.0
#include "core/relay/admission/doors.h"

namespace plenum::node {

bool Doors::is_free(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) const {
    const auto open = doors_.find(door);
    const auto old = old_doors_.find(door);
    return (open == doors_.end() || open->second == conference) &&
           (old == old_doors_.end() || old->second.conference == conference);
}

bool Doors::shut(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) {
    const auto found = doors_.find(door);
    if (found == doors_.end() || found->second != conference) return false;
    doors_.erase(found);
    return true;
}

void Doors::keep_old(const base::ConferenceHandle& door, const base::ConferenceHandle& conference,
                     crypto::SecretKey access, base::LocalTime now) {
    old_doors_.insert_or_assign(door, OldDoor{conference, std::move(access), now + old_door_age_max});
}

void Doors::close(const base::ConferenceHandle& conference) {
    std::erase_if(doors_, [&](const auto& item) { return item.second == conference; });
    std::erase_if(old_doors_, [&](const auto& item) { return item.second.conference == conference; });
}

void Doors::expire(base::LocalTime now) {
    std::erase_if(old_doors_, [&](const auto& item) { return now >= item.second.until; });
}

std::optional<base::ConferenceHandle> Doors::find(const base::ConferenceHandle& door) const {
    const auto found = doors_.find(door);
    return found == doors_.end() ? std::nullopt : std::optional{found->second};
}

const Doors::OldDoor* Doors::find_old(const base::ConferenceHandle& door) const {
    const auto found = old_doors_.find(door);
    return found == old_doors_.end() ? nullptr : &found->second;
}

} // namespace plenum::node
