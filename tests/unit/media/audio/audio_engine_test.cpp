// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_engine.h"

#include "tests/unit/media/support/signals.h"

#include <deque>
#include <gtest/gtest.h>
#include <set>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;
using base::operator""us;

constexpr base::MemberIndex alice{1};
const CaptureProcessing::Options off{false, false, false};

std::unique_ptr<AudioEngine> make_engine(const AudioEngine::Options& options = {.processing = off}) {
    auto engine = AudioEngine::create(options);
    EXPECT_TRUE(engine);
    return std::move(*engine);
}

struct Network {
    Duration delay{1ms};
    Duration jitter{0ms};
    std::uint32_t loss_per_million{0};
};

/// Speech from one engine to another through a network, in virtual time.
class Call {
  public:
    explicit Call(Network network) : network_{network} {}

    test::Samples run(const test::Samples& said) {
        test::Samples heard;
        for (std::size_t i = 0; i < said.size() / block_samples; ++i) {
            test::append(heard, to_mono(step(test::block_at(said, i))));
        }
        return heard;
    }
    StereoBlock step(const AudioBlock& said) {
        now_ += block_duration;
        if (auto packet = sender->capture(said)) send(std::move(*packet));
        deliver();
        return receiver->render(base::LocalTime{now_});
    }
    std::unique_ptr<AudioEngine> sender = make_engine();
    std::unique_ptr<AudioEngine> receiver = make_engine();
    std::uint64_t sent{0};
    std::uint64_t lost{0};

  private:
    void send(EncodedAudio packet) {
        ++sent;
        if (random_.chance(network_.loss_per_million)) {
            ++lost;
            return;
        }
        const auto jitter_us = base::to_us(network_.jitter);
        flying_.push_back({now_ + network_.delay + base::from_us(random_.between(-jitter_us, jitter_us)),
                           {base::SequenceNumber{sent}, base::ConferenceTime{now_}, std::move(packet.bytes),
                            packet.discard_eligible}});
    }
    void deliver() {
        for (auto at = flying_.begin(); at != flying_.end();) {
            if (at->first > now_) {
                ++at;
                continue;
            }
            EXPECT_TRUE(receiver->receive(alice, at->second, base::LocalTime{at->first}));
            at = flying_.erase(at);
        }
    }

    Network network_;
    base::Random random_{77};
    Duration now_{100ms};
    std::deque<std::pair<Duration, AudioPacket>> flying_;
};

SenderStats of_alice(const AudioEngine::Stats& stats) { return stats.senders.at(0); }

TEST(AudioEngine, SpeechComesThrough) {
    Call call{{}};
    const auto said = test::speech_like(21, 8);
    const auto heard = call.run(said);
    EXPECT_GE(test::likeness(said, heard, 48 * 100), 0.93);
    const auto match = test::align(std::span{said}.subspan(6 * 48'000), std::span{heard}.subspan(6 * 48'000), 48 * 100);
    // A packet of 10 ms, the codec's look-ahead of 6.5 ms, the grid and playout.
    EXPECT_LE(match.lag_samples, 48 * 30);
    const auto stats = call.receiver->stats();
    EXPECT_EQ(of_alice(stats).concealed, 0U);
    EXPECT_EQ(of_alice(stats).corrected, 0U);
    EXPECT_EQ(of_alice(stats).malformed, 0U);
    EXPECT_EQ(stats.queue_refused, 0U);
}

TEST(AudioEngine, LossAndJitterAreConcealedOrCorrected) {
    Call call{{.delay = 50ms, .jitter = 20ms, .loss_per_million = 50'000}};
    const auto said = test::speech_like(22, 30);
    const auto heard = call.run(said);
    const auto alice_stats = of_alice(call.receiver->stats());
    const auto& playout = alice_stats.playout;
    // Of all packets sent (but the last few, still under way) those not played must have been made good.
    const auto good = playout.played + alice_stats.corrected + alice_stats.concealed + playout.dropped_silence;
    EXPECT_GE(static_cast<double>(good), 0.98 * static_cast<double>(call.sent - 8));
    EXPECT_GE(call.lost, 40U);
    EXPECT_GE(alice_stats.corrected * 10, call.lost * 3);
    EXPECT_LE(alice_stats.concealed_ratio, 0.12);
    EXPECT_GE(alice_stats.concealed_ratio, 0.03);
}

TEST(AudioEngine, MutedSendsNothingButMeasures) {
    auto engine = make_engine();
    engine->set_muted(true);
    const auto speech = test::speech_like(23, 1);
    for (std::size_t i = 0; i < 100; ++i) {
        (void)engine->render(
            base::LocalTime{block_duration * static_cast<int>(i)}); // the audio thread's step takes the wishes
        EXPECT_FALSE(engine->capture(test::block_at(speech, i)));
    }
    (void)engine->render(base::LocalTime{2s});
    EXPECT_TRUE(engine->stats().muted);
    EXPECT_GT(engine->stats().input.peak_dbfs, -30);
}

TEST(AudioEngine, SilenceIsMarked) {
    auto engine = make_engine();
    const auto speech = test::speech_like(24, 6);
    int marked = 0;
    int talk = 0;
    for (std::size_t i = 0; i < 1200; ++i) {
        const auto packet = engine->capture(test::block_at(speech, i));
        if (packet) ++(packet->discard_eligible ? marked : talk);
    }
    EXPECT_GE(talk, 300);
    EXPECT_GE(marked, 10);
}

TEST(AudioEngine, SumsAllSenders) {
    auto engine = make_engine();
    auto encoder = OpusSpeechEncoder::create({});
    test::Samples heard;
    for (int i = 0; i < 200; ++i) {
        const auto tone = test::sine_block(500, 6000, static_cast<std::size_t>(i) * block_samples);
        const auto bytes = encoder->encode(tone);
        const auto at = block_duration * i;
        for (std::uint32_t sender = 1; sender <= 20; ++sender) {
            engine->receive(base::MemberIndex{sender},
                            {.sequence = base::SequenceNumber{static_cast<std::uint64_t>(i + 1)},
                             .sent_at = base::ConferenceTime{at},
                             .bytes = bytes},
                            base::LocalTime{at});
        }
        test::append(heard, to_mono(engine->render(base::LocalTime{at})));
    }
    EXPECT_EQ(engine->rendered().size(), 20U);
    EXPECT_LT(engine->stats().scale, 0.4);
    EXPECT_GT(measure_level(test::block_at(heard, 150)).rms_dbfs, -9);
    engine->remove_sender(base::MemberIndex{3});
    (void)engine->render(base::LocalTime{3s});
    EXPECT_EQ(engine->rendered().size(), 19U);
}

TEST(AudioEngine, LowDelayCanBeChosenWhileItRuns) {
    auto engine = make_engine({});
    const auto durations = [&] {
        std::set<Duration> found;
        for (std::size_t i = 0; i < 40; ++i) {
            (void)engine->render(base::LocalTime{block_duration * static_cast<int>(i)});
            if (const auto packet = engine->capture(AudioBlock{})) found.insert(packet->duration);
        }
        return found;
    };
    EXPECT_EQ(durations(), std::set<Duration>{10ms});
    engine->set_mode(AudioMode::low_delay);
    EXPECT_EQ(durations(), std::set<Duration>{5ms});
    EXPECT_EQ(engine->stats().mode, AudioMode::low_delay);
    EXPECT_EQ(engine->stats().packet_duration, 5ms);
    engine->set_mode(AudioMode::speech);
    EXPECT_EQ(durations(), std::set<Duration>{10ms});
}

TEST(AudioEngine, SenderMixPlacesOnePersonAndShowsInTheFigures) {
    Call call{{}};
    constexpr SenderMix left{.gain_db = -6, .pan = -1};
    call.receiver->set_sender_mix(alice, left); // before the first packet
    const auto said = test::speech_like(21, 2);
    (void)call.run(said);
    double energy_left = 0;
    double energy_right = 0;
    for (std::size_t i = 0; i < 200; ++i) {
        const auto block = call.step(test::block_at(said, i));
        for (const auto sample : block.left)
            energy_left += sample * sample;
        for (const auto sample : block.right)
            energy_right += sample * sample;
    }
    EXPECT_GT(energy_left, 1e6);
    EXPECT_LT(energy_right, energy_left / 1e6);
    EXPECT_EQ(of_alice(call.receiver->stats()).mix, left);
    EXPECT_GT(of_alice(call.receiver->stats()).level.peak_dbfs, -50);
    call.receiver->set_sender_muted(alice, true);
    (void)call.run(said);
    EXPECT_EQ(of_alice(call.receiver->stats()).mix, (SenderMix{.gain_db = -6, .pan = -1, .muted = true}));
    EXPECT_LT(of_alice(call.receiver->stats()).level.peak_dbfs, -60);
}

/// 30 ms of jitter and 2 % loss; measured before packets of 10 ms: 0.974, 60 ms.
TEST(AudioEngine, SpeechStaysIntelligibleOnAPathWithJitterAndLoss) {
    Call call{{.delay = 45ms, .jitter = 15ms, .loss_per_million = 20'000}};
    call.sender->set_loss_percent(3); // as the link reports it
    const auto said = test::speech_like(27, 30);
    const auto heard = call.run(said);
    EXPECT_GE(test::likeness(said, heard, 48 * 160), 0.95);
    const auto stats = of_alice(call.receiver->stats());
    EXPECT_LE(stats.concealed_ratio, 0.03);
    EXPECT_LE(stats.current_delay, 55ms);
    EXPECT_GE(stats.corrected * 2, call.lost) << "half of what is lost comes back";
}

TEST(AudioEngine, QueueAndSendersAreBounded) {
    auto engine = make_engine({.processing = off, .queue_packets_max = 4, .senders_max = 2});
    const auto push = [&](std::uint32_t sender) {
        return engine->receive(base::MemberIndex{sender}, {}, base::LocalTime{});
    };
    for (std::uint32_t i = 1; i <= 4; ++i)
        EXPECT_TRUE(push(i));
    EXPECT_FALSE(push(5));
    (void)engine->render(base::LocalTime{1s});
    EXPECT_EQ(engine->rendered().size(), 2U);
    for (int i = 0; i < 20; ++i)
        (void)engine->render(base::LocalTime{1s + 10ms * i});
    EXPECT_EQ(engine->stats().queue_refused, 1U);
}

TEST(AudioEngine, MalformedPacketsAreConcealedAndCounted) {
    auto engine = make_engine();
    for (int i = 0; i < 50; ++i) {
        const auto now = base::LocalTime{20ms * i};
        engine->receive(alice,
                        {base::SequenceNumber{static_cast<std::uint64_t>(i + 1)}, base::ConferenceTime{20ms * i},
                         base::Bytes(7, 0xff), false},
                        now);
        for (int part = 0; part < 4; ++part)
            (void)engine->render(now + block_duration * part);
    }
    EXPECT_GE(of_alice(engine->stats()).malformed, 40U);
}

} // namespace
} // namespace plenum::media
