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

StereoBlock mix(Mixer& mixer, const std::vector<AudioBlock>& blocks) {
    mixer.begin();
    for (std::size_t i = 0; i < blocks.size(); ++i)
        mixer.add(Source{static_cast<std::uint32_t>(i + 1)}, blocks[i]);
    return mixer.finish();
}

/// What gains are in force once they have slid there.
StereoBlock settled(Mixer& mixer, const std::vector<AudioBlock>& blocks) {
    (void)mix(mixer, blocks);
    return mix(mixer, blocks);
}

TEST(Mixer, NobodyIsSilence) {
    Mixer mixer;
    EXPECT_EQ(mix(mixer, {}), StereoBlock{});
}

TEST(Mixer, OneVoiceIsHeardUnchangedHoweverManyListen) {
    Mixer mixer;
    const auto voice = test::sine_block(440, 15000);
    std::vector<AudioBlock> blocks(50);
    blocks[17] = voice;
    EXPECT_EQ(mix(mixer, blocks), (StereoBlock{voice, voice}));
    EXPECT_EQ(mixer.amplitude().speakers(), 1);
}

TEST(Mixer, AddsTwoVoices) {
    Mixer mixer;
    EXPECT_EQ(mix(mixer, {constant(1000), constant(234)}), (StereoBlock{constant(1234), constant(1234)}));
}

TEST(Mixer, GainMuteAndMeters) {
    Mixer mixer;
    mixer.set_mix(Source{1}, {.gain_db = -6.0206});
    mixer.set_mix(Source{2}, {.muted = true});
    const auto out = settled(mixer, {constant(10000), constant(7777)});
    EXPECT_NEAR(out.left[200], 5000, 2);
    EXPECT_EQ(out.left, out.right);
    EXPECT_NEAR(mixer.level(Source{1}).peak_dbfs, -16.3, 0.5);
    EXPECT_EQ(mixer.level(Source{2}).peak_dbfs, level_floor_dbfs);
    EXPECT_EQ(mixer.level(Source{9}).peak_dbfs, level_floor_dbfs);
}

TEST(Mixer, AFaderMakesNoClick) {
    for (const auto& change : {SenderMix{.muted = true}, SenderMix{.pan = 1}, SenderMix{.gain_db = -60}}) {
        Mixer mixer;
        mix(mixer, {constant(10000)});
        mixer.set_mix(Source{1}, change);
        const auto out = mix(mixer, {constant(10000)}).left;
        for (std::size_t i = 1; i < out.size(); ++i)
            ASSERT_LE(std::abs(out[i] - out[i - 1]), 60);
        EXPECT_NEAR(out.back(), 0, 12);
    }
}

TEST(Mixer, GainIsBoundedAndNoNumberIsRefused) {
    Mixer mixer;
    mixer.set_mix(Source{1}, {.gain_db = std::numeric_limits<double>::infinity(), .pan = -7});
    EXPECT_EQ(mixer.mix(Source{1}), (SenderMix{.gain_db = 12, .pan = -1}));
    mixer.set_mix(Source{1}, {.gain_db = std::nan("")});
    mixer.set_mix(Source{1}, {.pan = std::nan("")});
    EXPECT_EQ(mixer.mix(Source{1}), (SenderMix{.gain_db = 12, .pan = -1}));
    mixer.set_mix(Source{1}, {.gain_db = 12});
    EXPECT_NEAR(settled(mixer, {constant(1000)}).left[0], 3981, 5);
}

TEST(Mixer, TheLeastGainIsSilence) {
    Mixer mixer;
    mixer.set_mix(Source{1}, {.gain_db = -60});
    EXPECT_EQ(settled(mixer, {constant(32000)}), StereoBlock{});
}

TEST(Mixer, TheSumHasAGainOfItsOwn) {
    Mixer mixer;
    mixer.set_sum_gain_db(-6.0206);
    EXPECT_NEAR(settled(mixer, {constant(10000), constant(2000)}).left[200], 6000, 3);
    mixer.set_sum_gain_db(std::nan(""));
    EXPECT_NEAR(settled(mixer, {constant(10000), constant(2000)}).left[200], 6000, 3);
    mixer.set_sum_gain_db(-60);
    EXPECT_EQ(settled(mixer, {constant(10000), constant(2000)}), StereoBlock{});
    mixer.set_sum_gain_db(0);
    EXPECT_EQ(settled(mixer, {constant(10000)}).left, constant(10000));
}

TEST(Mixer, PanningIsOfConstantPower) {
    for (const double pan : {-1.0, -0.5, 0.0, 0.3, 1.0}) {
        Mixer mixer;
        mixer.set_mix(Source{1}, {.pan = pan});
        const auto out = settled(mixer, {constant(10000)});
        EXPECT_NEAR(std::hypot(out.left[100], out.right[100]), std::hypot(10000, 10000), 3) << pan;
        EXPECT_EQ(out.left[100] > out.right[100], pan < 0) << pan;
        EXPECT_EQ(out.left[100] < out.right[100], pan > 0) << pan;
        EXPECT_NEAR(mixer.level(Source{1}).peak_dbfs, -10.3, 0.1) << "the meter shows the same everywhere";
    }
    Mixer mixer;
    mixer.set_mix(Source{1}, {.pan = -1});
    EXPECT_NEAR(settled(mixer, {constant(10000)}).right[100], 0, 1);
}

TEST(Mixer, SoloSilencesAllOthersUntilTheLastIsOff) {
    Mixer mixer;
    const std::vector voices{constant(100), constant(20), constant(3)};
    const auto heard = [&] { return settled(mixer, voices).left[200]; };
    mixer.set_mix(Source{2}, {.solo = true});
    EXPECT_EQ(heard(), 20);
    EXPECT_EQ(mixer.level(Source{1}).rms_dbfs < -60, true);
    mixer.set_mix(Source{3}, {.solo = true});
    EXPECT_EQ(heard(), 23);
    mixer.set_mix(Source{3}, {.muted = true, .solo = true});
    EXPECT_EQ(heard(), 20) << "mute wins";
    mixer.remove(Source{3});
    mixer.set_mix(Source{2}, {});
    EXPECT_EQ(heard(), 123);
    mixer.set_mix(Source{2}, {.solo = true});
    mixer.remove(Source{2});
    mixer.set_mix(Source{3}, {});
    EXPECT_EQ(heard(), 123) << "who was solo has gone";
}

TEST(Mixer, SoloLeavesSoundsOfTheProgram) {
    Mixer mixer;
    mixer.set_mix(Source{1}, {.solo = true});
    mixer.begin();
    mixer.add(Source{}, constant(500));
    EXPECT_EQ(mixer.finish().left[100], 500);
}

TEST(Mixer, TellsWhoSpeaks) {
    Mixer mixer;
    mix(mixer, {test::sine_block(300, 8000), AudioBlock{}});
    EXPECT_TRUE(mixer.speaking(Source{1}));
    EXPECT_FALSE(mixer.speaking(Source{2}));
    mixer.remove(Source{1});
    EXPECT_FALSE(mixer.speaking(Source{1}));
}

// --- amplitude control ---

/// Voices of different people at one level of loudness, in blocks.
class Voices {
  public:
    Voices(int count, double amplitude) {
        for (int i = 0; i < count; ++i)
            said_.push_back(test::speech_like(100 + static_cast<std::uint64_t>(i), 8, amplitude));
    }
    [[nodiscard]] std::vector<AudioBlock> at(std::size_t block) const {
        std::vector<AudioBlock> all;
        for (const auto& voice : said_)
            all.push_back(test::block_at(voice, block));
        return all;
    }
    static constexpr std::size_t blocks = 1600;

  private:
    std::vector<test::Samples> said_;
};

TEST(AmplitudeControl, FullScaleFromAnyNumberNeverOverflows) {
    // Each of these would wrap a 16-bit sum.
    for (const int sources : {1, 2, 3, 32, 100}) {
        Mixer mixer;
        for (int round = 0; round < 60; ++round) {
            for (const int sign : {1, -1}) {
                const auto value = static_cast<std::int16_t>(32767 * sign);
                const auto out = mix(mixer, std::vector(static_cast<std::size_t>(sources), constant(value)));
                for (const auto sample : out.left) {
                    ASSERT_GT(sample * sign, 20000) << sources;
                    ASSERT_LT(sample * sign, 32767) << sources;
                }
            }
        }
    }
}

TEST(AmplitudeControl, OneTo32LoudVoicesNeitherClipNorPump) {
    for (const int count : {1, 2, 4, 8, 16, 32}) {
        const Voices voices{count, 30000};
        Mixer mixer;
        int limited = 0;
        double lowest = 1;
        double highest = 0;
        double before = 1;
        for (std::size_t i = 0; i < Voices::blocks; ++i) {
            const auto out = mix(mixer, voices.at(i));
            for (const auto sample : out.left)
                ASSERT_LT(std::abs(int{sample}), 32767) << count;
            const auto scale = mixer.amplitude().scale();
            ASSERT_LE(20 * std::log10(scale / before), 0.05) << "rises by no more than 6 dB a second";
            before = scale;
            if (i < 400) continue; // two seconds to settle
            limited += count > 1 && mixer.amplitude().limiting() ? 1 : 0;
            lowest = std::min(lowest, scale);
            highest = std::max(highest, scale);
        }
        EXPECT_LE(20 * std::log10(highest / lowest), 4.5) << count << " voices";
        EXPECT_LE(limited, 16) << count << " voices: distorted for more than 1 % of the time";
    }
}

TEST(AmplitudeControl, OneSpeakerAmong30SilentMembersIsAsLoudAsAlone) {
    for (const double gain_db : {-12.0, 0.0, 12.0}) {
        const Voices voice{1, 30000};
        base::Random random{5};
        Mixer alone;
        Mixer among;
        alone.set_mix(Source{1}, {.gain_db = gain_db});
        among.set_mix(Source{1}, {.gain_db = gain_db});
        double energy_alone = 1;
        double energy_among = 1;
        for (std::size_t i = 0; i < Voices::blocks; ++i) {
            auto blocks = voice.at(i);
            const auto single = mix(alone, blocks);
            for (int member = 0; member < 30; ++member)
                blocks.push_back(test::noise_block(random, 30)); // their rooms, -65 dBFS each
            const auto together = mix(among, blocks);
            for (std::size_t sample = 0; sample < block_samples; ++sample) {
                energy_alone += single.left[sample] * single.left[sample];
                energy_among += together.left[sample] * together.left[sample];
            }
        }
        EXPECT_NEAR(10 * std::log10(energy_among / energy_alone), 0, 1) << gain_db;
    }
}

TEST(AmplitudeControl, SteadyMusicCountsThoughNoVoiceIsInIt) {
    Mixer mixer;
    StereoBlock out;
    for (std::size_t i = 0; i < 6000; ++i) { // half a minute: background by now
        const auto first = test::sine_block(500, 30000, i * block_samples);
        out = mix(mixer, {first, first});
    }
    EXPECT_EQ(mixer.amplitude().speakers(), 2);
    EXPECT_FALSE(mixer.amplitude().limiting());
    EXPECT_NEAR(mixer.amplitude().scale(), 0.708 * 32767 / 60000, 0.01);
}

TEST(AmplitudeControl, AVoiceGetsItsVolumeBackWithinThreeSecondsOfTheOthersEnd) {
    Mixer mixer;
    const auto loud = [](std::size_t i) { return test::sine_block(300, 30000, i * block_samples); };
    for (std::size_t i = 0; i < 100; ++i)
        mix(mixer, {loud(i), loud(i), loud(i)});
    EXPECT_LT(mixer.amplitude().scale(), 0.3);
    EXPECT_EQ(mixer.amplitude().speakers(), 3);
    for (std::size_t i = 100; i < 250; ++i) // less than the hold
        mix(mixer, {loud(i), AudioBlock{}, AudioBlock{}});
    EXPECT_LT(mixer.amplitude().scale(), 0.3) << "not in a pause between words";
    for (std::size_t i = 250; i < 820; ++i)
        mix(mixer, {loud(i), AudioBlock{}, AudioBlock{}});
    EXPECT_EQ(mixer.amplitude().scale(), 1);
    EXPECT_EQ(mixer.amplitude().speakers(), 1);
}

TEST(AmplitudeControl, LimiterKeepsTheOrderOfLoudness) {
    Mixer mixer;
    AudioBlock ramp;
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = static_cast<std::int16_t>(-32768 + static_cast<int>(i) * 272);
    const auto out = mix(mixer, {ramp}).left;
    EXPECT_TRUE(mixer.amplitude().limiting());
    for (std::size_t i = 1; i < out.size(); ++i)
        ASSERT_GE(out[i], out[i - 1]);
    EXPECT_EQ(out[120], ramp[120]); // quiet is untouched
    EXPECT_GT(out[0], -30000);      // loud is bent, not cut off
    EXPECT_LT(out[0], out[10]);
}

} // namespace
} // namespace plenum::media
