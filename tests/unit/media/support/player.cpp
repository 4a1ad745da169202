// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/media/support/player.h"

#include "media/frame.h"

#include <cmath>
#include <complex>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <numbers>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace plenum::media::test {
namespace {

constexpr int seconds = 30;

double phase_of(double frequency_hz, std::size_t sample) {
    return 2 * std::numbers::pi * frequency_hz * static_cast<double>(sample) / sample_rate_hz;
}

} // namespace

Samples stereo_tone(double frequency_hz, double amplitude, Side side) {
    Samples samples(2UL * seconds * sample_rate_hz);
    for (std::size_t i = 0; i < samples.size() / 2; ++i) {
        samples[2 * i] = static_cast<std::int16_t>(std::lround(amplitude * std::sin(phase_of(frequency_hz, i))));
        if (side == Side::both) samples[2 * i + 1] = samples[2 * i];
    }
    return samples;
}

Player::Player(const std::filesystem::path& file, const Samples& samples) {
    std::ofstream out{file, std::ios::binary};
    out.write(reinterpret_cast<const char*>(samples.data()), static_cast<std::streamsize>(2 * samples.size()));
    out.close();
    process_ = fork();
    if (process_ != 0) return;
    const auto nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execlp("pacat", "pacat", "--playback", "--raw", "--format=s16le", "--rate=48000", "--channels=2",
           "--latency-msec=20", file.c_str(), nullptr);
    _exit(127);
}

void Player::stop() {
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    waitpid(std::exchange(process_, 0), nullptr, 0);
}

double amplitude_at(std::span<const std::int16_t> samples, double frequency_hz) {
    std::complex<double> sum;
    for (std::size_t i = 0; i < samples.size(); ++i)
        sum += std::polar(static_cast<double>(samples[i]), -phase_of(frequency_hz, i));
    return samples.empty() ? 0 : 2 * std::abs(sum) / static_cast<double>(samples.size());
}

} // namespace plenum::media::test
