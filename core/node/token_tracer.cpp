// SPDX-License-Identifier: Apache-2.0
#include "core/node/token_tracer.h"

namespace plenum::node {

using Kind = base::TraceEvent::Kind;

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
