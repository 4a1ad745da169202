// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::base {

/// SplitMix64 (Steele, Lea, Flood 2014): small, seeded, the same everywhere. For choices that are no secret (jitter of
/// timers, the simulated network); keys come from core/crypto.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_{seed} {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        auto z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
        z = (z ^ z >> 27) * 0x94d049bb133111ebU;
        return z ^ z >> 31;
    }
    /// Uniform in [0, bound); bound > 0. Rejection keeps it exact.
    constexpr std::uint64_t below(std::uint64_t bound) {
        const auto threshold = (0 - bound) % bound;
        for (;;) {
            const auto draw = next();
            if (draw >= threshold) return draw % bound;
        }
    }
    /// Uniform in [low, high], both included.
    constexpr std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    /// True with probability `per_million` / 1 000 000.
    constexpr bool chance(std::uint32_t per_million) { return below(1'000'000) < per_million; }
    /// A generator of its own for a part of the work, so that a draw more here moves nothing there.
    constexpr Random split() { return Random{next()}; }

  private:
    std::uint64_t state_;
};

} // namespace plenum::base
