// SPDX-License-Identifier: Apache-2.0
#include "ui/models/reception_model.h"

#include "ui/models/figure_words.h"
#include "ui/models/members_model.h"

#include <QLocale>

#include <algorithm>

namespace plenum::ui {
namespace {

/// Whoever tells more often than once a second is not believed to.
constexpr std::size_t looks_max = 60;

} // namespace

ReceptionModel::ReceptionModel(const MembersModel& members, QObject* parent)
    : QAbstractListModel{parent},
      members_{members} {}

double ReceptionModel::missing_share(const PersonFigures& person, base::LocalTime now) {
    if (!person.sound) {
        heard_.erase(person.index);
        return -1;
    }
    auto& looks = heard_[person.index];
    // Whoever comes back is counted anew.
    if (!looks.empty() && person.sound->played < looks.back().played) looks.clear();
    looks.push_back({now, person.sound->played, person.sound->missing});
    while (looks.size() > 2 && (now - looks[1].at >= window || looks.size() > looks_max))
        looks.pop_front();
    const auto played = looks.back().played - looks.front().played;
    const auto missing = looks.back().missing - std::min(looks.back().missing, looks.front().missing);
    const auto due = played + missing;
    return due == 0 ? -1 : static_cast<double>(missing) / static_cast<double>(due);
}

void ReceptionModel::set(const QList<PersonFigures>& people, base::LocalTime now) {
    std::vector<Row> rows;
    for (const auto& person : people) {
        const auto pace = paces_.find(person.index);
        Row row{.figures = person, .pace = std::nullopt, .missing_share = missing_share(person, now)};
        if (person.pictures && pace != paces_.end()) row.pace = pace->second.pace(now);
        rows.push_back(row);
    }
    std::ranges::sort(rows, {}, [](const Row& row) { return row.figures.index; });
    const auto same = [](const Row& a, const Row& b) { return a.figures.index == b.figures.index; };
    if (std::ranges::equal(rows, rows_, same)) {
        rows_ = std::move(rows);
        retranslate();
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
    emit count_changed();
}

void ReceptionModel::forget(base::MemberIndex member) {
    paces_.erase(member);
    heard_.erase(member);
}

void ReceptionModel::clear() {
    paces_.clear();
    heard_.clear();
    set({}, {});
}

void ReceptionModel::retranslate() {
    if (!rows_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
}

// --- in words ---

QString ReceptionModel::name_of(const Row& row) const { return members_.shown_name(row.figures.index); }

QString ReceptionModel::sound_of(const Row& row) {
    const auto& sound = row.figures.sound;
    if (!sound) return {};
    const auto wait = FigureWords::milliseconds(sound->wait);
    if (row.missing_share < 0) return tr("Sound: waits %1 to be played").arg(wait);
    return tr("Sound: %1 missing, waits %2 to be played").arg(FigureWords::percent(row.missing_share), wait);
}

QString ReceptionModel::picture_of(const Row& row) {
    const auto& pictures = row.figures.pictures;
    if (!pictures) return {};
    if (!row.pace) return tr("Picture: none in the last ten seconds");
    const auto rate = QLocale{}.toString(row.pace->per_second, 'f', 0);
    const auto pause = FigureWords::seconds(row.pace->longest_pause);
    auto words = tr("Picture: %1 a second, longest pause %2").arg(rate, pause);
    if (pictures->delay) words = tr("%1, %2 old", "a picture").arg(words, FigureWords::milliseconds(*pictures->delay));
    return words;
}

QStringList ReceptionModel::lines() const {
    QStringList lines;
    for (const auto& row : rows_) {
        lines << name_of(row);
        for (const auto& words : {sound_of(row), picture_of(row)})
            if (!words.isEmpty()) lines << QStringLiteral("  ") + words;
        if (row.figures.pictures && row.figures.pictures->key_requests > 0)
            lines << QStringLiteral("  ") + tr("Asked for a whole picture %1 times")
                                                .arg(FigureWords::count(row.figures.pictures->key_requests));
    }
    return lines;
}

// --- as a list ---

int ReceptionModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ReceptionModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case name_role: return name_of(row);
    case sound_role: return sound_of(row);
    case picture_role: return picture_of(row);
    default: return {};
    }
}

QHash<int, QByteArray> ReceptionModel::roleNames() const {
    return {{name_role, "name"}, {sound_role, "sound"}, {picture_role, "picture"}};
}

} // namespace plenum::ui
