// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/replay_history.h"

#include <QVariantList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// The last minutes as they are drawn. Places are in seconds since this model was made, so that they stay while time
/// goes on.
class ReplayTimeline : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Replay")
    /// The oldest that can be heard, and live.
    Q_PROPERTY(double from READ from NOTIFY changed)
    Q_PROPERTY(double to READ to NOTIFY changed)
    Q_PROPERTY(QString reach READ reach NOTIFY changed)
    /// Why there is nothing to hear, or not all of it; empty where there is nothing to say.
    Q_PROPERTY(QString trouble READ trouble NOTIFY changed)
    /// Who spoke when, and from when there is sound of them: {memberIndex, name, from, reach, spans: [{from, to}]}. The
    /// last may stand for several people, with memberIndex 0.
    Q_PROPERTY(QVariantList lanes READ lanes NOTIFY changed)
    /// {kind: "joined", "left" or "chat", words, at}
    Q_PROPERTY(QVariantList marks READ marks NOTIFY changed)

  public:
    /// `history` outlives this.
    explicit ReplayTimeline(const ReplayHistory& history) : history_{history}, zero_{history.told_at()} {}

    [[nodiscard]] double from() const { return seconds_of(history_.oldest()); }
    [[nodiscard]] double to() const { return seconds_of(history_.told_at()); }
    [[nodiscard]] QString reach() const;
    [[nodiscard]] QString trouble() const;
    [[nodiscard]] QVariantList lanes() const;
    [[nodiscard]] QVariantList marks() const;

    /// "40 s ago"
    [[nodiscard]] Q_INVOKABLE QString ago(double at_seconds) const;
    [[nodiscard]] double seconds_of(base::LocalTime place) const;
    [[nodiscard]] base::LocalTime place_of(double seconds) const;
    /// The history, names or the language changed.
    void update() { emit changed(); }

  signals:
    void changed();

  private:
    [[nodiscard]] QVariantMap lane_of(const ReplayPerson& person) const;
    [[nodiscard]] QVariantList spans_of(const ReplayPerson& person) const;

    const ReplayHistory& history_;
    base::LocalTime zero_;
};

} // namespace plenum::ui
