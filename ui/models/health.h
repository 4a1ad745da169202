// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/reception_judge.h"
#include "ui/port/port_types.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <functional>
#include <optional>
#include <utility>

namespace plenum::ui {

enum class HealthGrade : std::uint8_t { unknown = 1, good = 2, fair = 3, poor = 4 };

/// What people notice: delay past which they talk over each other (ITU-T G.114: 150 ms good, 400 ms the end), and loss
/// past which concealment is heard (1 %) and hurts (5 %). Without an estimate from mouth to ear, half the round trip
/// and 60 ms for devices and playout stand in.
[[nodiscard]] HealthGrade grade(const LinkHealth& health);
[[nodiscard]] base::Duration mouth_to_ear(const LinkHealth& health);

/// The network in words people understand, or first of all that the others are not heard or seen. While a call settles,
/// its first figures frighten without need: until five seconds of them have come, the network is called good or
/// nothing.
class Health : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// "Good, 120 ms", "Poor, you hear nobody".
    Q_PROPERTY(QString text READ text NOTIFY changed)
    /// "unknown", "good", "fair" or "poor".
    Q_PROPERTY(QString grade READ grade_name NOTIFY changed)
    /// What the grade means for the person, one sentence.
    Q_PROPERTY(QString meaning READ meaning NOTIFY changed)
    /// The others are not heard or seen, although they send and the link may be good.
    Q_PROPERTY(bool faulty READ faulty NOTIFY changed)
    Q_PROPERTY(QString roundTrip READ round_trip NOTIFY changed)
    Q_PROPERTY(QString loss READ loss NOTIFY changed)
    Q_PROPERTY(QString mouthToEar READ mouth_to_ear_text NOTIFY changed)

  public:
    using Clock = std::function<base::LocalTime()>;
    static constexpr base::Duration settling = std::chrono::seconds{5};

    explicit Health(Clock clock, QObject* parent = nullptr) : QObject{parent}, clock_{std::move(clock)} {}

    void set(const LinkHealth& health);
    void set_fault(std::optional<ReceptionFault> fault);
    void clear();
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString grade_name() const;
    [[nodiscard]] QString meaning() const;
    [[nodiscard]] bool faulty() const { return fault_.has_value(); }
    [[nodiscard]] QString round_trip() const;
    [[nodiscard]] QString loss() const;
    [[nodiscard]] QString mouth_to_ear_text() const;

  signals:
    void changed();

  private:
    [[nodiscard]] static QString text_of(ReceptionFault fault);
    [[nodiscard]] static QString meaning_of(ReceptionFault fault);
    [[nodiscard]] HealthGrade current() const { return fault_ ? HealthGrade::poor : grade_; }

    Clock clock_;
    std::optional<LinkHealth> health_;
    /// When the first figures of this call came.
    std::optional<base::LocalTime> since_;
    HealthGrade grade_{HealthGrade::unknown};
    std::optional<ReceptionFault> fault_;
};

} // namespace plenum::ui
