// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/files_arrive.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plenum::sim {

/// A program that comes back as a new member keeps its files.
void FilesArrive::on_end(Session session, VirtualTime) { places_[session.node].joined = false; }

void FilesArrive::on_command(Session session, const node::Command& command, VirtualTime) {
    auto& place = places_[session.node];
    if (std::holds_alternative<node::JoinConference>(command)) place = {};
    const auto* publish = std::get_if<node::Publish>(&command);
    const bool of_files = publish != nullptr && ((place.flow.value() != 0 && publish->flow == place.flow) ||
                                                 place.pairs.contains(publish->flow));
    const auto note = of_files ? decode_file_note(publish->body) : std::nullopt;
    if (!note) return;
    place.has.insert(note->content.hash);
    const auto known = checksums_.try_emplace(note->content.hash, note->checksum).first;
    if (known->second == note->checksum) return;
    fail(fmt::format("node {} has a file of {} bytes that nobody offered so", session.node.value(),
                     note->content.bytes));
}

void FilesArrive::on_event(Session session, const node::Event& event, VirtualTime) {
    auto& place = places_[session.node];
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        place.joined = phase->phase == node::Phase::joined;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->name == FileHabit::flow_name) place.flow = declared->flow;
        if (declared->name.starts_with(FileHabit::private_prefix)) place.pairs.insert(declared->flow);
    } else if (const auto* member = std::get_if<node::MemberJoined>(&event)) {
        // Private conversations end when either of the two leaves, or comes back as a new member.
        if (member->self && std::exchange(place.self, member->member) != member->member) place.told_privately.clear();
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        std::erase_if(place.told_privately, [&](const auto& each) { return each.second == left->member; });
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        take(place, *received);
    }
}

void FilesArrive::take(Place& place, const node::MessageReceived& message) {
    const bool openly = place.flow.value() != 0 && message.flow == place.flow;
    if (!openly && !place.pairs.contains(message.flow)) return;
    const auto note = decode_file_note(message.body);
    if (!note || note->arrived) return;
    if (openly)
        place.told.insert(note->content.hash);
    else
        place.told_privately[note->content.hash] = message.sender;
}

bool FilesArrive::has(base::MemberIndex member, const base::Hash& hash) const {
    return std::ranges::any_of(places_, [&](const auto& each) {
        return each.second.joined && each.second.self == member && each.second.has.contains(hash);
    });
}

std::optional<std::string> FilesArrive::unmet() const {
    for (const auto& [node, place] : places_) {
        if (!place.joined) continue;
        for (const auto& [hash, sender] : place.told_privately) {
            if (!place.has.contains(hash) && has(sender, hash))
                return fmt::format("node {} lacks a private file of member {}", node.value(), sender.value());
        }
        for (const auto& hash : place.told) {
            if (place.has.contains(hash)) continue;
            const auto giver = std::ranges::find_if(places_, [&](const auto& each) {
                return each.first != node && each.second.joined && each.second.has.contains(hash);
            });
            if (giver != places_.end())
                return fmt::format("node {} lacks a file that node {} has", node.value(), giver->first.value());
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
