// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/delivered_once.h"

#include <fmt/format.h>

namespace plenum::sim {

void DeliveredOnce::on_event(Session session, const node::Event& event, VirtualTime) {
    auto& member = members_[session];
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) {
        member.index = joined->member;
    }
    const auto* message = std::get_if<node::MessageReceived>(&event);
    if (message == nullptr) return;
    const StreamKey key{message->flow, message->sender};
    const auto what = [&](std::string_view mistake) {
        return fmt::format("{}: flow {} of member {}: message {} {}", to_text(session), key.flow.value(),
                           key.sender.value(), message->sequence.value(), mistake);
    };
    if (message->sender == member.index) fail(what("came back to its sender"));
    // As many intervals as a run can leave: losses split them, and nothing may be forgotten here.
    auto& delivered = member.delivered.try_emplace(key, std::size_t{1} << 40).first->second;
    if (delivered.insert(message->sequence.value()) == base::IntervalSet::Insert::already_there) {
        fail(what("was delivered twice"));
    }
}

} // namespace plenum::sim
