// SPDX-License-Identifier: Apache-2.0
#include "core/member/heard_messages.h"

#include "core/peer/hello.h"

namespace plenum::node {

void HeardMessages::keep(const wire::ReliableMessage& message) {
    // Of those who left, nobody else has them: they are not the first to go.
    std::ignore =
        kept_.push({message.flow, message.sender}, message.sequence, message.sealed, message.log_size, nullptr);
    std::ignore = kept_.take_shortened();
}

void HeardMessages::handle(const wire::WordsWanted& wanted, const log::State& state) {
    std::map<flow::StreamId, base::SequenceNumber> there;
    for (const auto& position : wanted.positions)
        there[{position.flow, position.sender}] = position.next;
    due_.clear();
    for (const auto& [stream, history] : kept_.streams()) {
        if (state.find(stream.second) != nullptr) continue;
        const auto from = there.try_emplace(stream, base::SequenceNumber{1}).first->second;
        if (from < history.next()) due_.push_back({stream.first, stream.second, from});
    }
    asked_ = true;
}

void HeardMessages::handle_lost() {
    due_.clear();
    asked_ = false;
}

bool HeardMessages::give(link::Link& link, wire::StreamPosition& due) const {
    const auto found = kept_.streams().find({due.flow, due.sender});
    if (found == kept_.streams().end()) return true;
    for (const auto& item : found->second.from(due.next)) {
        if (!link.stream_progress(base::PriorityClass::control).has_room) return false;
        const wire::GivenWord word{due.flow, due.sender, item.sequence, item.log_size, item.sealed};
        if (!send_control(link, word)) return false;
        due.next = item.sequence.next();
    }
    return true;
}

void HeardMessages::pump(link::Link& link) {
    for (; !due_.empty(); due_.pop_front()) {
        if (!give(link, due_.front())) return;
    }
    if (asked_ && send_control(link, wire::WordsGiven{})) asked_ = false;
}

} // namespace plenum::node
