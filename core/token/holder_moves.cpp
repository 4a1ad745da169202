// SPDX-License-Identifier: Apache-2.0
#include "core/token/holder_moves.h"

namespace plenum::token {
namespace {

using Held = std::map<base::MemberIndex, base::TokenEpoch>;

Held holders_of(const Token& token) {
    Held holders;
    for (const auto& holder : token.holders)
        holders.emplace(holder.member, holder.epoch);
    if (token.everyone) holders.emplace(base::MemberIndex{}, *token.everyone);
    return holders;
}

} // namespace

void HolderMoves::begin(const Table& table) {
    for (const auto& [id, token] : table.tokens)
        held_[id] = holders_of(token);
}

std::vector<HolderMove> HolderMoves::handle(const Table& table, const std::vector<base::TokenId>& changed) {
    std::vector<HolderMove> moves;
    for (const auto id : changed) {
        auto& before = held_[id];
        const auto* token = table.find(id);
        auto now = token == nullptr ? Held{} : holders_of(*token);
        const auto tell = [&](const auto& those, const auto& others, bool begins) {
            for (const auto& [member, epoch] : those) {
                const auto same = others.find(member);
                if (same == others.end() || same->second != epoch) moves.push_back({id, member, epoch, begins});
            }
        };
        tell(before, now, false);
        tell(now, before, true);
        if (token == nullptr)
            held_.erase(id);
        else
            before = std::move(now);
    }
    return moves;
}

} // namespace plenum::token
