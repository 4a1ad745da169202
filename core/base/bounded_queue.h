// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

namespace plenum::base {

/// First in, first out, with a bound: `push` says no when full. Not for several threads.
template <class T>
class BoundedQueue {
  public:
    explicit BoundedQueue(std::size_t size_max) : size_max_{size_max} {}

    [[nodiscard]] bool push(T value) {
        if (items_.size() >= size_max_) return false;
        items_.push_back(std::move(value));
        return true;
    }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] T& front() { return items_.front(); }
    [[nodiscard]] const T& front() const { return items_.front(); }
    T pop() {
        T value = std::move(items_.front());
        items_.pop_front();
        return value;
    }
    void clear() { items_.clear(); }

  private:
    std::size_t size_max_;
    std::deque<T> items_;
};

} // namespace plenum::base
