// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/floor_moves.h"

#include <fmt/format.h>

namespace plenum::sim {

void FloorMoves::on_end(Session session, VirtualTime) { told_.erase(session); }

void FloorMoves::on_event(Session session, const node::Event& event, VirtualTime) {
    const auto* changed = std::get_if<node::TokenChanged>(&event);
    if (changed == nullptr) return;
    auto& told = told_[session][changed->token->id];
    if (changed->position < told.position) fail(to_text(session) + ": was told of a token as it had been before");
    told = {changed->position, changed->token};
}

std::optional<std::string> FloorMoves::unmet() const {
    std::map<base::TokenId, std::pair<Session, std::shared_ptr<const token::Token>>> first;
    for (const auto& [session, tokens] : told_) {
        for (const auto& [id, told] : tokens) {
            const auto& token = *told.token;
            if (!token.holders.empty()) {
                return fmt::format("{}: token {} is held by member {}", to_text(session), id.value(),
                                   token.holders.front().member.value());
            }
            if (!token.requests.empty()) {
                return fmt::format("{}: member {} still waits for token {}", to_text(session),
                                   token.requests.front().member.value(), id.value());
            }
            const auto& [other, same] = first.try_emplace(id, session, told.token).first->second;
            if (token != *same)
                return fmt::format("{} and {} were told differently of token {}", to_text(other), to_text(session),
                                   id.value());
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
