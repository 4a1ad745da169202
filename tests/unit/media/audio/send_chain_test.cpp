// SPDX-License-Identifier: Apache-2.0
#include "media/audio/send_chain.h"

#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::operator""ms;

SendChain make_chain(AudioMode mode = AudioMode::speech, const CaptureProcessing::Options& processing = {}) {
    return SendChain{*OpusSpeechEncoder::create({}), processing, mode};
}

/// The durations of the packets that so many blocks of speech give.
std::vector<base::Duration> durations(SendChain& chain, std::size_t blocks) {
    static const auto speech = test::speech_like(31, 2);
    std::vector<base::Duration> found;
    for (std::size_t i = 0; i < blocks; ++i) {
        if (const auto packet = chain.capture(test::block_at(speech, i))) {
            EXPECT_EQ(duration_of_samples(OpusSpeechDecoder::samples_in(packet->bytes)), packet->duration);
            found.push_back(packet->duration);
        }
    }
    return found;
}

TEST(PacketDuration, Is10MsAnd20WhereBandwidthOrLossDemandIt) {
    PacketDuration duration;
    EXPECT_EQ(duration.duration(), 10ms);
    duration.set_bitrate(24'000);
    EXPECT_EQ(duration.duration(), 20ms);
    duration.set_bitrate(32'000);
    EXPECT_EQ(duration.duration(), 10ms);
    duration.set_loss_percent(4);
    EXPECT_EQ(duration.duration(), 10ms);
    duration.set_loss_percent(5);
    EXPECT_EQ(duration.duration(), 20ms);
    duration.set_loss_percent(3);
    EXPECT_EQ(duration.duration(), 20ms) << "does not swing with the measure";
    duration.set_loss_percent(2);
    EXPECT_EQ(duration.duration(), 10ms);
}

TEST(PacketDuration, OfLowDelayIs5MsWhateverThePath) {
    PacketDuration duration;
    duration.set_loss_percent(20);
    duration.set_bitrate(6'000);
    duration.set_mode(AudioMode::low_delay);
    EXPECT_EQ(duration.duration(), 5ms);
    duration.set_mode(AudioMode::speech);
    EXPECT_EQ(duration.duration(), 20ms);
}

TEST(SendChain, PacketsHoldWhatTheirDurationSays) {
    auto chain = make_chain();
    EXPECT_EQ(durations(chain, 200), std::vector<base::Duration>(100, 10ms));
    chain.set_loss_percent(10);
    EXPECT_EQ(durations(chain, 200), std::vector<base::Duration>(50, 20ms));
    chain.set_mode(AudioMode::low_delay);
    EXPECT_EQ(durations(chain, 200), std::vector<base::Duration>(200, 5ms));
}

TEST(SendChain, ChangesOfDurationLeaveNoPartBehind) {
    for (const bool filters : {true, false}) {
        auto chain = make_chain(AudioMode::speech, {filters, filters, filters});
        for (const std::size_t odd : {1U, 2U, 3U, 5U, 7U}) {
            chain.set_loss_percent(odd % 2 == 0 ? 1 : 10);
            (void)durations(chain, odd); // in the middle of a packet
            chain.set_loss_percent(odd % 2 == 0 ? 10 : 1);
            (void)durations(chain, 40);
            chain.set_mode(odd % 3 == 0 ? AudioMode::low_delay : AudioMode::speech);
        }
        chain.set_mode(AudioMode::speech);
        chain.set_loss_percent(1);
        EXPECT_EQ(durations(chain, 4), (std::vector<base::Duration>{10ms, 10ms}));
    }
}

TEST(SendChain, LowDelayHasNoProcessingAndSpeechGetsItsOwnBack) {
    auto chain = make_chain();
    const auto lag = [&] {
        const auto speech = test::speech_like(32, 3);
        OpusSpeechDecoder decoder;
        test::Samples heard;
        for (std::size_t i = 0; i < speech.size() / block_samples; ++i)
            if (const auto packet = chain.capture(test::block_at(speech, i)))
                test::append(heard, decoder.decode(packet->bytes)->view());
        return test::align(speech, heard, 2000).lag_samples;
    };
    const auto with_processing = lag();
    chain.set_mode(AudioMode::low_delay);
    EXPECT_NEAR(lag(), 120, 8) << "the codec's look-ahead of 2.5 ms alone";
    chain.set_processing({false, true, false});
    EXPECT_NEAR(lag(), 120, 8) << "chosen for speech, later";
    chain.set_processing({});
    chain.set_mode(AudioMode::speech);
    EXPECT_NEAR(lag(), with_processing, 48);
    EXPECT_GT(with_processing, 120 + 48 * 10);
}

TEST(SendChain, SilenceIsMarkedAsDiscardEligibleByTheRoomsOwnNoise) {
    for (const double room : {5.0, 320.0}) { // a study, an office with a fan: -45 dBFS
        auto chain = make_chain(AudioMode::speech, {false, false, false});
        base::Random random{9};
        int marked = 0;
        int packets = 0;
        for (int i = 0; i < 4000; ++i) {
            const auto packet = chain.capture(test::noise_block(random, room));
            if (!packet || i < 2400) continue;
            ++packets;
            marked += packet->discard_eligible ? 1 : 0;
        }
        EXPECT_EQ(packets, 800);
        EXPECT_GE(marked, 790) << room;
        int talk = 0;
        for (std::size_t i = 0; i < 20; ++i)
            if (const auto packet = chain.capture(test::sine_block(300, 6000, i * block_samples)))
                talk += packet->discard_eligible ? 0 : 1;
        EXPECT_EQ(talk, 10) << room;
    }
}

} // namespace
} // namespace plenum::media
