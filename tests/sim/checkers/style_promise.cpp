// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/style_promise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace plenum::sim {

namespace {

using Verdict = std::optional<std::string>;

std::size_t bound_of(const token::Token& token) {
    return token.settings.holders_max == 0 ? 1 : token.settings.holders_max;
}

/// Somebody who is there and whose request is accepted.
std::optional<base::MemberIndex> who_waits(const token::Token& token, const log::State& state) {
    for (const auto& request : token.requests) {
        if (request.accepted && may_hold(token, state, request.member)) return request.member;
    }
    return std::nullopt;
}

Verdict waits_in_vain(const token::Token& token, const log::State& state) {
    const auto waiting = who_waits(token, state);
    return waiting ? std::optional{fmt::format("member {} waits though there is room", waiting->value())}
                   : std::nullopt;
}

Verdict too_many(const token::Token& token, std::size_t bound) {
    if (token.everyone) return "everyone holds it";
    if (token.holders.size() <= bound) return std::nullopt;
    return fmt::format("{} hold it, and at most {} may", token.holders.size(), bound);
}

Verdict queue(const token::Token& token, const log::State& state, const FloorMemory&) {
    if (auto many = too_many(token, bound_of(token))) return many;
    const bool grants = token.settings.parameters.find("grant=moderator") == std::string::npos;
    const bool holder_shares = token.settings.parameters.find("room=holder") != std::string::npos;
    const auto places = holder_shares ? 1 : bound_of(token);
    return grants && token.holders.size() < places ? waits_in_vain(token, state) : std::nullopt;
}

Verdict brainstorm(const token::Token& token, const log::State&, const FloorMemory&) {
    if (token.everyone || token.settings.holders_max != 0) return std::nullopt;
    return "not everyone holds it";
}

Verdict chalkboard(const token::Token& token, const log::State& state, const FloorMemory& memory) {
    if (token.settings.parameters == "phase=questions") {
        return !token.everyone && token.has_room() ? waits_in_vain(token, state) : std::nullopt;
    }
    if (auto many = too_many(token, 1)) return many;
    for (const auto& holder : token.holders) {
        if (holder.giver.value() != 0 || memory.copies.contains(holder.epoch))
            return fmt::format("member {} holds a copy in the talk phase", holder.member.value());
    }
    return std::nullopt;
}

/// By member; who is in none is in group 0.
std::map<base::MemberIndex, int> read_groups(std::string_view text) {
    std::map<base::MemberIndex, int> groups;
    int group = 1;
    for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find_first_of(",/", at + 1)) {
        if (text[at] == '/') ++group;
        std::uint32_t member = 0;
        std::from_chars(text.data() + at + 1, text.data() + text.size(), member);
        groups[base::MemberIndex{member}] = group;
    }
    return groups;
}

Verdict groups(const token::Token& token, const log::State&, const FloorMemory&) {
    if (token.everyone) return "everyone holds it";
    const auto group_of = read_groups(token.settings.parameters);
    std::map<int, int> speakers;
    for (const auto& holder : token.holders) {
        const auto group = group_of.find(holder.member);
        const auto number = group == group_of.end() ? 0 : group->second;
        if (++speakers[number] > 1) return fmt::format("two of group {} hold it", number);
    }
    return std::nullopt;
}

Verdict panel(const token::Token& token, const log::State& state, const FloorMemory& memory) {
    if (token.everyone) return "everyone holds it";
    const auto& all = token.settings.panel;
    const auto on_panel = [&](base::MemberIndex member) { return std::ranges::find(all, member) != all.end(); };
    const auto guests = std::ranges::count_if(token.holders, [&](auto& each) { return !on_panel(each.member); });
    if (guests > 1) return fmt::format("{} guests hold it", guests);
    for (const auto member : all) {
        if (token.find_holder(member) != nullptr || !token.has_room() || !may_hold(token, state, member)) continue;
        const auto* request = token.find_request(member);
        if (request != nullptr && request->accepted)
            return fmt::format("member {} of the panel asks in vain", member.value());
        if (!memory.had_it.contains(member))
            return fmt::format("member {} of the panel does not hold it", member.value());
    }
    return std::nullopt;
}

Verdict activity(const token::Token& token, const log::State& state, const FloorMemory&) {
    if (auto many = too_many(token, bound_of(token))) return many;
    return token.holders.size() < bound_of(token) ? waits_in_vain(token, state) : std::nullopt;
}

} // namespace

std::span<const Promise> style_promises() {
    static constexpr std::array promises{
        Promise{"T5 queue: as many as may hold it, and nobody waits while there is room", "queue", queue},
        Promise{"T6 brainstorm: everyone holds it", "brainstorm", brainstorm},
        Promise{"T7 chalkboard: one holds it, and copies end with the questions", "chalkboard", chalkboard},
        Promise{"T8 groups: one of each group holds it", "groups", groups},
        Promise{"T9 panel: who is on it holds it, and one guest", "panel", panel},
        Promise{"T10 activity: as many as may hold it, and nobody waits while there is room", "activity", activity},
    };
    return promises;
}

void StylePromise::on_floor(const FloorStep& step, VirtualTime) {
    auto& memory = memory_[step.after.id];
    const bool copied = std::holds_alternative<token::CopyToken>(step.operation);
    const bool handed_on = std::holds_alternative<token::TransferToken>(step.operation);
    for (const auto& each : step.began) {
        memory.had_it.erase(each.member);
        const bool from_copy = handed_on && !step.ended.empty() && memory.copies.contains(step.ended.front().epoch);
        if (copied || from_copy) memory.copies.insert(each.epoch);
    }
    for (const auto& each : step.ended)
        memory.had_it.insert(each.member);
    if (std::holds_alternative<token::ReleaseToken>(step.operation)) memory.had_it.insert(step.author);
}

/// Judges how things stood until now by when that began, then looks anew.
void StylePromise::on_entry(VirtualTime at) {
    judge(at);
    for (const auto& [id, token] : log_->tokens()) {
        const bool concerns =
            token.settings.style == promise_.style && !token.over && token.settings.arbiter.value() == 0;
        auto how = concerns ? promise_.broken_by(token, log_->state(), memory_[id]) : std::nullopt;
        if (!how)
            standing_.erase(id);
        else
            standing_.try_emplace(id, Broken{at, std::move(*how)});
    }
}

void StylePromise::judge(VirtualTime at) {
    const auto decides_since = log_->decides_since();
    if (!decides_since) return;
    for (const auto& [id, broken] : standing_) {
        if (at - std::max(broken.since, *decides_since) <= patience) continue;
        fail(fmt::format("token {}: {}, for {} ms", id.value(), broken.how,
                         (at - broken.since) / std::chrono::milliseconds{1}));
    }
}

} // namespace plenum::sim
