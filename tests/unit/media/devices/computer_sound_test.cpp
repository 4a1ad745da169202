// SPDX-License-Identifier: Apache-2.0
#include "media/devices/computer_sound.h"

#include "media/devices/audio_pulse.h"
#include "tests/unit/media/support/player.h"
#include "tests/unit/media/support/pulse_server.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>
#include <thread>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

constexpr double song_hz = 440;
constexpr double film_hz = 700;
constexpr double voices_hz = 1000;
constexpr double amplitude = 8000;

/// Speakers, a headset, and all that other programs play.
class ComputerSoundTest : public testing::Test {
  protected:
    ComputerSoundTest() {
        server.plug_sink("speakers", "Built-in Speakers");
        server.plug_sink("headset", "Headset");
        EXPECT_EQ(server.control("set-default-sink speakers"), "");
        auto opened = ComputerSound::open();
        EXPECT_TRUE(opened);
        if (opened) sound = std::move(*opened);
    }
    [[nodiscard]] test::Player play(double frequency_hz, test::Side side = test::Side::both) {
        return test::Player{folder / (std::to_string(frequency_hz) + ".raw"),
                            test::stereo_tone(frequency_hz, amplitude, side)};
    }
    /// Amplitudes of this frequency at the left and the right, in 100 ms of what plays from now on.
    struct Heard {
        double left{0};
        double right{0};
    };
    [[nodiscard]] Heard listen(double frequency_hz) {
        test::Samples left;
        test::Samples right;
        while (left.size() < static_cast<std::size_t>(sample_rate_hz) / 10) {
            const auto captured = sound->wait(300ms);
            if (!captured) break;
            test::append(left, captured->sound.left.view());
            test::append(right, captured->sound.right.view());
        }
        return {test::amplitude_at(left, frequency_hz), test::amplitude_at(right, frequency_hz)};
    }
    [[nodiscard]] bool becomes(double frequency_hz, double left, double right) {
        return test::wait_until([&] {
            const auto heard = listen(frequency_hz);
            return std::abs(heard.left - left) < amplitude / 10 && std::abs(heard.right - right) < amplitude / 10;
        });
    }

    test::TemporaryFolder folder;
    test::PulseServer server{folder / "."};
    std::unique_ptr<ComputerSound> sound;
};

TEST_F(ComputerSoundTest, has_all_programs_in_both_channels_as_they_come_and_go) {
    EXPECT_FALSE(sound->wait(100ms)) << "nothing plays";
    auto song = play(song_hz, test::Side::left);
    EXPECT_TRUE(becomes(song_hz, amplitude, 0));
    {
        const auto film = play(film_hz);
        EXPECT_TRUE(becomes(film_hz, amplitude, amplitude));
        EXPECT_TRUE(becomes(song_hz, amplitude, 0));
    }
    EXPECT_TRUE(becomes(film_hz, 0, 0));
    song.stop();
    EXPECT_TRUE(test::wait_until([&] { return !sound->wait(100ms); }));
}

TEST_F(ComputerSoundTest, follows_a_program_to_another_loudspeaker) {
    const auto song = play(song_hz);
    ASSERT_TRUE(becomes(song_hz, amplitude, amplitude));
    std::ignore = server.control("move-sink-input $(pactl list short sink-inputs | cut -f1) headset");
    ASSERT_TRUE(test::wait_until([&] { return server.place_of_playback() == "headset"; }));
    EXPECT_TRUE(becomes(song_hz, amplitude, amplitude));
}

TEST_F(ComputerSoundTest, has_nothing_that_we_play_ourselves) {
    AudioWakeup wakeup;
    auto playback = open_pulse_playback("", wakeup);
    ASSERT_TRUE(playback);
    std::jthread voices{[&](const std::stop_token& stop) {
        std::size_t at = 0;
        while (!stop.stop_requested()) {
            for (auto wanted = (*playback)->blocks_wanted(); wanted > 0; --wanted, at += block_samples) {
                const auto block = test::sine_block(voices_hz, amplitude, at);
                (*playback)->write({block, block});
            }
            wakeup.wait(20ms);
        }
    }};
    ASSERT_TRUE(test::wait_until([&] { return server.place_of_playback() == "speakers"; }));
    const auto song = play(song_hz);
    ASSERT_TRUE(becomes(song_hz, amplitude, amplitude));
    for (int i = 0; i < 3; ++i)
        EXPECT_LT(listen(voices_hz).left, amplitude / 100);
}

TEST_F(ComputerSoundTest, says_when_the_server_is_gone_and_that_none_answers) {
    if (server.borrowed()) GTEST_SKIP() << "the server is not ours to stop";
    EXPECT_TRUE(sound->alive());
    server.stop();
    EXPECT_TRUE(test::wait_until([&] { return !sound->alive(); }));
    EXPECT_FALSE(ComputerSound::open());
}

TEST(PlayingStreams, leaves_out_ours_by_name_or_process_and_the_servers_filters) {
    const PlayingStream ours{"plenum", "7", "plenum", {}, true};
    EXPECT_TRUE(is_captured({"org.gnome.Music", "8", "gnome-music", {}, true}, ours));
    EXPECT_TRUE(is_captured({}, ours)) << "it says nothing of itself";
    EXPECT_FALSE(is_captured({"plenum", "9", "plenum", {}, true}, ours)) << "another window of ours";
    EXPECT_FALSE(is_captured({"", "7", "plenum", {}, true}, ours)) << "opened by a library in this process";
    EXPECT_TRUE(is_captured({"", "7", "firefox", {}, true}, ours)) << "in another sandbox";
    EXPECT_FALSE(is_captured({"", "", "", {}, false}, ours));
    EXPECT_FALSE(is_captured({"", "", "", "loopback-1", true}, ours));
}

} // namespace
} // namespace plenum::media
