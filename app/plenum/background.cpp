// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/background.h"

#include <utility>

namespace plenum::app {

Background::Background() : thread_{[this] { work(); }} {}

void Background::finish() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

bool Background::run(std::function<void()> job) {
    {
        const std::lock_guard lock{mutex_};
        if (finished_ || jobs_.size() >= jobs_max) return false;
        jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
    return true;
}

void Background::work() {
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
        if (jobs_.empty()) {
            finished_ = true;
            return;
        }
        {
            const auto job = std::move(jobs_.front());
            jobs_.pop_front();
            lock.unlock();
            job();
        }
        lock.lock();
    }
}

} // namespace plenum::app
