// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/media/support/signals.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <sys/types.h>

namespace plenum::media::test {

/// Another program that plays: `pacat` in a process of its own.
class Player {
  public:
    /// Left and right in turn; the sound goes through `file`.
    Player(const std::filesystem::path& file, const Samples& interleaved);
    ~Player() { stop(); }
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    void stop();

  private:
    pid_t process_{0};
};

enum class Side : std::uint8_t { both = 1, left = 2 };
/// Half a minute of a tone, left and right in turn.
[[nodiscard]] Samples stereo_tone(double frequency_hz, double amplitude, Side side);
/// How much of this frequency is in it, as the amplitude of a tone.
[[nodiscard]] double amplitude_at(std::span<const std::int16_t> samples, double frequency_hz);

} // namespace plenum::media::test
