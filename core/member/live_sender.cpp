// SPDX-License-Identifier: Apache-2.0
#include "core/member/live_sender.h"

#include "core/base/check.h"
#include "core/peer/hello.h"

namespace plenum::node {
namespace {

/// Between two key frames that this side asks itself for.
constexpr base::Duration key_frame_pause = std::chrono::milliseconds{300};

} // namespace

wire::MessageHeader header_of(flow::StreamId stream, const log::FlowDeclaration& flow, const MessageStamp& stamp) {
    wire::MessageHeader header;
    header.flow = stream.first;
    header.sender = stream.second;
    header.sequence = stamp.sequence;
    header.sent_at = stamp.sent_at;
    header.flags = stamp.flags;
    header.lifetime = flow.loss_delay.value_or(base::Duration{});
    header.priority = flow.priority;
    header.token_epoch = stamp.token_epoch;
    return header;
}

void LiveSender::publish(const Publish& message, const MessageStamp& stamp, const log::FlowDeclaration& flow,
                         link::Link& link, base::LocalTime now) {
    using Kind = base::TraceEvent::Kind;
    auto& [draft, past] = flows_[message.flow];
    auto* order = scheduler_.orders().of(flow);
    const bool same_past = order == nullptr || order->past() == past;
    const bool same_grant = draft.empty() || draft.header().token_epoch == stamp.token_epoch;
    if (same_past && same_grant && message.shim.empty() &&
        draft.takes(stamp.sequence, stamp.sent_at, stamp.flags, message.body.size())) {
        if (order != nullptr) order->extend();
        tracer_.trace(Kind::send, draft.header(), stamp.sequence);
        return draft.add(message.body);
    }
    if (!draft.empty()) send_bundle(draft, link, now);
    send_bundles_before(flow, &link, now);
    auto header = header_of({message.flow, roster_.self()}, flow, stamp);
    if (order != nullptr) {
        order->stamp(header, stamp.captured, scheduler_.clock().at(now));
        past = order->past();
    }
    tracer_.trace(Kind::send, header);
    // A shim goes with its own message, and the frame transport fills datagrams.
    const bool alone = flow.kind == base::FlowKind::capture || !flow::BundleDraft::is_small(message.body.size());
    if (alone) return send({header, message.body, message.shim}, flow, link, now);
    draft.begin(std::move(header), message.body);
    ++drafts_open_;
}

void LiveSender::send_bundles_before(const log::FlowDeclaration& flow, link::Link* link, base::LocalTime now) {
    if (drafts_open_ == 0 || link == nullptr || !flow.is_ordered()) return;
    for (auto& [id, own] : flows_) {
        const auto* other = own.draft.empty() ? nullptr : roster_.state().find(id);
        if (other != nullptr && other->conversation == flow.conversation) send_bundle(own.draft, *link, now);
    }
}

void LiveSender::send_bundles(link::Link* link, base::LocalTime now) {
    if (drafts_open_ == 0) return;
    for (auto& [id, own] : flows_) {
        if (link != nullptr && !own.draft.empty()) send_bundle(own.draft, *link, now);
        own.draft.clear();
    }
    drafts_open_ = 0;
}

void LiveSender::send_bundle(flow::BundleDraft& draft, link::Link& link, base::LocalTime now) {
    const auto* declaration = roster_.state().find(draft.header().flow);
    if (declaration != nullptr) send({draft.header(), draft.plaintext(), {}}, *declaration, link, now);
    draft.clear();
    --drafts_open_;
}

void LiveSender::send(const Plain& message, const log::FlowDeclaration& flow, link::Link& link, base::LocalTime now) {
    const auto& [header, plaintext, shim] = message;
    sealer_.seal(header, plaintext, now, sealed_);
    CHECK(header.count == 1 || sealed_.size() <= base::limits::fragment_bytes_max);
    // Between two, who have a key of their own; the frame transport keeps what is needed again.
    if (flow.kind != base::FlowKind::capture) {
        pulse_.handle_sent(header, sealed_, now);
        pulls_.keep(header, sealed_, now);
    }
    fragments_.send({header, sealed_, shim}, flow, link, now);
}

void LiveSender::send_pulse(link::Link& link, base::LocalTime now) {
    if (now < pulse_.next_wakeup()) return;
    const auto clock = link.clock(now);
    if (!clock || !roster_.keys().ring().can_seal() || roster_.self_member() == nullptr) return;
    const auto& flow = log::pulse_flow();
    while (auto message = pulse_.poll(now)) {
        const auto sequence = sent_.take_number(log::pulse_flow_id);
        const auto header =
            header_of({log::pulse_flow_id, roster_.self()}, flow, {sequence, clock->to_conference(now), {}});
        sealer_.seal(header, pulse_.sign(std::move(*message), header), now, sealed_);
        fragments_.send({header, sealed_, {}}, flow, link, now);
    }
}

void LiveSender::handle_dropped(base::ByteView frame, link::Link& link, base::LocalTime now) {
    const auto fragment = link::decode_fragment(frame);
    const auto* flow = roster_.state().find(fragment.flow);
    auto* order = flow == nullptr ? nullptr : scheduler_.orders().of(*flow);
    // A gap that nobody waits for any longer, or would hear of too late, only takes room.
    const bool over = order == nullptr || scheduler_.clock().at(now) - fragment.sent_at > order->interval().most;
    if (over || !says_gaps(link)) return;
    if (auto gap = fragments_.gap_of(fragment)) std::ignore = send_control(link, std::move(*gap));
}

/// Receivers ask for a key frame too, when they miss the fragment. The sender need not wait for that.
void LiveSender::handle_given_up(base::FlowId flow, base::PictureSize size, base::LocalTime now) {
    const auto* declaration = roster_.state().find(flow);
    const bool video = declaration != nullptr &&
                       (declaration->kind == base::FlowKind::video || declaration->kind == base::FlowKind::screen);
    auto& requested_at = key_frame_requested_at_[size == base::PictureSize::small ? 1 : 0];
    if (!video || now - requested_at < key_frame_pause) return;
    requested_at = now;
    outbox_.event(KeyFrameRequested{flow, size});
}

} // namespace plenum::node
