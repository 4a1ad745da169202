// SPDX-License-Identifier: Apache-2.0
#include "core/peer/policy_runner.h"

#include <algorithm>

namespace plenum::node {
namespace {

constexpr base::Duration decision_interval =
    base::Duration{std::chrono::seconds{1}} / PolicyRunner::decisions_per_second;

} // namespace

const base::PluginDescriptor* PolicyRunner::find(std::string_view style) const {
    for (const auto& descriptor : styles_) {
        const bool fits = descriptor.kind == base::PluginKind::floor && descriptor.version == base::plugin_version;
        if (fits && descriptor.id == style) return &descriptor;
    }
    return nullptr;
}

PolicyRunner::Policy PolicyRunner::make(std::string_view style) const {
    const auto* descriptor = find(style);
    if (descriptor == nullptr) return {nullptr, nullptr};
    return {static_cast<token::FloorPolicy*>(descriptor->create(descriptor->context)), descriptor->destroy};
}

std::expected<void, log::Refusal> PolicyRunner::check(const token::Settings& settings) const {
    if (settings.style.empty()) return {};
    const auto policy = make(settings.style);
    if (policy == nullptr) return std::unexpected{log::Refusal::unknown_style};
    if (!policy->accepts(settings.parameters)) return std::unexpected{log::Refusal::malformed};
    return {};
}

PolicyRunner::Seat& PolicyRunner::seat_of(const token::Token& token) {
    auto& seat = seats_.try_emplace(token.id, Seat{token::Arbiter{self_}, {}, {nullptr, nullptr}}).first->second;
    if (seat.style != token.settings.style) {
        seat.style = token.settings.style;
        seat.policy = make(seat.style);
    }
    return seat;
}

std::span<const token::Arbiter::Person> PolicyRunner::people_of(const log::State& state, const token::Token& token,
                                                                std::span<const token::Arbiter::Person> people) {
    const auto* flow = token.flows.empty() ? nullptr : state.find(token.flows.front());
    if (flow == nullptr || flow->conversation <= log::plenary) return people;
    people_.assign(people.begin(), people.end());
    for (auto& person : people_) {
        const auto* member = state.find(person.member);
        person.may_hold = member != nullptr && state.reaches(*flow, *member);
    }
    return people_;
}

std::optional<log::Operation> PolicyRunner::decide(const log::State& state, base::TokenId id,
                                                   std::span<const token::Arbiter::Person> people,
                                                   base::ConferenceTime now) {
    const auto* token = state.tokens.find(id);
    if (token == nullptr) return std::nullopt;
    auto& seat = seat_of(*token);
    const auto awake_at = seat.rested_at - (decisions_at_once - 1) * decision_interval;
    seat.tired_until = now < awake_at ? awake_at : base::ConferenceTime::max();
    auto* policy = now < awake_at ? nullptr : seat.policy.get();
    const auto decided = seat.arbiter.decide(state.tokens, id, people_of(state, *token, people), policy, now);
    if (!decided) return std::nullopt;
    seat.rested_at = std::max(seat.rested_at, now) + decision_interval;
    auto operation = std::visit([](const auto& each) { return log::Operation{each}; }, *decided);
    // A style may name whoever it likes.
    const auto* self = self_.member == base::MemberIndex{} ? nullptr : state.find(self_.member);
    if (!log::may_say(state, self, operation, now)) return std::nullopt;
    return operation;
}

base::ConferenceTime PolicyRunner::next_wakeup(base::TokenId token) const {
    const auto found = seats_.find(token);
    if (found == seats_.end()) return base::ConferenceTime::max();
    const auto& seat = found->second;
    return std::min(seat.arbiter.next_wakeup(), seat.tired_until);
}

} // namespace plenum::node
