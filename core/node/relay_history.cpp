// SPDX-License-Identifier: Apache-2.0
#include "core/node/relay_history.h"

#include <algorithm>

namespace plenum::node {

void RelayHistory::make_room(std::size_t bytes, const log::State& state) {
    while (bytes_ + bytes > bound_) {
        auto victim = std::ranges::find_if(streams_, [&](const auto& item) {
            return item.second.bytes() > 0 && state.find(item.first.second) == nullptr;
        });
        if (victim == streams_.end()) {
            victim = std::ranges::max_element(streams_, {}, [](const auto& item) { return item.second.bytes(); });
        }
        if (victim == streams_.end() || victim->second.bytes() == 0) return;
        const auto before = victim->second.bytes();
        victim->second.drop_oldest();
        bytes_ -= before - victim->second.bytes();
    }
}

void RelayHistory::bound(std::size_t bytes, const log::State& state) {
    bound_ = std::min(bytes, bytes_max);
    make_room(0, state);
}

void RelayHistory::push(StreamId stream, base::SequenceNumber sequence, base::Bytes sealed, const log::State& state) {
    make_room(sealed.size(), state);
    auto& history = streams_[stream];
    const auto before = history.bytes();
    history.push(sequence, std::move(sealed), state.size);
    bytes_ = bytes_ + history.bytes() - before;
}

base::SequenceNumber RelayHistory::next(StreamId stream) const {
    const auto found = streams_.find(stream);
    return found == streams_.end() ? base::SequenceNumber{1} : found->second.next();
}

std::vector<wire::StreamPosition> RelayHistory::positions(base::MemberIndex member) const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [stream, history] : streams_) {
        if (stream.second == member) positions.push_back({stream.first, member, history.next()});
    }
    return positions;
}

} // namespace plenum::node
