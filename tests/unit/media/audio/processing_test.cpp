// SPDX-License-Identifier: Apache-2.0
#include "media/audio/processing_gst.h"

#include "media/audio/level.h"
#include "tests/unit/media/support/signals.h"

#include <cmath>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

/// `heard` is what the microphone hears of the far end, if anything.
test::Samples process_all(CaptureProcessing& processing, const test::Samples& near, const test::Samples& far = {}) {
    test::Samples out;
    for (std::size_t i = 0; i < near.size() / block_samples; ++i) {
        processing.far_end(test::block_at(far, i));
        test::append(out, processing.process(test::block_at(near, i)));
    }
    return out;
}

double energy(const test::Samples& samples, double from_s, double to_s) {
    double sum = 1;
    for (auto i = static_cast<std::size_t>(from_s * sample_rate_hz);
         i < static_cast<std::size_t>(to_s * sample_rate_hz); ++i) {
        sum += static_cast<double>(samples[i]) * samples[i];
    }
    return sum;
}

TEST(CaptureProcessing, ElementsAreInstalled) {
    const CaptureProcessing processing{{}};
    EXPECT_FALSE(processing.error()) << processing.error()->text;
}

TEST(CaptureProcessing, OffIsUnchanged) {
    CaptureProcessing processing{{false, false, false}};
    const auto speech = test::speech_like(1, 0.5);
    EXPECT_EQ(process_all(processing, speech), speech);
}

TEST(CaptureProcessing, SpeechStaysWhatItWasWithLittleDelay) {
    const auto speech = test::speech_like(2, 6);
    const CaptureProcessing::Options all{};
    const CaptureProcessing::Options no_gain{true, true, false};
    const CaptureProcessing::Options noise_only{false, true, false};
    for (const auto& options : {all, no_gain, noise_only}) {
        CaptureProcessing processing{options};
        const auto out = process_all(processing, speech);
        const auto match = test::align(speech, out, 2000);
        RecordProperty("correlation", std::to_string(match.correlation));
        RecordProperty("lag", match.lag_samples);
        EXPECT_GE(match.correlation, 0.9);
        EXPECT_LE(match.lag_samples, 48 * 15); // two filter banks of 7 ms each
    }
}

TEST(CaptureProcessing, NoiseGoesDown) {
    base::Random random{3};
    test::Samples noise;
    for (int i = 0; i < 1000; ++i)
        test::append(noise, test::noise_block(random, 1000));
    CaptureProcessing processing{{false, true, false}};
    const auto out = process_all(processing, noise);
    EXPECT_LT(10 * std::log10(energy(out, 4, 5) / energy(noise, 4, 5)), -6);
}

TEST(CaptureProcessing, EchoGoesDown) {
    const auto far = test::speech_like(4, 8);
    test::Samples echo(far.size());
    constexpr std::size_t delay = 20 * 48; // 20 ms
    for (std::size_t i = delay; i < far.size(); ++i)
        echo[i] = static_cast<std::int16_t>(far[i - delay] / 3);
    CaptureProcessing processing{{true, false, false}};
    processing.set_echo_delay_ms(20);
    const auto out = process_all(processing, echo, far);
    EXPECT_LT(10 * std::log10(energy(out, 5, 8) / energy(echo, 5, 8)), -12);
}

TEST(CaptureProcessing, EchoGoesDownThoughTheLoudspeakerBeganLongBefore) {
    const auto far = test::speech_like(4, 8);
    constexpr std::size_t delay = 20 * 48;
    test::Samples echo(far.size());
    for (std::size_t i = delay; i < far.size(); ++i)
        echo[i] = static_cast<std::int16_t>(far[i - delay] / 3);
    CaptureProcessing processing{{true, false, false}};
    processing.set_echo_delay_ms(20);
    for (int i = 0; i < 12'000; ++i) // a minute without a microphone
        processing.far_end(AudioBlock{});
    const auto out = process_all(processing, echo, far);
    EXPECT_LT(10 * std::log10(energy(out, 5, 8) / energy(echo, 5, 8)), -12);
}

TEST(CaptureProcessing, EchoGoesDownThoughTheLoudspeakersClockIsFaster) {
    const auto far = test::speech_like(4, 40);
    test::Samples echo;
    test::Samples out;
    CaptureProcessing processing{{true, false, false}};
    processing.set_echo_delay_ms(20);
    std::size_t played = 0;
    for (std::size_t i = 0; i < 8'000; ++i) {
        // One block more in 40, 25 000 ppm: what 200 ppm do within an hour and a half.
        for (int blocks = i % 40 == 39 ? 2 : 1; blocks > 0; --blocks)
            processing.far_end(test::block_at(far, played++ % 8'000));
        auto heard = test::block_at(far, (played + 8'000 - 5) % 8'000);
        for (auto& sample : heard)
            sample /= 3;
        test::append(echo, heard);
        test::append(out, processing.process(heard));
    }
    EXPECT_LT(10 * std::log10(energy(out, 30, 40) / energy(echo, 30, 40)), -6);
}

TEST(CaptureProcessing, CanBeSwitchedWhileItRuns) {
    CaptureProcessing processing{{}};
    const auto speech = test::speech_like(5, 0.3);
    (void)process_all(processing, speech);
    processing.set_options({false, false, false});
    EXPECT_EQ(process_all(processing, speech), speech);
    processing.set_options({true, true, true});
    EXPECT_EQ(process_all(processing, speech).size(), speech.size());
    EXPECT_FALSE(processing.error());
}

TEST(CaptureProcessing, TwoAtOnceDoNotShareAProbe) {
    CaptureProcessing first{{}};
    CaptureProcessing second{{}};
    const auto speech = test::speech_like(6, 0.2);
    (void)process_all(first, speech, speech);
    (void)process_all(second, speech, speech);
    EXPECT_FALSE(first.error());
    EXPECT_FALSE(second.error());
}

} // namespace
} // namespace plenum::media
