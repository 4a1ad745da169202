// SPDX-License-Identifier: Apache-2.0
#include "media/audio/level.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace plenum::media {
namespace {

constexpr double full_scale = 32768.0;
constexpr float peak_fall_db = 0.1F; // 20 dB a second, per block of 5 ms
constexpr float mean_share = 0.05F;  // of the new block: settles within 100 ms

} // namespace

float to_dbfs(double amplitude) {
    if (amplitude <= 0) return level_floor_dbfs;
    return std::max(level_floor_dbfs, static_cast<float>(20.0 * std::log10(amplitude)));
}

double from_db(double decibel) { return std::pow(10.0, decibel / 20.0); }

Level measure_level(const AudioBlock& block) {
    int peak = 0;
    double energy = 0;
    for (const auto sample : block) {
        peak = std::max(peak, std::abs(static_cast<int>(sample)));
        energy += static_cast<double>(sample) * sample;
    }
    return {.peak_dbfs = to_dbfs(peak / full_scale),
            .rms_dbfs = to_dbfs(std::sqrt(energy / static_cast<double>(block.size())) / full_scale)};
}

void LevelMeter::update(const AudioBlock& block) {
    const auto now = measure_level(block);
    level_.peak_dbfs = std::max({now.peak_dbfs, level_.peak_dbfs - peak_fall_db, level_floor_dbfs});
    level_.rms_dbfs += (now.rms_dbfs - level_.rms_dbfs) * mean_share;
}

} // namespace plenum::media
