// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/blocked_people.h"

namespace plenum::app {

bool BlockedPeople::hold(const base::IdentityKey& sender, const ui::ChatMessage& message) {
    const auto place = held_.find(sender);
    if (place == held_.end()) return false;
    auto& messages = place->second;
    if (messages.size() == messages_max) messages.pop_front();
    messages.push_back(message);
    return true;
}

std::size_t BlockedPeople::messages() const {
    std::size_t count = 0;
    for (const auto& [person, messages] : held_)
        count += messages.size();
    return count;
}

std::vector<ui::ChatMessage> BlockedPeople::release(const base::IdentityKey& person) {
    const auto held = held_.extract(person);
    if (held.empty()) return {};
    return {held.mapped().begin(), held.mapped().end()};
}

} // namespace plenum::app
