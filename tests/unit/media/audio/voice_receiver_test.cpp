// SPDX-License-Identifier: Apache-2.0
#include "media/audio/voice_receiver.h"

#include "media/audio/level.h"
#include "tests/unit/media/support/signals.h"

#include <cmath>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

TEST(RateAdapter, TakesAsManyMoreSamplesAsItIsFaster) {
    for (const double faster : {0.0, 0.0002, -0.0002, 0.0008}) {
        RateAdapter adapter;
        std::vector<std::int16_t> out;
        for (std::size_t i = 0; i < 4000; ++i)
            adapter.process(test::sine_block(1000, 10000, i * block_samples), faster, out);
        const auto taken = 4000.0 * block_samples;
        EXPECT_NEAR(taken / static_cast<double>(out.size()), 1 + faster, 3e-5) << faster;
    }
}

TEST(RateAdapter, AToneStaysATone) {
    RateAdapter adapter;
    std::vector<std::int16_t> out;
    for (std::size_t i = 0; i < 400; ++i) // the rate moves all the time, also through none
        adapter.process(test::sine_block(1000, 10000, i * block_samples), 1e-6 * (static_cast<double>(i) - 200), out);
    const auto turn = 2 * std::cos(2 * 3.14159265358979 * 1000 / 48'000);
    double errors = 0;
    for (std::size_t i = 1000; i + 1 < out.size(); ++i) {
        const auto expected = turn * out[i] - out[i - 1];
        ASSERT_LE(std::abs(out[i + 1] - expected), 20) << "a click at " << i;
        errors += (out[i + 1] - expected) * (out[i + 1] - expected);
    }
    EXPECT_LT(std::sqrt(errors / static_cast<double>(out.size())), 4);
}

/// A sender and a listener whose sound cards drift apart, without a network.
struct Drifting {
    double drift{0}; ///< the listener's card is faster by this share
    VoiceReceiver receiver{{}};
    test::Samples heard{};

    void run(const std::vector<base::Bytes>& packets, Duration each) {
        double sent = 0;
        double played = 0;
        for (std::size_t i = 0; i < packets.size(); ++i) {
            const auto at = std::chrono::nanoseconds{static_cast<std::int64_t>(sent)};
            receiver.push({.sequence = base::SequenceNumber{i + 1},
                           .sent_at = base::ConferenceTime{at},
                           .bytes = packets[i],
                           .discard_eligible = false},
                          base::LocalTime{at});
            sent += static_cast<double>(each.count());
            for (; played < sent; played += static_cast<double>(block_duration.count()) / (1 + drift)) {
                const base::LocalTime now{std::chrono::nanoseconds{static_cast<std::int64_t>(played)}};
                test::append(heard, receiver.next_block(now).value_or(AudioBlock{}));
            }
        }
    }
};

std::vector<base::Bytes> encode(const test::Samples& said, std::size_t size) {
    auto encoder = *OpusSpeechEncoder::create({});
    std::vector<base::Bytes> packets;
    for (std::size_t at = 0; at + size <= said.size(); at += size)
        packets.push_back(encoder.encode(std::span{said}.subspan(at, size)));
    return packets;
}

TEST(VoiceReceiver, CardsThatDriftApartLeaveNeitherGapsNorDelay) {
    const auto said = test::speech_like(51, 60);
    for (const double drift : {-0.0002, 0.0002}) {
        Drifting world{.drift = drift};
        world.run(encode(said, 2 * block_samples), 10ms);
        EXPECT_EQ(world.receiver.playout().counters().lost, 0U);
        EXPECT_LE(world.receiver.concealed_ratio(), 0.0005) << drift;
        EXPECT_LE(world.receiver.playout().current_delay(), 22ms);
        EXPECT_GE(world.receiver.playout().current_delay(), 4ms);
        EXPECT_GE(test::likeness(said, world.heard, 48 * 60), 0.93);
    }
}

TEST(VoiceReceiver, TakesPacketsOfAllDurationsMixed) {
    const auto said = test::speech_like(52, 10);
    auto encoder = *OpusSpeechEncoder::create({});
    VoiceReceiver receiver{{}};
    test::Samples heard{};
    const std::array<std::size_t, 4> sizes{4, 1, 2, 1}; // in blocks
    std::size_t at = 0;
    std::uint64_t sequence = 0;
    for (std::size_t block = 0; block < said.size() / block_samples; ++block) {
        const auto size = sizes.at(sequence % sizes.size()) * block_samples;
        const base::LocalTime now{block_duration * static_cast<std::int64_t>(block + 1)};
        if (at + size == (block + 1) * block_samples) {
            receiver.push({.sequence = base::SequenceNumber{++sequence},
                           .sent_at = base::ConferenceTime{now.time_since_epoch()},
                           .bytes = encoder.encode(std::span{said}.subspan(at, size)),
                           .discard_eligible = false},
                          now);
            at += size;
        }
        test::append(heard, receiver.next_block(now).value_or(AudioBlock{}));
    }
    EXPECT_EQ(receiver.playout().counters().lost + receiver.counters().malformed, 0U);
    EXPECT_LE(receiver.concealed_ratio(), 0.01);
    EXPECT_GE(test::likeness(said, heard, 48 * 100), 0.85);
}

} // namespace
} // namespace plenum::media
