// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plenum::crypto {

/// Which of the newest 8192 numbers were seen (RFC 6479: a ring of words, cleared as it moves, nothing shifted).
/// `check` first, `mark` only what proved authentic: otherwise a forged number would push the window away.
class ReplayWindow {
  public:
    static constexpr std::uint64_t size = 8192;
    enum class Answer : std::uint8_t { fresh = 1, replay = 2, too_old = 3 };

    /// `too_old`: at least `size` below the highest marked, so no longer known.
    [[nodiscard]] Answer check(std::uint64_t number) const;
    /// Of `count` numbers from `first` on: fresh if all are.
    [[nodiscard]] Answer check(std::uint64_t first, std::uint64_t count) const;
    /// Only for a number that `check` calls fresh; another changes nothing.
    void mark(std::uint64_t number);
    void mark(std::uint64_t first, std::uint64_t count);

  private:
    static constexpr std::uint64_t word_bits = 64;
    /// One word more than the window: the highest number's word is seldom full.
    static constexpr std::uint64_t word_count = size / word_bits + 1;

    [[nodiscard]] static std::size_t slot(std::uint64_t word) { return static_cast<std::size_t>(word % word_count); }

    std::array<std::uint64_t, word_count> words_{};
    std::uint64_t highest_{0};
};

} // namespace plenum::crypto
