// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

namespace plenum::media {

/// Lock-free ring between one producer and one consumer thread, one of which may be a real-time audio callback.
template <class T>
class SpscRing {
  public:
    /// Holds `capacity` items, allocated here and never again.
    explicit SpscRing(std::size_t capacity) : items_(capacity + 1) {}

    /// Producer: puts in as many as fit and says how many.
    std::size_t write(std::span<const T> items) {
        const auto head = head_.load(std::memory_order_relaxed);
        const auto tail = tail_.load(std::memory_order_acquire);
        const auto room = (tail + items_.size() - head - 1) % items_.size();
        const auto count = std::min(room, items.size());
        for (std::size_t i = 0; i < count; ++i)
            items_[(head + i) % items_.size()] = items[i];
        head_.store((head + count) % items_.size(), std::memory_order_release);
        return count;
    }
    /// Consumer: takes out as many as there are, up to the span's size.
    std::size_t read(std::span<T> items) {
        const auto tail = tail_.load(std::memory_order_relaxed);
        const auto head = head_.load(std::memory_order_acquire);
        const auto count = std::min((head + items_.size() - tail) % items_.size(), items.size());
        for (std::size_t i = 0; i < count; ++i)
            items[i] = items_[(tail + i) % items_.size()];
        tail_.store((tail + count) % items_.size(), std::memory_order_release);
        return count;
    }
    /// Consumer: throws away up to `count`.
    std::size_t skip(std::size_t count) {
        const auto tail = tail_.load(std::memory_order_relaxed);
        const auto head = head_.load(std::memory_order_acquire);
        count = std::min((head + items_.size() - tail) % items_.size(), count);
        tail_.store((tail + count) % items_.size(), std::memory_order_release);
        return count;
    }
    /// Either side; exact for neither while the other works.
    [[nodiscard]] std::size_t size() const {
        const auto head = head_.load(std::memory_order_acquire);
        const auto tail = tail_.load(std::memory_order_acquire);
        return (head + items_.size() - tail) % items_.size();
    }
    [[nodiscard]] std::size_t capacity() const { return items_.size() - 1; }

  private:
    std::vector<T> items_;
    alignas(64) std::atomic<std::size_t> head_{0};
    alignas(64) std::atomic<std::size_t> tail_{0};
};

} // namespace plenum::media
