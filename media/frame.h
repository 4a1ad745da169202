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
/// One audio block: 10 ms, mono.
inline constexpr std::size_t block_samples = 480;
using AudioBlock = std::array<std::int16_t, block_samples>;

/// A decoded picture, I420 (8 bit, chroma halved both ways), planes one after another without padding:
/// Y width×height, then U and V of ((width+1)/2)×((height+1)/2); BT.601 in limited range, whatever the size. Shared,
/// never changed after it is made.
struct VideoFrame {
    int width{0};
    int height{0};
    std::shared_ptr<const base::Bytes> pixels;
    /// Conference time of its capture, where the sender said it.
    base::ConferenceTime captured_at{};

    [[nodiscard]] bool empty() const { return !pixels; }
};

} // namespace plenum::media
