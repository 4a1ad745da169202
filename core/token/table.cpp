// SPDX-License-Identifier: Apache-2.0
#include "core/token/table.h"

#include <algorithm>

namespace plenum::token {

namespace {

bool is_last_word(const Former& former, base::ConferenceTime at) { return at <= former.released_at + last_words_max; }

} // namespace

std::string_view name_of(Hearing hearing) {
    switch (hearing) {
    case Hearing::heard: return "heard";
    case Hearing::no_token: return "no_token";
    case Hearing::stale: return "stale_epoch";
    case Hearing::ahead: return "unknown_epoch";
    }
    return "unknown";
}

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

const Token* Table::find(base::FlowId flow) const {
    const auto found = std::ranges::find_if(tokens, [&](const auto& item) {
        return std::ranges::find(item.second.flows, flow) != item.second.flows.end();
    });
    return found == tokens.end() ? nullptr : &found->second;
}

std::optional<base::TokenEpoch> Table::epoch_of(base::FlowId flow, base::MemberIndex member) const {
    const auto* token = find(flow);
    if (token == nullptr) return base::TokenEpoch{};
    if (token->everyone) return token->everyone;
    const auto* holder = token->find_holder(member);
    return holder == nullptr ? std::nullopt : std::optional{holder->epoch};
}

bool Table::may_be_heard(base::FlowId flow, base::MemberIndex sender, base::ConferenceTime at) const {
    const auto* token = find(flow);
    if (token == nullptr || token->everyone || token->find_holder(sender) != nullptr) return true;
    return std::ranges::any_of(
        token->former, [&](const Former& former) { return former.member == sender && is_last_word(former, at); });
}

Hearing Table::hear(base::FlowId flow, base::MemberIndex sender, base::TokenEpoch epoch, base::LogPosition log_size,
                    base::ConferenceTime at) const {
    // An epoch is a position of the log: what is not there yet may well be a grant.
    if (epoch.value() >= log_size.value()) return Hearing::ahead;
    const auto* token = find(flow);
    if (token == nullptr) return epoch.value() == 0 ? Hearing::heard : Hearing::stale;
    if (epoch.value() == 0) return Hearing::no_token;
    if (token->everyone == epoch) return Hearing::heard;
    const auto is_it = [&](const auto& each) { return each.member == sender && each.epoch == epoch; };
    if (std::ranges::any_of(token->holders, is_it)) return Hearing::heard;
    const auto former = std::ranges::find_if(token->former, is_it);
    return former != token->former.end() && is_last_word(*former, at) ? Hearing::heard : Hearing::stale;
}

} // namespace plenum::token
