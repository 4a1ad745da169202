// SPDX-License-Identifier: Apache-2.0
#include "media/audio/silence.h"

#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

TEST(VoiceDetector, DigitalSilenceIsSilence) {
    VoiceDetector detector;
    for (int i = 0; i < 200; ++i)
        EXPECT_FALSE(detector.update(AudioBlock{}));
}

TEST(VoiceDetector, FindsSpeechAndItsPauses) {
    const auto speech = test::speech_like(7, 20);
    VoiceDetector detector;
    int voiced_heard = 0;
    int voiced = 0;
    int silent_heard = 0;
    int silent_long = 0;
    int silent_for = 0;
    for (std::size_t i = 0; i < speech.size() / block_samples; ++i) {
        const auto block = test::block_at(speech, i);
        const auto said = detector.update(block);
        if (measure_level(block).rms_dbfs > -35) {
            ++voiced;
            voiced_heard += said ? 1 : 0;
        }
        silent_for = measure_level(block).rms_dbfs < -70 ? silent_for + 1 : 0;
        if (silent_for > 52) { // past the hangover
            ++silent_long;
            silent_heard += said ? 1 : 0;
        }
    }
    ASSERT_GT(voiced, 600);
    ASSERT_GT(silent_long, 100);
    EXPECT_GE(voiced_heard, voiced * 99 / 100);
    EXPECT_EQ(silent_heard, 0);
}

TEST(VoiceDetector, LearnsSteadyNoise) {
    base::Random random{1};
    VoiceDetector detector;
    // A fan at about -45 dBFS: voice at first, background within ten seconds.
    int said_late = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto said = detector.update(test::noise_block(random, 320));
        if (i > 2000 && said) ++said_late;
    }
    EXPECT_LT(said_late, 40);
    EXPECT_NEAR(detector.noise_floor_dbfs(), -45, 3);
    EXPECT_TRUE(detector.update(test::sine_block(300, 5000)));
}

TEST(VoiceDetector, ThresholdFollowsTheRoomBothWays) {
    base::Random random{2};
    VoiceDetector detector;
    const auto murmur = [&] { return test::sine_block(300, 300); }; // -44 dBFS
    for (int i = 0; i < 2000; ++i)
        (void)detector.update(test::noise_block(random, 60)); // a quiet room, -59 dBFS
    EXPECT_TRUE(detector.update(murmur()));
    for (int i = 0; i < 4000; ++i)
        (void)detector.update(test::noise_block(random, 320)); // a fan, -45 dBFS
    EXPECT_FALSE(detector.update(murmur())) << "no louder than the fan";
    for (int i = 0; i < 60; ++i)
        (void)detector.update(test::noise_block(random, 60));
    EXPECT_TRUE(detector.update(murmur())) << "within 0.3 s of the fan's end";
}

TEST(VoiceDetector, HangoverKeepsTheEndOfAWord) {
    VoiceDetector detector{{.hangover_blocks = 10}};
    EXPECT_TRUE(detector.update(test::sine_block(300, 5000)));
    int kept = 0;
    while (detector.update(AudioBlock{}))
        ++kept;
    EXPECT_EQ(kept, 9);
}

} // namespace
} // namespace plenum::media
