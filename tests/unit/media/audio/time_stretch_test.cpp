// SPDX-License-Identifier: Apache-2.0
#include "media/audio/time_stretch.h"

#include "tests/unit/media/support/signals.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

StereoBlock both(const AudioBlock& block) { return {block, block}; }

/// What becomes of so many blocks.
test::Samples stretched(double tempo, std::size_t blocks, const std::function<AudioBlock(std::size_t)>& source) {
    TimeStretch stretch;
    stretch.set_tempo(tempo);
    test::Samples heard;
    for (std::size_t i = 0; i < blocks; ++i) {
        stretch.push(both(source(i)));
        while (const auto block = stretch.pop()) {
            EXPECT_EQ(block->left, block->right);
            test::append(heard, block->left);
        }
    }
    return heard;
}

AudioBlock sine(double frequency_hz, std::size_t block) {
    return test::sine_block(frequency_hz, 8000, block * block_samples);
}

double frequency_of(const test::Samples& samples) {
    int crossings = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    for (std::size_t i = sample_rate_hz / 10; i + 1 < samples.size(); ++i) {
        if (samples[i] >= 0 || samples[i + 1] < 0) continue;
        if (crossings++ == 0) first = i;
        last = i;
    }
    return (crossings - 1) * static_cast<double>(sample_rate_hz) / static_cast<double>(last - first);
}

TEST(TimeStretch, is_shorter_by_its_tempo_within_one_percent) {
    const auto speech = test::speech_like(5, 10);
    const auto blocks = speech.size() / block_samples;
    for (const double tempo : {0.75, 1.0, 1.5, 2.0}) {
        const auto heard = stretched(tempo, blocks, [&](std::size_t i) { return test::block_at(speech, i); });
        const auto expected = static_cast<double>(speech.size()) / tempo;
        EXPECT_NEAR(static_cast<double>(heard.size()), expected, 0.01 * expected) << tempo;
    }
}

TEST(TimeStretch, keeps_the_pitch_within_one_percent) {
    for (const double pitch_hz : {90.0, 220.0, 440.0, 1000.0}) {
        for (const double tempo : {1.5, 2.0}) {
            const auto heard = stretched(tempo, 600, [&](std::size_t i) { return sine(pitch_hz, i); });
            EXPECT_NEAR(frequency_of(heard), pitch_hz, 0.01 * pitch_hz) << tempo;
        }
    }
}

TEST(TimeStretch, joins_without_steps) {
    const auto heard = stretched(1.5, 400, [](std::size_t i) { return sine(220, i); });
    // As steep as the sine is at most, and a little for the fade.
    const double steepest = 8000 * 2 * 3.1416 * 220 / sample_rate_hz;
    for (std::size_t i = sample_rate_hz / 20; i + 1 < heard.size(); ++i)
        ASSERT_LT(std::abs(heard[i + 1] - heard[i]), 1.5 * steepest) << i;
}

TEST(TimeStretch, changes_nothing_at_the_usual_tempo) {
    const auto speech = test::speech_like(6, 2);
    const auto heard =
        stretched(1, speech.size() / block_samples, [&](std::size_t i) { return test::block_at(speech, i); });
    ASSERT_GT(heard.size(), speech.size() * 9 / 10);
    int differing = 0;
    for (std::size_t i = 0; i < heard.size(); ++i)
        differing += std::abs(heard[i] - speech[i]) > 1 ? 1 : 0;
    EXPECT_EQ(differing, 0);
}

TEST(TimeStretch, sounds_as_usual_again_after_being_faster) {
    const auto speech = test::speech_like(7, 6);
    TimeStretch stretch;
    stretch.set_tempo(2);
    test::Samples heard;
    for (std::size_t i = 0; i < speech.size() / block_samples; ++i) {
        if (i == 400) {
            stretch.set_tempo(1);
            heard.clear();
        }
        stretch.push(both(test::block_at(speech, i)));
        while (const auto block = stretch.pop())
            test::append(heard, block->left);
    }
    const test::Samples late{speech.begin() + 3 * sample_rate_hz, speech.begin() + 4 * sample_rate_hz};
    EXPECT_GT(test::align(late, heard, 2 * sample_rate_hz).correlation, 0.99);
}

TEST(TimeStretch, forgets_what_was_pushed) {
    TimeStretch stretch;
    for (std::size_t i = 0; i < 40; ++i)
        stretch.push(both(sine(440, i)));
    EXPECT_TRUE(stretch.pop());
    stretch.clear();
    EXPECT_FALSE(stretch.pop());
    for (int i = 0; i < 40; ++i)
        stretch.push({});
    while (const auto block = stretch.pop())
        EXPECT_EQ(*block, StereoBlock{});
}

} // namespace
} // namespace plenum::media
