// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/runtime/net/signal.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::client {

/// How much a queue holds: items, and the bytes of their contents as `byte_size(item)` tells them.
struct QueueBound {
    std::size_t items_max;
    std::size_t bytes_max;
};

/// Typed events in order from a session's loop to one consumer, which drains them when it likes and is never called
/// back. It waits either with `wait`, or by handing `descriptor` to its own event loop and calling `drain` when that is
/// readable. Any thread may call anything.
template <class T>
class EventQueue {
  public:
    EventQueue(runtime::Signal signal, QueueBound bound) : signal_{std::move(signal)}, bound_{bound} {}

    /// The oldest event; nullopt when there is none.
    [[nodiscard]] std::optional<T> pop() {
        const std::lock_guard lock{mutex_};
        if (items_.empty()) return std::nullopt;
        std::optional<T> result{take_oldest()};
        if (items_.empty()) signal_.clear();
        return result;
    }
    /// All events there are, oldest first.
    [[nodiscard]] std::vector<T> drain() {
        const std::lock_guard lock{mutex_};
        std::vector<T> result;
        result.reserve(items_.size());
        while (!items_.empty())
            result.push_back(take_oldest());
        signal_.clear();
        return result;
    }
    /// Whether there is an event, after waiting at most `timeout` for one. Returns at once when closed.
    [[nodiscard]] bool wait(base::Duration timeout) const {
        if (closed()) return !empty();
        (void)signal_.wait(timeout);
        return !empty();
    }
    /// Readable while there are events (and once after closing, until drained).
    [[nodiscard]] int descriptor() const { return signal_.descriptor(); }
    [[nodiscard]] bool empty() const {
        const std::lock_guard lock{mutex_};
        return items_.empty();
    }
    [[nodiscard]] std::size_t size() const {
        const std::lock_guard lock{mutex_};
        return items_.size();
    }
    /// Nothing will be added any more.
    [[nodiscard]] bool closed() const {
        const std::lock_guard lock{mutex_};
        return closed_;
    }
    /// Events thrown away because the consumer was slow.
    [[nodiscard]] std::uint64_t dropped() const {
        const std::lock_guard lock{mutex_};
        return dropped_;
    }

    /// False, and nothing added, when full or closed.
    [[nodiscard]] bool push(T value) {
        const std::lock_guard lock{mutex_};
        const auto bytes = byte_size(value);
        if (closed_ || items_.size() >= bound_.items_max || bytes_ + bytes > bound_.bytes_max) return false;
        add(std::move(value), bytes);
        return true;
    }
    /// Makes room by throwing away the oldest, counted.
    void push_over_oldest(T value) {
        const std::lock_guard lock{mutex_};
        if (closed_) return;
        const auto bytes = byte_size(value);
        while (!items_.empty() && (items_.size() >= bound_.items_max || bytes_ + bytes > bound_.bytes_max)) {
            (void)take_oldest();
            ++dropped_;
        }
        add(std::move(value), bytes);
    }
    /// Adds one event more, beyond the bound if need be, after which nothing can be added.
    void push_last(T value) {
        const std::lock_guard lock{mutex_};
        if (closed_) return;
        const auto bytes = byte_size(value);
        add(std::move(value), bytes);
        closed_ = true;
    }
    /// Wakes the consumer; nothing can be added any more.
    void close() {
        const std::lock_guard lock{mutex_};
        closed_ = true;
        signal_.set();
    }

  private:
    struct Item {
        T value;
        std::size_t bytes;
    };

    T take_oldest() {
        auto item = std::move(items_.front());
        items_.pop_front();
        bytes_ -= item.bytes;
        return std::move(item.value);
    }
    void add(T value, std::size_t bytes) {
        const auto was_empty = items_.empty();
        items_.push_back({std::move(value), bytes});
        bytes_ += bytes;
        if (was_empty) signal_.set();
    }

    runtime::Signal signal_;
    QueueBound bound_;
    mutable std::mutex mutex_;
    std::deque<Item> items_;
    std::size_t bytes_{0};
    std::uint64_t dropped_{0};
    bool closed_{false};
};

} // namespace plenum::client
