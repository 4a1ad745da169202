// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/created_flows.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void CreatedFlows::on_publication(Session, const Publication& publication, VirtualTime at) {
    if (flows_.contains(publication.flow))
        published_[{publication.flow, publication.sender}].emplace(publication.sequence, at);
}

void CreatedFlows::on_event(Session session, const node::Event& event, VirtualTime at) {
    auto& stay = sessions_[session];
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->owner.value() != 0) handle_declared(session, stay, *declared);
    } else if (const auto* changed = std::get_if<node::FlowChanged>(&event)) {
        handle_changed(session, stay, *changed);
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        stay.told.erase(removed->flow);
        const auto flow = flows_.find(removed->flow);
        if (flow != flows_.end() && !flow->second.closed_at) flow->second.closed_at = at;
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) stay.self = joined->member;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        stay.joined = phase->phase == node::Phase::joined;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        judge(session, stay, *message);
    }
}

void CreatedFlows::handle_declared(Session session, Stay& stay, const node::FlowDeclared& declared) {
    auto& flow = flows_[declared.flow];
    if (flow.specs.empty()) {
        flow.declared = declared;
        flow.specs = {declared.spec};
    }
    const auto& first = flow.declared;
    const bool same = declared.name == first.name && declared.conversation == first.conversation &&
                      declared.owner == first.owner && declared.peer == first.peer;
    const auto spec = std::ranges::find(flow.specs, declared.spec);
    if (!same || spec == flow.specs.end())
        return fail(
            fmt::format("{}: flow {} is another than others were told", to_text(session), declared.flow.value()));
    stay.told[declared.flow] = static_cast<std::size_t>(spec - flow.specs.begin()) + 1;
}

void CreatedFlows::handle_changed(Session session, Stay& stay, const node::FlowChanged& changed) {
    const auto told = stay.told.find(changed.flow);
    if (told == stay.told.end())
        return fail(fmt::format("{}: flow {} changed, which is not open", to_text(session), changed.flow.value()));
    auto& specs = flows_[changed.flow].specs;
    if (told->second == specs.size()) specs.push_back(changed.spec);
    if (specs[told->second++] != changed.spec)
        fail(
            fmt::format("{}: flow {} changed otherwise than others were told", to_text(session), changed.flow.value()));
}

void CreatedFlows::judge(Session session, const Stay& stay, const node::MessageReceived& message) {
    const auto found = flows_.find(message.flow);
    if (found == flows_.end()) return;
    const auto& [declared, specs, closed_at] = found->second;
    const auto joins = [&](base::MemberIndex member) { return member == declared.owner || member == declared.peer; };
    const bool between_two = declared.peer.value() != 0;
    if (between_two && (!joins(stay.self) || !joins(message.sender)))
        return fail(fmt::format("{}: member {} hears member {} on flow {}, which is of members {} and {}",
                                to_text(session), stay.self.value(), message.sender.value(), message.flow.value(),
                                declared.owner.value(), declared.peer.value()));
    const auto& published = published_[{message.flow, message.sender}];
    const auto publication = published.find(message.sequence);
    if (closed_at && publication != published.end() && publication->second > *closed_at)
        fail(fmt::format("{}: message {} of member {} was published after flow {} was closed", to_text(session),
                         message.sequence.value(), message.sender.value(), message.flow.value()));
}

std::optional<std::string> CreatedFlows::unmet() const {
    for (const auto& [session, stay] : sessions_) {
        if (!stay.joined) continue;
        for (const auto& [id, flow] : flows_) {
            const auto told = stay.told.find(id);
            const bool knows = told != stay.told.end();
            if (knows == flow.closed_at.has_value())
                return fmt::format("{}: {} flow {}", to_text(session), knows ? "still has" : "lacks", id.value());
            if (knows && told->second != flow.specs.size())
                return fmt::format("{}: knows an old spec of flow {}", to_text(session), id.value());
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
