// SPDX-License-Identifier: Apache-2.0
#include "media/audio/chime.h"

#include "media/audio/level.h"

#include <array>
#include <cmath>
#include <numbers>

namespace plenum::media {
namespace {

/// A major chord, where small loudspeakers are loud enough.
constexpr std::array<double, Chime::notes> frequencies_hz{523.25, 659.26, 783.99};
/// As loud as speech.
constexpr double peak_dbfs = -15;

} // namespace

std::optional<AudioBlock> Chime::next() {
    if (block_ >= notes * note_blocks) return std::nullopt;
    const auto note = static_cast<std::size_t>(block_ / note_blocks);
    const auto step = 2 * std::numbers::pi * frequencies_hz.at(note) / sample_rate_hz;
    constexpr auto length = static_cast<double>(note_blocks * block_samples);
    AudioBlock block;
    auto at = static_cast<double>(block_ % note_blocks) * block_samples;
    for (auto& sample : block) {
        // Swells and fades: a note that begins or ends at once clicks.
        const auto envelope = std::sin(std::numbers::pi * at / length);
        sample = static_cast<std::int16_t>(std::lround(32767 * from_db(peak_dbfs) * envelope * std::sin(step * at)));
        ++at;
    }
    ++block_;
    return block;
}

} // namespace plenum::media
