// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/roster.h"
#include "ui/port/floor_types.h"

#include <QJsonArray>
#include <QJsonObject>

#include <deque>
#include <optional>

namespace plenum::app {

/// How the floor stood that voice demands, and when that was told and drawn, by the machine's steady clock.
class FloorReport {
  public:
    void take(const ui::Floor& floor, const Roster& roster, base::LocalTime now);
    /// The window was drawn.
    void draw(base::LocalTime now);
    /// The call is over.
    void end() { current_.reset(); }

    /// Who has the floor and who waits, by name; null where there is none.
    [[nodiscard]] QJsonValue current() const { return current_ ? *current_ : QJsonValue{}; }
    /// The same each time that it was told, and when.
    [[nodiscard]] QJsonArray history() const;

  private:
    struct Told {
        QJsonObject floor;
        base::LocalTime at;
        std::optional<base::LocalTime> shown_at{};
    };
    std::optional<QJsonObject> current_;
    std::deque<Told> history_;
};

} // namespace plenum::app
