// SPDX-License-Identifier: Apache-2.0
#include "core/file/sources.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace plenum::file {

Sources::Source* Sources::at(base::MemberIndex member) {
    const auto found = sources_.find(member);
    if (found != sources_.end()) return &found->second;
    return sources_.size() == limits::sources_max ? nullptr : &sources_[member];
}

void Sources::note_offer(base::MemberIndex member) {
    if (only_.value() != 0) return;
    if (auto* source = at(member)) source->offers = true;
}

void Sources::note_unavailable(base::MemberIndex member, base::LocalTime now) {
    if (auto* source = at(member)) source->not_before = now + rest;
}

void Sources::note_silent(base::MemberIndex member) {
    if (auto* source = at(member)) ++source->silences;
}

void Sources::note_piece(base::MemberIndex member) {
    auto* source = at(member);
    if (source == nullptr) return;
    source->gave = true;
    source->silences = 0;
}

void Sources::note_wrong() {
    const auto givers = std::ranges::count_if(sources_, [](const auto& each) { return each.second.gave; });
    for (auto& [member, source] : sources_)
        source.wrong = source.wrong || (givers == 1 && source.gave);
    alone_ = true;
    forget_pieces();
}

bool Sources::has_others(base::MemberIndex member) const {
    return std::ranges::any_of(sources_, [&](const auto& each) { return each.second.gave && each.first != member; });
}

void Sources::forget_pieces() {
    for (auto& [member, source] : sources_)
        source.gave = false;
}

base::MemberIndex Sources::choose(const Peers& peers, base::LocalTime now, base::MemberIndex but) const {
    base::MemberIndex best;
    auto best_rank = std::tuple{std::numeric_limits<std::uint32_t>::max(), true};
    const auto consider = [&](base::MemberIndex member, const Source& source, bool is_sender) {
        const std::tuple rank{source.silences, !is_sender};
        if (member == but || !peers.is_present(member) || source.wrong || now < source.not_before ||
            (best.value() != 0 && rank >= best_rank))
            return;
        best = member;
        best_rank = rank;
    };
    const auto sender = only_.value() != 0 ? only_ : peers.present_member_of(sender_);
    if (sender.value() != 0) {
        const auto known = sources_.find(sender);
        consider(sender, known == sources_.end() ? Source{} : known->second, true);
    }
    for (const auto& [member, source] : sources_)
        if (source.offers) consider(member, source, false);
    return best;
}

} // namespace plenum::file
