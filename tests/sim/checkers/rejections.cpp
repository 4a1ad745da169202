// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/rejections.h"

namespace plenum::sim {

void Rejections::note(Session session, bool by_relay, const base::TraceEvent& event) {
    using Kind = base::TraceEvent::Kind;
    if (event.kind != Kind::send && event.kind != Kind::reject) return;
    const StreamKey key{event.flow, event.sender};
    auto number = event.sequence.value();
    auto& numbers = numbers_[key];
    if (event.kind == Kind::send) {
        numbers.emplace(number, numbers.size() + 1);
        return;
    }
    if (event.conversation) {
        const auto found = numbers.find(number);
        if (found == numbers.end()) return;
        number = found->second;
    }
    (by_relay ? by_relay_ : by_member_[session])[key].insert(number);
}

bool Rejections::excuse(Session session, const StreamKey& key, std::uint64_t number) const {
    const auto holds = [&](const Messages& messages) {
        const auto found = messages.find(key);
        return found != messages.end() && found->second.contains(number);
    };
    const auto own = by_member_.find(session);
    return holds(by_relay_) || (own != by_member_.end() && holds(own->second));
}

} // namespace plenum::sim
