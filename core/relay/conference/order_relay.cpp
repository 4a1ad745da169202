// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/order_relay.h"

#include "core/log/conversation_rules.h"

namespace plenum::node {

void OrderRelay::note_causes(base::LogPosition position, const wire::Causes& causes) {
    causes_.insert_or_assign(position, causes);
    if (causes_.size() > causes_max) causes_.erase(causes_.begin());
}

const wire::Causes* OrderRelay::causes_of(base::LogPosition position) const {
    const auto found = causes_.find(position);
    return found == causes_.end() ? nullptr : &found->second;
}

std::optional<base::Duration> OrderRelay::take_delay(const RelaySession& from, const wire::DelayReport& report,
                                                     base::LocalTime now) {
    const bool known = state_.conversations.contains(report.conversation);
    if (!known || !fan_out_.is_in(from, report.conversation)) return std::nullopt;
    std::erase_if(delays_, [&](const auto& item) { return !state_.conversations.contains(item.first); });
    const auto most = log::interval_of(state_, report.conversation).most;
    return delays_[report.conversation].handle(from.member, report.delay, most, now);
}

std::vector<wire::DelayAdvice> OrderRelay::delay_advice(const RelaySession& session) const {
    std::vector<wire::DelayAdvice> all;
    for (const auto& [conversation, book] : delays_) {
        if (fan_out_.is_in(session, conversation) && book.advice() > base::Duration{})
            all.push_back({conversation, book.advice()});
    }
    return all;
}

} // namespace plenum::node
