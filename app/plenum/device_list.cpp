// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_list.h"

namespace plenum::app {

DeviceList list_of(const std::vector<media::AudioDevice>& cards, bool input) {
    DeviceList list;
    for (const auto& device : cards) {
        if (!(input ? device.input : device.output)) continue;
        const auto id = QString::fromStdString(device.id);
        list.devices.append({id, id});
        if (input ? device.input_default : device.output_default) list.default_id = id;
    }
    return list;
}

/// First the default, by the name of the device that it is now; last what is no microphone.
DeviceList list_of_server(const std::vector<media::AudioDevice>& found, bool input) {
    DeviceList list{.by_server = true};
    QList<ui::Device> monitors;
    QString default_name;
    for (const auto& device : found) {
        if (!(input ? device.input : device.output)) continue;
        const auto id = QString::fromStdString(device.id);
        const auto name = device.name.empty() ? id : QString::fromStdString(device.name);
        (device.monitor ? monitors : list.devices).append({id, name});
        if (input ? device.input_default : device.output_default) default_name = name;
    }
    list.devices += monitors;
    if (list.devices.isEmpty()) return list;
    list.default_id = QStringLiteral("default");
    list.devices.prepend({list.default_id, default_name.isEmpty() ? list.default_id : default_name});
    return list;
}

DeviceList list_of(const std::vector<media::Camera>& found) {
    DeviceList list;
    for (const auto& camera : found)
        list.devices.append({QString::fromStdString(camera.id), QString::fromStdString(camera.name)});
    if (!list.devices.isEmpty()) list.default_id = list.devices.first().id;
    return list;
}

} // namespace plenum::app
