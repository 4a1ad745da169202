// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/chats_equal.h"

#include <fmt/format.h>

#include <set>

namespace plenum::sim {
namespace {

/// The first line that differs.
std::string difference(const chat::Transcript& one, const chat::Transcript& other) {
    for (const auto* lines : {&one.lines(), &other.lines()}) {
        for (const auto& [id, line] : *lines) {
            const auto* first = one.find(id);
            const auto* second = other.find(id);
            if (first != nullptr && second != nullptr && *first == *second) continue;
            return fmt::format(
                "line {} of member {}: \"{}\" and \"{}\", {} and {} reactions", id.sequence.value(), id.sender.value(),
                first == nullptr ? "none" : first->text(), second == nullptr ? "none" : second->text(),
                first == nullptr ? 0 : first->reactions.size(), second == nullptr ? 0 : second->reactions.size());
        }
    }
    return {};
}

} // namespace

/// A program that comes back as a new member keeps its chat.
void ChatsEqual::on_end(Session session, VirtualTime) { places_[session.node].joined = false; }

void ChatsEqual::on_command(Session session, const node::Command& command, VirtualTime) {
    auto& place = places_[session.node];
    if (std::holds_alternative<node::JoinConference>(command)) place = Place{};
    const auto* publish = std::get_if<node::Publish>(&command);
    if (publish == nullptr || place.replica.flow().value() == 0 || publish->flow != place.replica.flow()) return;
    if (const auto operation = chat::decode(publish->body)) place.replica.publish(*operation);
}

void ChatsEqual::on_event(Session session, const node::Event& event, VirtualTime) {
    auto& place = places_[session.node];
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) place.joined = phase->phase == node::Phase::joined;
    place.replica.handle(event);
}

std::optional<std::string> ChatsEqual::unmet() const {
    std::set<base::MemberIndex> senders;
    for (const auto& [node, place] : places_) {
        for (const auto& [sender, next] : place.replica.senders())
            senders.insert(sender);
        for (const auto& [id, line] : place.replica.transcript().lines()) {
            const auto& people = place.replica;
            const auto by = line.write ? line.write->rank.by.sender : id.sender;
            if (by == id.sender || people.identity_of(by) == people.identity_of(id.sender)) continue;
            return fmt::format("at node {}, member {} changed a line of member {}", node.value(), by.value(),
                               id.sender.value());
        }
    }
    const Place* first = nullptr;
    NodeIndex of{};
    for (const auto& [node, place] : places_) {
        if (!place.joined || !place.replica.complete() || place.replica.senders().size() < senders.size()) continue;
        if (!place.replica.settled()) return fmt::format("node {} has unsent words in its chat", node.value());
        if (first == nullptr) {
            first = &place;
            of = node;
            continue;
        }
        const auto& one = first->replica.transcript();
        const auto& other = place.replica.transcript();
        if (one.lines() != other.lines())
            return fmt::format("the chats of nodes {} and {} differ: {}", of.value(), node.value(),
                               difference(one, other));
    }
    return std::nullopt;
}

} // namespace plenum::sim
