// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace plenum::app {

/// A thread that does one job after the other. Only the newest waits: one that is given while another waits takes its
/// place, so that slow work never queues. Any thread may call anything.
template <class Job>
class NewestWorker {
  public:
    /// `work` is called on the worker's thread.
    explicit NewestWorker(std::function<void(Job)> work)
        : work_{std::move(work)},
          thread_{[this](const std::stop_token& stop) { run(stop); }} {}
    /// Waits for the job at hand.
    ~NewestWorker() {
        thread_.request_stop();
        thread_.join();
    }
    NewestWorker(const NewestWorker&) = delete;
    NewestWorker& operator=(const NewestWorker&) = delete;

    void give(Job job) {
        const std::lock_guard lock{mutex_};
        waiting_ = std::move(job);
        changed_.notify_all();
    }
    /// A job is at hand or waits.
    [[nodiscard]] bool busy() const {
        const std::lock_guard lock{mutex_};
        return working_ || waiting_;
    }
    void wait_idle() {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [this] { return !working_ && !waiting_; });
    }

  private:
    void run(const std::stop_token& stop) {
        std::unique_lock lock{mutex_};
        while (changed_.wait(lock, stop, [this] { return waiting_.has_value(); }) && !stop.stop_requested()) {
            auto job = *std::exchange(waiting_, std::nullopt);
            working_ = true;
            lock.unlock();
            work_(std::move(job));
            lock.lock();
            working_ = false;
            changed_.notify_all();
        }
    }

    std::function<void(Job)> work_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Job> waiting_;
    bool working_{false};
    std::jthread thread_;
};

} // namespace plenum::app
