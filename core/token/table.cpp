// SPDX-License-Identifier: Apache-2.0
#include "core/token/table.h"

#include <algorithm>

namespace plenum::token {

bool Token::has_room() const { return settings.holders_max == 0 || holders.size() < settings.holders_max; }

bool Token::on_panel(base::MemberIndex member) const {
    return std::ranges::find(settings.panel, member) != settings.panel.end();
}

const Holder* Token::find_holder(base::MemberIndex member) const {
    const auto found = std::ranges::find(holders, member, &Holder::member);
    return found == holders.end() ? nullptr : &*found;
}

const Request* Token::find_request(base::MemberIndex member) const {
    const auto found = std::ranges::find(requests, member, &Request::member);
    return found == requests.end() ? nullptr : &*found;
}

const Token* Table::find(base::TokenId id) const {
    const auto found = tokens.find(id);
    return found == tokens.end() ? nullptr : &found->second;
}

Token Table::at(base::TokenId id) const {
    if (const auto* token = find(id)) return *token;
    Token token;
    token.id = id;
    token.over = true;
    return token;
}

base::TokenId Table::unused_id() const {
    return (tokens.empty() ? over_newest : std::max(over_newest, tokens.rbegin()->first)).next();
}

std::optional<base::TokenEpoch> Token::epoch_of(base::MemberIndex member) const {
    if (everyone) return everyone;
    const auto* holder = find_holder(member);
    return holder == nullptr ? std::nullopt : std::optional{holder->epoch};
}

const Token* Table::search(base::FlowId flow) const {
    const auto found = std::ranges::find_if(tokens, [&](const auto& item) {
        return std::ranges::find(item.second.flows, flow) != item.second.flows.end();
    });
    return found == tokens.end() ? nullptr : &found->second;
}

std::optional<base::TokenEpoch> Table::epoch_of(base::FlowId flow, base::MemberIndex member) const {
    const auto* token = find(flow);
    return token == nullptr ? base::TokenEpoch{} : token->epoch_of(member);
}

} // namespace plenum::token
