// SPDX-License-Identifier: Apache-2.0
#include "core/token/arbiter.h"

#include <algorithm>

namespace plenum::token {
namespace {

/// Nullopt for an act that there is not.
std::optional<Operation> operation_of(base::TokenId token, const FloorChoice& choice) {
    switch (choice.act) {
    case FloorAct::grant: return GrantToken{token, choice.member};
    case FloorAct::transfer: return TransferToken{token, choice.other, choice.member};
    case FloorAct::copy: return CopyToken{token, choice.other, choice.member};
    case FloorAct::delete_copy: return DeleteCopy{token, choice.member};
    case FloorAct::revoke: return RevokeToken{token, choice.member, RevokeReason::decided};
    case FloorAct::place: return PlaceRequest{token, choice.member, choice.position};
    case FloorAct::deny: return EndRequest{token, choice.member, RequestEnd::denied};
    case FloorAct::distribute: return DistributeToken{token};
    case FloorAct::recall: return DeleteCopy{token, {}};
    case FloorAct::none: break;
    }
    return std::nullopt;
}

const Arbiter::Person* find(std::span<const Arbiter::Person> people, base::MemberIndex member) {
    const auto found = std::ranges::lower_bound(people, member, {}, &Arbiter::Person::member);
    return found != people.end() && found->member == member ? &*found : nullptr;
}

} // namespace

std::optional<Operation> Arbiter::decide(const Table& table, base::TokenId id, std::span<const Person> people,
                                         FloorPolicy* policy, base::ConferenceTime now) {
    next_wakeup_ = base::ConferenceTime::max();
    const auto* token = table.find(id);
    if (token == nullptr) return std::nullopt;
    if (is_relay()) {
        if (auto lost = end_lease(*token, people, now)) return lost;
        if (auto over = end_time(*token, now)) return over;
    }
    const auto author = deciding(*token, people);
    if (!author || policy == nullptr) return std::nullopt;
    auto choice = ask(*token, people, *policy, now);
    if (choice && !check(table, *author, *choice)) {
        ++refused_;
        return std::nullopt;
    }
    return choice;
}

std::optional<Author> Arbiter::deciding(const Token& token, std::span<const Person> people) const {
    if (token.settings.style.empty()) return std::nullopt;
    if (token.settings.arbiter == self_.member) return self_;
    const auto* arbiter = find(people, token.settings.arbiter);
    const bool away = arbiter == nullptr || !arbiter->present;
    if (!is_relay() || !away) return std::nullopt;
    auto author = self_;
    author.stands_in = true;
    return author;
}

std::optional<Operation> Arbiter::end_lease(const Token& token, std::span<const Person> people,
                                            base::ConferenceTime now) {
    for (const auto& holder : token.holders) {
        const auto* person = find(people, holder.member);
        // Whoever was given it while away has the whole lease to come.
        const auto heard_at = std::max(person == nullptr ? base::ConferenceTime{} : person->heard_at, holder.since);
        if (now - heard_at >= lease) return RevokeToken{token.id, holder.member, RevokeReason::lost};
        next_wakeup_ = std::min(next_wakeup_, heard_at + lease);
    }
    return std::nullopt;
}

std::optional<Operation> Arbiter::end_time(const Token& token, base::ConferenceTime now) {
    if (token.settings.revoked_after == base::Duration{}) return std::nullopt;
    for (const auto& holder : token.holders) {
        const auto end = holder.since + token.settings.revoked_after;
        if (now >= end) return RevokeToken{token.id, holder.member, RevokeReason::time};
        next_wakeup_ = std::min(next_wakeup_, end);
    }
    return std::nullopt;
}

std::optional<Operation> Arbiter::ask(const Token& token, std::span<const Person> people, FloorPolicy& policy,
                                      base::ConferenceTime now) {
    holders_.clear();
    for (const auto& holder : token.holders)
        holders_.push_back({holder.member, holder.since, holder.giver});
    requests_.clear();
    for (const auto& request : token.requests)
        requests_.push_back(
            {request.member, static_cast<std::uint8_t>(request.rank()), request.accepted, request.since});
    people_.clear();
    for (const auto& person : people) {
        const auto held = token.held_before.find(person.member);
        people_.push_back({person.member, person.present && person.may_hold, person.moderates,
                           token.on_panel(person.member), token.stood_down.contains(person.member),
                           held == token.held_before.end() ? base::Duration{} : held->second, person.spoke_at});
    }
    FloorView view;
    view.now = now;
    view.parameters = token.settings.parameters;
    view.holders_max = token.settings.holders_max;
    view.distributed = token.everyone.has_value();
    view.holders = holders_;
    view.requests = requests_;
    view.people = people_;
    const auto choice = policy.decide(view);
    if (choice.act != FloorAct::none) {
        auto operation = operation_of(token.id, choice);
        refused_ += operation ? 0 : 1;
        return operation;
    }
    if (choice.ask_again != base::ConferenceTime::max())
        next_wakeup_ = std::min(next_wakeup_, std::clamp(choice.ask_again, now + pause_min, now + pause_max));
    return std::nullopt;
}

} // namespace plenum::token
