// SPDX-License-Identifier: Apache-2.0
#include "core/peer/context_book.h"

#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Streams of people who left go with all others: what is forgotten costs a wait.
constexpr std::size_t streams_max = 4096;

std::optional<wire::Gap> read(base::FlowId flow, base::MemberIndex sender, base::ByteView message) {
    auto parts = parse_message(message);
    if (!parts || parts->header.context.empty()) return std::nullopt;
    return wire::Gap{flow, sender, parts->header.count, std::move(parts->header.context)};
}

} // namespace

std::optional<wire::Gap> gap_of(const wire::ReliableMessage& message) {
    return read(message.flow, message.sender, message.sealed);
}

std::optional<wire::Gap> gap_of(const wire::FragmentFrame& first) { return read(first.flow, first.sender, first.data); }

void ContextBook::note(const wire::FragmentFrame& first) {
    auto gap = node::gap_of(first);
    if (!gap) return;
    if (streams_.size() > streams_max) streams_.clear();
    auto& recent = streams_[{first.flow, first.sender}].recent;
    recent.emplace_back(first.sequence, std::move(*gap));
    if (recent.size() > kept_max) recent.pop_front();
}

std::optional<wire::Gap> ContextBook::gap_of(const wire::FragmentFrame& dropped) {
    auto& stream = streams_[{dropped.flow, dropped.sender}];
    if (stream.said == dropped.sequence) return std::nullopt;
    stream.said = dropped.sequence;
    if (dropped.index == 0) return node::gap_of(dropped);
    const auto known =
        std::ranges::find(stream.recent, dropped.sequence, &std::pair<base::SequenceNumber, wire::Gap>::first);
    return known == stream.recent.end() ? std::nullopt : std::optional{known->second};
}

} // namespace plenum::node
