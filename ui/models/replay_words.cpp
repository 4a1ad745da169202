// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_words.h"

#include <QLocale>

#include <algorithm>
#include <optional>

namespace plenum::ui {
namespace {

std::optional<base::LocalTime> oldest(const ReplayMaterial& material,
                                      std::optional<base::LocalTime> ReplayPerson::* from) {
    std::optional<base::LocalTime> oldest;
    for (const auto& person : material.people)
        if (const auto time = person.*from) oldest = std::min(oldest.value_or(base::local_time_max), *time);
    return oldest;
}

} // namespace

QString ReplayWords::length(base::Duration duration) {
    const auto seconds = std::chrono::round<std::chrono::seconds>(duration).count();
    constexpr int minute = 60;
    if (seconds < minute) return tr("%1 s").arg(seconds);
    return tr("%1:%2 min").arg(seconds / minute).arg(seconds % minute, 2, 10, QLatin1Char{'0'});
}

QString ReplayWords::pace(ReplayPace pace) {
    const auto factor = pace == ReplayPace::usual ? 1.0 : pace == ReplayPace::half_faster ? 1.5 : 2.0;
    return tr("%1×").arg(QLocale{}.toString(factor, 'g', 2));
}

QString ReplayWords::state(const ReplayState& state, ReplayPace chosen) {
    if (!state.on) return {};
    const auto behind = tr("You are %1 behind.").arg(length(state.live - state.position));
    if (state.paused) return tr("%1 Paused, and live sound is off.").arg(behind);
    if (!state.until_live) return tr("%1 At 1× you do not catch up.").arg(behind);
    return tr("%1 Catching up at %2: live again in %3.").arg(behind, pace(chosen), length(*state.until_live));
}

QString ReplayWords::reach(const ReplayMaterial& material, base::LocalTime now) {
    const auto sound = oldest(material, &ReplayPerson::sound_from);
    const auto pictures = oldest(material, &ReplayPerson::pictures_from);
    if (!sound) return {};
    if (!pictures) return tr("Sound: the last %1. No pictures. Chat: all of it.").arg(length(now - *sound));
    return tr("Sound: the last %1. Pictures: the last %2. Chat: all of it.")
        .arg(length(now - *sound), length(now - *pictures));
}

QString ReplayWords::reach(const ReplayPerson& person, base::LocalTime now) {
    if (!person.sound_from) return {};
    const auto sound = length(now - *person.sound_from);
    if (!person.pictures_from) return tr("Sound of the last %1, no pictures").arg(sound);
    return tr("Sound of the last %1, pictures of the last %2").arg(sound, length(now - *person.pictures_from));
}

QString ReplayWords::trouble(const ReplayMaterial& material) {
    const bool heard = oldest(material, &ReplayPerson::sound_from).has_value();
    QStringList sealed;
    for (const auto& person : material.people)
        if (person.unreadable) sealed << person.name;
    if (!heard && material.fetching) return tr("Asking the relay for the last half minute…");
    if (!heard && sealed.isEmpty()) return tr("Nothing was said since you came, so there is nothing to hear again.");
    if (!heard) return tr("You cannot hear what was said before you came: it is sealed with a key that you never had.");
    if (sealed.isEmpty()) return {};
    return tr("Some words of %1 are missing: they were sealed with a key that you do not have.")
        .arg(QLocale{}.createSeparatedList(sealed));
}

QString ReplayWords::place(base::Duration ago, const QStringList& speakers) {
    const auto when = tr("%1 ago").arg(length(ago));
    if (speakers.isEmpty()) return tr("%1, nobody speaks").arg(when);
    return speakers.size() == 1
               ? tr("%1, %2 speaks").arg(when, speakers.front())
               : tr("%1, %2 speak", "several people").arg(when, QLocale{}.createSeparatedList(speakers));
}

} // namespace plenum::ui
