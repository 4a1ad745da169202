// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_history.h"

#include <algorithm>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

/// A replay begins so far back, and a little further where somebody was speaking.
constexpr base::Duration first_step = 30s;
constexpr base::Duration sentence_max = 15s;

} // namespace

bool speaks_at(const ReplayPerson& person, base::LocalTime place) {
    return std::ranges::any_of(person.speech,
                               [place](const ReplaySpan& span) { return span.from <= place && place < span.to; });
}

ReplayHistory::ReplayHistory(const ConferencePorts& ports, const MembersModel& members)
    : port_{ports.replay},
      members_{members},
      told_at_{port_.now()},
      marks_{ports, [this](base::MemberIndex member) { return name_of(member); }} {}

void ReplayHistory::take(const ReplayMaterial& material) {
    material_ = material;
    told_at_ = port_.now();
}

void ReplayHistory::clear() {
    marks_.clear();
    take({});
}

base::LocalTime ReplayHistory::oldest() const {
    auto oldest = told_at_;
    for (const auto& person : material_.people)
        if (person.sound_from) oldest = std::min(oldest, *person.sound_from);
    return oldest;
}

QString ReplayHistory::name_of(base::MemberIndex member) const {
    if (const auto name = members_.shown_name(member); !name.isEmpty()) return name;
    const auto person = std::ranges::find(material_.people, member, &ReplayPerson::index);
    return person == material_.people.end() ? QString{} : person->name;
}

QStringList ReplayHistory::speakers_at(base::LocalTime place) const {
    QStringList names;
    for (const auto& person : material_.people)
        if (speaks_at(person, place)) names << name_of(person.index);
    return names;
}

/// Half a minute ago, with the beginning of what was being said then; where nobody spoke, the next word.
base::LocalTime ReplayHistory::first_place() const {
    const auto wanted = told_at_ - first_step;
    auto place = wanted;
    auto next = told_at_;
    bool spoken = false;
    for (const auto& person : material_.people) {
        for (const auto& span : person.speech) {
            const bool then = span.from <= wanted && wanted < span.to;
            spoken = spoken || then;
            if (then && wanted - span.from <= sentence_max) place = std::min(place, span.from);
            if (span.from > wanted) next = std::min(next, span.from);
        }
    }
    return spoken || next == told_at_ ? place : next;
}

std::vector<base::LocalTime> ReplayHistory::places() const {
    std::vector<base::LocalTime> places;
    for (const auto& person : material_.people)
        for (const auto& span : person.speech)
            places.push_back(span.from);
    for (const auto& mark : marks_.all())
        places.push_back(mark.at);
    std::ranges::sort(places);
    return places;
}

std::optional<base::LocalTime> ReplayHistory::place_after(base::LocalTime place) const {
    const auto all = places();
    const auto next = std::ranges::upper_bound(all, place);
    return next == all.end() ? std::nullopt : std::optional{*next};
}

std::optional<base::LocalTime> ReplayHistory::place_before(base::LocalTime place) const {
    const auto all = places();
    const auto next = std::ranges::lower_bound(all, place);
    return next == all.begin() ? std::nullopt : std::optional{*std::prev(next)};
}

} // namespace plenum::ui
