// SPDX-License-Identifier: Apache-2.0
#include "app/capture/camera_worker.h"

#include <utility>

namespace plenum::app {

CameraWorker::CameraWorker(Take take)
    : take_{std::move(take)},
      thread_{[this](const std::stop_token& stop) { run(stop); }} {}

CameraWorker::~CameraWorker() {
    thread_.request_stop();
    thread_.join();
}

void CameraWorker::take(const cluster::Capture& capture) {
    const std::lock_guard lock{mutex_};
    asked_.push_back(capture);
    ++open_;
    changed_.notify_all();
}

std::vector<CameraWorker::Taken> CameraWorker::done() {
    const std::lock_guard lock{mutex_};
    open_ -= done_.size();
    return std::exchange(done_, {});
}

bool CameraWorker::busy() const {
    const std::lock_guard lock{mutex_};
    return open_ > 0;
}

void CameraWorker::run(const std::stop_token& stop) {
    while (true) {
        std::unique_lock lock{mutex_};
        if (!changed_.wait(lock, stop, [this] { return !asked_.empty(); })) return;
        const auto capture = asked_.front();
        asked_.pop_front();
        lock.unlock();
        Taken taken{capture, {}, {}};
        if (auto payload = take_(capture))
            taken.payload = *std::move(payload);
        else
            taken.error = std::move(payload.error());
        lock.lock();
        done_.push_back(std::move(taken));
    }
}

} // namespace plenum::app
