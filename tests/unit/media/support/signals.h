// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "media/frame.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace plenum::media::test {

using Samples = std::vector<std::int16_t>;

[[nodiscard]] AudioBlock sine_block(double frequency_hz, double amplitude, std::size_t first_sample = 0);
[[nodiscard]] AudioBlock noise_block(base::Random& random, double amplitude);
/// Like speech to a codec and to a detector: a gliding pulse train through two formants, in bursts of 0.3–0.8 s with
/// pauses between. The same for the same seed. Amplitude is the peak.
[[nodiscard]] Samples speech_like(std::uint64_t seed, double seconds, double amplitude = 12000);
[[nodiscard]] AudioBlock block_at(const Samples& samples, std::size_t index);
void append(Samples& to, std::span<const std::int16_t> from);

struct Alignment {
    double correlation{0};
    int lag_samples{0}; ///< how much later `b` is
};
/// The best normalised cross-correlation for lags from 0 to `lag_max`.
[[nodiscard]] Alignment align(std::span<const std::int16_t> a, std::span<const std::int16_t> b, int lag_max);

/// How alike speech is that was said and heard, whatever the delay, which may move: the mean of `align` over pieces of
/// 200 ms, weighted by their energy.
[[nodiscard]] double likeness(const Samples& said, const Samples& heard, int lag_max);

/// A smooth moving picture.
[[nodiscard]] VideoFrame moving_picture(int number, int width, int height);
/// Peak signal-to-noise ratio of the luma, in dB.
[[nodiscard]] double luma_psnr(const VideoFrame& a, const VideoFrame& b);

/// A folder of its own for a test, removed at the end.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

} // namespace plenum::media::test
