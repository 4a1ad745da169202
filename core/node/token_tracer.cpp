// SPDX-License-Identifier: Apache-2.0
#include "core/node/token_tracer.h"

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

std::vector<base::TraceEvent> TokenTracer::handle(const log::Applied& applied, const log::State& state,
                                                  base::LogPosition position) {
    std::vector<base::TraceEvent> events;
    const auto tell = [&](Kind kind, base::TokenId id, base::MemberIndex holder,
                          std::optional<base::TokenEpoch> epoch) {
        const auto token = state.tokens.at(id);
        base::TraceEvent event;
        event.kind = kind;
        event.position = position;
        event.holder = holder;
        event.epoch = epoch;
        if (kind == Kind::revoke) event.why = why_ended(applied.operation);
        if (token.flows.empty()) events.push_back(event);
        for (const auto flow : token.flows) {
            event.flow = flow;
            events.push_back(event);
        }
    };
    const auto* author = state.find(applied.signed_operation.author_exchange);
    const auto* request = std::get_if<token::RequestToken>(&applied.operation);
    if (request != nullptr && author != nullptr) tell(Kind::request, request->token, author->index, {});
    const auto end = std::holds_alternative<token::ReleaseToken>(applied.operation) ? Kind::release : Kind::revoke;
    for (const auto& move : moves_.handle(state.tokens, applied.tokens))
        tell(move.begins ? Kind::grant : end, move.token, move.member, move.epoch);
    return events;
}

} // namespace plenum::node
