// SPDX-License-Identifier: Apache-2.0
#include "core/member/member_arbiter.h"

#include <algorithm>

namespace plenum::node {

bool MemberArbiter::decides(const token::Token& token) const {
    return !token.settings.style.empty() && token.settings.arbiter == roster_.self() &&
           roster_.self() != base::MemberIndex{};
}

void MemberArbiter::note_voice(base::FlowId flow, base::MemberIndex member, base::LocalTime now) {
    const auto* token = roster_.state().tokens.find(flow);
    if (token != nullptr && decides(*token)) spoke_[{token->id, member}] = now;
}

void MemberArbiter::note_people(const token::Token& token, base::ConferenceTime at, base::LocalTime now) {
    const auto to_conference = [&](base::LocalTime seen) { return at - std::min(now - seen, at.time_since_epoch()); };
    const auto since = to_conference(listens_since_);
    people_.clear();
    for (const auto& [index, member] : roster_.state().members) {
        const auto spoke = spoke_.find({token.id, index});
        auto spoke_at = spoke == spoke_.end() ? base::ConferenceTime{} : to_conference(spoke->second);
        const auto* holder = token.find_holder(index);
        if (holder != nullptr && holder->since < since) spoke_at = std::max(spoke_at, since);
        people_.push_back({index, member.present, roster_.state().moderates(member, at), at, spoke_at});
    }
}

std::optional<log::Operation> MemberArbiter::due(base::ConferenceTime at, base::LocalTime now) {
    wakeup_ = base::local_time_max;
    const auto& state = roster_.state();
    std::erase_if(spoke_, [&](const auto& item) {
        const auto* token = state.tokens.find(item.first.first);
        return token == nullptr || !decides(*token) || state.find(item.first.second) == nullptr;
    });
    for (const auto& [id, token] : state.tokens.tokens) {
        if (!decides(token)) continue;
        if (!policy_runner_) {
            policy_runner_.emplace(styles_, token::Author{roster_.self(), false});
            listens_since_ = now;
        }
        note_people(token, at, now);
        if (auto operation = policy_runner_->decide(state, id, people_, at)) return operation;
        const auto next = policy_runner_->next_wakeup(id);
        if (next < base::ConferenceTime::max()) wakeup_ = std::min(wakeup_, now + (next - at));
    }
    return std::nullopt;
}

} // namespace plenum::node
