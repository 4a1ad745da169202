// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/voices_at_once.h"

#include <fmt/format.h>

namespace plenum::sim {

void VoicesAtOnce::on_event(Session session, const node::Event& event, VirtualTime) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->spec.kind == base::FlowKind::audio) sessions_[session].judged.insert(declared->flow);
    } else if (const auto* changed = std::get_if<node::TokenChanged>(&event)) {
        if (changed->token) with_token_.insert(changed->token->flows.begin(), changed->token->flows.end());
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        auto& stay = sessions_[session];
        const bool talk = stay.judged.contains(message->flow) && !message->flags.is_discardable();
        if (talk && !with_token_.contains(message->flow)) judge(session, stay, *message);
    }
}

void VoicesAtOnce::judge(Session session, Stay& stay, const node::MessageReceived& message) {
    auto& heard = stay.heard[message.flow];
    heard.emplace(message.sent_at, message.sender);
    heard.erase(heard.begin(), heard.lower_bound(heard.rbegin()->first - 2 * window));
    std::set<base::MemberIndex> senders;
    for (auto each = heard.upper_bound(message.sent_at - window); each != heard.end() && each->first <= message.sent_at;
         ++each)
        senders.insert(each->second);
    if (senders.size() > 2 * places_)
        fail(fmt::format("{}: {} people at once on flow {}, {} places", to_text(session), senders.size(),
                         message.flow.value(), places_));
}

} // namespace plenum::sim
