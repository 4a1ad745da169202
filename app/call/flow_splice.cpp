// SPDX-License-Identifier: Apache-2.0
#include "app/call/flow_splice.h"

#include <algorithm>

namespace plenum::app {

std::optional<base::SequenceNumber> FlowSplice::place(const node::MessageReceived& message) {
    auto& stream = streams_.try_emplace(message.sender, Stream{.flow = message.flow}).first->second;
    const auto number = static_cast<std::int64_t>(message.sequence.value());
    if (stream.flow != message.flow) {
        if (message.sent_at <= stream.newest) return std::nullopt;
        stream.flow = message.flow;
        stream.offset = static_cast<std::int64_t>(stream.highest) + 1 - number;
    }
    // Of the new flow, but before what began it here.
    if (number + stream.offset <= 0) return std::nullopt;
    const auto placed = static_cast<std::uint64_t>(number + stream.offset);
    stream.highest = std::max(stream.highest, placed);
    stream.newest = std::max(stream.newest, message.sent_at);
    return base::SequenceNumber{placed};
}

} // namespace plenum::app
