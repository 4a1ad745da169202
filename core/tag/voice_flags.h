// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/frames.h"

#include <algorithm>
#include <cstdint>

namespace plenum::tag {

/// How loud a voice is, as far as a relay may know: four steps of 12 dB, in the two bits that say the layer of video.
inline constexpr std::uint8_t loudness_max = 3;
/// The loudest step begins 12 dB below; speech at a usual distance is there or one lower.
inline constexpr float loudest_dbfs = -12;
inline constexpr float loudness_step_db = 12;

[[nodiscard]] constexpr std::uint8_t loudness_of(float rms_dbfs) {
    const auto below = std::clamp((loudest_dbfs - rms_dbfs) / loudness_step_db, 0.0F, float{loudness_max});
    return static_cast<std::uint8_t>(loudness_max - static_cast<std::uint8_t>(below));
}
[[nodiscard]] inline std::uint8_t loudness_of(wire::MessageFlags flags) { return flags.layer(); }
/// What a voice packet says in the clear. Of silence no loudness is told.
[[nodiscard]] inline wire::MessageFlags voice_flags(bool silent, std::uint8_t loudness) {
    return wire::MessageFlags::of(false, silent, silent ? std::uint8_t{0} : loudness);
}

} // namespace plenum::tag
