// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_news.h"

#include "ui/models/floor_words.h"
#include "ui/models/sentences.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// A notice takes the place of the one before of the same floor.
QString own_kind(const FloorModel& floor) {
    const auto kind = QStringLiteral("floor");
    return floor.floor().demands_microphone ? kind : kind + QString::number(floor.floor().id.value());
}

/// Of those of whom there is one alone what is said needs no more than what they are for. The plenary's voice is not
/// that while we are in a group.
bool says_itself(const FloorModel& floor) {
    const auto purpose = floor.floor().purpose();
    return purpose == FloorPurpose::voice ? floor.floor().demands_microphone : purpose != FloorPurpose::other;
}

FloorPurpose words_of(const FloorModel& floor) {
    return says_itself(floor) ? floor.floor().purpose() : FloorPurpose::other;
}

QString named(const FloorModel& floor, const QString& words) {
    return says_itself(floor) ? words
                              : FloorNews::tr("%1: %2", "a floor, and what became of it").arg(floor.title(), words);
}

/// A person other than ourselves.
bool is_another(base::MemberIndex member, const FloorModel& floor) {
    return member != base::MemberIndex{} && member != floor.state().self;
}

bool had(const Floor& floor, base::MemberIndex member) {
    return std::ranges::find(floor.holders, member, &FloorHolder::member) != floor.holders.end();
}

bool had_silent(const Floor& floor, base::MemberIndex member) {
    const auto found = std::ranges::find(floor.holders, member, &FloorHolder::member);
    return found != floor.holders.end() && found->returns_at.isValid();
}

bool same_holders(const Floor& a, const Floor& b) {
    return std::ranges::equal(a.holders, b.holders, {}, &FloorHolder::member, &FloorHolder::member);
}

} // namespace

void FloorNews::clear() {
    end_told_.clear();
    style_changed_at_ = {};
    text_.clear();
}

void FloorNews::tell_change(FloorModel& now, const Floor& before) {
    tell_style(now, before);
    tell_own(now, before);
    tell_reach(now, before);
    tell_points_of_order(now, before);
    tell_others(now, before);
    tell_silent(now, before);
}

void FloorNews::tell_ended(const FloorModel& floor, const FloorEnded& ended) {
    end_told_.insert(floor.floor().id);
    announce_own(floor, words_for(floor, ended));
}

void FloorNews::tell_removed(const FloorModel& floor, const Floor& now) {
    const auto purpose = words_of(floor);
    const auto free = FloorWords::for_everyone(purpose, true);
    const auto by = now.settings_by;
    const auto words =
        is_another(by, floor)
            ? tr("%1 removed the floor. %2", "a name; who may speak or draw now").arg(floor.state().name_of(by), free)
            : tr("The floor is removed. %1", "who may speak or draw now").arg(free);
    const auto heard = tr("Every open microphone is heard.");
    announce(named(floor, purpose == FloorPurpose::voice ? words + QLatin1Char{' '} + heard : words), true);
}

QString FloorNews::words_for(const FloorModel& floor, const FloorEnded& ended) const {
    const auto purpose = words_of(floor);
    if (ended.by == floor.state().self) return named(floor, FloorWords::given_back(purpose));
    const bool by_style = ended.by == base::MemberIndex{};
    const bool taken = ended.end == FloorEnd::revoked;
    if (by_style && taken && floor.floor().demands_microphone && style_is_new())
        return tr("The style is another now, so the floor was taken from you.");
    return named(floor, FloorWords::ended(purpose, ended.end, by_style ? QString{} : floor.state().name_of(ended.by)));
}

bool FloorNews::style_is_new() const {
    constexpr qint64 new_ms = 3000;
    return style_changed_at_.isValid() && style_changed_at_.msecsTo(clock_()) <= new_ms;
}

/// That everyone may speak is told by itself.
void FloorNews::tell_style(FloorModel& now, const Floor& before) {
    if (!now.floor().demands_microphone || now.floor().settings.style == before.settings.style) return;
    style_changed_at_ = clock_();
    const auto* style = now.state().port.find_style(now.floor().settings.style);
    if (style != nullptr && style->everyone) return;
    // Tells itself when it is gone.
    if (now.floor().settings.without_rules()) return;
    const auto by = now.floor().settings_by;
    const auto words = is_another(by, now)
                           ? tr("%1 chose the style “%2”. %3", "a name; its title; what it does")
                                 .arg(now.state().name_of(by), now.rules()->style().title, now.rules()->style().about)
                           : tr("The style is “%1” now. %2", "its title; what it does")
                                 .arg(now.rules()->style().title, now.rules()->style().about);
    announce(words, true);
}

void FloorNews::tell_points_of_order(const FloorModel& now, const Floor& before) {
    if (!now.state().moderates || !now.floor().demands_microphone) return;
    const auto raises = [](const FloorRequest& request) { return request.priority == RequestClass::point_of_order; };
    for (const auto& request : now.floor().requests) {
        const auto known = std::ranges::find(before.requests, request.member, &FloorRequest::member);
        const bool told = known != before.requests.end() && raises(*known);
        if (raises(request) && !told && request.member != now.state().self)
            announce(tr("%1 has a point of order.").arg(now.state().name_of(request.member)), true);
    }
}

/// What we hold counts as lost, or is there again.
void FloorNews::tell_reach(const FloorModel& now, const Floor& before) {
    if (!now.floor().demands_microphone || now.floor().out_of_reach == before.out_of_reach) return;
    if (now.floor().out_of_reach)
        announce_own(now, Sentences::problem(ProblemKind::floor_out_of_reach));
    else if (now.state().holds())
        announce_own(now, FloorWords::ours(now.floor().purpose()));
}

/// Once, and not each second.
void FloorNews::tell_silent(const FloorModel& now, const Floor& before) {
    for (const auto& holder : now.floor().holders) {
        const bool silent = holder.returns_at.isValid();
        if (holder.member == now.state().self || silent == had_silent(before, holder.member)) continue;
        const auto name = now.state().name_of(holder.member);
        announce(silent ? tr("Nothing is heard of %1. %2.").arg(name, now.state().returning())
                        : FloorWords::heard_again(now.floor().purpose(), name),
                 false);
    }
}

/// Shown is what a person here can do or not do any more, and that is to speak; of the others it is enough to see them
/// on the panel.
void FloorNews::tell_began(const FloorModel& now) {
    if (!says_itself(now)) return;
    const bool voice = now.floor().demands_microphone;
    if (now.everyone())
        announce(FloorWords::began(now.floor().purpose(), true), false);
    else if (now.state().holds())
        announce_own(now, FloorWords::ours(now.floor().purpose()));
    else
        announce(FloorWords::began(now.floor().purpose(), false), voice);
}

void FloorNews::tell_own(const FloorModel& now, const Floor& before) {
    const bool told = end_told_.erase(now.floor().id) > 0;
    const auto held_before = had(before, now.state().self);
    const auto purpose = words_of(now);
    if (now.state().holds() && !held_before)
        announce_own(now, named(now, FloorWords::ours(purpose)));
    else if (held_before && !now.state().holds() && !now.everyone() && now.holder_count() > 0 && !told)
        announce_own(now, named(now, FloorWords::now_with(purpose, now.holder_names())));
    else if (held_before && now.holder_count() == 0 && !now.everyone() && !told) {
        announce(named(now, FloorWords::given_back(purpose)), false);
        show_own(now, {});
    }
}

void FloorNews::tell_others(const FloorModel& now, const Floor& before) {
    const bool ours = had(before, now.state().self) || now.state().holds();
    if (!says_itself(now)) {
        if (!ours && !same_holders(now.floor(), before) && now.holder_count() > 0)
            announce(tr("%1: now with %2.", "a floor, and who has it").arg(now.title(), now.holder_names()), false);
        return;
    }
    const bool voice = now.floor().demands_microphone;
    const auto locked = now.floor().settings.locked;
    if (locked != before.settings.locked) announce(FloorWords::locked(now.floor().purpose(), locked), voice);
    // A new style has told already by what rules people speak.
    const bool told_by_style = voice && !now.everyone() && style_is_new();
    if (now.everyone() != before.everyone && !told_by_style)
        announce(FloorWords::for_everyone(now.floor().purpose(), now.everyone()), voice);
    if (ours || now.everyone()) return;
    for (const auto& holder : now.floor().holders)
        if (!had(before, holder.member))
            announce(FloorWords::somebodys(now.floor().purpose(), now.state().name_of(holder.member)), false);
    if (now.holder_count() == 0 && !before.holders.isEmpty()) announce(FloorWords::free(now.floor().purpose()), false);
}

void FloorNews::announce(const QString& words, bool shown) {
    text_ = words;
    emit changed();
    if (shown) emit told(words, QStringLiteral("info"));
}

void FloorNews::announce_own(const FloorModel& floor, const QString& words) {
    announce(words, false);
    show_own(floor, words);
}

void FloorNews::show_own(const FloorModel& floor, const QString& words) { emit told(words, own_kind(floor)); }

} // namespace plenum::ui
