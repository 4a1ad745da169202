// SPDX-License-Identifier: Apache-2.0
// What follows from operations on tokens, and from the end of members and flows.
#include "core/token/authority.h"
#include "core/token/queue.h"

#include <algorithm>
#include <utility>

namespace plenum::token {
namespace {

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
        else if (Authority{token, author}.decides())
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
