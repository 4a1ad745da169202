// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace plenum::base {

/// First in, first out, without a bound of its own, on memory that is kept: a std::deque allocates and frees as it
/// moves on, this grows to the most that it ever held. What was taken out is moved from, so `T` must hold nothing on
/// then.
template <class T>
class Ring {
  public:
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T& operator[](std::size_t place) { return slots_[index(place)]; }
    [[nodiscard]] const T& operator[](std::size_t place) const { return slots_[index(place)]; }
    [[nodiscard]] T& front() { return slots_[first_]; }
    [[nodiscard]] const T& front() const { return slots_[first_]; }
    [[nodiscard]] T& back() { return slots_[index(size_ - 1)]; }

    void push_back(T&& value) {
        if (size_ == slots_.size()) grow();
        slots_[index(size_)] = std::move(value);
        ++size_;
    }
    void push_back(const T& value) { push_back(T{value}); }
    /// The slot for one more, with what it was left with.
    [[nodiscard]] T& grow_back() {
        if (size_ == slots_.size()) grow();
        return slots_[index(size_++)];
    }
    T pop_front() {
        auto& slot = slots_[first_];
        first_ = index(1);
        --size_;
        return std::move(slot);
    }
    void clear() {
        while (!empty())
            (void)pop_front();
    }

  private:
    /// Slots are a power of two, so that places wrap by masking.
    [[nodiscard]] std::size_t index(std::size_t place) const { return (first_ + place) & (slots_.size() - 1); }
    void grow() {
        std::vector<T> larger(slots_.empty() ? 4 : 2 * slots_.size());
        for (std::size_t i = 0; i < size_; ++i)
            larger[i] = std::move((*this)[i]);
        slots_ = std::move(larger);
        first_ = 0;
    }

    std::vector<T> slots_;
    std::size_t first_{0};
    std::size_t size_{0};
};

} // namespace plenum::base
