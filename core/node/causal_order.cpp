// SPDX-License-Identifier: Apache-2.0
#include "core/node/causal_order.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Stands for the log in contexts.
constexpr base::MemberIndex log_sender{};

/// Beside its plaintext, roughly.
constexpr std::size_t held_overhead = 256;

bool is_lasting(const wire::MessageHeader& header) { return header.lifetime == base::Duration{}; }

} // namespace

CausalOrder::CausalOrder(base::MemberIndex self, conversation::Interval interval,
                         conversation::DeliveryOrder::Bounds bounds)
    : self_{self}, interval_{interval}, delta_{interval.least}, order_{self, bounds} {
    order_.expect(log_sender, true);
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
    frontier_.note({log_sender, newest, now, true}, {});
    ++past_;
}

void CausalOrder::stamp(wire::MessageHeader& header, bool captured, base::ConferenceTime now) {
    last_ = last_.next();
    auto& context = own_context_;
    context.ordinal = last_;
    const auto floor = std::max(deadline_max_, frontier_.deadline_max());
    if (!captured) header.sent_at = std::max(header.sent_at, floor - delta_);
    const auto deadline = std::max(now + delta_, floor);
    context.wait = std::clamp(deadline - header.sent_at, base::Duration{}, conversation::wait_max);
    frontier_.take(now, context);
    header.context.clear();
    conversation::encode(context, header.context);
    deadline_max_ = std::max(deadline_max_, deadline);
}

bool CausalOrder::add(Held&& held, base::ConferenceTime now) {
    const auto& header = held.header;
    if (!conversation::decode(header.context, context_)) return false;
    const auto own = std::ranges::lower_bound(context_.dependencies, self_, {}, &conversation::Dependency::sender);
    const bool names_own = own != context_.dependencies.end() && own->sender == self_;
    if (names_own && own->ordinal > last_) return false;
    const conversation::Span span{header.sender, context_.ordinal,
                                  base::Ordinal{context_.ordinal.value() + header.count - 1U}};
    const auto deadline = header.sent_at + context_.wait;
    const auto slot = order_.add({span, deadline, context_.dependencies, context_.complete,
                                  held.plaintext.size() + held_overhead},
                                 forward(now));
    if (!slot) return false;
    if (*slot >= items_.size()) items_.resize(*slot + 1);
    // Everyone takes the same Δ, as far as they have heard of it: this is how long it should have been for this one.
    if (!is_lasting(header)) gauge_.add(delta_ + (now - deadline));
    auto& item = items_[*slot];
    item.held = std::move(held);
    std::swap(item.context, context_);
    item.deadline = deadline;
    return true;
}

void CausalOrder::handle_heard(const wire::MessageHeader& header) {
    if (!conversation::decode(header.context, context_)) return;
    order_.settle_to(header.sender, base::Ordinal{context_.ordinal.value() + header.count - 1U});
    note(header, context_, header.sent_at + context_.wait);
}

void CausalOrder::handle_gap(const wire::Gap& gap, base::ConferenceTime now) {
    if (gap.sender == self_ || gap.count == 0 || !conversation::decode(gap.context, context_)) return;
    const base::Ordinal last{context_.ordinal.value() + gap.count - 1U};
    order_.add_gap({gap.sender, context_.ordinal, last}, context_.dependencies, forward(now));
}

std::optional<CausalOrder::Release> CausalOrder::poll(base::ConferenceTime now) {
    const auto next = order_.poll(forward(now));
    if (!next) return std::nullopt;
    auto& item = items_[next->slot];
    Release release{std::move(item.held), next->order, now_ >= item.deadline, 0};
    for (const auto& span : next->missing)
        release.missing += span.last.value() - span.first.value() + 1;
    note(release.held.header, item.context, item.deadline);
    return release;
}

void CausalOrder::note(const wire::MessageHeader& header, const conversation::Context& context,
                       base::ConferenceTime deadline) {
    const base::Ordinal last{context.ordinal.value() + header.count - 1U};
    // Nobody's clock makes ours go later than they would be waited for.
    const auto latest = now_ + interval_.most;
    frontier_.note({header.sender, last, std::min(deadline, latest), is_lasting(header)}, context.dependencies);
    ++past_;
}

/// Conference time as it is known here goes back where clocks are compared anew; an order of events does not.
base::ConferenceTime CausalOrder::forward(base::ConferenceTime now) { return now_ = std::max(now_, now); }

} // namespace plenum::node
