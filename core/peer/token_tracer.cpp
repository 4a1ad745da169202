// SPDX-License-Identifier: Apache-2.0
#include "core/peer/token_tracer.h"

#include <algorithm>

namespace plenum::node {

using Kind = base::TraceEvent::Kind;

namespace {

/// Of a revocation its reason, else the operation that ended the grant.
std::string_view why_ended(const log::Operation& operation) {
    const auto* revocation = std::get_if<token::RevokeToken>(&operation);
    if (revocation == nullptr) return log::name_of(operation);
    switch (revocation->reason) {
    case token::RevokeReason::decided: return "decided";
    case token::RevokeReason::lost: return "lost";
    case token::RevokeReason::time: return "time";
    }
    return "unknown";
}

} // namespace

/// Once for each flow that demands it.
void TokenTracer::tell(base::TraceEvent event, const token::Token& token, std::vector<base::TraceEvent>& to) {
    if (token.flows.empty()) to.push_back(event);
    for (const auto flow : token.flows) {
        event.flow = flow;
        to.push_back(event);
    }
}

std::vector<base::TraceEvent> TokenTracer::begin(const log::State& state, base::LogPosition position) {
    std::vector<base::TokenId> all;
    for (const auto& [id, token] : state.tokens.tokens)
        all.push_back(id);
    auto moves = moves_.handle(state.tokens, all);
    std::ranges::sort(moves, {}, &token::HolderMove::epoch);
    std::vector<base::TraceEvent> events;
    for (const auto& move : moves) {
        base::TraceEvent event;
        event.kind = Kind::grant;
        event.position = position;
        event.holder = move.member;
        event.epoch = move.epoch;
        tell(std::move(event), state.tokens.at(move.token), events);
    }
    return events;
}

std::vector<base::TraceEvent> TokenTracer::handle(const log::Applied& applied, const log::State& state,
                                                  base::LogPosition position) {
    std::vector<base::TraceEvent> events;
    const auto note = [&](Kind kind, base::TokenId id, base::MemberIndex holder,
                          std::optional<base::TokenEpoch> epoch) {
        base::TraceEvent event;
        event.kind = kind;
        event.position = position;
        event.holder = holder;
        event.epoch = epoch;
        if (kind == Kind::revoke) event.why = why_ended(applied.operation);
        tell(std::move(event), state.tokens.at(id), events);
    };
    const auto* author = state.find(applied.signed_operation.author_exchange);
    const auto* request = std::get_if<token::RequestToken>(&applied.operation);
    if (request != nullptr && author != nullptr) note(Kind::request, request->token, author->index, {});
    const auto end = std::holds_alternative<token::ReleaseToken>(applied.operation) ? Kind::release : Kind::revoke;
    for (const auto& move : moves_.handle(state.tokens, applied.tokens))
        note(move.begins ? Kind::grant : end, move.token, move.member, move.epoch);
    return events;
}

} // namespace plenum::node
