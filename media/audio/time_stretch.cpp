// SPDX-License-Identifier: Apache-2.0
#include "media/audio/time_stretch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plenum::media {
namespace {

/// Each piece, and each fade.
constexpr std::size_t piece = 720;
/// How far a piece is moved at most, either way: the two together hold a period of the lowest voices (67 Hz).
constexpr std::size_t reach = 360;
constexpr std::size_t coarse = 4;

std::int16_t to_sample(float value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -32768.0F, 32767.0F)));
}

template <class Values>
void drop_front(Values& values, std::size_t count) {
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace

void TimeStretch::set_tempo(double tempo) { tempo_ = std::clamp(tempo, tempo_min, tempo_max); }

void TimeStretch::push(const StereoBlock& block) {
    for (std::size_t i = 0; i < block_samples; ++i) {
        left_.push_back(block.left[i]);
        right_.push_back(block.right[i]);
        middle_.push_back(0.5F * static_cast<float>(block.left[i] + block.right[i]));
    }
}

std::optional<StereoBlock> TimeStretch::pop() {
    while (out_left_.size() < block_samples) {
        if (!can_join()) return std::nullopt;
        join();
    }
    StereoBlock block;
    std::transform(out_left_.begin(), out_left_.begin() + block_samples, block.left.begin(), to_sample);
    std::transform(out_right_.begin(), out_right_.begin() + block_samples, block.right.begin(), to_sample);
    drop_front(out_left_, block_samples);
    drop_front(out_right_, block_samples);
    return block;
}

void TimeStretch::clear() {
    const auto tempo = tempo_;
    *this = {};
    tempo_ = tempo;
}

bool TimeStretch::can_join() const {
    const auto last = std::max(static_cast<std::size_t>(ideal_) + reach, after_) + piece;
    return last + 1 <= middle_.size();
}

void TimeStretch::join() {
    const auto place = begun_ ? best_place() : std::size_t{0};
    begun_ = true;
    for (std::size_t i = 0; i < piece; ++i) {
        const auto phase = std::numbers::pi * (static_cast<double>(i) + 0.5) / piece;
        const auto share = static_cast<float>(0.5 - 0.5 * std::cos(phase));
        out_left_.push_back(left_[after_ + i] * (1 - share) + left_[place + i] * share);
        out_right_.push_back(right_[after_ + i] * (1 - share) + right_[place + i] * share);
    }
    after_ = place + piece;
    ideal_ += piece * tempo_;
    forget_done();
}

std::size_t TimeStretch::best_place() const {
    const auto ideal = static_cast<std::size_t>(ideal_);
    const auto first = ideal > reach ? ideal - reach : 0;
    const auto last = ideal + reach;
    auto best = ideal;
    auto best_likeness = likeness(ideal, after_, coarse) + 1e-9;
    const auto consider = [&](std::size_t place, std::size_t step) {
        const auto found = likeness(place, after_, step);
        if (found <= best_likeness) return;
        best = place;
        best_likeness = found;
    };
    // Nothing is more like what follows than what follows.
    if (after_ >= first && after_ <= last) {
        if (std::abs(static_cast<double>(after_) - ideal_) < 1 || tempo_ == 1) return after_;
    }
    for (auto place = first; place <= last; place += coarse)
        consider(place, coarse);
    const auto from = best > first + coarse ? best - coarse : first;
    const auto to = std::min(best + coarse, last);
    best_likeness = likeness(best, after_, 2);
    for (auto place = from; place <= to; ++place)
        consider(place, 2);
    return best;
}

double TimeStretch::likeness(std::size_t a, std::size_t b, std::size_t step) const {
    double product = 0;
    double energy_a = 1;
    double energy_b = 1;
    for (std::size_t i = 0; i < piece; i += step) {
        const double x = middle_[a + i];
        const double y = middle_[b + i];
        product += x * y;
        energy_a += x * x;
        energy_b += y * y;
    }
    return product / std::sqrt(energy_a * energy_b);
}

void TimeStretch::forget_done() {
    const auto ideal = static_cast<std::size_t>(ideal_);
    const auto done = std::min(after_, ideal > reach ? ideal - reach : 0);
    // Now and then, as it moves all that follows.
    if (done < 4 * piece) return;
    for (auto* channel : {&left_, &right_, &middle_})
        drop_front(*channel, done);
    after_ -= done;
    ideal_ -= static_cast<double>(done);
}

} // namespace plenum::media
