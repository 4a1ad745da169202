// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/board_replica.h"

#include "core/board/envelope.h"

#include <algorithm>
#include <tuple>

namespace plenum::sim {
namespace {

/// Nobody in these worlds is two people.
board::Author author_of(base::MemberIndex sender) { return {sender, board::PersonIndex{sender.value()}}; }

} // namespace

void BoardReplica::publish(const base::Bytes& message) {
    last_ = last_.next();
    open_.push_back({last_});
    std::ignore = journal_.publish(last_, message, board::Authority::manage);
}

bool BoardReplica::handle(const node::Event& event) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->name == flow_name) flow_ = declared->flow;
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        const bool anew = joined->self && joined->member != self();
        if (anew) unsent_ = journal_.become(author_of(joined->member));
        return anew;
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        const auto message = received->flow == flow_ ? board::open_envelope(received->sender, received->body)
                                                     : std::optional<base::Bytes>{};
        return message && journal_.receive(author_of(received->sender), *message, board::Authority::manage);
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        const auto next = std::ranges::find(open_, base::SequenceNumber{}, &Open::sequence);
        if (published->flow == flow_ && next != open_.end()) next->sequence = published->sequence;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        while (accepted->flow == flow_ && !open_.empty() && open_.front().sequence != base::SequenceNumber{} &&
               open_.front().sequence <= accepted->sequence) {
            journal_.settle(open_.front().publication);
            open_.pop_front();
        }
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        const auto next = std::ranges::find(open_, base::SequenceNumber{}, &Open::sequence);
        if (refused->command != node::CommandKind::of<node::Publish>() || refused->flow != flow_ || next == open_.end())
            return false;
        const auto publication = next->publication;
        open_.erase(next);
        return journal_.withdraw(publication) > 0;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // We come back as somebody new. The node publishes these once more, in vain.
        if (phase->phase == node::Phase::connecting) std::ranges::fill(open_, Open{});
    } else if (const auto* missed = std::get_if<node::MessagesMissed>(&event)) {
        if (missed->flow == flow_) journal_.note_missing();
    }
    return false;
}

} // namespace plenum::sim
