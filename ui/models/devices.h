// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/settings.h"
#include "ui/models/sound_check.h"
#include "ui/port/device_port.h"

#include <QAbstractListModel>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// The devices of one kind, as they are plugged in now, and which is in use.
class DeviceList : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Row in use, -1 for none.
    Q_PROPERTY(int current READ current NOTIFY changed)

  public:
    enum RoleId { name_role = Qt::UserRole + 1 };

    DeviceList(DevicePort& port, Settings& settings, DeviceKind kind, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(devices_.size()); }
    [[nodiscard]] int current() const { return current_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override { return {{name_role, "name"}}; }
    /// Takes the device of `row` into use and remembers it.
    Q_INVOKABLE void select(int row);
    /// The language changed: the words for the system's own devices anew.
    void retranslate();

  signals:
    void changed();
    /// The device in use was unplugged, or the one that was picked is back. `kind` as in Client::notice.
    void told(const QString& words, const QString& kind);

  private:
    void refresh();
    [[nodiscard]] QString unplugged_words(const QString& lost, const QString& used) const;
    [[nodiscard]] QString title_of(const Device& device) const;

    DevicePort& port_;
    Settings& settings_;
    DeviceKind kind_;
    QList<Device> devices_;
    int current_{-1};
};

/// The devices of each kind, whether they work, and how sound is prepared: as the settings have it.
class Devices : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(plenum::ui::DeviceList* microphones READ microphones CONSTANT)
    Q_PROPERTY(plenum::ui::DeviceList* loudspeakers READ loudspeakers CONSTANT)
    Q_PROPERTY(plenum::ui::DeviceList* cameras READ cameras CONSTANT)
    Q_PROPERTY(plenum::ui::SoundCheck* soundCheck READ sound_check CONSTANT)

  public:
    Devices(DevicePort& port, Settings& settings, QObject* parent);

    [[nodiscard]] DeviceList* microphones() { return &microphones_; }
    [[nodiscard]] DeviceList* loudspeakers() { return &loudspeakers_; }
    [[nodiscard]] DeviceList* cameras() { return &cameras_; }
    [[nodiscard]] SoundCheck* sound_check() { return &sound_check_; }
    void retranslate();

  signals:
    /// As `DeviceList::told`.
    void told(const QString& words, const QString& kind);

  private:
    void prepare_sound();

    DevicePort& port_;
    Settings& settings_;
    DeviceList microphones_;
    DeviceList loudspeakers_;
    DeviceList cameras_;
    SoundCheck sound_check_;
    AudioProcessing processing_;
};

} // namespace plenum::ui
