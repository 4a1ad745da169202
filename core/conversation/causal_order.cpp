// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/causal_order.h"

#include <algorithm>

namespace plenum::conversation {
namespace {

/// Stands for the log in contexts.
constexpr base::MemberIndex log_sender{};

/// Beside its plaintext, roughly.
constexpr std::size_t held_overhead = 256;

/// What goes at the last moment is still worth something when the program wakes up for it.
constexpr base::Duration wakeup_late_max = std::chrono::milliseconds{5};

/// The order's axis.
base::ConferenceTime own_time(base::LocalTime at) { return base::ConferenceTime{at.time_since_epoch()}; }

bool is_lasting(const wire::MessageHeader& header) { return header.lifetime == base::Duration{}; }

} // namespace

CausalOrder::CausalOrder(base::MemberIndex self, conversation::Interval interval,
                         conversation::DeliveryOrder::Bounds bounds)
    : self_{self},
      interval_{interval},
      delta_{interval.least},
      order_{self, bounds} {
    order_.expect(log_sender, true);
}

/// Inline, for it is part of what every message costs.
inline base::Duration CausalOrder::wait_from(base::ConferenceTime sent_at, base::ConferenceTime now) const {
    // Not behind what a clock that was wrong once took for the present.
    const auto floor = std::min(std::max(deadline_max_, frontier_.deadline_max()), now + interval_.most);
    const auto wait = std::clamp(std::max(now + delta_, floor) - sent_at, base::Duration{}, conversation::wait_max);
    // As the context says it: what comes next is not due before.
    return (wait + conversation::delta_step - base::Duration{1}) / conversation::delta_step * conversation::delta_step;
}

void CausalOrder::forget(base::MemberIndex sender) {
    frontier_.forget(sender);
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
    frontier_.note({log_sender, base::Ordinal{size.value()}, deadline, true}, {});
    ++past_;
}

bool CausalOrder::take_entry(base::LogPosition size, base::MemberIndex author, const wire::Causes* causes,
                             const base::ClockOffset& clock, base::LocalTime now, base::Duration doubt) {
    const auto at = clock.to_conference(now);
    auto sent_at = at;
    if (causes != nullptr && conversation::decode(causes->context, context_)) {
        sent_at = std::min(causes->sent_at, at);
        auto& named = context_.dependencies;
        if (context_.ordinal.value() > 1) {
            const auto place = std::ranges::lower_bound(named, author, {}, &conversation::Dependency::sender);
            named.insert(place, {author, base::Ordinal{context_.ordinal.value() - 1}});
        }
    } else {
        context_ = {};
    }
    const base::Ordinal number{size.value()};
    const conversation::Span span{log_sender, number, number};
    const auto deadline = std::min(sent_at + context_.wait, at + interval_.most);
    if (order_.pass(span, context_.dependencies)) {
        note_log(size, deadline);
        return true;
    }
    // No earlier than those before it.
    entries_until_ = std::max(deadline, std::min(entries_until_, at + interval_.most));
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

base::Bytes CausalOrder::causes(base::ConferenceTime now) const {
    conversation::Context context;
    context.ordinal = last_.next();
    context.wait = wait_from(now, now);
    frontier_.name_all(now, context);
    std::erase_if(context.dependencies, [](const auto& each) { return each.sender == log_sender; });
    base::Bytes bytes;
    if (last_.value() > 0 || !context.dependencies.empty()) conversation::encode(context, bytes);
    return bytes;
}

void CausalOrder::stamp(wire::MessageHeader& header, bool captured, base::ConferenceTime now) {
    last_ = last_.next();
    auto& context = own_context_;
    context.ordinal = last_;
    if (!captured) {
        header.sent_at = std::max(header.sent_at, std::min(sent_max_, now + interval_.most - delta_));
        sent_max_ = header.sent_at;
    }
    context.wait = wait_from(header.sent_at, now);
    frontier_.take(now, context);
    header.context.clear();
    conversation::encode(context, header.context);
    deadline_max_ = header.sent_at + context.wait;
}

// Inline as well.
inline bool CausalOrder::read_context(const wire::MessageHeader& header) {
    if (!conversation::decode(header.context, context_)) return false;
    if (header.token_epoch.value() != 0) name_grant(header.token_epoch);
    return context_.dependencies.empty() || !names_what_was_not_said();
}

/// Whatever its sender names, a word goes after the grant by which it is sent.
void CausalOrder::name_grant(base::TokenEpoch epoch) {
    const conversation::Dependency grant{log_sender, base::Ordinal{epoch.value() + 1}};
    auto& named = context_.dependencies;
    if (named.empty() || named.front().sender != log_sender)
        named.insert(named.begin(), grant);
    else
        named.front().ordinal = std::max(named.front().ordinal, grant.ordinal);
}

inline conversation::Span CausalOrder::span_of(const wire::MessageHeader& header) const {
    return {header.sender, context_.ordinal, base::Ordinal{context_.ordinal.value() + header.count - 1U}};
}

CausalOrder::Taken CausalOrder::take(Held&& held, const base::ClockOffset& clock, base::LocalTime now,
                                     base::Duration doubt) {
    const auto& header = held.header;
    if (!read_context(header)) return Taken::refused;
    const auto span = span_of(header);
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
    const auto span = span_of(header);
    if (context_.complete && order_.pass(span, context_.dependencies)) {
        note(header, context_, {});
        return Taken::goes;
    }
    const base::ClockOffset just_sent{header.sent_at.time_since_epoch() - now.time_since_epoch(), {}};
    return hold(std::move(held), span, just_sent, now, interval_.most);
}

bool CausalOrder::names_what_was_not_said() const {
    const auto own = std::ranges::lower_bound(context_.dependencies, self_, {}, &conversation::Dependency::sender);
    return own != context_.dependencies.end() && own->sender == self_ && own->ordinal > last_;
}

CausalOrder::Taken CausalOrder::hold(Held&& held, const conversation::Span& span, const base::ClockOffset& clock,
                                     base::LocalTime now, base::Duration doubt) {
    const auto took = now - clock.to_local(held.header.sent_at);
    const bool lasting = is_lasting(held.header);
    if (!add(std::move(held), span, clock, now, doubt)) return Taken::refused;
    if (!lasting) gauge_.add(took);
    return Taken::waits;
}

std::optional<conversation::Slot> CausalOrder::add(Held&& held, const conversation::Span& span,
                                                   const base::ClockOffset& clock, base::LocalTime now,
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

base::LocalTime CausalOrder::goes_at(const wire::MessageHeader& header, base::LocalTime deadline,
                                     const base::ClockOffset& clock, base::Duration doubt) {
    if (is_lasting(header)) return deadline + doubt;
    const auto worth = clock.to_local(header.sent_at + header.lifetime) - doubt - wakeup_late_max - deadline;
    // What is worth nothing then is handed to nobody, and those behind it wait for its deadline.
    return deadline + (worth > base::Duration{} ? std::min(worth, doubt) : doubt);
}

void CausalOrder::follow_clock(const base::ClockOffset& clock, base::Duration doubt) {
    for (const auto slot : order_.waiting()) {
        auto& item = items_[slot];
        const auto& header = item.held.header;
        const auto deadline = clock.to_local(header.sent_at + item.context.wait);
        item.due = is_lasting(header) ? deadline : deadline - doubt;
        order_.move_deadline(slot, own_time(goes_at(header, deadline, clock, doubt)), own_time(deadline));
    }
}

void CausalOrder::handle_heard(const wire::MessageHeader& header, base::ConferenceTime now) {
    if (!conversation::decode(header.context, context_)) return;
    order_.settle_to(header.sender, base::Ordinal{context_.ordinal.value() + header.count - 1U});
    note(header, context_, now);
}

void CausalOrder::handle_gap(const wire::Gap& gap, base::LocalTime now) {
    if (gap.sender == self_ || gap.count == 0 || !conversation::decode(gap.context, context_)) return;
    const base::Ordinal last{context_.ordinal.value() + gap.count - 1U};
    order_.add_gap({gap.sender, context_.ordinal, last}, context_.dependencies, own_time(now));
}

std::optional<CausalOrder::Release> CausalOrder::poll(base::ConferenceTime at, base::LocalTime now) {
    const auto next = order_.poll(own_time(now));
    if (!next) return std::nullopt;
    auto& item = items_[next->slot];
    if (item.entries) {
        const auto deadline = item.held.header.sent_at + item.context.wait;
        note_log(*item.entries, std::min(deadline, at + interval_.most));
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

void CausalOrder::note(const wire::MessageHeader& header, const conversation::Context& context,
                       base::ConferenceTime now) {
    const base::Ordinal last{context.ordinal.value() + header.count - 1U};
    // Nobody's clock makes ours go later than they would be waited for.
    const auto deadline = std::min(header.sent_at + context.wait, now + interval_.most);
    frontier_.note({header.sender, last, deadline, is_lasting(header)}, context.dependencies);
    sent_max_ = std::max(sent_max_, std::min(header.sent_at, now + interval_.most));
    ++past_;
}

} // namespace plenum::conversation
