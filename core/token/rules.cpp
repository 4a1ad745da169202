// SPDX-License-Identifier: Apache-2.0
// Who may say what of tokens, and what follows.
#include "core/token/queue.h"

#include <algorithm>
#include <utility>

namespace plenum::token {
namespace {

using Verdict = std::expected<void, Refusal>;

Verdict refuse(Refusal why) { return std::unexpected{why}; }
Verdict permit(bool right, Refusal otherwise) { return right ? Verdict{} : refuse(otherwise); }

/// What an operation is checked against.
struct Case {
    const Token& token;
    const Author& author;

    [[nodiscard]] bool is(base::MemberIndex member) const { return author.member == member; }
    [[nodiscard]] bool is_relay() const { return author.member == base::MemberIndex{}; }
    /// Only where a style decides.
    [[nodiscard]] bool is_arbiter() const {
        return !token.settings.style.empty() && (is(token.settings.arbiter) || (is_relay() && author.stands_in));
    }
    [[nodiscard]] bool decides() const { return author.moderates || is_arbiter(); }
    /// An arbiter that moderates nothing gives to those whom moderators named, and to those whose request is accepted.
    [[nodiscard]] bool may_give(base::MemberIndex to) const {
        if (author.moderates) return true;
        const auto* request = token.find_request(to);
        return is_arbiter() && (token.on_panel(to) || (request != nullptr && request->accepted));
    }
};

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

Verdict rule(const Case& about, const ConfigureToken& change) {
    if (!about.author.moderates) return refuse(Refusal::not_permitted);
    const auto settings = change.change.applied_to(about.token.settings);
    if (!is_sound(settings)) return refuse(Refusal::malformed);
    return permit(settings != about.token.settings, Refusal::no_change);
}

Verdict rule(const Case& about, const RequestToken& request) {
    const bool may_ask = !about.is_relay() && (about.author.moderates || !about.token.settings.locked);
    const bool may_hurry = about.author.moderates || request.priority != RequestClass::priority;
    if (!may_ask || !may_hurry) return refuse(Refusal::not_permitted);
    const bool holds = about.token.everyone || about.token.find_holder(about.author.member) != nullptr;
    const auto* before = about.token.find_request(about.author.member);
    if (holds || (before != nullptr && before->priority == request.priority)) return refuse(Refusal::no_change);
    return permit(before != nullptr || about.token.requests.size() < base::limits::members_max, Refusal::full);
}

Verdict rule(const Case& about, const EndRequest& end) {
    const bool right = end.end == RequestEnd::cancelled ? about.is(end.member) : about.decides();
    if (!right) return refuse(Refusal::not_permitted);
    return permit(about.token.find_request(end.member) != nullptr, Refusal::no_such_request);
}

Verdict rule(const Case& about, const PlaceRequest& order) {
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
Verdict may_receive(const Case& about, base::MemberIndex member) {
    const bool has = about.token.everyone || about.token.find_holder(member) != nullptr;
    return permit(!has, Refusal::no_change);
}

Verdict rule(const Case& about, const GrantToken& grant) {
    if (!about.may_give(grant.member)) return refuse(Refusal::not_permitted);
    if (const auto may = may_receive(about, grant.member); !may) return may;
    return permit(about.token.has_room(), Refusal::full);
}

bool is_ascending(const std::vector<LastSent>& last) {
    return std::ranges::adjacent_find(last, std::ranges::greater_equal{}, &LastSent::flow) == last.end();
}

/// `epoch`: of the grant that is to end, or 0 for any.
bool holds(const Case& about, base::MemberIndex member, base::TokenEpoch epoch) {
    const auto* holder = about.token.find_holder(member);
    return holder != nullptr && (epoch == base::TokenEpoch{} || holder->epoch == epoch);
}

Verdict rule(const Case& about, const TransferToken& transfer) {
    if (!is_ascending(transfer.last)) return refuse(Refusal::malformed);
    const bool own = about.is(transfer.from) && about.token.settings.may_transfer;
    if (!own && !about.may_give(transfer.to)) return refuse(Refusal::not_permitted);
    if (!holds(about, transfer.from, transfer.epoch)) return refuse(Refusal::not_holder);
    return may_receive(about, transfer.to);
}

Verdict rule(const Case& about, const CopyToken& copy) {
    const bool own = about.is(copy.from) && about.token.settings.may_copy;
    if (!own && !about.may_give(copy.to)) return refuse(Refusal::not_permitted);
    if (about.token.find_holder(copy.from) == nullptr) return refuse(Refusal::not_holder);
    if (const auto may = may_receive(about, copy.to); !may) return may;
    return permit(about.token.has_room(), Refusal::full);
}

Verdict rule(const Case& about, const DistributeToken&) {
    if (!about.decides()) return refuse(Refusal::not_permitted);
    if (about.token.everyone) return refuse(Refusal::no_change);
    return permit(about.token.settings.holders_max == 0, Refusal::full);
}

Verdict rule(const Case& about, const DeleteCopy& deletion) {
    if (deletion.member == base::MemberIndex{}) {
        if (!about.decides()) return refuse(Refusal::not_permitted);
        return permit(about.token.everyone.has_value(), Refusal::no_change);
    }
    const auto* copy = about.token.find_holder(deletion.member);
    if (copy == nullptr || copy->giver == base::MemberIndex{}) return refuse(Refusal::not_holder);
    return permit(about.decides() || about.is(copy->giver), Refusal::not_permitted);
}

Verdict rule(const Case& about, const ReleaseToken& release) {
    if (!is_ascending(release.last)) return refuse(Refusal::malformed);
    return permit(holds(about, about.author.member, release.epoch), Refusal::not_holder);
}

Verdict rule(const Case& about, const RevokeToken& revocation) {
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

/// Makes `token` what it is after an operation.
struct Change {
    Token& token;
    const Author& author;
    Place at;

    [[nodiscard]] base::TokenEpoch epoch() const { return base::TokenEpoch{at.position.value()}; }

    void give(base::MemberIndex member, base::MemberIndex giver) const {
        if (const auto* request = token.find_request(member)) note_turn(*request);
        token.stood_down.erase(member);
        std::erase_if(token.requests, [&](const Request& request) { return request.member == member; });
        token.holders.push_back({member, epoch(), at.at, giver});
    }
    /// A point of order that waited in line is one all the same. A holder who hands the token on moves no queue: two
    /// who did so could keep all others waiting.
    void note_turn(const Request& request) const {
        if (request.priority == RequestClass::point_of_order)
            token.order_had.insert(request.member);
        else if (Case{token, author}.decides())
            token.order_had.clear();
    }
    void stand_down(base::MemberIndex member) const {
        if (token.on_panel(member)) token.stood_down.insert(member);
    }
    /// Gives what was held.
    Holder take(base::MemberIndex member) const {
        const auto found = std::ranges::find(token.holders, member, &Holder::member);
        const auto holder = *found;
        token.holders.erase(found);
        token.held_before[member] += at.at - holder.since;
        return holder;
    }

    void operator()(const ConfigureToken& change) const {
        auto settings = change.change.applied_to(token.settings);
        if (settings.style != token.settings.style) token.stood_down.clear();
        token.settings = std::move(settings);
        std::erase_if(token.stood_down, [&](base::MemberIndex member) { return !token.on_panel(member); });
        if (token.settings.holders_max != 0) token.everyone.reset();
        while (token.settings.holders_max != 0 && token.holders.size() > token.settings.holders_max)
            take(token.holders.back().member);
        if (!token.settings.moderated) accept_all();
    }
    /// Nobody is asked about them any longer.
    void accept_all() const {
        const auto all = std::exchange(token.requests, {});
        for (auto request : all) {
            request.accepted = true;
            enqueue(token.requests, request);
        }
    }
    void operator()(const RequestToken& request) const {
        const bool accepted = author.moderates || !token.settings.moderated;
        const bool in_line =
            request.priority == RequestClass::point_of_order && token.order_had.contains(author.member);
        std::erase_if(token.requests, [&](const Request& before) { return before.member == author.member; });
        enqueue(token.requests, {author.member, request.priority, accepted, at.at, in_line});
    }
    void operator()(const EndRequest& end) const {
        std::erase_if(token.requests, [&](const Request& request) { return request.member == end.member; });
    }
    void operator()(const PlaceRequest& order) const { place(token.requests, order.member, order.place); }
    void operator()(const GrantToken& grant) const { give(grant.member, {}); }
    void operator()(const TransferToken& transfer) const {
        const auto from = take(transfer.from);
        stand_down(transfer.from);
        give(transfer.to, from.giver);
    }
    void operator()(const CopyToken& copy) const { give(copy.to, copy.from); }
    void operator()(const DistributeToken&) const {
        while (!token.holders.empty())
            take(token.holders.back().member);
        token.everyone = epoch();
    }
    void operator()(const DeleteCopy& deletion) const {
        if (deletion.member == base::MemberIndex{}) {
            token.everyone.reset();
            return;
        }
        take(deletion.member);
        stand_down(deletion.member);
    }
    void operator()(const ReleaseToken&) const {
        take(author.member);
        stand_down(author.member);
    }
    /// Who was lost has the floor of the panel again when they are back.
    void operator()(const RevokeToken& revocation) const {
        take(revocation.member);
        if (revocation.reason != RevokeReason::lost) stand_down(revocation.member);
    }
    void operator()(const DeclareToken&) const {}
};

} // namespace

std::expected<void, Refusal> check(const Table& table, const Author& author, const Operation& operation) {
    return std::visit(
        [&]<class T>(const T& content) {
            if constexpr (std::same_as<T, DeclareToken>) {
                return rule(table, author, content);
            } else {
                const auto* token = table.find(content.token);
                return token == nullptr ? refuse(Refusal::no_such_token) : rule(Case{*token, author}, content);
            }
        },
        operation);
}

void apply(Table& table, const Author& author, const Operation& operation, Place place) {
    std::visit(
        [&]<class T>(const T& content) {
            auto& token = table.tokens[content.token];
            if constexpr (std::same_as<T, DeclareToken>) {
                token.id = content.token;
                token.label = content.label;
                token.flows = content.flows;
                token.settings = content.settings;
            }
            Change{token, author, place}(content);
        },
        operation);
}

namespace {

/// True if it changed. Copies that the member gave stay copies, for whoever takes those back. Who only left the group
/// may come back, and has no other point of order by that.
bool take_out(Token& token, base::MemberIndex member) {
    const auto is_it = [&](const auto& item) { return item.member == member; };
    auto changes = std::erase_if(token.requests, is_it) + std::erase_if(token.holders, is_it) +
                   token.held_before.erase(member) + std::erase(token.settings.panel, member) +
                   token.stood_down.erase(member);
    if (token.settings.arbiter == member) {
        token.settings.arbiter = {};
        ++changes;
    }
    return changes > 0;
}

bool is_demanded(const Token& token, const std::vector<base::FlowId>& flows) {
    return std::ranges::find_first_of(token.flows, flows) != token.flows.end();
}

} // namespace

std::vector<base::TokenId> apply_leave(Table& table, base::MemberIndex member) {
    std::vector<base::TokenId> changed;
    for (auto& [id, token] : table.tokens) {
        const bool had_order = token.order_had.erase(member) > 0;
        if (take_out(token, member) || had_order) changed.push_back(id);
    }
    return changed;
}

std::vector<base::TokenId> apply_leave(Table& table, base::MemberIndex member, const std::vector<base::FlowId>& flows) {
    std::vector<base::TokenId> changed;
    for (auto& [id, token] : table.tokens) {
        if (is_demanded(token, flows) && take_out(token, member)) changed.push_back(id);
    }
    return changed;
}

std::vector<base::TokenId> apply_end(Table& table, const std::vector<base::FlowId>& flows) {
    std::vector<base::TokenId> changed;
    for (auto& [id, token] : table.tokens) {
        if (!is_demanded(token, flows)) continue;
        std::erase_if(token.flows, [&](base::FlowId flow) { return std::ranges::find(flows, flow) != flows.end(); });
        changed.push_back(id);
        if (token.flows.empty()) table.over_newest = std::max(table.over_newest, id);
    }
    for (const auto id : changed) {
        if (table.tokens[id].flows.empty()) table.tokens.erase(id);
    }
    return changed;
}

} // namespace plenum::token
