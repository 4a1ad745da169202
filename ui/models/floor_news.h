// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floor_model.h"

#include <set>

namespace plenum::ui {

/// What a person is told of floors that change.
class FloorNews : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Floors")
    /// The last change, for those who hear the screen.
    Q_PROPERTY(QString text READ text NOTIFY changed)

  public:
    FloorNews(FloorState::Clock clock, QObject* parent) : QObject{parent}, clock_{std::move(clock)} {}

    [[nodiscard]] QString text() const { return text_; }

    void tell_began(const FloorModel& now);
    void tell_change(FloorModel& now, const Floor& before);
    /// Ours ended, other than of our own will. Comes before the change.
    void tell_ended(const FloorModel& floor, const FloorEnded& ended);
    /// Everyone may speak, draw or share now. `floor` is how it was.
    void tell_removed(const FloorModel& floor, const Floor& now);
    void forget(base::TokenId floor) { end_told_.erase(floor); }
    void clear();

  signals:
    void changed();
    /// A short word to the person; `kind` as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    void tell_own(const FloorModel& now, const Floor& before);
    void tell_others(const FloorModel& now, const Floor& before);
    void tell_silent(const FloorModel& now, const Floor& before);
    void tell_style(FloorModel& now, const Floor& before);
    void tell_points_of_order(const FloorModel& now, const Floor& before);
    void tell_reach(const FloorModel& now, const Floor& before);
    /// Just now, so that what is taken is taken for that.
    [[nodiscard]] bool style_is_new() const;
    [[nodiscard]] QString words_for(const FloorModel& floor, const FloorEnded& ended) const;
    void announce(const QString& words, bool shown);
    /// Of us: what was shown of this floor and us before is so no longer.
    void announce_own(const FloorModel& floor, const QString& words);
    void show_own(const FloorModel& floor, const QString& words);

    FloorState::Clock clock_;
    /// Told already, and so not told as a plain change.
    std::set<base::TokenId> end_told_;
    QDateTime style_changed_at_;
    QString text_;
};

} // namespace plenum::ui
