// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

enum class HealthGrade : std::uint8_t { unknown = 1, good = 2, fair = 3, poor = 4 };

/// What people notice: delay past which they talk over each other (ITU-T G.114: 150 ms good, 400 ms the end), and loss
/// past which concealment is heard (1 %) and hurts (5 %). Without an estimate from mouth to ear, half the round trip
/// and 60 ms for devices and playout stand in.
[[nodiscard]] HealthGrade grade(const LinkHealth& health);
[[nodiscard]] base::Duration mouth_to_ear(const LinkHealth& health);

/// The network in words people understand.
class Health : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// "Good, 120 ms".
    Q_PROPERTY(QString text READ text NOTIFY changed)
    /// "unknown", "good", "fair" or "poor".
    Q_PROPERTY(QString grade READ grade_name NOTIFY changed)
    /// What the grade means for the person, one sentence.
    Q_PROPERTY(QString meaning READ meaning NOTIFY changed)
    Q_PROPERTY(QString roundTrip READ round_trip NOTIFY changed)
    Q_PROPERTY(QString loss READ loss NOTIFY changed)
    Q_PROPERTY(QString mouthToEar READ mouth_to_ear_text NOTIFY changed)

  public:
    using QObject::QObject;

    void set(const LinkHealth& health);
    void clear();
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString grade_name() const;
    [[nodiscard]] QString meaning() const;
    [[nodiscard]] QString round_trip() const;
    [[nodiscard]] QString loss() const;
    [[nodiscard]] QString mouth_to_ear_text() const;

  signals:
    void changed();

  private:
    [[nodiscard]] HealthGrade current() const { return health_ ? ui::grade(*health_) : HealthGrade::unknown; }

    std::optional<LinkHealth> health_;
};

} // namespace plenum::ui
