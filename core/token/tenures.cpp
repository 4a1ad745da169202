// SPDX-License-Identifier: Apache-2.0
#include "core/token/tenures.h"

#include <algorithm>

namespace plenum::token {
namespace {

/// Whether messages by this grant are heard from now on.
bool lasts(const Token& token, base::MemberIndex member, base::TokenEpoch epoch) {
    if (member == base::MemberIndex{}) return token.everyone == epoch;
    const auto is_it = [&](const auto& holder) { return holder.member == member && holder.epoch == epoch; };
    return std::ranges::any_of(token.holders, is_it) || std::ranges::any_of(token.former, is_it);
}

} // namespace

void Tenures::handle(const Table& table, const std::vector<base::TokenId>& changed, base::LogPosition size) {
    for (const auto id : changed) {
        const auto token = table.at(id);
        const auto [place, is_new] = records_.try_emplace(id);
        auto& [since, tenures, lasting] = place->second;
        if (is_new) {
            since = size;
            for (const auto flow : token.flows)
                demanded_.emplace(flow, id);
        }
        std::erase_if(lasting, [&](std::size_t at) {
            const bool over = !lasts(token, tenures[at].member, tenures[at].epoch);
            if (over) tenures[at].ended = size;
            return over;
        });
        const auto begin = [&](base::MemberIndex member, base::TokenEpoch epoch) {
            // Epochs are positions: what began did so by the last entry.
            if (epoch.value() + 1 != size.value()) return;
            lasting.push_back(tenures.size());
            tenures.push_back({epoch, member, {}});
        };
        for (const auto& holder : token.holders)
            begin(holder.member, holder.epoch);
        if (token.everyone) begin({}, *token.everyone);
    }
}

const Tenures::Record* Tenures::find(base::FlowId flow, base::LogPosition size) const {
    const auto token = demanded_.find(flow);
    if (token == demanded_.end()) return nullptr;
    const auto& record = records_.at(token->second);
    return size < record.since ? nullptr : &record;
}

bool Tenures::demands(base::FlowId flow, base::LogPosition size) const { return find(flow, size) != nullptr; }

Hearing Tenures::hear(base::FlowId flow, base::MemberIndex sender, base::TokenEpoch epoch,
                      base::LogPosition size) const {
    const auto* record = find(flow, size);
    if (record == nullptr) return epoch.value() == 0 ? Hearing::heard : Hearing::stale;
    if (epoch.value() == 0) return Hearing::no_token;
    if (epoch.value() >= size.value()) return Hearing::ahead;
    const auto tenure = std::ranges::lower_bound(record->tenures, epoch, {}, &Tenure::epoch);
    const bool is_it = tenure != record->tenures.end() && tenure->epoch == epoch &&
                       (tenure->member == sender || tenure->member == base::MemberIndex{});
    return is_it && (!tenure->ended || size < *tenure->ended) ? Hearing::heard : Hearing::stale;
}

} // namespace plenum::token
