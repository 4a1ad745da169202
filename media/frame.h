// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace plenum::media {

inline constexpr int sample_rate_hz = 48'000;
/// One audio block: 5 ms, mono. It is the grid of capture and playback, and the shortest packet.
inline constexpr std::size_t block_samples = 240;
inline constexpr base::Duration block_duration = base::from_us(5'000);
using AudioBlock = std::array<std::int16_t, block_samples>;
/// As loudspeakers play it.
struct StereoBlock {
    AudioBlock left{};
    AudioBlock right{};
    friend bool operator==(const StereoBlock&, const StereoBlock&) = default;
};

[[nodiscard]] constexpr base::Duration duration_of_samples(std::size_t samples) {
    return base::Duration{static_cast<std::int64_t>(samples) * 1'000'000'000 / sample_rate_hz};
}

/// A decoded picture, I420 (8 bit, chroma halved both ways), planes one after another without padding:
/// Y width×height, then U and V of ((width+1)/2)×((height+1)/2); BT.601 in limited range, whatever the size. Shared,
/// never changed after it is made.
struct VideoFrame {
    int width{0};
    int height{0};
    std::shared_ptr<const base::Bytes> pixels;
    /// Conference time of its capture, where the sender said it.
    base::ConferenceTime captured_at{};
    /// Of a shared screen: what it shows (`ScreenScenes`); 0 where the sender did not say it.
    std::uint32_t scene{0};

    [[nodiscard]] bool empty() const { return !pixels; }
};

} // namespace plenum::media
