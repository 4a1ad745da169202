// SPDX-License-Identifier: Apache-2.0
#include "core/member/message_tracer.h"

#include "core/conversation/context.h"

namespace plenum::node {

void MessageTracer::trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, std::string_view why) const {
    if (!outbox_.traces() || header.flow == log::pulse_flow_id) return; // of programs, not of people
    for (std::uint64_t i = 0; i < header.count; ++i)
        trace(kind, header, base::SequenceNumber{header.sequence.value() + i}, why);
}

void MessageTracer::trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, base::SequenceNumber sequence,
                          std::string_view why) const {
    outbox_.trace([&] {
        base::TraceEvent event;
        event.kind = kind;
        event.flow = header.flow;
        event.sender = header.sender;
        event.sequence = sequence;
        event.sent_at = header.sent_at;
        if (header.lifetime > base::Duration{}) event.deadline = header.sent_at + header.lifetime;
        if (header.token_epoch.value() != 0) event.epoch = header.token_epoch;
        const bool handed_over = kind == base::TraceEvent::Kind::deliver || kind == base::TraceEvent::Kind::force ||
                                 kind == base::TraceEvent::Kind::late;
        // The entry by which its sender was heard: the grant.
        if (event.epoch && handed_over) event.position = base::LogPosition{event.epoch->value()};
        event.why = why;
        name_in_conversation(event, header, sequence);
        return event;
    });
}

void MessageTracer::trace(const wire::Gap& gap, base::ConversationId conversation) const {
    outbox_.trace([&] {
        base::TraceEvent event;
        event.kind = base::TraceEvent::Kind::gap;
        event.conversation = conversation;
        event.flow = gap.flow;
        event.sender = gap.sender;
        conversation::Context context;
        if (!conversation::decode(gap.context, context)) return event;
        event.sequence = base::SequenceNumber{context.ordinal.value()};
        event.to = base::SequenceNumber{context.ordinal.value() + gap.count - 1U};
        return event;
    });
}

/// The sender's ordinal takes the place of its number on the flow. A dependency on the log is told as its position.
void MessageTracer::name_in_conversation(base::TraceEvent& event, const wire::MessageHeader& header,
                                         base::SequenceNumber sequence) const {
    const auto* flow = roster_.state().find(header.flow);
    conversation::Context context;
    if (flow == nullptr || header.context.empty() || !conversation::decode(header.context, context)) return;
    const auto behind = sequence.value() - header.sequence.value();
    event.conversation = flow->conversation;
    event.sequence = base::SequenceNumber{context.ordinal.value() + behind};
    event.deadline = header.sent_at + context.wait;
    if (event.kind != base::TraceEvent::Kind::send || behind > 0) return;
    for (const auto& dependency : context.dependencies) {
        if (dependency.sender.value() == 0)
            event.position = base::LogPosition{dependency.ordinal.value() - 1};
        else
            event.dependencies.emplace_back(dependency.sender, base::SequenceNumber{dependency.ordinal.value()});
    }
}

} // namespace plenum::node
