// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/token_habit.h"

#include "tests/sim/flow_choice.h"

#include <algorithm>

namespace plenum::sim {
namespace {

constexpr base::Duration wish_min = std::chrono::milliseconds{300};
constexpr base::Duration wish_max = std::chrono::seconds{6};
/// Longer than most speak, so that it strikes sometimes.
constexpr base::Duration speaking_time = std::chrono::seconds{4};
constexpr std::uint32_t hands_on_ppm = 200'000;

} // namespace

TokenHabit::TokenHabit(const Scenario& scenario, const std::vector<std::size_t>& flows, base::Random random)
    : random_{random} {
    // Then floor_habit.h says what is said of them.
    if (scenario.floor) return;
    for (const auto& flow : scenario.flows) {
        if (!flow.token.empty()) tokens_[flow.token].push_back(&flow);
    }
    for (const auto flow : flows)
        used_.insert(scenario.flows[flow].token);
}

void TokenHabit::begin(const std::map<base::FlowId, base::FlowSpec>& declared, bool declares, VirtualTime now) {
    std::uint16_t number = 0;
    std::set<base::FlowId> taken;
    for (const auto& [name, loads] : tokens_) {
        const base::TokenId token{++number};
        token::DeclareToken declaration{token, name, {}, {}};
        for (const auto* load : loads) {
            const auto flow = choose_flow(*load, declared);
            if (flow && taken.insert(*flow).second) declaration.flows.push_back(*flow);
        }
        declaration.settings.style = "queue";
        declaration.settings.revoked_after = speaking_time;
        if (declares) to_say_.push_back(node::ActOnToken{declaration});
        if (used_.contains(name)) wishes_[token].change_at = now + base::Duration{random_.between(0, wish_max.count())};
    }
}

void TokenHabit::end() {
    to_say_.clear();
    wishes_.clear();
    seen_.clear();
}

VirtualTime TokenHabit::next_action() const {
    if (!to_say_.empty()) return VirtualTime::min();
    auto next = VirtualTime::max();
    for (const auto& [token, wish] : wishes_) {
        if (stopping_ && wish.wanted) return VirtualTime::min();
        if (!stopping_) next = std::min(next, wish.change_at);
    }
    return next;
}

std::optional<node::Command> TokenHabit::hand_on(base::TokenId token, base::MemberIndex self) {
    const auto seen = seen_.find(token);
    if (seen == seen_.end() || seen->second.find_holder(self) == nullptr || seen->second.requests.empty()) return {};
    if (!random_.chance(hands_on_ppm)) return std::nullopt;
    return node::ActOnToken{token::TransferToken{token, self, seen->second.requests.back().member}};
}

std::optional<node::Command> TokenHabit::act(base::MemberIndex self, VirtualTime now) {
    if (!to_say_.empty()) {
        auto command = std::move(to_say_.front());
        to_say_.pop_front();
        return command;
    }
    for (auto& [token, wish] : wishes_) {
        const bool due = stopping_ ? wish.wanted : wish.change_at <= now;
        if (!due) continue;
        wish.change_at = now + base::Duration{random_.between(wish_min.count(), wish_max.count())};
        wish.wanted = !wish.wanted;
        if (!wish.wanted && !stopping_) {
            // What is handed on need not be released; if it went elsewhere meanwhile, that is refused.
            if (auto given = hand_on(token, self)) return given;
        }
        return node::WantToken{token, wish.wanted};
    }
    return std::nullopt;
}

} // namespace plenum::sim
