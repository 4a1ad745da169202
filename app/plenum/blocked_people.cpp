// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/blocked_people.h"

namespace plenum::app {

bool BlockedPeople::hold(const ui::ChatMessage& message) {
    const auto place = held_.find(message.sender);
    if (place == held_.end()) return false;
    auto& messages = place->second;
    if (messages.size() == messages_max) messages.pop_front();
    messages.push_back(message);
    return true;
}

std::size_t BlockedPeople::messages() const {
    std::size_t count = 0;
    for (const auto& [index, messages] : held_)
        count += messages.size();
    return count;
}

std::vector<ui::ChatMessage> BlockedPeople::release(base::MemberIndex index) {
    const auto held = held_.extract(index);
    if (held.empty()) return {};
    return {held.mapped().begin(), held.mapped().end()};
}

} // namespace plenum::app
