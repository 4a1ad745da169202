// SPDX-License-Identifier: Apache-2.0
#include "media/audio/playout.h"

#include "tests/unit/media/audio/playout_world.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;
using base::operator""us;
using base::operator""min;
using base::operator""h;
using Kind = PlayoutItem::Kind;

using test::World;

TEST(Playout, NothingExpectedIsEmpty) {
    Playout playout;
    EXPECT_EQ(playout.pop(base::LocalTime{1s}).kind, Kind::empty);
    EXPECT_EQ(playout.counters().lost, 0U);
}

TEST(Playout, PlaysEverythingInOrderOnAGoodNetwork) {
    World world{{.delay = 1ms}};
    world.run(20s);
    std::uint64_t last = 0;
    for (const auto& [at, item] : world.heard) {
        if (item.kind != Kind::packet) continue;
        EXPECT_EQ(item.sequence.value(), last + 1);
        last = item.sequence.value();
    }
    EXPECT_GE(last, 995U);
    EXPECT_EQ(world.count(Kind::lost), 0U);
    EXPECT_EQ(world.playout.counters().dropped_talk, 0U);
    EXPECT_EQ(world.playout.counters().late, 0U);
}

TEST(Playout, AddsLittleOnAGoodNetwork) {
    World world{{.delay = 1ms, .jitter = 1ms}};
    world.run(20s);
    EXPECT_LE(world.median_delay(), 16ms);
    EXPECT_GE(world.median_delay(), 5ms);
    EXPECT_LE(world.playout.target_delay(), 10ms);
}

TEST(Playout, WaitsForTheSlowOnesAndNoLonger) {
    World world{{.delay = 50ms, .jitter = 20ms}};
    world.run(60s);
    // Nearly all of 0 … 40 ms of spread is covered.
    EXPECT_GE(world.playout.target_delay(), 38ms + 5ms);
    EXPECT_LE(world.playout.target_delay(), 40ms + 7ms);
    EXPECT_LE(world.median_delay(10s), 30ms + 75ms);
    const auto& counters = world.playout.counters();
    EXPECT_LE(counters.lost + counters.late, counters.received / 100);
    EXPECT_EQ(counters.dropped_talk, 0U);
}

TEST(Playout, ConcealsWhatIsLostAndOffersItsSuccessor) {
    World world{{.delay = 50ms, .jitter = 20ms, .loss_per_million = 50'000}};
    world.run(60s);
    const auto& counters = world.playout.counters();
    // 5 % of 3000, each concealed exactly once, and nine of ten correctable from the packet after.
    EXPECT_GE(counters.lost, 110U);
    EXPECT_LE(counters.lost, 200U);
    EXPECT_GE(counters.correctable * 10, counters.lost * 8);
    EXPECT_EQ(world.count(Kind::lost), counters.lost);
    EXPECT_LE(counters.stretched, counters.received / 10);
}

TEST(Playout, TellsWhatWasNotPassedOnFromWhatIsLostOfATalk) {
    World world{{.delay = 50ms}};
    world.run(1s);
    world.pause_sending(1s);
    world.skip_packets(50);
    world.run(2s);
    EXPECT_EQ(world.playout.counters().lost, 50U);
    EXPECT_EQ(world.playout.counters().lost_in_pauses, 50U);
    world.skip_packets(1);
    world.run(1s);
    EXPECT_EQ(world.playout.counters().lost, 51U);
    EXPECT_EQ(world.playout.counters().lost_in_pauses, 50U);
}

TEST(Playout, LossAloneBuysTimeForTheSuccessor) {
    World world{{.delay = 20ms, .jitter = 1ms, .loss_per_million = 50'000}};
    world.run(60s);
    EXPECT_GE(world.playout.target_delay(), 25ms);
    EXPECT_LE(world.playout.target_delay(), 30ms);
    EXPECT_GE(world.playout.counters().correctable * 10, world.playout.counters().lost * 8);
}

TEST(Playout, RisesFastAndSinksSlowly) {
    World world{{.delay = 50ms}};
    world.run(10s);
    EXPECT_LE(world.playout.target_delay(), 8ms);
    world.set_network({.delay = 50ms, .jitter = 40ms});
    world.run(700ms);
    EXPECT_GE(world.playout.target_delay(), 45ms);
    world.set_network({.delay = 50ms});
    world.run(3s);
    EXPECT_GE(world.playout.target_delay(), 45ms);
    world.run(15s);
    EXPECT_LE(world.playout.target_delay(), 8ms);
    EXPECT_LE(world.playout.current_delay(), 20ms);
}

TEST(Playout, SoundCardsThatDriftApartByTwoTenThousandthsKeepTheDelayForAnHour) {
    for (const std::int64_t drift : {-200, 200}) {
        World world{{.delay = 20ms, .jitter = 1ms}};
        world.silent = [](std::uint64_t) { return false; }; // a lecture without a pause
        world.packet_duration = 10ms;
        world.drift_ppm = drift;
        world.step = 500us;
        world.run(3min);
        const auto counters = world.playout.counters();
        world.heard.clear();
        Duration most{};
        Duration least = 1h;
        for (int minute = 3; minute < 60; ++minute) {
            world.run(1min);
            most = std::max(most, world.playout.current_delay());
            least = std::min(least, world.playout.current_delay());
            world.heard.clear();
        }
        const auto& after = world.playout.counters();
        EXPECT_EQ(after.stretched, counters.stretched) << "a gap at " << drift << " ppm";
        EXPECT_EQ(after.lost + after.late + after.dropped_talk + after.shortened + after.inserted,
                  counters.lost + counters.late + counters.dropped_talk + counters.shortened + counters.inserted);
        EXPECT_LE(most, 14ms) << drift;
        EXPECT_GE(least, 3ms) << drift;
    }
}

TEST(Playout, RateStaysBelowWhatAnyoneHearsAndStepsMoveItLittle) {
    World world{{.delay = 5ms}};
    world.silent = [](std::uint64_t) { return false; };
    world.run(20s);
    world.hold_network(45ms);
    double most = 0;
    for (int i = 0; i < 100; ++i) {
        world.run(100ms);
        most = std::max(most, std::abs(world.playout.rate_correction()));
    }
    EXPECT_LE(most, 0.0003);
    world.drift_ppm = 2'000; // no card is as bad
    world.run(5min);
    EXPECT_LE(world.playout.rate_correction(), -0.0007);
    EXPECT_GE(world.playout.rate_correction(), -0.0009);
}

TEST(Playout, PacketsOfAllDurationsFollowOneAnother) {
    World world{{.delay = 5ms}};
    const std::array<Duration, 4> durations{5ms, 20ms, 10ms, 10ms};
    for (int i = 0; i < 4000; ++i) {
        world.packet_duration = durations.at(static_cast<std::size_t>(i) % durations.size());
        world.run(world.packet_duration);
    }
    const auto& counters = world.playout.counters();
    EXPECT_EQ(counters.lost + counters.late, 0U);
    EXPECT_LE(counters.stretched, 8U) << "until the longest is known";
    EXPECT_LE(world.playout.current_delay(), 33ms);
}

TEST(Playout, LongerPacketsCostTheirOwnDurationAndShorterOnesGiveItBack) {
    World world{{.delay = 5ms}};
    world.packet_duration = 10ms;
    world.run(12s);
    const auto from_mouth = [&](Duration since) { return world.median_delay(since) + world.packet_duration; };
    const auto before = from_mouth(8s);
    world.packet_duration = 20ms;
    world.run(12s);
    EXPECT_NEAR(base::to_ms(from_mouth(20s) - before), 10, 3);
    world.packet_duration = 10ms;
    world.run(30s);
    EXPECT_NEAR(base::to_ms(from_mouth(50s) - before), 0, 3);
    EXPECT_EQ(world.playout.counters().lost + world.playout.counters().late, 0U);
}

TEST(Playout, FollowsAQuietNetworkDownToOneAndAHalfBlocks) {
    World world{{.delay = 20ms}};
    world.packet_duration = 10ms;
    world.run(20s);
    EXPECT_NEAR(base::to_ms(world.playout.target_delay()), 7.5, 0.5);
    EXPECT_LE(world.playout.current_delay(), 13ms);
    EXPECT_LE(world.playout.counters().stretched, 2U);
}

TEST(Playout, WaitsLongerForALoudspeakerThatAsksUnevenly) {
    World world{{.delay = 20ms}};
    world.silent = [](std::uint64_t) { return false; };
    world.packet_duration = 10ms;
    world.uneven_requests = 8ms;
    world.run(20s);
    // 4 ms earlier than at the mean.
    EXPECT_GE(world.playout.target_delay(), 7ms + 3ms);
    EXPECT_LE(world.playout.target_delay(), 8ms + 5ms);
    const auto stretched = world.playout.counters().stretched;
    world.run(20s);
    EXPECT_LE(world.playout.counters().stretched - stretched, 40U) << "one block in a hundred";
    world.uneven_requests = 0ms;
    world.run(20s);
    EXPECT_LE(world.playout.target_delay(), 10ms);
}

TEST(Playout, StretchesOverAHiccupAndGivesTheDelayBackInSilence) {
    World world{{.delay = 5ms}};
    world.silent = [](std::uint64_t n) { return n > 200; };
    world.run(2s);
    world.hold_network(100ms);
    world.run(1s);
    EXPECT_EQ(world.playout.counters().lost, 0U);
    EXPECT_EQ(world.playout.counters().dropped_talk, 0U);
    EXPECT_GE(world.count(Kind::stretch), 6U);
    EXPECT_GE(world.playout.current_delay(), 50ms);
    world.run(3s); // silence from the fourth second on
    const auto& counters = world.playout.counters();
    const auto given_back = counters.dropped_silence * 20ms + counters.shortened * 10ms;
    EXPECT_GE(given_back, 50ms);
    EXPECT_LE(given_back, counters.stretched * 10ms + 20ms);
    EXPECT_LE(world.playout.current_delay(), 40ms);
}

TEST(Playout, DelayThatPassesByItselfMovesNothing) {
    World world{{.delay = 5ms}};
    world.silent = [](std::uint64_t n) { return n % 50 >= 40; };
    world.run(12s);
    const auto delay = world.median_delay(10s);
    const auto shortened = [&] { return world.playout.counters().shortened; };
    const auto before = shortened();
    world.delay_listening(14ms);
    world.run(800ms);
    world.delay_listening(-14ms);
    world.run(4s);
    EXPECT_EQ(shortened(), before);
    EXPECT_NEAR(base::to_ms(world.median_delay(14s)), base::to_ms(delay), 2);
    world.delay_listening(14ms);
    world.run(4s);
    EXPECT_GT(shortened(), before) << "what stays is given back";
    EXPECT_LT(world.median_delay(19s), delay + 14ms);
}

TEST(Playout, TalkWithoutAPauseIsShortenedWhenFarBehind) {
    World world{{.delay = 5ms}};
    world.silent = [](std::uint64_t) { return false; };
    world.run(2s);
    world.hold_network(110ms);
    world.run(10s);
    EXPECT_GE(world.playout.counters().shortened, 2U);
    EXPECT_LE(world.playout.counters().shortened, 12U);
    EXPECT_EQ(world.playout.counters().dropped_talk, 0U);
    EXPECT_LE(world.playout.current_delay(), 75ms);
}

TEST(Playout, SenderWhoPausesLosesNothing) {
    World world{{.delay = 20ms, .jitter = 2ms}};
    world.run(2s);
    world.pause_sending(5s);
    world.run(8s);
    EXPECT_EQ(world.playout.counters().lost, 0U);
    EXPECT_LE(world.playout.counters().stretched, 28U);
    EXPECT_GE(world.count(Kind::empty), 900U);
    EXPECT_LE(world.median_delay(7s), 60ms);
}

TEST(Playout, WhoStoppedIsNotLateAnyMore) {
    World world{{.delay = 20ms, .jitter = 2ms}};
    world.silent = [](std::uint64_t) { return false; };
    world.run(2s);
    world.hold_network(160ms);
    world.run(400ms);
    ASSERT_GT(world.playout.current_delay(), world.playout.target_delay() + 20ms) << "talk is behind";
    world.pause_sending(5s);
    world.run(1s);
    EXPECT_EQ(world.playout.current_delay(), world.playout.target_delay());
}

TEST(Playout, ClockOfTheSenderMayJump) {
    for (const auto jump : {-3s, 3s}) {
        Playout playout;
        std::uint64_t played = 0;
        for (int i = 0; i < 3000; ++i) {
            const auto at = base::LocalTime{10s + 20ms * i};
            const auto sent = base::ConferenceTime{10s + 20ms * i + (i > 500 ? Duration{jump} : 0ms)};
            playout.push({base::SequenceNumber{static_cast<std::uint64_t>(i + 1)}, sent, base::Bytes(1), i % 3 == 0},
                         at);
            for (int part = 0; part < 2; ++part) {
                if (playout.pop(at + 10ms * part).kind == Kind::packet) ++played;
            }
        }
        EXPECT_GE(played, 2300U) << base::to_ms(jump);
        EXPECT_LE(playout.size(), 25U);
    }
}

TEST(Playout, MaxSilenceAndMaxTalkBound) {
    Playout playout;
    const auto push = [&](std::uint64_t n, bool silent) {
        playout.push(
            {base::SequenceNumber{n}, base::ConferenceTime{20ms * static_cast<int>(n)}, base::Bytes(1), silent},
            base::LocalTime{1s});
    };
    for (std::uint64_t n = 1; n <= 20; ++n)
        push(n, n <= 10);
    EXPECT_GE(playout.counters().dropped_silence, 8U);
    EXPECT_EQ(playout.counters().dropped_talk, 0U);
    for (std::uint64_t n = 21; n <= 80; ++n)
        push(n, false);
    EXPECT_GE(playout.counters().dropped_talk, 40U);
    EXPECT_LE(playout.size(), 25U);
}

TEST(Playout, MaxSilenceAndMaxTalkAreTimesWhateverThePackets) {
    for (const auto packet : {5ms, 10ms, 20ms}) {
        Playout playout;
        std::uint64_t sequence = 0;
        const auto fill = [&](bool silent, Duration until) {
            const auto before = playout.counters();
            for (Duration at{}; at < until; at += packet) {
                ++sequence;
                playout.push({.sequence = base::SequenceNumber{sequence},
                              .sent_at = base::ConferenceTime{packet * static_cast<std::int64_t>(sequence)},
                              .bytes = base::Bytes(1),
                              .discard_eligible = silent,
                              .duration = packet},
                             base::LocalTime{1s});
            }
            const auto& after = playout.counters();
            return std::pair{after.dropped_silence - before.dropped_silence, after.dropped_talk - before.dropped_talk};
        };
        EXPECT_EQ(fill(true, 240ms), std::pair(std::uint64_t{0}, std::uint64_t{0}));
        EXPECT_EQ(fill(true, 100ms).first, static_cast<std::uint64_t>(100ms / packet)) << "above Max_S";
        EXPECT_EQ(fill(false, 200ms).second, 0U);
        while (playout.counters().dropped_talk == 0)
            (void)fill(false, packet);
        EXPECT_EQ(playout.size(), static_cast<std::size_t>(500ms / packet)) << "Max_T";
    }
}

/// Silence that was dropped stands behind a gap that is longer than what is concealed.
TEST(Playout, WhatWasDroppedIsNeverPlayed) {
    Playout playout;
    const auto push = [&](std::uint64_t n, bool silent, Duration at) {
        playout.push(
            {base::SequenceNumber{n}, base::ConferenceTime{20ms * static_cast<int>(n)}, base::Bytes(1), silent},
            base::LocalTime{at});
    };
    push(1, false, 1s);
    for (std::uint64_t n = 12; n <= 24; ++n)
        push(n, n == 12, 1s + 20ms * static_cast<int>(n - 1));
    EXPECT_EQ(playout.counters().dropped_silence, 1U);
    std::uint64_t played = 0;
    for (int i = 0; i < 200; ++i) {
        const auto item = playout.pop(base::LocalTime{1s + 20ms + 10ms * i});
        if (item.kind != Kind::packet) continue;
        EXPECT_FALSE(item.bytes.empty()) << item.sequence.value();
        ++played;
    }
    EXPECT_EQ(played, 13U);
    EXPECT_EQ(playout.counters().played, played);
}

TEST(Playout, CountsLateAndDuplicate) {
    Playout playout;
    const auto push = [&](std::uint64_t n, Duration at) {
        return playout.push(
            {base::SequenceNumber{n}, base::ConferenceTime{20ms * static_cast<int>(n)}, base::Bytes(1), false},
            base::LocalTime{at});
    };
    EXPECT_TRUE(push(5, 100ms));
    EXPECT_FALSE(push(5, 101ms));
    EXPECT_EQ(playout.pop(base::LocalTime{130ms}).kind, Kind::packet);
    EXPECT_FALSE(push(4, 140ms));
    EXPECT_EQ(playout.counters().duplicate, 1U);
    EXPECT_EQ(playout.counters().late, 1U);
}

TEST(Playout, AbsurdInputChangesNothing) {
    Playout playout;
    EXPECT_TRUE(
        playout.push({base::SequenceNumber{1}, base::ConferenceTime{}, base::Bytes(1), false}, base::LocalTime{1s}));
    EXPECT_FALSE(playout.push({base::SequenceNumber{~std::uint64_t{0}}, base::ConferenceTime{}, base::Bytes(1), false},
                              base::LocalTime{1s}));
    (void)playout.push({base::SequenceNumber{2}, base::ConferenceTime::max(), base::Bytes(1), false},
                       base::LocalTime{1s});
    (void)playout.push({base::SequenceNumber{3}, base::ConferenceTime::min(), base::Bytes(1), false},
                       base::LocalTime{1s});
    for (int i = 0; i < 100; ++i)
        (void)playout.pop(base::LocalTime{1s + 10ms * i});
    EXPECT_LE(playout.size(), 3U);
}

TEST(Playout, OneSeedOneStory) {
    const auto tell = [] {
        World world{{.delay = 50ms, .jitter = 30ms, .loss_per_million = 30'000}, 42};
        world.run(20s);
        std::vector<std::pair<int, std::uint64_t>> story;
        for (const auto& [at, item] : world.heard)
            story.emplace_back(static_cast<int>(item.kind), item.sequence.value());
        return story;
    };
    EXPECT_EQ(tell(), tell());
}

} // namespace
} // namespace plenum::media
