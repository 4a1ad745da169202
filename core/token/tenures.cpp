// SPDX-License-Identifier: Apache-2.0
#include "core/token/tenures.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace plenum::token {
namespace {

constexpr base::MemberIndex everyone{};

/// Grants that `judge_any` looks at: a sender has few within `last_reliable_words_max`.
constexpr std::size_t recent_max = 64;

bool lasts(const Token& token, base::MemberIndex member, base::TokenEpoch epoch) {
    if (epoch.value() == 0) return false;
    if (member == everyone) return token.everyone == epoch;
    const auto* holder = token.find_holder(member);
    return holder != nullptr && holder->epoch == epoch;
}

auto key_of(const CutOff& cut_off) { return std::tuple{cut_off.flow, cut_off.member}; }

/// 0 where there is none.
base::SequenceNumber last_in(const std::vector<CutOff>& cut_offs, base::FlowId flow, base::MemberIndex member) {
    const auto found = std::ranges::lower_bound(cut_offs, std::tuple{flow, member}, {}, key_of);
    const bool is_it = found != cut_offs.end() && key_of(*found) == std::tuple{flow, member};
    return is_it ? found->sequence : base::SequenceNumber{};
}

/// Of one member's grant.
Ending part_of(Ending ending, base::MemberIndex member) {
    const auto is_others = [&](const CutOff& each) { return each.member != member; };
    if (member == everyone) return ending;
    std::erase_if(ending.ordered, is_others);
    std::erase_if(ending.named, is_others);
    return ending;
}

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

bool Judgement::is_in_time(base::ConferenceTime at, bool reliable) const {
    switch (basis) {
    case Basis::lasting:
    case Basis::ordered: return true;
    case Basis::named: return at <= ended_at + (reliable ? last_reliable_words_max : last_words_max);
    case Basis::in_flight: break;
    }
    return at <= ended_at + last_words_max;
}

Ending ending_of(const Operation& operation, base::MemberIndex author, std::vector<CutOff> ordered) {
    Ending ending{std::move(ordered), {}, false};
    const auto name = [&](const std::vector<LastSent>& last) {
        for (const auto& each : last)
            ending.named.push_back({each.flow, author, each.sequence});
    };
    const auto* release = std::get_if<ReleaseToken>(&operation);
    const auto* transfer = std::get_if<TransferToken>(&operation);
    const auto* revocation = std::get_if<RevokeToken>(&operation);
    if (release != nullptr)
        name(release->last);
    else if (transfer != nullptr && transfer->from == author)
        name(transfer->last);
    else
        ending.in_flight = revocation == nullptr || revocation->reason != RevokeReason::lost;
    return ending;
}

void Tenures::handle(const Table& table, const std::vector<base::TokenId>& changed, const Ending& ending, Place place) {
    for (const auto id : changed) {
        const auto* token = table.find(id);
        auto& record = records_[id];
        auto& lasting = lasting_[id];
        if (record.empty()) {
            record.push_back({});
            lasting.push_back(0);
        }
        if (token != nullptr) {
            for (const auto flow : token->flows)
                demanded_.emplace(flow, id);
        }
        std::erase_if(lasting, [&](std::size_t index) {
            auto& tenure = record[index];
            if (token != nullptr && lasts(*token, tenure.member, tenure.epoch)) return false;
            tenure.over = true;
            tenure.ended_at = place.at;
            tenure.ending = part_of(ending, tenure.member);
            return true;
        });
        const auto begin = [&](base::MemberIndex member, base::TokenEpoch epoch) {
            // Epochs are positions: a grant began by this entry or is known.
            if (epoch.value() != place.position.value()) return;
            lasting.push_back(record.size());
            record.push_back({epoch, member, false, {}, {}});
        };
        if (token == nullptr) continue;
        for (const auto& holder : token->holders)
            begin(holder.member, holder.epoch);
        if (token->everyone) begin(everyone, *token->everyone);
    }
}

void Tenures::condense(const Table& table, std::size_t most) {
    std::erase_if(records_, [&](const auto& item) { return table.find(item.first) == nullptr; });
    std::erase_if(demanded_, [&](const auto& item) { return table.find(item.second) == nullptr; });
    const auto size_of = [](const Tenure& each) { return 1 + each.ending.ordered.size() + each.ending.named.size(); };
    // Newest first. The first of each record stays: without it the token would count as never declared.
    std::vector<std::pair<base::TokenEpoch, std::size_t>> over;
    for (const auto& [id, record] : records_) {
        for (const auto& each : record | std::views::drop(1)) {
            if (each.over) over.emplace_back(each.epoch, size_of(each));
        }
    }
    std::ranges::sort(over, std::ranges::greater{});
    std::size_t kept = 0;
    const auto oldest = std::ranges::find_if(over, [&](const auto& each) { return (kept += each.second) > most; });
    for (auto& [id, record] : records_) {
        if (oldest == over.end()) break;
        const auto kept_end = std::remove_if(record.begin() + 1, record.end(), [&](const Tenure& each) {
            return each.over && each.epoch <= oldest->first;
        });
        record.erase(kept_end, record.end());
    }
    std::ignore = index_lasting();
}

bool Tenures::index_lasting() {
    lasting_.clear();
    for (const auto& [id, record] : records_) {
        const bool ascends =
            std::ranges::adjacent_find(record, std::ranges::greater_equal{}, &Tenure::epoch) == record.end();
        if (record.empty() || record.front().epoch != base::TokenEpoch{} || !ascends) return false;
        auto& lasting = lasting_[id];
        for (std::size_t index = 0; index < record.size(); ++index) {
            if (!record[index].over) lasting.push_back(index);
        }
    }
    return true;
}

const Tenures::Record* Tenures::find(base::FlowId flow) const {
    const auto token = demanded_.find(flow);
    if (token == demanded_.end()) return nullptr;
    const auto record = records_.find(token->second);
    return record == records_.end() ? nullptr : &record->second;
}

Judgement Tenures::judge(const Said& said, base::LogPosition log_size) const {
    const auto refuse = [](Hearing why) { return Judgement{why, Basis::lasting, {}}; };
    if (said.epoch.value() >= std::max<std::uint64_t>(log_size.value(), 1)) return refuse(Hearing::ahead);
    const auto* record = find(said.flow);
    if (record == nullptr) return refuse(said.epoch.value() == 0 ? Hearing::heard : Hearing::stale);
    const auto tenure = std::ranges::lower_bound(*record, said.epoch, {}, &Tenure::epoch);
    if (tenure == record->end() || tenure->epoch != said.epoch) return refuse(Hearing::stale);
    return judge(*tenure, said);
}

Judgement Tenures::judge_any(Said said) const {
    const auto* record = find(said.flow);
    if (record == nullptr) return {};
    for (const auto& tenure : *record | std::views::reverse | std::views::take(recent_max)) {
        const auto judgement = judge(tenure, said);
        if (judgement.heard()) return judgement;
    }
    return {Hearing::no_token, Basis::lasting, {}};
}

Judgement Tenures::judge(const Tenure& tenure, const Said& said) {
    const auto refusal = tenure.epoch.value() == 0 ? Hearing::no_token : Hearing::stale;
    if (tenure.member != everyone && tenure.member != said.sender) return {refusal, Basis::lasting, {}};
    if (!tenure.over) return {};
    const auto& ending = tenure.ending;
    if (said.sequence <= last_in(ending.ordered, said.flow, said.sender))
        return {Hearing::heard, Basis::ordered, tenure.ended_at};
    if (said.sequence <= last_in(ending.named, said.flow, said.sender))
        return {Hearing::heard, Basis::named, tenure.ended_at};
    const bool was_sent = said.sent_at != base::ConferenceTime{} && said.sent_at <= tenure.ended_at;
    if (ending.in_flight && was_sent) return {Hearing::heard, Basis::in_flight, tenure.ended_at};
    return {refusal, Basis::lasting, {}};
}

} // namespace plenum::token
