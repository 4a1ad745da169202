// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/withheld.h"

#include <algorithm>

namespace plenum::app {

bool Withheld::undecided() const {
    return std::ranges::any_of(held_, [](const auto& item) { return !item.second.put_off; });
}

void Withheld::put_off(base::MemberIndex index) {
    if (const auto place = held_.find(index); place != held_.end()) place->second.put_off = true;
}

bool Withheld::hold(const ui::ChatMessage& message) {
    const auto place = held_.find(message.sender);
    if (place == held_.end()) return false;
    auto& messages = place->second.messages;
    if (messages.size() == messages_max) messages.pop_front();
    messages.push_back(message);
    return true;
}

std::size_t Withheld::messages() const {
    std::size_t count = 0;
    for (const auto& [index, held] : held_)
        count += held.messages.size();
    return count;
}

std::vector<ui::ChatMessage> Withheld::release(base::MemberIndex index) {
    const auto held = held_.extract(index);
    if (held.empty()) return {};
    return {held.mapped().messages.begin(), held.mapped().messages.end()};
}

} // namespace plenum::app
