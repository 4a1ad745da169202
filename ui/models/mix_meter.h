// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/mixer_port.h"

#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How loud all that is heard is together.
class MixMeter : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Mixer")
    /// As `MemberLevel::level`.
    Q_PROPERTY(float level READ level NOTIFY changed)
    /// It would be too loud for the loudspeaker, and is turned down.
    Q_PROPERTY(bool limiting READ limiting NOTIFY changed)

  public:
    [[nodiscard]] float level() const { return level_; }
    [[nodiscard]] bool limiting() const { return limiting_; }
    void take(const MixedSound& sound);

  signals:
    void changed();

  private:
    float level_{0};
    bool limiting_{false};
};

} // namespace plenum::ui
