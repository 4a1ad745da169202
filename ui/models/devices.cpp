// SPDX-License-Identifier: Apache-2.0
#include "ui/models/devices.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

DeviceList::DeviceList(DevicePort& port, Settings& settings, DeviceKind kind, QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      settings_{settings},
      kind_{kind} {
    connect(&port_, &DevicePort::devices_changed, this, [this](DeviceKind changed_kind) {
        if (changed_kind == kind_) refresh();
    });
    if (const auto remembered = settings_.device(kind_); !remembered.isEmpty()) port_.select_device(kind_, remembered);
    refresh();
}

int DeviceList::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count(); }

QVariant DeviceList::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role != name_role && role != Qt::DisplayRole) return {};
    return title_of(devices_.at(index.row()));
}

/// ALSA's words for what is no card are for those who set it up.
QString DeviceList::title_of(const Device& device) const {
    if (kind_ == DeviceKind::camera) return device.name;
    if (device.id == QLatin1String{"default"})
        return device.name == device.id ? tr("System default") : tr("System default (%1)").arg(device.name);
    if (device.id == QLatin1String{"sysdefault"}) return tr("First sound card");
    if (device.id == QLatin1String{"pulse"}) return QStringLiteral("PulseAudio");
    if (device.id == QLatin1String{"pipewire"}) return QStringLiteral("PipeWire");
    return device.name;
}

void DeviceList::select(int row) {
    if (row < 0 || row >= count() || row == current_) return;
    const auto id = devices_.at(row).id;
    settings_.set_device(kind_, id);
    port_.select_device(kind_, id);
    refresh();
}

QString DeviceList::unplugged_words(const QString& lost, const QString& used) const {
    switch (kind_) {
    case DeviceKind::microphone:
        return tr("%1 was unplugged. The others hear you through %2 now. Plug it in again to return to it.")
            .arg(lost, used);
    case DeviceKind::loudspeaker:
        return tr("%1 was unplugged. You hear the others through %2 now. Plug it in again to return to it.")
            .arg(lost, used);
    case DeviceKind::camera: break;
    }
    return tr("%1 was unplugged. The others see you through %2 now. Plug it in again to return to it.").arg(lost, used);
}

void DeviceList::retranslate() {
    if (!devices_.isEmpty()) emit dataChanged(index(0), index(count() - 1));
}

void DeviceList::refresh() {
    const auto devices = port_.devices(kind_);
    const auto before = current_ < 0 ? Device{} : devices_.at(current_);
    const auto returns = [&](const Device& device) {
        return device.id == settings_.device(kind_) && !devices_.contains(device) && !devices_.isEmpty();
    };
    const auto returned = std::ranges::find_if(devices, returns);
    const auto is_before = [&](const Device& device) { return device.id == before.id; };
    const bool lost = current_ >= 0 && std::ranges::none_of(devices, is_before);
    if (devices != devices_) {
        // A device that a person picked and plugged in again is taken back into use.
        const auto remembered = settings_.device(kind_);
        const auto is_remembered = [&](const Device& device) { return device.id == remembered; };
        if (std::ranges::any_of(devices, is_remembered) && std::ranges::none_of(devices_, is_remembered) &&
            port_.selected_device(kind_) != remembered)
            port_.select_device(kind_, remembered);
        beginResetModel();
        devices_ = devices;
        endResetModel();
    }
    const auto selected = port_.selected_device(kind_);
    const auto place = std::ranges::find(devices_, selected, &Device::id);
    current_ = place == devices_.end() ? -1 : static_cast<int>(place - devices_.begin());
    emit changed();
    if (current_ < 0) return;
    const auto used = devices_.at(current_);
    if (lost)
        emit told(unplugged_words(title_of(before), title_of(used)), QStringLiteral("problem"));
    else if (returned != devices.end() && used.id == returned->id && used.id != before.id)
        emit told(tr("%1 is plugged in again and in use.").arg(used.name), QStringLiteral("info"));
}

Devices::Devices(DevicePort& port, Settings& settings, QObject* parent)
    : QObject{parent},
      port_{port},
      settings_{settings},
      microphones_{port, settings, DeviceKind::microphone},
      loudspeakers_{port, settings, DeviceKind::loudspeaker},
      cameras_{port, settings, DeviceKind::camera},
      sound_check_{port},
      processing_{settings.audio()} {
    port_.set_audio_processing(processing_);
    connect(&settings_, &Settings::changed, this, &Devices::prepare_sound);
    for (const auto* devices : {&microphones_, &loudspeakers_, &cameras_})
        connect(devices, &DeviceList::told, this, &Devices::told);
}

void Devices::prepare_sound() {
    if (std::exchange(processing_, settings_.audio()) != processing_) port_.set_audio_processing(processing_);
}

void Devices::retranslate() {
    for (auto* devices : {&microphones_, &loudspeakers_, &cameras_})
        devices->retranslate();
}

} // namespace plenum::ui
