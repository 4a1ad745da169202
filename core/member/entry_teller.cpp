// SPDX-License-Identifier: Apache-2.0
#include "core/member/entry_teller.h"

#include "core/conversation/context.h"

#include <algorithm>
#include <utility>

namespace plenum::node {

void EntryTeller::add(base::LogPosition size, std::vector<TokenChanged> changes, Conversations waits,
                      const wire::Causes* causes) {
    Entry entry{size, std::move(changes), std::move(waits), {}};
    if (outbox_.traces()) entry.trace = trace_of(entry, causes);
    entries_.push_back(std::move(entry));
    tell_ready();
}

base::TraceEvent EntryTeller::trace_of(const Entry& entry, const wire::Causes* causes) {
    base::TraceEvent event;
    event.kind = base::TraceEvent::Kind::tell;
    event.position = base::LogPosition{entry.size.value() - 1};
    conversation::Context context;
    if (causes == nullptr || !conversation::decode(causes->context, context)) return event;
    event.conversation = causes->conversation;
    event.sender = entry.changes.front().cause->author;
    if (context.ordinal.value() > 1)
        event.dependencies.emplace_back(event.sender, base::SequenceNumber{context.ordinal.value() - 1});
    for (const auto& [sender, ordinal] : context.dependencies)
        event.dependencies.emplace_back(sender, base::SequenceNumber{ordinal.value()});
    event.sent_at = causes->sent_at;
    event.deadline = causes->sent_at + context.wait;
    return event;
}

void EntryTeller::release(base::LogPosition size, base::ConversationId conversation) {
    const auto entry = std::ranges::find(entries_, size, &Entry::size);
    if (entry == entries_.end()) return;
    std::erase(entry->waits, conversation);
    tell_ready();
}

void EntryTeller::forget(base::ConversationId conversation) {
    for (auto& entry : entries_)
        std::erase(entry.waits, conversation);
    tell_ready();
}

void EntryTeller::tell_ready() {
    while (!entries_.empty() && entries_.front().waits.empty()) {
        auto& entry = entries_.front();
        outbox_.trace([&] { return std::move(entry.trace); });
        for (auto& change : entry.changes)
            outbox_.event(std::move(change));
        entries_.pop_front();
    }
}

} // namespace plenum::node
