// SPDX-License-Identifier: Apache-2.0
#include "ui/models/devices.h"

#include <algorithm>

namespace plenum::ui {

DeviceList::DeviceList(ConferencePort& port, Settings& settings, DeviceKind kind, QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      settings_{settings},
      kind_{kind} {
    connect(&port_, &ConferencePort::devices_changed, this, [this](DeviceKind changed_kind) {
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
    if (device.id == QLatin1String{"default"}) return tr("System default");
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

void DeviceList::refresh() {
    const auto devices = port_.devices(kind_);
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
}

} // namespace plenum::ui
