// SPDX-License-Identifier: Apache-2.0
// How live messages leave: in bundles where they are small (core/flow/bundle.h), else each by itself.
#include "core/base/check.h"
#include "core/flow/fragment.h"
#include "core/member/traffic.h"

namespace plenum::node {

void Traffic::publish_live(const Publish& message, const Stamp& stamp, const log::FlowDeclaration& flow,
                           link::Link& link, base::LocalTime now) {
    using Kind = base::TraceEvent::Kind;
    auto& [draft, past] = flows_[message.flow];
    auto* order = order_of(flow);
    const bool same_past = order == nullptr || order->past() == past;
    const bool same_grant = draft.empty() || draft.header().token_epoch == stamp.token_epoch;
    if (same_past && same_grant && draft.takes(stamp.sequence, stamp.sent_at, stamp.flags, message.body.size())) {
        if (order != nullptr) order->extend();
        trace(Kind::send, draft.header(), stamp.sequence, {});
        return draft.add(message.body);
    }
    if (!draft.empty()) send_bundle(draft, link, now);
    send_bundles_before(flow, &link, now);
    const auto spec = flow.spec();
    auto header = header_of(message.flow, spec, stamp);
    if (order != nullptr) {
        order->stamp(header, stamp.captured, clock_.at(now));
        past = order->past();
    }
    trace(Kind::send, header);
    if (!flow::BundleDraft::is_small(message.body.size())) return send_live(header, message.body, spec, link, now);
    draft.begin(std::move(header), message.body);
    ++drafts_open_;
}

void Traffic::send_bundles_before(const log::FlowDeclaration& flow, link::Link* link, base::LocalTime now) {
    if (drafts_open_ == 0 || link == nullptr || !flow.is_ordered()) return;
    for (auto& [id, own] : flows_) {
        const auto* other = own.draft.empty() ? nullptr : roster_.state().find(id);
        if (other != nullptr && other->conversation == flow.conversation) send_bundle(own.draft, *link, now);
    }
}

void Traffic::send_bundles(link::Link* link, base::LocalTime now) {
    if (drafts_open_ == 0) return;
    for (auto& [id, own] : flows_) {
        if (link != nullptr && !own.draft.empty()) send_bundle(own.draft, *link, now);
        own.draft.clear();
    }
    drafts_open_ = 0;
}

void Traffic::send_bundle(flow::BundleDraft& draft, link::Link& link, base::LocalTime now) {
    const auto* declaration = roster_.state().find(draft.header().flow);
    if (declaration != nullptr) send_live(draft.header(), draft.plaintext(), declaration->spec(), link, now);
    draft.clear();
    --drafts_open_;
}

void Traffic::send_live(const wire::MessageHeader& header, base::ByteView plaintext, const base::FlowSpec& spec,
                        link::Link& link, base::LocalTime now) {
    seal(header, plaintext, now, sealed_);
    CHECK(header.count == 1 || sealed_.size() <= base::limits::fragment_bytes_max);
    pulse_.handle_sent(header, sealed_, now);
    cut_and_send(header, spec, link, now);
}

void Traffic::send_pulse(link::Link& link, base::LocalTime now) {
    if (now < pulse_.next_wakeup()) return;
    const auto clock = link.clock(now);
    if (!clock || !roster_.keys().can_seal() || roster_.self_member() == nullptr) return;
    const auto spec = log::pulse_flow().spec();
    while (auto message = pulse_.poll(now)) {
        const auto sequence = sent_.take_number(log::pulse_flow_id);
        const auto header = header_of(log::pulse_flow_id, spec, {sequence, clock->to_conference(now), {}});
        seal(header, pulse_.sign(std::move(*message), header), now, sealed_);
        cut_and_send(header, spec, link, now);
    }
}

/// What `sealed_` holds.
void Traffic::cut_and_send(const wire::MessageHeader& header, const base::FlowSpec& spec, link::Link& link,
                           base::LocalTime now) {
    fragment_.flow = header.flow;
    fragment_.sender = header.sender;
    fragment_.sequence = header.sequence;
    fragment_.sent_at = header.sent_at;
    fragment_.flags = header.flags;
    const bool awaited = !header.context.empty();
    for (std::size_t i = 0; i < flow::fragments_of(sealed_); ++i) {
        flow::cut(fragment_, sealed_, i);
        if (awaited && i == 0 && fragment_.count > 1) contexts_.note(fragment_);
        std::ignore = link.send_fragment({frames_.encode(fragment_), spec.priority, now + *spec.loss_delay,
                                          header.flags, flow::tag_of({header.flow, header.sender}), awaited},
                                         now);
    }
}

} // namespace plenum::node
