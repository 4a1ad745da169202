// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace plenum::client {

/// What any thread may ask about a session.
class SessionStatus {
  public:
    [[nodiscard]] bool finished() const {
        const std::lock_guard lock{mutex_};
        return finished_;
    }
    [[nodiscard]] bool wait_finished(base::Duration timeout) const {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, timeout, [this] { return finished_; });
    }
    [[nodiscard]] std::optional<base::ClockOffset> conference_clock() const {
        const std::lock_guard lock{mutex_};
        return clock_;
    }

    /// False if it was finished before. Those who wait are woken by `tell_finished`.
    [[nodiscard]] bool finish() {
        const std::lock_guard lock{mutex_};
        return !std::exchange(finished_, true);
    }
    void tell_finished() { changed_.notify_all(); }
    void set_clock(const std::optional<base::ClockOffset>& clock) {
        const std::lock_guard lock{mutex_};
        clock_ = clock;
    }

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool finished_{false};
    std::optional<base::ClockOffset> clock_;
};

} // namespace plenum::client
