// SPDX-License-Identifier: Apache-2.0
#include "core/node/token_tracer.h"

namespace plenum::node {
namespace {

using Kind = base::TraceEvent::Kind;
using Holders = std::map<base::MemberIndex, base::TokenEpoch>;

Holders holders_of(const token::Token& token) {
    Holders holders;
    for (const auto& holder : token.holders)
        holders.emplace(holder.member, holder.epoch);
    if (token.everyone) holders.emplace(base::MemberIndex{}, *token.everyone);
    return holders;
}

} // namespace

std::vector<base::TraceEvent> TokenTracer::handle(const log::Applied& applied, const log::State& state,
                                                  base::LogPosition position) {
    std::vector<base::TraceEvent> events;
    const auto tell = [&](Kind kind, const token::Token& token, base::MemberIndex holder,
                          std::optional<base::TokenEpoch> epoch) {
        base::TraceEvent event;
        event.kind = kind;
        if (!token.flows.empty()) event.flow = token.flows.front();
        event.position = position;
        event.holder = holder;
        event.epoch = epoch;
        events.push_back(std::move(event));
    };
    const auto* author = state.find(applied.signed_operation.author_exchange);
    const bool asks = std::holds_alternative<token::RequestToken>(applied.operation) && author != nullptr;
    const bool releases = std::holds_alternative<token::ReleaseToken>(applied.operation);
    for (const auto id : applied.tokens) {
        const auto& token = *state.tokens.find(id);
        if (asks) tell(Kind::request, token, author->index, {});
        auto& before = held_[id];
        auto now = holders_of(token);
        for (const auto& [member, epoch] : before) {
            const auto still = now.find(member);
            if (still == now.end() || still->second != epoch)
                tell(releases ? Kind::release : Kind::revoke, token, member, epoch);
        }
        for (const auto& [member, epoch] : now) {
            const auto had = before.find(member);
            if (had == before.end() || had->second != epoch) tell(Kind::grant, token, member, epoch);
        }
        before = std::move(now);
    }
    return events;
}

} // namespace plenum::node
