// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_timeline.h"

#include "ui/models/replay_words.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plenum::ui {
namespace {

/// More people share the last.
constexpr int lanes_max = 5;

QString id_of(ReplayMarkKind kind) {
    switch (kind) {
    case ReplayMarkKind::joined: return QStringLiteral("joined");
    case ReplayMarkKind::left: return QStringLiteral("left");
    case ReplayMarkKind::chat: break;
    }
    return QStringLiteral("chat");
}

base::Duration length_of(const ReplayPerson& person) {
    base::Duration sum{};
    for (const auto& span : person.speech)
        sum += span.to - span.from;
    return sum;
}

base::Duration duration_of(double seconds) {
    return std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{seconds});
}

} // namespace

double ReplayTimeline::seconds_of(base::LocalTime place) const {
    return std::chrono::duration<double>{place - zero_}.count();
}

base::LocalTime ReplayTimeline::place_of(double seconds) const { return zero_ + duration_of(seconds); }

QString ReplayTimeline::ago(double at_seconds) const {
    return ReplayWords::length(duration_of(std::max(0.0, to() - at_seconds)));
}

QString ReplayTimeline::reach() const { return ReplayWords::reach(history_.material(), history_.told_at()); }

QString ReplayTimeline::trouble() const { return ReplayWords::trouble(history_.material()); }

QVariantList ReplayTimeline::spans_of(const ReplayPerson& person) const {
    QVariantList spans;
    for (const auto& span : person.speech)
        spans.append(QVariantMap{{QStringLiteral("from"), std::max(seconds_of(span.from), from())},
                                 {QStringLiteral("to"), seconds_of(span.to)}});
    return spans;
}

QVariantMap ReplayTimeline::lane_of(const ReplayPerson& person) const {
    const auto told_at = history_.told_at();
    return {{QStringLiteral("memberIndex"), static_cast<int>(person.index.value())},
            {QStringLiteral("name"), history_.name_of(person.index)},
            {QStringLiteral("from"), std::max(seconds_of(person.sound_from.value_or(told_at)), from())},
            {QStringLiteral("reach"), ReplayWords::reach(person, told_at)},
            {QStringLiteral("spans"), spans_of(person)}};
}

QVariantList ReplayTimeline::lanes() const {
    std::vector<const ReplayPerson*> people;
    for (const auto& person : history_.material().people)
        if (!person.speech.isEmpty()) people.push_back(&person);
    const bool many = people.size() > lanes_max;
    if (many) {
        std::ranges::sort(people, {}, [](const auto* person) { return std::pair{-length_of(*person), person->index}; });
    }
    const auto first_other = people.begin() + (many ? lanes_max - 1 : std::ssize(people));
    std::ranges::sort(people.begin(), first_other, {}, &ReplayPerson::index);
    QVariantList lanes;
    for (auto person = people.begin(); person != first_other; ++person)
        lanes.append(lane_of(**person));
    if (!many) return lanes;
    QVariantList others;
    for (auto person = first_other; person != people.end(); ++person)
        others += spans_of(**person);
    lanes.append(QVariantMap{{QStringLiteral("memberIndex"), 0},
                             {QStringLiteral("from"), from()},
                             {QStringLiteral("reach"), QString{}},
                             {QStringLiteral("name"), tr("%1 others").arg(people.end() - first_other)},
                             {QStringLiteral("spans"), others}});
    return lanes;
}

QVariantList ReplayTimeline::marks() const {
    QVariantList marks;
    for (const auto& mark : history_.marks().all()) {
        const auto at = seconds_of(mark.at);
        if (at < from() || at > to()) continue;
        marks.append(QVariantMap{{QStringLiteral("kind"), id_of(mark.kind)},
                                 {QStringLiteral("words"), mark.words},
                                 {QStringLiteral("at"), at}});
    }
    return marks;
}

} // namespace plenum::ui
