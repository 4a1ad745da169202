// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/media/support/signals.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

namespace plenum::media::test {
namespace {

constexpr double pi = std::numbers::pi;

/// A resonance as a vowel has.
class Formant {
  public:
    Formant(double frequency_hz, double width_hz)
        : radius_{std::exp(-pi * width_hz / sample_rate_hz)},
          turn_{2 * radius_ * std::cos(2 * pi * frequency_hz / sample_rate_hz)} {}
    double filter(double input) {
        const auto output = input + turn_ * last_ - radius_ * radius_ * before_;
        before_ = std::exchange(last_, output);
        return output;
    }

  private:
    double radius_;
    double turn_;
    double last_{0};
    double before_{0};
};

double uniform(base::Random& random, double low, double high) {
    return low + (high - low) * static_cast<double>(random.below(10'000)) / 10'000;
}

/// One burst of voice.
std::vector<double> syllable(base::Random& random, std::size_t length) {
    Formant first{uniform(random, 300, 800), 90};
    Formant second{uniform(random, 1100, 2300), 120};
    const auto pitch = uniform(random, 100, 180);
    const auto glide = uniform(random, -30, 30);
    double phase = 0;
    std::vector<double> voice(length);
    for (std::size_t i = 0; i < length; ++i) {
        const auto share = static_cast<double>(i) / static_cast<double>(length);
        phase += (pitch + glide * share) / sample_rate_hz;
        const auto pulse = phase >= 1 ? 1.0 : 0.0;
        if (phase >= 1) phase -= 1;
        voice[i] = second.filter(first.filter(pulse + uniform(random, -0.01, 0.01))) * std::sin(pi * share);
    }
    return voice;
}

} // namespace

AudioBlock sine_block(double frequency_hz, double amplitude, std::size_t first_sample) {
    AudioBlock block;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const auto at = static_cast<double>(first_sample + i) / sample_rate_hz;
        block[i] = static_cast<std::int16_t>(std::lround(amplitude * std::sin(2 * pi * frequency_hz * at)));
    }
    return block;
}

AudioBlock noise_block(base::Random& random, double amplitude) {
    AudioBlock block;
    for (auto& sample : block)
        sample = static_cast<std::int16_t>(std::lround(uniform(random, -amplitude, amplitude)));
    return block;
}

Samples speech_like(std::uint64_t seed, double seconds, double amplitude) {
    base::Random random{seed};
    const auto total = static_cast<std::size_t>(seconds * sample_rate_hz);
    std::vector<double> signal;
    while (signal.size() < total) {
        const auto voice = syllable(random, static_cast<std::size_t>(uniform(random, 0.3, 0.8) * sample_rate_hz));
        signal.insert(signal.end(), voice.begin(), voice.end());
        signal.resize(signal.size() + static_cast<std::size_t>(uniform(random, 0.2, 0.5) * sample_rate_hz));
    }
    signal.resize(total);
    double peak = 1e-9;
    for (const auto value : signal)
        peak = std::max(peak, std::abs(value));
    Samples samples(total);
    for (std::size_t i = 0; i < total; ++i) {
        samples[i] = static_cast<std::int16_t>(std::lround(signal[i] / peak * amplitude + uniform(random, -4, 4)));
    }
    return samples;
}

AudioBlock block_at(const Samples& samples, std::size_t index) {
    AudioBlock block{};
    const auto begin = std::min(samples.size(), index * block_samples);
    const auto count = std::min(samples.size() - begin, block_samples);
    std::copy_n(samples.begin() + static_cast<std::ptrdiff_t>(begin), count, block.begin());
    return block;
}

void append(Samples& to, std::span<const std::int16_t> from) { to.insert(to.end(), from.begin(), from.end()); }

Alignment align(std::span<const std::int16_t> a, std::span<const std::int16_t> b, int lag_max) {
    const auto correlate = [&](int lag, std::size_t step) {
        double ab = 0;
        double aa = 1e-9;
        double bb = 1e-9;
        const auto shift = static_cast<std::size_t>(lag);
        const auto size = b.size() > shift ? std::min(a.size(), b.size() - shift) : 0;
        for (std::size_t i = 0; i < size; i += step) {
            const double x = a[i];
            const double y = b[i + shift];
            ab += x * y;
            aa += x * x;
            bb += y * y;
        }
        return ab / std::sqrt(aa * bb);
    };
    // Coarse over every lag with every seventh sample, then exactly around the best.
    Alignment best{-1, 0};
    for (int lag = 0; lag <= lag_max; ++lag) {
        if (const auto value = correlate(lag, 7); value > best.correlation) best = {value, lag};
    }
    best.correlation = correlate(best.lag_samples, 1);
    return best;
}

double likeness(const Samples& said, const Samples& heard, int lag_max) {
    constexpr std::size_t piece = sample_rate_hz / 5;
    double sum = 0;
    double weights = 1e-9;
    const auto room = static_cast<std::size_t>(lag_max);
    for (std::size_t at = 0; at + piece + room <= std::min(said.size(), heard.size()); at += piece) {
        const auto part = std::span{said}.subspan(at, piece);
        double energy = 0;
        for (const auto sample : part)
            energy += static_cast<double>(sample) * sample;
        sum += energy * align(part, std::span{heard}.subspan(at, piece + room), lag_max).correlation;
        weights += energy;
    }
    return sum / weights;
}

VideoFrame moving_picture(int number, int width, int height) {
    const auto luma = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto chroma = static_cast<std::size_t>((width + 1) / 2) * static_cast<std::size_t>((height + 1) / 2);
    auto pixels = std::make_shared<base::Bytes>(luma + 2 * chroma, std::uint8_t{128});
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const auto wave = std::sin((x + 3 * number) * 0.02) + std::cos((y - 2 * number) * 0.03);
            (*pixels)[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
                static_cast<std::uint8_t>(128 + 50 * wave);
        }
    }
    return {width, height, std::move(pixels), base::ConferenceTime{base::from_us(33'333LL * number)}};
}

double luma_psnr(const VideoFrame& a, const VideoFrame& b) {
    if (a.width != b.width || a.height != b.height || a.empty() || b.empty()) return 0;
    const auto size = static_cast<std::size_t>(a.width) * static_cast<std::size_t>(a.height);
    double error = 1e-9;
    for (std::size_t i = 0; i < size; ++i) {
        const auto difference = static_cast<double>((*a.pixels)[i]) - (*b.pixels)[i];
        error += difference * difference;
    }
    return 10 * std::log10(255.0 * 255.0 * static_cast<double>(size) / error);
}

TemporaryFolder::TemporaryFolder() {
    auto name = (std::filesystem::temp_directory_path() / "plenum-media-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
}
TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace plenum::media::test
