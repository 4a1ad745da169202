// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/causal_order.h"

#include <algorithm>

namespace plenum::conversation {
namespace {

/// Beside its plaintext, roughly.
constexpr std::size_t held_overhead = 256;

/// What goes at the last moment is still worth something when the program wakes up for it.
constexpr base::Duration wakeup_late_max = std::chrono::milliseconds{5};

/// The order's axis.
base::ConferenceTime own_time(base::LocalTime at) { return base::ConferenceTime{at.time_since_epoch()}; }

bool is_lasting(const wire::MessageHeader& header) { return header.lifetime == base::Duration{}; }

/// One message, or those of a bundle.
Span span_of(const wire::MessageHeader& header, const Context& context) {
    return {header.sender, context.ordinal, base::Ordinal{context.ordinal.value() + header.count - 1U}};
}

/// When it goes without what is missing.
base::LocalTime goes_at(const wire::MessageHeader& header, base::LocalTime deadline, const base::ClockOffset& clock,
                        base::Duration doubt) {
    if (is_lasting(header)) return deadline + doubt;
    const auto worth = clock.to_local(header.sent_at + header.lifetime) - doubt - wakeup_late_max - deadline;
    // What is worth nothing then is handed to nobody, and those behind it wait for its deadline.
    return deadline + (worth > base::Duration{} ? std::min(worth, doubt) : doubt);
}

} // namespace

CausalOrder::CausalOrder(base::MemberIndex self, DeltaInterval interval, DeliveryOrder::Bounds bounds)
    : self_{self},
      own_{interval},
      order_{self, bounds} {
    order_.expect(log_sender, true);
}

void CausalOrder::forget(base::MemberIndex sender) {
    own_.forget(sender);
    order_.forget(sender);
}

void CausalOrder::handle_log(base::LogPosition size, base::ConferenceTime now) {
    const base::Ordinal newest{size.value()};
    if (newest.value() == 0) return;
    order_.settle_to(log_sender, newest);
    // Whoever depends on it waits no longer than for anything else that is sent now.
    note_log(size, now);
}

void CausalOrder::note_log(base::LogPosition size, base::ConferenceTime deadline) {
    own_.note({log_sender, base::Ordinal{size.value()}, deadline, true}, {});
}

bool CausalOrder::take_entry(base::LogPosition size, base::MemberIndex author, const wire::Causes* causes,
                             const base::ClockOffset& clock, base::LocalTime now, base::Duration doubt) {
    const auto at = clock.to_conference(now);
    auto sent_at = at;
    if (causes != nullptr && decode(causes->context, context_)) {
        sent_at = std::min(causes->sent_at, at);
        auto& named = context_.dependencies;
        if (context_.ordinal.value() > 1) {
            const auto place = std::ranges::lower_bound(named, author, {}, &Dependency::sender);
            named.insert(place, {author, base::Ordinal{context_.ordinal.value() - 1}});
        }
    } else {
        context_ = {};
    }
    const base::Ordinal number{size.value()};
    const Span span{log_sender, number, number};
    const auto deadline = std::min(sent_at + context_.wait, at + interval().most);
    if (order_.pass(span, context_.dependencies)) {
        note_log(size, deadline);
        return true;
    }
    // No earlier than those before it.
    entries_until_ = std::max(deadline, std::min(entries_until_, at + interval().most));
    context_.wait = entries_until_ - sent_at;
    // What did not fit is not waited for.
    context_.complete = true;
    Held entry;
    entry.header.sent_at = sent_at;
    const auto slot = add(std::move(entry), span, clock, now, doubt);
    if (!slot) {
        handle_log(size, at);
        return true;
    }
    items_[*slot].entries = size;
    return false;
}

/// Inline, for it is part of what every message costs.
inline bool CausalOrder::read_context(const wire::MessageHeader& header) {
    if (!decode(header.context, context_)) return false;
    if (header.token_epoch.value() != 0) name_grant(header.token_epoch);
    return context_.dependencies.empty() || !names_what_was_not_said();
}

/// Whatever its sender names, a word goes after the grant by which it is sent.
void CausalOrder::name_grant(base::TokenEpoch epoch) {
    const Dependency grant{log_sender, base::Ordinal{epoch.value() + 1}};
    auto& named = context_.dependencies;
    if (named.empty() || named.front().sender != log_sender)
        named.insert(named.begin(), grant);
    else
        named.front().ordinal = std::max(named.front().ordinal, grant.ordinal);
}

CausalOrder::Taken CausalOrder::take(Held&& held, const base::ClockOffset& clock, base::LocalTime now,
                                     base::Duration doubt) {
    const auto& header = held.header;
    if (!read_context(header)) return Taken::refused;
    const auto span = span_of(header, context_);
    if (!context_.complete || !order_.pass(span, context_.dependencies))
        return hold(std::move(held), span, clock, now, doubt);
    // What was captured took longer by what lay between capture and sending, which nobody else knows.
    const auto took = now - clock.to_local(header.sent_at);
    const auto deadline = clock.to_local(header.sent_at + context_.wait);
    note(header, context_, clock.to_conference(now));
    if (is_lasting(header)) return now >= deadline ? Taken::goes_late : Taken::goes;
    gauge_.add(took);
    return now + doubt >= deadline ? Taken::goes_late : Taken::goes;
}

CausalOrder::Taken CausalOrder::take_without_clock(Held&& held, base::LocalTime now) {
    const auto& header = held.header;
    if (!read_context(header)) return Taken::refused;
    const auto span = span_of(header, context_);
    if (context_.complete && order_.pass(span, context_.dependencies)) {
        note(header, context_, {});
        return Taken::goes;
    }
    const base::ClockOffset just_sent{header.sent_at.time_since_epoch() - now.time_since_epoch(), {}};
    return hold(std::move(held), span, just_sent, now, interval().most);
}

bool CausalOrder::names_what_was_not_said() const {
    const auto own = std::ranges::lower_bound(context_.dependencies, self_, {}, &Dependency::sender);
    return own != context_.dependencies.end() && own->sender == self_ && own->ordinal > own_.last();
}

CausalOrder::Taken CausalOrder::hold(Held&& held, const Span& span, const base::ClockOffset& clock, base::LocalTime now,
                                     base::Duration doubt) {
    const auto took = now - clock.to_local(held.header.sent_at);
    const bool lasting = is_lasting(held.header);
    if (!add(std::move(held), span, clock, now, doubt)) return Taken::refused;
    if (!lasting) gauge_.add(took);
    return Taken::waits;
}

std::optional<Slot> CausalOrder::add(Held&& held, const Span& span, const base::ClockOffset& clock, base::LocalTime now,
                                     base::Duration doubt) {
    const auto& header = held.header;
    const auto deadline = clock.to_local(header.sent_at + context_.wait);
    const auto goes = goes_at(header, deadline, clock, doubt);
    const auto bytes = held.plaintext.size() + held_overhead;
    const auto slot = order_.add(
        {span, own_time(goes), context_.dependencies, context_.complete, bytes, own_time(deadline)}, own_time(now));
    if (!slot) return std::nullopt;
    if (*slot >= items_.size()) items_.resize(*slot + 1);
    auto& item = items_[*slot];
    item.due = is_lasting(header) ? deadline : deadline - doubt;
    item.entries.reset();
    item.held = std::move(held);
    std::swap(item.context, context_);
    return *slot;
}

void CausalOrder::follow_clock(const base::ClockOffset& clock, base::Duration doubt) {
    for (const auto slot : order_.buffer().waiting()) {
        auto& item = items_[slot];
        const auto& header = item.held.header;
        const auto deadline = clock.to_local(header.sent_at + item.context.wait);
        item.due = is_lasting(header) ? deadline : deadline - doubt;
        order_.move_deadline(slot, own_time(goes_at(header, deadline, clock, doubt)), own_time(deadline));
    }
}

void CausalOrder::handle_heard(const wire::MessageHeader& header, base::ConferenceTime now) {
    if (!decode(header.context, context_)) return;
    order_.settle_to(header.sender, span_of(header, context_).last);
    note(header, context_, now);
}

void CausalOrder::handle_gap(const wire::Gap& gap, base::LocalTime now) {
    if (gap.sender == self_ || gap.count == 0 || !decode(gap.context, context_)) return;
    const base::Ordinal last{context_.ordinal.value() + gap.count - 1U};
    order_.add_gap({gap.sender, context_.ordinal, last}, context_.dependencies, own_time(now));
}

std::optional<CausalOrder::Release> CausalOrder::poll(base::ConferenceTime at, base::LocalTime now) {
    const auto next = order_.poll(own_time(now));
    if (!next) return std::nullopt;
    auto& item = items_[next->slot];
    if (item.entries) {
        const auto deadline = item.held.header.sent_at + item.context.wait;
        note_log(*item.entries, std::min(deadline, at + interval().most));
        return Release{{}, {next->order}, item.entries};
    }
    Release release{std::move(item.held), {next->order, now >= item.due, 0}, {}};
    for (const auto& span : next->missing)
        release.outcome.missing += span.last.value() - span.first.value() + 1;
    note(release.held.header, item.context, at);
    return release;
}

std::optional<base::LocalTime> CausalOrder::next_wakeup() const {
    const auto at = order_.next_wakeup();
    return at ? std::optional{base::LocalTime{at->time_since_epoch()}} : std::nullopt;
}

void CausalOrder::note(const wire::MessageHeader& header, const Context& context, base::ConferenceTime now) {
    // Nobody's clock makes ours go later than they would be waited for.
    const auto latest = now + interval().most;
    const auto deadline = std::min(header.sent_at + context.wait, latest);
    own_.note({header.sender, span_of(header, context).last, deadline, is_lasting(header)}, context.dependencies,
              std::min(header.sent_at, latest));
}

} // namespace plenum::conversation
