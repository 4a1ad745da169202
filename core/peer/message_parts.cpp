// SPDX-License-Identifier: Apache-2.0
#include "core/peer/message_parts.h"

#include "core/crypto/sframe.h"
#include "core/flow/stream_id.h"
#include "core/log/state.h"

namespace plenum::node {

std::optional<MessageParts> parse_message(base::ByteView message) {
    wire::Reader from{message};
    MessageParts parts;
    wire::get(from, parts.header);
    if (!from.ok()) return std::nullopt;
    parts.header_bytes = message.size() - from.remaining();
    return parts;
}

base::Bytes stub_of(base::ByteView message) {
    const auto parts = parse_message(message);
    const auto header = message.first(parts ? parts->header_bytes : 0);
    return {header.begin(), header.end()};
}

bool is_stub(base::ByteView message) {
    if (message.empty()) return true;
    const auto parts = parse_message(message);
    return parts && parts->header_bytes == message.size();
}

bool may_have_stubs(const log::State& state, base::FlowId flow) {
    const auto* found = state.find(flow);
    return state.archive.tenures.demands(flow) || state.find_open(flow) == nullptr ||
           (found != nullptr && found->kind == base::FlowKind::board);
}

std::optional<crypto::ContentKeyId> sealed_with(base::ByteView message) {
    const auto parts = parse_message(message);
    if (!parts) return std::nullopt;
    const auto frame = crypto::FrameHeader::decode(message.subspan(parts->header_bytes));
    return frame ? std::optional{crypto::ContentKeyId::from(frame->header.key_id)} : std::nullopt;
}

namespace {

/// Of a created flow λ may have been longer when the message was sent.
bool lifetime_fits(const log::State& state, const log::FlowDeclaration& flow, base::Duration lifetime) {
    const auto most = state.loss_delay_most(flow).value_or(base::Duration{});
    if (state.find_created(flow.flow) == nullptr) return lifetime == most;
    return lifetime <= most && (lifetime > base::Duration{}) == flow.loss_delay.has_value();
}

} // namespace

bool fits(const log::State& state, const log::FlowDeclaration& flow, const wire::MessageHeader& header) {
    const base::SequenceNumber last{header.sequence.value() + header.count - 1};
    const bool bundle_fits =
        header.count == 1 || (flow.loss_delay && header.flow != log::pulse_flow_id && flow::is_sound(last));
    return flow.is_ordered() != header.context.empty() && lifetime_fits(state, flow, header.lifetime) &&
           header.priority == flow.priority && bundle_fits;
}

bool exceeds_authority(const log::State& state, const wire::MessageHeader& header, base::ConferenceTime at) {
    const auto* flow = state.find(header.flow);
    const auto* sender = state.find(header.sender);
    if (flow == nullptr || sender == nullptr || flow->kind != base::FlowKind::board) return false;
    return header.flags.authority() > state.board_authority(*sender, at);
}

bool exceeds_authority(const log::State& state, const wire::ReliableMessage& message, base::ConferenceTime at) {
    const auto* flow = state.find(message.flow);
    if (flow == nullptr || flow->kind != base::FlowKind::board) return false;
    const auto parts = parse_message(message.sealed);
    return parts && exceeds_authority(state, parts->header, at);
}

} // namespace plenum::node
