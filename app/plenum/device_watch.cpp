// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_watch.h"

#include <utility>

namespace plenum::app {
namespace {

constexpr std::chrono::seconds interval{3};

struct Found {
    DeviceList microphones;
    DeviceList loudspeakers;
    DeviceList cameras;
};

Found find_all() {
    const auto sound = media::list_audio_devices();
    return {list_of(sound, true), list_of(sound, false), list_of(media::list_cameras())};
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
    if (std::exchange(asking_, true)) return;
    const auto job = [this] {
        auto answer = find_all();
        QMetaObject::invokeMethod(
            this,
            [this, answer = std::move(answer)] {
                asking_ = false;
                emit found(ui::DeviceKind::microphone, answer.microphones);
                emit found(ui::DeviceKind::loudspeaker, answer.loudspeakers);
                emit found(ui::DeviceKind::camera, answer.cameras);
            },
            Qt::QueuedConnection);
    };
    if (!background_.run(job)) asking_ = false;
}

} // namespace plenum::app
