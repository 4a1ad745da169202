// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_watch.h"

#include "media/devices/audio_portaudio.h"

#include <utility>

namespace plenum::app {
namespace {

constexpr std::chrono::seconds interval{3};

struct Found {
    std::optional<std::vector<media::AudioDevice>> cards;
    DeviceList cameras;
};

Found find_all(bool cards) {
    Found found;
    if (cards) found.cards = media::list_portaudio_devices();
    found.cameras = list_of(media::list_cameras());
    return found;
}

} // namespace

DeviceWatch::DeviceWatch(Background& background, QObject* parent) : QObject{parent}, background_{background} {
    timer_.setInterval(interval);
    connect(&timer_, &QTimer::timeout, this, &DeviceWatch::look);
}

void DeviceWatch::start() {
    if (!timer_.isActive()) look();
    timer_.start();
}

void DeviceWatch::look() {
    if (!server_monitor_) {
        server_monitor_ = std::make_unique<media::PulseDeviceMonitor>([this](const ServerDevices& devices) {
            QMetaObject::invokeMethod(this, [this, devices] { handle_server(devices); }, Qt::QueuedConnection);
        });
    }
    if (std::exchange(asking_, true)) return;
    const auto job = [this, cards = server_ == Server::absent] {
        auto answer = find_all(cards);
        QMetaObject::invokeMethod(
            this,
            [this, answer = std::move(answer)] {
                asking_ = false;
                if (answer.cards && server_ == Server::absent) {
                    emit found(ui::DeviceKind::microphone, list_of(*answer.cards, true));
                    emit found(ui::DeviceKind::loudspeaker, list_of(*answer.cards, false));
                }
                emit found(ui::DeviceKind::camera, answer.cameras);
                // The server went meanwhile.
                if (!answer.cards && server_ == Server::absent) look();
            },
            Qt::QueuedConnection);
    };
    if (!background_.run(job)) asking_ = false;
}

void DeviceWatch::handle_server(const ServerDevices& devices) {
    server_ = devices ? Server::present : Server::absent;
    if (!devices) return look();
    emit found(ui::DeviceKind::microphone, list_of_server(*devices, true));
    emit found(ui::DeviceKind::loudspeaker, list_of_server(*devices, false));
}

} // namespace plenum::app
