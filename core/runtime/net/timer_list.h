// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace plenum::runtime {

/// Names one task of a `TimerList`.
struct TimerId {
    base::LocalTime at{};
    /// Orders tasks of one time; no two have the same.
    std::uint64_t number{0};
    friend auto operator<=>(const TimerId&, const TimerId&) = default;
};

/// Tasks that wait for their times, the earliest first, those of one time in the order in which they were added.
class TimerList {
  public:
    using Task = std::function<void()>;
    /// Whoever adds tasks bounds them: more is a mistake of the program.
    static constexpr std::size_t tasks_max = 256;

    TimerId add(base::LocalTime at, Task task) {
        CHECK(tasks_.size() < tasks_max);
        const TimerId id{at, ++added_};
        tasks_.emplace(id, std::move(task));
        return id;
    }
    /// Does nothing if it was taken or cancelled already, or is the `TimerId` of no task.
    void cancel(const TimerId& id) { tasks_.erase(id); }
    /// Of the earliest; `local_time_max` if none waits.
    [[nodiscard]] base::LocalTime next_at() const {
        return tasks_.empty() ? base::local_time_max : tasks_.begin()->first.at;
    }
    /// The earliest that is due, which waits no longer; empty if none is.
    [[nodiscard]] Task take_due(base::LocalTime now) {
        if (next_at() > now || tasks_.empty()) return {};
        return std::move(tasks_.extract(tasks_.begin()).mapped());
    }

  private:
    std::map<TimerId, Task> tasks_;
    std::uint64_t added_{0};
};

} // namespace plenum::runtime
