// SPDX-License-Identifier: Apache-2.0
#include "core/peer/message_history.h"

#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {

void MessageHistory::make_room(std::size_t bytes, const log::State* state) {
    while (bytes_ + bytes > bound_) {
        auto victim = std::ranges::find_if(streams_, [&](const auto& item) {
            return item.second.bytes() > 0 && state != nullptr && state->find(item.first.second) == nullptr;
        });
        if (victim == streams_.end()) {
            victim = std::ranges::max_element(streams_, {}, [](const auto& item) { return item.second.bytes(); });
        }
        if (victim == streams_.end() || victim->second.bytes() == 0) return;
        const auto before = victim->second.bytes();
        victim->second.drop_oldest();
        note_shortened(victim->first, victim->second);
        bytes_ -= before - victim->second.bytes();
    }
}

void MessageHistory::bound(std::size_t bytes, const log::State* state) {
    bound_ = std::min(bytes, bytes_max);
    make_room(0, state);
}

void MessageHistory::note_shortened(flow::StreamId stream, const flow::History& history) {
    const auto& items = history.items();
    shortened_[stream] = items.empty() ? history.next() : items.front().sequence;
}

flow::History::Push MessageHistory::push(flow::StreamId stream, base::SequenceNumber sequence, base::Bytes sealed,
                                         base::LogPosition log_size, const log::State* state) {
    if (sequence < next(stream)) return flow::History::Push::duplicate;
    make_room(sealed.size(), state);
    auto& history = streams_[stream];
    const auto before = history.bytes();
    const auto count = history.items().size();
    const auto pushed = history.push(sequence, std::move(sealed), log_size);
    bytes_ = bytes_ + history.bytes() - before;
    if (history.items().size() != count + 1) note_shortened(stream, history);
    return pushed;
}

void MessageHistory::restore(const StoredMessage& word) {
    auto& history = streams_[{word.flow, word.sender}];
    const auto before = history.bytes();
    history.push(word.sequence, word.sealed, word.log_size);
    bytes_ = bytes_ + history.bytes() - before;
}

void MessageHistory::drop_from(flow::StreamId stream, base::SequenceNumber next) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return;
    const auto before = found->second.bytes();
    found->second.drop_from(next);
    bytes_ -= before - found->second.bytes();
}

void MessageHistory::forget_closed(const log::State& state) {
    std::erase_if(streams_, [&](const auto& item) {
        const bool closed = state.find(item.first.first) == nullptr;
        if (!closed) return false;
        shortened_[item.first] = item.second.next();
        bytes_ -= item.second.bytes();
        return true;
    });
}

bool MessageHistory::refused(flow::StreamId stream, base::SequenceNumber sequence) const {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return false;
    const auto items = found->second.from(sequence);
    return !items.empty() && items.front().sequence == sequence && is_stub(items.front().sealed);
}

base::SequenceNumber MessageHistory::next(flow::StreamId stream) const {
    const auto found = streams_.find(stream);
    return found == streams_.end() ? base::SequenceNumber{1} : found->second.next();
}

} // namespace plenum::node
