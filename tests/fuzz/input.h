// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace plenum::fuzz {

/// Bytes as decisions, one after another. When they run out all decisions are zero: ask `more` before each step.
class Input {
  public:
    explicit Input(base::ByteView bytes) : left_{bytes} {}

    [[nodiscard]] bool more() const { return !left_.empty(); }
    std::uint8_t byte() {
        if (left_.empty()) return 0;
        const auto value = left_.front();
        left_ = left_.subspan(1);
        return value;
    }
    /// Of `width` bytes, at most 8.
    std::uint64_t number(unsigned width) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < width; ++i)
            value = value << 8 | byte();
        return value;
    }
    /// In [0, bound), from one byte where that is enough. Not uniform, which nobody needs. Precondition: bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        unsigned width = 1;
        while (width < 8 && ((bound - 1) >> (width * 8)) != 0)
            ++width;
        return number(width) % bound;
    }
    /// In [low, high], both included.
    std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + below(high - low + 1); }
    bool flip() { return (byte() & 1) != 0; }
    /// True in one of `of` cases.
    bool rarely(std::uint8_t of) { return byte() % of == 1 % of; }
    base::Duration microseconds(std::uint64_t bound) { return base::from_us(static_cast<std::int64_t>(below(bound))); }
    /// At most `size_max` of what is left; a byte or two before them say how many.
    base::ByteView bytes(std::size_t size_max) {
        const auto wanted = static_cast<std::size_t>(below(size_max + 1));
        const auto taken = left_.first(std::min(left_.size(), wanted));
        left_ = left_.subspan(taken.size());
        return taken;
    }
    base::ByteView rest() {
        const auto taken = left_;
        left_ = {};
        return taken;
    }

  private:
    base::ByteView left_;
};

} // namespace plenum::fuzz
