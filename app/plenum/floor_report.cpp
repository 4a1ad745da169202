// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/floor_report.h"

namespace plenum::app {
namespace {

constexpr std::size_t told_max = 200;

} // namespace

void FloorReport::take(const ui::Floor& floor, const Roster& roster, base::LocalTime now) {
    if (!floor.demands_microphone) return;
    const auto names = [&roster](const auto& people) {
        QJsonArray result;
        for (const auto& person : people)
            result.append(roster.name_of(person.member));
        return result;
    };
    auto silent = floor.holders;
    silent.removeIf([](const ui::FloorHolder& holder) { return !holder.returns_at.isValid(); });
    current_ = QJsonObject{{QStringLiteral("holders"), names(floor.holders)},
                           {QStringLiteral("silent"), names(silent)},
                           {QStringLiteral("waiting"), names(floor.requests)},
                           {QStringLiteral("everyone"), floor.everyone}};
    history_.push_back({*current_, now});
    if (history_.size() > told_max) history_.pop_front();
}

void FloorReport::draw(base::LocalTime now) {
    for (auto told = history_.rbegin(); told != history_.rend() && !told->shown_at; ++told)
        told->shown_at = now;
}

QJsonArray FloorReport::history() const {
    QJsonArray result;
    for (const auto& told : history_) {
        auto floor = told.floor;
        floor.insert(QStringLiteral("told_at_ms"), base::to_ms(told.at.time_since_epoch()));
        if (told.shown_at) floor.insert(QStringLiteral("shown_at_ms"), base::to_ms(told.shown_at->time_since_epoch()));
        result.append(floor);
    }
    return result;
}

} // namespace plenum::app
