// SPDX-License-Identifier: Apache-2.0
#include "core/file/holdings.h"

#include <algorithm>
#include <utility>

namespace plenum::file {

bool Holdings::add(const Content& content, const Audience& audience) {
    if (contents_.size() == limits::held_max && !contents_.contains(content.hash)) return false;
    contents_.try_emplace(content.hash, Holding{content}).first->second.audience.add(audience);
    return true;
}

void Holdings::note(const base::Hash& hash, const Audience& audience, base::ConversationId group) {
    const auto found = contents_.find(hash);
    if (found != contents_.end() && found->second.audience.has(group)) found->second.audience.add(audience);
}

void Holdings::withdraw(const base::Hash& hash) {
    const auto found = contents_.find(hash);
    if (found != contents_.end()) found->second.audience = {.members = std::move(found->second.audience.members)};
}

void Holdings::withdraw(const base::Hash& hash, base::MemberIndex member) {
    const auto found = contents_.find(hash);
    if (found != contents_.end()) found->second.audience.members.erase(member);
}

void Holdings::forget(base::MemberIndex member) {
    for (auto& [hash, holding] : contents_)
        holding.audience.members.erase(member);
}

void Holdings::begin_anew() {
    answers_.clear();
    for (auto& [hash, holding] : contents_)
        holding.audience.members.clear();
}

const Content* Holdings::find(const base::Hash& hash) const {
    const auto found = contents_.find(hash);
    return found == contents_.end() ? nullptr : &found->second.content;
}

const Content* Holdings::find_for(base::MemberIndex member, const base::Hash& hash, Privacy asked) const {
    const auto found = contents_.find(hash);
    if (found == contents_.end()) return nullptr;
    const auto& audience = found->second.audience;
    const bool may = asked == Privacy::pair ? audience.members.contains(member) : audience.has(peers_.group_of(member));
    return may ? &found->second.content : nullptr;
}

std::optional<base::ConversationId> Holdings::circle_of(const base::Hash& hash) const {
    const auto found = contents_.find(hash);
    if (found == contents_.end()) return std::nullopt;
    if (found->second.audience.everybody) return base::ConversationId{};
    const auto own = peers_.group_of(peers_.self());
    return own.value() != 0 && found->second.audience.has(own) ? std::optional{own} : std::nullopt;
}

void Holdings::handle(const Seek& seek, base::MemberIndex by, base::LocalTime now) {
    constexpr std::uint32_t places = 10;
    const Have have{seek.hash, by};
    const bool waits = std::ranges::find(answers_, have, &Answer::have) != answers_.end();
    const auto of_member = std::ranges::count_if(answers_, [by](const Answer& each) { return each.have.to == by; });
    if (find_for(by, seek.hash, Privacy::shared) == nullptr || by == peers_.self() || waits ||
        answers_.size() >= limits::answers_max ||
        of_member >= static_cast<std::ptrdiff_t>(limits::answers_per_member_max))
        return;
    answers_.push_back({have, now + spread * (1 + peers_.self().value() % places)});
}

void Holdings::handle(const Have& have) {
    for (auto& each : answers_)
        if (each.have == have) ++each.others;
}

std::vector<Have> Holdings::take_answers(base::LocalTime now) {
    std::vector<Have> due;
    for (const auto& each : answers_)
        if (each.due <= now && each.others < limits::answers_enough) due.push_back(each.have);
    std::erase_if(answers_, [now](const Answer& each) { return each.due <= now; });
    return due;
}

base::LocalTime Holdings::due() const {
    const auto first = std::ranges::min_element(answers_, {}, &Answer::due);
    return first == answers_.end() ? base::local_time_max : first->due;
}

} // namespace plenum::file
