// SPDX-License-Identifier: Apache-2.0
// Who may say what of tokens.
#include "core/token/authority.h"
#include "core/token/queue.h"

#include <algorithm>
#include <utility>

namespace plenum::token {
namespace {

using Verdict = std::expected<void, Refusal>;

Verdict refuse(Refusal why) { return std::unexpected{why}; }
Verdict permit(bool right, Refusal otherwise) { return right ? Verdict{} : refuse(otherwise); }

bool is_label(std::string_view text) { return text.size() <= label_bytes_max && base::is_clean_line(text); }

bool is_sound(const Settings& settings) {
    const bool fits = settings.parameters.size() <= parameters_bytes_max && base::is_clean_text(settings.parameters) &&
                      settings.panel.size() <= panel_max;
    const bool warned_in_time =
        settings.revoked_after == base::Duration{} || settings.warned_after <= settings.revoked_after;
    const auto limits = {settings.warned_after, settings.revoked_after};
    return fits && warned_in_time && std::ranges::max(limits) <= speaking_time_max &&
           std::ranges::min(limits) >= base::Duration{} && (settings.style.empty() || is_label(settings.style)) &&
           std::ranges::is_sorted(settings.panel) && std::ranges::adjacent_find(settings.panel) == settings.panel.end();
}

Verdict rule(const Authority& about, const ConfigureToken& change) {
    if (!about.author.moderates) return refuse(Refusal::not_permitted);
    const auto settings = change.change.applied_to(about.token.settings);
    if (!is_sound(settings)) return refuse(Refusal::malformed);
    return permit(settings != about.token.settings, Refusal::no_change);
}

Verdict rule(const Authority& about, const RequestToken& request) {
    const bool may_ask = !about.is_relay() && (about.author.moderates || !about.token.settings.locked);
    const bool may_hurry = about.author.moderates || request.priority != RequestClass::priority;
    if (!may_ask || !may_hurry) return refuse(Refusal::not_permitted);
    const bool holds = about.token.everyone || about.token.find_holder(about.author.member) != nullptr;
    const auto* before = about.token.find_request(about.author.member);
    if (holds || (before != nullptr && before->priority == request.priority)) return refuse(Refusal::no_change);
    return permit(before != nullptr || about.token.requests.size() < base::limits::members_max, Refusal::full);
}

Verdict rule(const Authority& about, const EndRequest& end) {
    const bool right = end.end == RequestEnd::cancelled ? about.is(end.member) : about.decides();
    if (!right) return refuse(Refusal::not_permitted);
    return permit(about.token.find_request(end.member) != nullptr, Refusal::no_such_request);
}

Verdict rule(const Authority& about, const PlaceRequest& order) {
    const auto* request = about.token.find_request(order.member);
    // Where moderators accept, an arbiter only orders what they have accepted.
    const bool accepts = about.author.moderates || !about.token.settings.moderated;
    const bool right = about.decides() && (accepts || request == nullptr || request->accepted);
    if (!right) return refuse(Refusal::not_permitted);
    if (request == nullptr) return refuse(Refusal::no_such_request);
    const auto others = accepted_count(about.token.requests) - (request->accepted ? 1 : 0);
    return permit(place_of(about.token.requests, order.member) != std::min<std::size_t>(order.place, others),
                  Refusal::no_change);
}

/// To someone who has none.
Verdict may_receive(const Authority& about, base::MemberIndex member) {
    const bool has = about.token.everyone || about.token.find_holder(member) != nullptr;
    return permit(!has, Refusal::no_change);
}

Verdict rule(const Authority& about, const GrantToken& grant) {
    if (!about.may_give(grant.member)) return refuse(Refusal::not_permitted);
    if (const auto may = may_receive(about, grant.member); !may) return may;
    return permit(about.token.has_room(), Refusal::full);
}

bool is_ascending(const std::vector<LastSent>& last) {
    return std::ranges::adjacent_find(last, std::ranges::greater_equal{}, &LastSent::flow) == last.end();
}

/// `epoch`: of the grant that is to end, or 0 for any.
bool holds(const Authority& about, base::MemberIndex member, base::TokenEpoch epoch) {
    const auto* holder = about.token.find_holder(member);
    return holder != nullptr && (epoch == base::TokenEpoch{} || holder->epoch == epoch);
}

Verdict rule(const Authority& about, const TransferToken& transfer) {
    if (!is_ascending(transfer.last)) return refuse(Refusal::malformed);
    const bool own = about.is(transfer.from) && about.token.settings.may_transfer;
    if (!own && !about.may_give(transfer.to)) return refuse(Refusal::not_permitted);
    if (!holds(about, transfer.from, transfer.epoch)) return refuse(Refusal::not_holder);
    return may_receive(about, transfer.to);
}

Verdict rule(const Authority& about, const CopyToken& copy) {
    const bool own = about.is(copy.from) && about.token.settings.may_copy;
    if (!own && !about.may_give(copy.to)) return refuse(Refusal::not_permitted);
    if (about.token.find_holder(copy.from) == nullptr) return refuse(Refusal::not_holder);
    if (const auto may = may_receive(about, copy.to); !may) return may;
    return permit(about.token.has_room(), Refusal::full);
}

Verdict rule(const Authority& about, const DistributeToken&) {
    if (!about.decides()) return refuse(Refusal::not_permitted);
    if (about.token.everyone) return refuse(Refusal::no_change);
    return permit(about.token.settings.holders_max == 0, Refusal::full);
}

Verdict rule(const Authority& about, const DeleteCopy& deletion) {
    if (deletion.member == base::MemberIndex{}) {
        if (!about.decides()) return refuse(Refusal::not_permitted);
        return permit(about.token.everyone.has_value(), Refusal::no_change);
    }
    const auto* copy = about.token.find_holder(deletion.member);
    if (copy == nullptr || copy->giver == base::MemberIndex{}) return refuse(Refusal::not_holder);
    return permit(about.decides() || about.is(copy->giver), Refusal::not_permitted);
}

Verdict rule(const Authority& about, const ReleaseToken& release) {
    if (!is_ascending(release.last)) return refuse(Refusal::malformed);
    return permit(holds(about, about.author.member, release.epoch), Refusal::not_holder);
}

Verdict rule(const Authority& about, const RevokeToken& revocation) {
    const auto has_right = [&] {
        switch (revocation.reason) {
        case RevokeReason::lost: return about.is_relay();
        case RevokeReason::time:
            return about.decides() || (about.is_relay() && about.token.settings.revoked_after > base::Duration{});
        case RevokeReason::decided: break;
        }
        return about.decides();
    };
    if (!has_right()) return refuse(Refusal::not_permitted);
    return permit(about.token.find_holder(revocation.member) != nullptr, Refusal::not_holder);
}

Verdict rule(const Table& table, const Author& author, const DeclareToken& declaration) {
    if (!author.moderates) return refuse(Refusal::not_permitted);
    if (declaration.token == base::TokenId{}) return refuse(Refusal::malformed);
    if (table.find(declaration.token) != nullptr || declaration.token <= table.over_newest)
        return refuse(Refusal::no_change);
    const bool sound = is_label(declaration.label) &&
                       declaration.flows.size() <= base::limits::flows_per_conference_max &&
                       is_sound(declaration.settings);
    if (!sound) return refuse(Refusal::malformed);
    // A flow demands one token or none.
    for (auto flow = declaration.flows.begin(); flow != declaration.flows.end(); ++flow) {
        const bool taken = table.find(*flow) != nullptr || std::find(declaration.flows.begin(), flow, *flow) != flow;
        if (taken) return refuse(Refusal::malformed);
    }
    return permit(table.tokens.size() < tokens_max, Refusal::full);
}

} // namespace

std::expected<void, Refusal> check(const Table& table, const Author& author, const Operation& operation) {
    return std::visit(
        [&]<class T>(const T& content) {
            if constexpr (std::same_as<T, DeclareToken>) {
                return rule(table, author, content);
            } else {
                const auto* token = table.find(content.token);
                return token == nullptr ? refuse(Refusal::no_such_token) : rule(Authority{*token, author}, content);
            }
        },
        operation);
}

} // namespace plenum::token
