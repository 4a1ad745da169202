// SPDX-License-Identifier: Apache-2.0
#include "media/audio/sound_mixdown.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

constexpr std::size_t half = packet_samples_max / 2;

/// Left and right in turn, each of its value throughout.
std::vector<std::int16_t> piece(std::size_t samples, std::int16_t left, std::int16_t right) {
    std::vector<std::int16_t> interleaved;
    for (std::size_t i = 0; i < samples; ++i)
        interleaved.insert(interleaved.end(), {left, right});
    return interleaved;
}

int count_due(SoundMixdown& mixdown) {
    int count = 0;
    while (mixdown.poll())
        ++count;
    return count;
}

TEST(SoundMixdown, adds_up_streams_channel_by_channel_and_stays_in_range) {
    SoundMixdown mixdown;
    mixdown.push(1, piece(packet_samples_max, 1000, -2000));
    mixdown.push(2, piece(half, 500, 0));
    EXPECT_FALSE(mixdown.poll()) << "the second has half of it yet";
    mixdown.push(2, piece(half, 500, -32000));
    const auto sound = mixdown.poll();
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound->left.size, packet_samples_max);
    EXPECT_EQ(sound->left.samples[0], 1500);
    EXPECT_EQ(sound->right.samples[0], -2000);
    EXPECT_EQ(sound->right.samples[packet_samples_max - 1], -32768);
    EXPECT_FALSE(mixdown.poll());
}

TEST(SoundMixdown, waits_one_packet_for_a_stream_that_falls_silent_and_then_not_at_all) {
    SoundMixdown mixdown;
    mixdown.push(1, piece(packet_samples_max, 1, 1));
    mixdown.push(2, piece(packet_samples_max, 10, 10));
    EXPECT_EQ(count_due(mixdown), 1);
    mixdown.push(1, piece(packet_samples_max, 1, 1));
    EXPECT_EQ(count_due(mixdown), 0);
    mixdown.push(1, piece(packet_samples_max, 1, 1));
    EXPECT_EQ(count_due(mixdown), 2);
    for (int i = 0; i < 5; ++i) {
        mixdown.push(1, piece(packet_samples_max, 1, 1));
        EXPECT_EQ(count_due(mixdown), 1);
    }
    mixdown.push(2, piece(packet_samples_max, 10, 10));
    mixdown.push(1, piece(packet_samples_max, 1, 1));
    EXPECT_EQ(mixdown.poll()->left.samples[0], 11);
}

TEST(SoundMixdown, plays_what_an_ended_stream_brought_and_forgets_it) {
    SoundMixdown mixdown;
    mixdown.push(1, piece(half, 7, 7));
    mixdown.end(1);
    const auto last = mixdown.poll();
    ASSERT_TRUE(last);
    EXPECT_EQ(last->left.samples[half - 1], 7);
    EXPECT_EQ(last->left.samples[half], 0);
    EXPECT_EQ(count_due(mixdown), 0);
    mixdown.push(2, piece(packet_samples_max, 1, 1));
    EXPECT_EQ(count_due(mixdown), 1) << "the ended one is not waited for";
}

TEST(SoundMixdown, loses_nothing_of_streams_of_one_clock_that_come_in_uneven_pieces) {
    SoundMixdown mixdown;
    std::size_t packets = 0;
    constexpr std::size_t pieces = 400;
    for (std::size_t i = 0; i < pieces; ++i) {
        mixdown.push(1, piece(block_samples, 1, 1));
        if (i % 3 == 2) mixdown.push(2, piece(3 * block_samples, 2, 2));
        while (const auto sound = mixdown.poll()) {
            ++packets;
            EXPECT_EQ(sound->left.samples[packet_samples_max - 1], 3);
        }
    }
    EXPECT_GE(packets, pieces / 4 - 1);
}

TEST(SoundMixdown, bounds_streams_and_what_waits_of_each) {
    SoundMixdown mixdown;
    for (std::uint32_t stream = 0; stream < 2 * SoundMixdown::streams_max; ++stream)
        mixdown.push(stream, piece(packet_samples_max, 1, 1));
    EXPECT_EQ(mixdown.poll()->left.samples[0], static_cast<int>(SoundMixdown::streams_max));
    mixdown.push(1, piece(2 * SoundMixdown::samples_max, 1, 1));
    EXPECT_LE(static_cast<std::size_t>(count_due(mixdown)), SoundMixdown::samples_max / packet_samples_max);
}

} // namespace
} // namespace plenum::media
