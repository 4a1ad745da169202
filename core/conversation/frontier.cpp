// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/frontier.h"

#include <algorithm>

namespace plenum::conversation {
namespace {

auto place_of(std::vector<Frontier::Heard>& among, base::MemberIndex sender) {
    return std::ranges::lower_bound(among, sender, {}, &Frontier::Heard::sender);
}

/// The newest of a sender replaces the one before.
void put(std::vector<Frontier::Heard>& among, const Frontier::Heard& heard) {
    // Often the last, as there is no other.
    if (among.empty() || among.back().sender < heard.sender) return among.push_back(heard);
    const auto place = among.back().sender == heard.sender ? std::prev(among.end()) : place_of(among, heard.sender);
    if (place->sender != heard.sender)
        among.insert(place, heard);
    else if (heard.ordinal > place->ordinal)
        *place = heard;
}

/// As many as a context takes.
template <class Wanted>
void name_those(const std::vector<Frontier::Heard>& among, Context& context, Wanted wanted) {
    context.dependencies.clear();
    context.complete = true;
    for (const auto& heard : among) {
        if (!wanted(heard)) continue;
        if (context.dependencies.size() < dependencies_max)
            context.dependencies.push_back({heard.sender, heard.ordinal});
        else
            context.complete = false;
    }
}

} // namespace

void Frontier::note(const Heard& heard, const std::vector<Dependency>& dependencies) {
    for (const auto& dependency : dependencies)
        cover(dependency, heard.deadline);
    put(open_, heard);
    put(newest_, heard);
    deadline_max_ = std::max(deadline_max_, heard.deadline);
}

/// What is named until a deadline before its own may be waited for longer than what names it.
void Frontier::cover(const Dependency& by, base::ConferenceTime until) {
    const auto place = place_of(open_, by.sender);
    const bool named = place != open_.end() && place->sender == by.sender && place->ordinal <= by.ordinal;
    if (named && place->deadline <= until) open_.erase(place);
}

bool Frontier::is_open(const Heard& heard) const {
    const auto place = std::ranges::lower_bound(open_, heard.sender, {}, &Heard::sender);
    return place != open_.end() && place->sender == heard.sender;
}

void Frontier::take(base::ConferenceTime now, Context& context) {
    const bool full = ++taken_ % full_every == 0;
    name_those(full ? newest_ : open_, context, [&](const Heard& heard) {
        const bool due = heard.deadline < now;
        return !due || (heard.lasting && (!full || is_open(heard))) || (full && heard.deadline + full_reach >= now);
    });
    open_.clear();
}

void Frontier::name_all(base::ConferenceTime now, Context& context) const {
    name_those(newest_, context, [&](const Heard& heard) {
        return heard.deadline >= now || (heard.lasting && (is_open(heard) || heard.deadline + full_reach >= now));
    });
}

void Frontier::forget(base::MemberIndex sender) {
    std::erase_if(open_, [&](const Heard& heard) { return heard.sender == sender; });
    std::erase_if(newest_, [&](const Heard& heard) { return heard.sender == sender; });
}

} // namespace plenum::conversation
