// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "app/plenum/device_list.h"
#include "media/devices/pulse_device_monitor.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace plenum::app {

/// What is plugged in. The sound server tells of its devices itself. Cameras, and sound cards where no server answers,
/// are asked for every few seconds, away from the UI thread.
class DeviceWatch : public QObject {
    Q_OBJECT

  public:
    /// `background` must outlive this.
    explicit DeviceWatch(Background& background, QObject* parent = nullptr);

    /// Asks once for cameras and cards; from the first time on the sound server is followed.
    void look();
    /// Asks at once, and again and again from now on.
    void start();
    void stop() { timer_.stop(); }

  signals:
    void found(plenum::ui::DeviceKind kind, const plenum::app::DeviceList& list);

  private:
    using ServerDevices = std::optional<std::vector<media::AudioDevice>>;
    enum class Server : std::uint8_t { unknown = 1, absent = 2, present = 3 };
    void handle_server(const ServerDevices& devices);

    Background& background_;
    QTimer timer_;
    bool asking_{false};
    Server server_{Server::unknown};
    std::unique_ptr<media::PulseDeviceMonitor> server_monitor_;
};

} // namespace plenum::app
