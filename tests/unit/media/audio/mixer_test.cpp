// SPDX-License-Identifier: Apache-2.0
#include "media/audio/mixer.h"

#include "tests/unit/media/support/signals.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace plenum::media {
namespace {

using Source = base::MemberIndex;

AudioBlock constant(std::int16_t value) {
    AudioBlock block;
    block.fill(value);
    return block;
}

AudioBlock mix(Mixer& mixer, const std::vector<AudioBlock>& blocks) {
    mixer.begin();
    for (std::size_t i = 0; i < blocks.size(); ++i)
        mixer.add(Source{static_cast<std::uint32_t>(i + 1)}, blocks[i]);
    return mixer.finish();
}

TEST(Mixer, NobodyIsSilence) {
    Mixer mixer;
    EXPECT_EQ(mix(mixer, {}), AudioBlock{});
}

TEST(Mixer, OneVoiceIsHeardUnchangedHoweverManyListen) {
    Mixer mixer;
    const auto voice = test::sine_block(440, 15000);
    std::vector<AudioBlock> blocks(50);
    blocks[17] = voice;
    EXPECT_EQ(mix(mixer, blocks), voice);
    EXPECT_EQ(mixer.speakers(), 1);
}

TEST(Mixer, AddsTwoVoices) {
    Mixer mixer;
    EXPECT_EQ(mix(mixer, {constant(1000), constant(234)}), constant(1234));
}

TEST(Mixer, NeverOverflows) {
    // Each of these would wrap a 16-bit sum, 70 000 of them a 32-bit one as well.
    for (const int sources : {2, 3, 100}) {
        Mixer mixer;
        for (int round = 0; round < 60; ++round) {
            const auto high = mix(mixer, std::vector<AudioBlock>(static_cast<std::size_t>(sources), constant(32767)));
            for (const auto sample : high)
                ASSERT_GT(sample, 20000) << sources;
            const auto low = mix(mixer, std::vector<AudioBlock>(static_cast<std::size_t>(sources), constant(-32768)));
            for (const auto sample : low)
                ASSERT_LT(sample, -20000) << sources;
        }
    }
}

TEST(Mixer, CountsSpeakersByOverflowAndForgetsThem) {
    Mixer mixer;
    const auto loud = constant(30000);
    mix(mixer, {loud, loud, loud, AudioBlock{}});
    EXPECT_EQ(mixer.speakers(), 3);
    for (int i = 0; i < 49; ++i)
        mix(mixer, {loud, AudioBlock{}, AudioBlock{}, AudioBlock{}});
    EXPECT_EQ(mixer.speakers(), 3);
    for (int i = 0; i < 60; ++i)
        mix(mixer, {loud, AudioBlock{}, AudioBlock{}, AudioBlock{}});
    EXPECT_EQ(mixer.speakers(), 1);
}

TEST(Mixer, LimiterKeepsTheOrderOfLoudness) {
    Mixer mixer;
    AudioBlock ramp;
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = static_cast<std::int16_t>(-32768 + static_cast<int>(i) * 136);
    const auto out = mix(mixer, {ramp});
    EXPECT_TRUE(mixer.limiting());
    for (std::size_t i = 1; i < out.size(); ++i)
        ASSERT_GE(out[i], out[i - 1]);
    EXPECT_EQ(out[240], ramp[240]); // quiet is untouched
    EXPECT_GT(out[0], -30000);      // loud is bent, not cut off
    EXPECT_LT(out[0], out[10]);
}

TEST(Mixer, GainMuteAndMeters) {
    Mixer mixer;
    mixer.set_gain_db(Source{1}, -6.0206);
    mixer.set_muted(Source{2}, true);
    AudioBlock out;
    for (int i = 0; i < 3; ++i)
        out = mix(mixer, {constant(10000), constant(7777)});
    EXPECT_NEAR(out[400], 5000, 2);
    EXPECT_NEAR(mixer.level(Source{1}).peak_dbfs, -16.3, 0.5);
    EXPECT_EQ(mixer.level(Source{2}).peak_dbfs, level_floor_dbfs);
    EXPECT_EQ(mixer.level(Source{9}).peak_dbfs, level_floor_dbfs);
}

TEST(Mixer, AFaderMakesNoClick) {
    Mixer mixer;
    mix(mixer, {constant(10000)});
    mixer.set_muted(Source{1}, true);
    const auto out = mix(mixer, {constant(10000)});
    for (std::size_t i = 1; i < out.size(); ++i)
        ASSERT_LE(std::abs(out[i] - out[i - 1]), 30);
    EXPECT_EQ(out.back(), 0);
}

TEST(Mixer, GainIsBounded) {
    Mixer mixer;
    mixer.set_gain_db(Source{1}, std::numeric_limits<double>::infinity());
    for (int i = 0; i < 3; ++i)
        mix(mixer, {constant(1000)});
    EXPECT_NEAR(mix(mixer, {constant(1000)})[0], 3981, 5); // +12 dB
}

TEST(Mixer, TellsWhoSpeaks) {
    Mixer mixer;
    mix(mixer, {test::sine_block(300, 8000), AudioBlock{}});
    EXPECT_TRUE(mixer.speaking(Source{1}));
    EXPECT_FALSE(mixer.speaking(Source{2}));
    mixer.remove(Source{1});
    EXPECT_FALSE(mixer.speaking(Source{1}));
}

} // namespace
} // namespace plenum::media
