// SPDX-License-Identifier: Apache-2.0
#include "core/node/relay_history.h"

#include <algorithm>

namespace plenum::node {

/// Those who left go first, in the order in which they had joined.
void RelayHistory::make_room(const log::State& state) {
    while (bytes_ > bytes_max) {
        const auto gone =
            std::ranges::find_if(streams_, [&](const auto& item) { return state.find(item.first.second) == nullptr; });
        if (gone == streams_.end()) return;
        bytes_ -= gone->second.bytes();
        streams_.erase(gone);
    }
}

bool RelayHistory::push(StreamId stream, base::SequenceNumber sequence, base::Bytes sealed, const log::State& state) {
    if (bytes_ + sealed.size() > bytes_max) make_room(state);
    if (bytes_ + sealed.size() > bytes_max) return false;
    auto& history = streams_[stream];
    const auto before = history.bytes();
    history.push(sequence, std::move(sealed), state.size);
    bytes_ += history.bytes() - before;
    return true;
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

RelayHistory::Cursors RelayHistory::ends() const {
    Cursors cursors;
    for (const auto& [stream, history] : streams_)
        cursors.emplace(stream, history.next());
    return cursors;
}

} // namespace plenum::node
