// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/device_list.h"
#include "media/audio/audio_io.h"
#include "media/devices/video_source_gst.h"
#include "ui/port/port_types.h"

#include <QHash>
#include <QList>

#include <optional>
#include <string>

namespace plenum::app {

/// What a device's identifier stands for: "none", "tone", "pattern", "coded" and "file:PATH" where they fit, the
/// system's default where empty, else a device.
[[nodiscard]] media::AudioInput microphone_of(const std::string& id);
[[nodiscard]] media::AudioOutput loudspeaker_of(const std::string& id);
/// Nullopt for "none".
[[nodiscard]] std::optional<media::VideoInput> camera_of(const std::string& id);

/// Which device of each kind is to be used: the one fixed for this run (then it is the only one), else the one a person
/// selected if it is there, else the system's default.
class DeviceChoice {
  public:
    /// By identifier or name. Empty: not fixed.
    void fix(ui::DeviceKind kind, const std::string& id);
    /// True if the list, or the device to be used, is another than before.
    bool set_present(ui::DeviceKind kind, DeviceList list);
    /// True if another device is to be used than before.
    bool select(ui::DeviceKind kind, const QString& id);

    [[nodiscard]] QList<ui::Device> devices(ui::DeviceKind kind) const;
    /// The device in use; empty if there is none.
    [[nodiscard]] QString selected(ui::DeviceKind kind) const;
    [[nodiscard]] bool by_server(ui::DeviceKind kind) const { return kinds_.value(kind).present.by_server; }
    /// For the functions above: empty means the default.
    [[nodiscard]] std::string wanted(ui::DeviceKind kind) const;

  private:
    struct Kind {
        QString fixed;
        QString selected;
        DeviceList present;
    };
    QHash<ui::DeviceKind, Kind> kinds_;
};

} // namespace plenum::app
