// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/boards_equal.h"

#include "core/board/envelope.h"
#include "core/board/snapshot.h"

#include <fmt/format.h>

namespace plenum::sim {
namespace {

/// Of whom one got more than the other.
std::string difference(const board::Board& one, const board::Board& other) {
    std::string text;
    for (const auto* board : {&one, &other}) {
        for (const auto& [sender, kept] : board->state().senders) {
            const auto* first = one.state().find(sender);
            const auto* second = other.state().find(sender);
            if (first != nullptr && second != nullptr && first->applied == second->applied) continue;
            text += fmt::format("{} operations of member {}; ", kept.applied.value(), sender.value());
        }
    }
    return text;
}

} // namespace

/// A program that comes back as a new member keeps its board.
void BoardsEqual::on_end(Session session, VirtualTime) { places_[session.node].joined = false; }

void BoardsEqual::on_command(Session session, const node::Command& command, VirtualTime) {
    auto& place = places_[session.node];
    if (std::holds_alternative<node::JoinConference>(command)) place = Place{};
    const auto* publish = std::get_if<node::Publish>(&command);
    if (publish == nullptr || publish->flow != place.replica.flow()) return;
    if (const auto message = board::open_envelope(place.replica.self(), publish->body)) {
        place.replica.note_published(*message);
        place.checksum.reset();
    }
}

void BoardsEqual::on_event(Session session, const node::Event& event, VirtualTime at) {
    auto& place = places_[session.node];
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) place.joined = phase->phase == node::Phase::joined;
    if (place.replica.handle(event, base::LocalTime{at.time_since_epoch()})) place.checksum.reset();
}

std::optional<std::string> BoardsEqual::unmet() const {
    const Place* first = nullptr;
    std::uint64_t checksum = 0;
    NodeIndex of{};
    for (const auto& [node, place] : places_) {
        if (!place.joined || place.replica.flow().value() == 0) continue;
        if (!place.replica.settled()) return fmt::format("node {} has unsent work on its whiteboard", node.value());
        if (!place.checksum) place.checksum = checksum_of(board::encode_snapshot(place.replica.board()));
        if (first != nullptr && *place.checksum != checksum)
            return fmt::format("the whiteboards of nodes {} and {} differ: {}", of.value(), node.value(),
                               difference(first->replica.board(), place.replica.board()));
        first = &place;
        checksum = *place.checksum;
        of = node;
    }
    return std::nullopt;
}

} // namespace plenum::sim
