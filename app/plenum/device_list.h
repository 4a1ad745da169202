// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/audio_device.h"
#include "media/devices/video_source_gst.h"
#include "ui/port/port_types.h"

#include <QList>
#include <QString>

#include <vector>

namespace plenum::app {

/// The devices of one kind as they are plugged in now.
struct DeviceList {
    QList<ui::Device> devices{};
    /// The system's default among them; empty without one.
    QString default_id{};
    /// By a sound server; otherwise they are the cards themselves.
    bool by_server{false};
    friend bool operator==(const DeviceList&, const DeviceList&) = default;
};

/// Microphones, loudspeakers or cameras out of what the media libraries found.
[[nodiscard]] DeviceList list_of(const std::vector<media::AudioDevice>& cards, bool input);
[[nodiscard]] DeviceList list_of_server(const std::vector<media::AudioDevice>& found, bool input);
[[nodiscard]] DeviceList list_of(const std::vector<media::Camera>& found);

} // namespace plenum::app
