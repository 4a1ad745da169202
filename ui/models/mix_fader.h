// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/mix_memory.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <functional>

namespace plenum::ui {

/// A volume of the mixing desk that is no person's. It is kept for the next call.
class MixFader : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Mixer")
    /// In decibels, as all volumes.
    Q_PROPERTY(double volume READ volume WRITE set_volume NOTIFY changed)

  public:
    /// Makes it heard.
    using Apply = std::function<void(const SoundMix&)>;

    /// Begins with what `memory`, which outlives this, has for `key`.
    MixFader(MixMemory& memory, const QString& key, Apply apply);

    [[nodiscard]] double volume() const { return mix_.volume_db; }
    void set_volume(double volume_db);
    [[nodiscard]] bool is_silent() const { return mix_.volume_db <= SoundMix::volume_db_min; }

  signals:
    void changed();

  private:
    MixMemory& memory_;
    QString key_;
    Apply apply_;
    SoundMix mix_;
};

} // namespace plenum::ui
