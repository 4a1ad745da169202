// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace plenum::app {

/// What a person wants of a recording while it is played. Any thread may call anything.
class PlaybackControl {
  public:
    void set_paused(bool paused) {
        const std::lock_guard lock{mutex_};
        wish_.paused = paused;
        ++wish_.number;
    }
    /// In the time of the recording without its long pauses.
    void seek(base::Duration at) {
        const std::lock_guard lock{mutex_};
        wish_.seek = at;
        wish_.steps = 0;
        ++wish_.number;
    }
    /// By so many ensembles, back where negative. Pauses.
    void step(int ensembles) {
        const std::lock_guard lock{mutex_};
        wish_.steps += ensembles;
        wish_.paused = true;
        ++wish_.number;
    }

    struct Wish {
        /// How often somebody wanted something.
        std::uint64_t number{0};
        bool paused{false};
        std::optional<base::Duration> seek{};
        /// From there, else from what is shown.
        int steps{0};
    };
    /// Places are told once.
    [[nodiscard]] Wish take() {
        const std::lock_guard lock{mutex_};
        return std::exchange(wish_, Wish{wish_.number, wish_.paused});
    }
    /// The number of the newest wish.
    [[nodiscard]] std::uint64_t newest() const {
        const std::lock_guard lock{mutex_};
        return wish_.number;
    }

  private:
    mutable std::mutex mutex_;
    Wish wish_;
};

} // namespace plenum::app
