// SPDX-License-Identifier: Apache-2.0
#include "media/audio/computer_receiver.h"

#include "media/audio/audio_engine.h"
#include "tests/unit/media/support/player.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

constexpr double left_hz = 440;
constexpr double right_hz = 1000;
constexpr double amplitude = 8000;
constexpr base::MemberIndex ann{3};
constexpr SoundSource computer{ann, SoundSource::Kind::computer};

StereoSamples tones(std::size_t first_sample) {
    StereoSamples sound;
    sound.left.size = sound.right.size = packet_samples_max;
    for (std::size_t at = 0; at < packet_samples_max; at += block_samples) {
        std::ranges::copy(test::sine_block(left_hz, amplitude, first_sample + at),
                          sound.left.samples.begin() + static_cast<std::ptrdiff_t>(at));
        std::ranges::copy(test::sine_block(right_hz, amplitude, first_sample + at),
                          sound.right.samples.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return sound;
}

/// Packets of two tones into an engine, in virtual time.
class Playing {
  public:
    void run(base::Duration duration, bool lossy = false) {
        left.clear();
        right.clear();
        for (const auto until = now_ + duration; now_ < until; now_ += block_duration) {
            if (now_ % 20ms == base::Duration{}) send(lossy && sent_ % 10 == 9);
            const auto block = engine->render(base::LocalTime{now_});
            test::append(left, block.left);
            test::append(right, block.right);
        }
    }
    /// In the last 100 ms: over longer times, the drift that is played away moves the phase.
    [[nodiscard]] static double amplitude_of(const test::Samples& heard, double frequency_hz) {
        return test::amplitude_at(std::span{heard}.last(sample_rate_hz / 10), frequency_hz);
    }
    [[nodiscard]] double at_left(double frequency_hz) const { return amplitude_of(left, frequency_hz); }
    [[nodiscard]] double at_right(double frequency_hz) const { return amplitude_of(right, frequency_hz); }
    std::unique_ptr<AudioEngine> engine = AudioEngine::create({.processing = {false, false, false}}).value();
    test::Samples left;
    test::Samples right;

  private:
    void send(bool lost) {
        auto bytes = encoder_.encode(tones(sent_++ * packet_samples_max));
        if (lost) return;
        AudioPacket packet{base::SequenceNumber{sent_}, base::ConferenceTime{now_}, std::move(bytes)};
        EXPECT_TRUE(engine->receive(computer, std::move(packet), base::LocalTime{now_}));
    }

    OpusStereoEncoder encoder_;
    base::Duration now_{1s};
    std::uint64_t sent_{0};
};

TEST(ComputerReceiver, keeps_left_and_right_apart_from_end_to_end) {
    Playing playing;
    playing.run(1s);
    playing.run(1s);
    EXPECT_NEAR(playing.at_left(left_hz), amplitude, amplitude / 10);
    EXPECT_NEAR(playing.at_right(right_hz), amplitude, amplitude / 10);
    EXPECT_LT(playing.at_left(right_hz), amplitude / 30);
    EXPECT_LT(playing.at_right(left_hz), amplitude / 30);
}

TEST(ComputerReceiver, has_a_volume_and_a_mute_of_its_own_beside_the_voice) {
    Playing playing;
    playing.run(1s);
    playing.engine->set_sender_mix(ann, {.muted = true});
    playing.run(1s);
    EXPECT_NEAR(playing.at_left(left_hz), amplitude, amplitude / 10) << "the voice alone is muted";
    playing.engine->set_sender_mix(computer, {.gain_db = -20});
    playing.run(100ms);
    playing.run(1s);
    EXPECT_NEAR(playing.at_left(left_hz), amplitude / 10, amplitude / 50);
    playing.engine->set_sender_mix(computer, {.muted = true});
    playing.run(100ms);
    playing.run(1s);
    EXPECT_LT(playing.at_left(left_hz), 2);
    const auto stats = playing.engine->stats();
    ASSERT_EQ(stats.computers.size(), 1U);
    EXPECT_EQ(stats.computers[0].sender, ann);
    EXPECT_TRUE(stats.senders.empty());
    playing.engine->remove_sender(computer);
    std::ignore = playing.engine->render(base::LocalTime{10s});
    for (int i = 0; i < 50; ++i)
        std::ignore = playing.engine->render(base::LocalTime{10s});
    EXPECT_TRUE(playing.engine->stats().computers.empty());
}

TEST(ComputerReceiver, conceals_lost_packets) {
    Playing playing;
    playing.run(1s, true);
    playing.run(2s, true);
    EXPECT_GT(playing.at_left(left_hz), amplitude / 2);
    const auto stats = playing.engine->stats();
    ASSERT_EQ(stats.computers.size(), 1U);
    EXPECT_GT(stats.computers[0].concealed_ratio, 0.02);
}

TEST(OpusStereo, refuses_what_is_no_packet_and_takes_one_of_a_single_channel) {
    OpusStereoDecoder decoder;
    EXPECT_FALSE(decoder.decode({}));
    EXPECT_FALSE(decoder.decode(base::Bytes(3000, 1)));
    const auto mono = OpusSpeechEncoder::create({}).value().encode(tones(0).left.view());
    const auto sound = decoder.decode(mono);
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound->left, sound->right);
}

} // namespace
} // namespace plenum::media
