// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/chat_replica.h"

#include <algorithm>
#include <tuple>

namespace plenum::sim {

ChatReplica::ChatReplica()
    : people_{std::make_shared<People>()},
      transcript_{[people = people_](base::MemberIndex member) {
          const auto found = people->find(member);
          return found == people->end() ? base::IdentityKey{} : found->second;
      }} {}

base::IdentityKey ChatReplica::identity_of(base::MemberIndex member) const {
    const auto found = people_->find(member);
    return found == people_->end() ? base::IdentityKey{} : found->second;
}

/// A sender's numbers follow each other: what is missing was never readable here.
void ChatReplica::note(const chat::MessageId& id) {
    const auto next = next_.try_emplace(id.sender, base::SequenceNumber{1}).first;
    incomplete_ = incomplete_ || next->second != id.sequence;
    next->second = id.sequence.next();
}

void ChatReplica::take(const chat::MessageId& id, const chat::Operation& operation) {
    note(id);
    std::ignore = transcript_.apply(id, operation);
}

void ChatReplica::handle(const node::Event& event) {
    const auto unnumbered = [this] { return std::ranges::find(open_, base::SequenceNumber{}, &Open::sequence); };
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->name == flow_name) flow_ = declared->flow;
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        people_->insert_or_assign(joined->member, joined->identity);
        if (joined->self) self_ = joined->member;
    } else if (const auto* former = std::get_if<node::FormerMember>(&event)) {
        people_->insert_or_assign(former->member, former->identity);
    } else if (const auto* received = std::get_if<node::MessageReceived>(&event)) {
        if (received->flow != flow_) return;
        const auto operation = chat::decode(received->body);
        if (operation)
            take({received->sender, received->sequence}, *operation);
        else
            note({received->sender, received->sequence});
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        if (published->flow == flow_ && unnumbered() != open_.end()) unnumbered()->sequence = published->sequence;
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        while (accepted->flow == flow_ && !open_.empty() && open_.front().sequence != base::SequenceNumber{} &&
               open_.front().sequence <= accepted->sequence) {
            take({self_, open_.front().sequence}, open_.front().operation);
            open_.pop_front();
        }
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        const bool ours = refused->command == node::CommandKind::of<node::Publish>() && refused->flow == flow_;
        if (ours && unnumbered() != open_.end()) open_.erase(unnumbered());
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // We come back as somebody new. The node publishes these once more, with new numbers.
        if (phase->phase == node::Phase::connecting)
            for (auto& open : open_)
                open.sequence = {};
    } else if (const auto* missed = std::get_if<node::MessagesMissed>(&event)) {
        incomplete_ = incomplete_ || missed->flow == flow_;
    }
}

} // namespace plenum::sim
