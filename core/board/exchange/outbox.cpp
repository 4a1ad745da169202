// SPDX-License-Identifier: Apache-2.0
#include "core/board/exchange/outbox.h"

#include <algorithm>

namespace plenum::board {
namespace {

/// There will be room, or agreement, again.
bool is_passing(node::CommandError error) {
    return error == node::CommandError::queue_full || error == node::CommandError::suspended ||
           error == node::CommandError::wrong_state;
}

} // namespace

std::deque<Outbox::Open>::const_iterator Outbox::find_next() const {
    const bool awaits_number = std::ranges::any_of(open_, [](const Open& each) {
        return each.publication != Publication{} && each.handed_over && each.sequence.value() == 0;
    });
    const auto on_the_way = static_cast<std::size_t>(std::ranges::count(open_, true, &Open::handed_over));
    // The relay may reject that one, and would take the next, which counts on it.
    const bool may_be_rejected = std::ranges::any_of(
        open_, [](const Open& each) { return each.handed_over && each.authority != Authority::draw; });
    // The node may have no room for that one, and would take the next.
    if (awaits_number || may_be_rejected || on_the_way >= on_the_way_max) return open_.end();
    return std::ranges::find(open_, false, &Open::handed_over);
}

std::optional<node::Publish> Outbox::next(base::FlowId flow) const {
    const auto found = find_next();
    if (found == open_.end()) return std::nullopt;
    return node::Publish{flow, wire::MessageFlags::of(found->authority), found->body, {}};
}

void Outbox::note_handed_over() {
    const auto found = std::ranges::find(open_, false, &Open::handed_over);
    if (found != open_.end()) found->handed_over = true;
}

Outbox::Place Outbox::unnumbered() {
    return std::ranges::find_if(open_, [](const Open& each) { return each.handed_over && each.sequence.value() == 0; });
}

std::vector<Outbox::Outcome> Outbox::handle(const node::Event& event, base::FlowId flow) {
    if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        const auto place = published->flow == flow ? unnumbered() : open_.end();
        if (place != open_.end()) place->sequence = published->sequence;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        if (accepted->flow == flow) return accept(accepted->sequence);
    } else if (const auto* refused = std::get_if<node::MessageRefused>(&event)) {
        if (refused->flow == flow && refused->sequence.value() != 0)
            return refuse(std::ranges::find(open_, refused->sequence, &Open::sequence));
    } else if (const auto* error = std::get_if<node::CommandRefused>(&event)) {
        if (error->command != node::CommandKind::of<node::Publish>() || error->flow != flow) return {};
        const auto place = unnumbered();
        if (!is_passing(error->error)) return refuse(place);
        if (place != open_.end()) place->handed_over = false;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::connecting) begin_anew();
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) withdraw_waiting();
    }
    return {};
}

std::vector<Outbox::Outcome> Outbox::accept(base::SequenceNumber up_to) {
    std::vector<Outcome> outcomes;
    while (!open_.empty() && open_.front().sequence.value() != 0 && open_.front().sequence <= up_to) {
        if (open_.front().publication != Publication{}) outcomes.push_back({open_.front().publication, true});
        open_.pop_front();
    }
    return outcomes;
}

/// Later ones count on it. Those that the node has are refused by everybody for their numbers.
std::vector<Outbox::Outcome> Outbox::refuse(Place from) {
    if (from == open_.end()) return {};
    const auto publication = from->publication;
    from = open_.erase(from);
    if (publication == Publication{}) return {};
    open_.erase(std::remove_if(from, open_.end(), [](const Open& each) { return !each.handed_over; }), open_.end());
    return {{publication, false}};
}

void Outbox::withdraw_waiting() {
    std::erase_if(open_, [](const Open& each) { return !each.handed_over; });
}

/// We come back as somebody new.
void Outbox::begin_anew() {
    withdraw_waiting();
    for (auto& each : open_)
        each = {{}, {}, {}, true};
}

} // namespace plenum::board
