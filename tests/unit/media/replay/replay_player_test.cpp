// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_player.h"

#include "tests/unit/media/support/signals.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

constexpr base::MemberIndex ada{2};
constexpr base::MemberIndex ben{3};
constexpr auto began = base::LocalTime{1000s};
constexpr std::size_t packet_blocks = 2;

/// Speech as it is kept, in packets of 10 ms.
void say(ReplayHistory& history, base::MemberIndex sender, const test::Samples& speech, base::LocalTime from,
         std::uint64_t lost_every = 0, std::int64_t sent_at_once = 1) {
    auto encoder = OpusSpeechEncoder::create({});
    ASSERT_TRUE(encoder);
    const auto size = packet_blocks * block_samples;
    for (std::size_t i = 0; (i + 1) * size <= speech.size(); ++i) {
        auto bytes = encoder->encode(std::span{speech}.subspan(i * size, size));
        const auto number = static_cast<std::int64_t>(i);
        const auto begins = from + (number / sent_at_once * sent_at_once + sent_at_once - 1) * 10ms;
        if (lost_every != 0 && i % lost_every == lost_every - 1) continue;
        history.keep(
            sender,
            KeptSound{
                .sequence = base::SequenceNumber{i + 1}, .begins = begins, .duration = 10ms, .bytes = std::move(bytes)},
            begins);
    }
}

StereoBlock constant(std::int16_t value) {
    StereoBlock block;
    block.left.fill(value);
    block.right.fill(value);
    return block;
}

/// What is heard while time goes by.
class Listener {
  public:
    explicit Listener(const ReplayHistory& history) : player{history} {}
    void pass(Duration time) {
        for (Duration passed{}; passed < time; passed += block_duration) {
            now += block_duration;
            const auto block = player.render(live, now);
            test::append(heard, block.left);
        }
    }
    [[nodiscard]] int loudest(std::size_t last_blocks) const {
        const auto from = heard.end() - static_cast<std::ptrdiff_t>(last_blocks * block_samples);
        return std::abs(*std::max_element(from, heard.end(), [](int a, int b) { return std::abs(a) < std::abs(b); }));
    }

    ReplayPlayer player;
    StereoBlock live{};
    base::LocalTime now{began + 20s};
    test::Samples heard;
};

TEST(ReplayPlayer, plays_again_what_was_said) {
    ReplayHistory history;
    const auto speech = test::speech_like(11, 8);
    say(history, ada, speech, began);
    Listener listener{history};
    listener.player.set_speed(ReplaySpeed::usual);
    listener.player.begin(began + 2s, listener.now);
    listener.pass(3s);
    const test::Samples said{speech.begin() + 2 * sample_rate_hz, speech.begin() + 5 * sample_rate_hz};
    EXPECT_GT(test::likeness(said, listener.heard, sample_rate_hz / 10), 0.9);
}

TEST(ReplayPlayer, after_playing_faster_it_is_where_its_clock_says) {
    ReplayHistory history;
    const auto speech = test::speech_like(16, 8);
    say(history, ada, speech, began);
    Listener listener{history};
    listener.player.begin(began, listener.now);
    listener.player.set_speed(ReplaySpeed::twice);
    listener.pass(2s);
    EXPECT_EQ(listener.player.clock().position(), began + 4s);
    listener.player.set_speed(ReplaySpeed::usual);
    listener.heard.clear();
    listener.pass(2s);
    // What the stretch held is still to come, at most 60 ms of it.
    const test::Samples said{speech.begin() + 4 * sample_rate_hz, speech.begin() + 5 * sample_rate_hz};
    const auto found = test::align(said, listener.heard, sample_rate_hz / 5);
    EXPECT_GT(found.correlation, 0.9);
    EXPECT_LT(found.lag_samples, sample_rate_hz * 3 / 50);
}

TEST(ReplayPlayer, lost_packets_and_times_that_tremble_do_no_harm) {
    ReplayHistory history;
    const auto speech = test::speech_like(12, 4);
    say(history, ada, speech, began, 50);
    Listener listener{history};
    listener.player.set_speed(ReplaySpeed::usual);
    listener.player.begin(began, listener.now);
    listener.pass(3s);
    const test::Samples said{speech.begin(), speech.begin() + 3 * sample_rate_hz};
    EXPECT_GT(test::likeness(said, listener.heard, sample_rate_hz / 10), 0.85);
}

TEST(ReplayPlayer, plays_again_what_a_busy_computer_sent_late) {
    ReplayHistory history;
    const auto speech = test::speech_like(12, 4);
    say(history, ada, speech, began, 0, 20);
    Listener listener{history};
    listener.player.set_speed(ReplaySpeed::usual);
    listener.player.begin(began, listener.now);
    listener.pass(3s);
    const test::Samples said{speech.begin(), speech.begin() + 3 * sample_rate_hz};
    EXPECT_GT(test::likeness(said, listener.heard, sample_rate_hz / 10), 0.9);
}

TEST(ReplayPlayer, ends_at_live_and_live_is_heard_again) {
    ReplayHistory history;
    say(history, ada, test::speech_like(13, 8), began);
    Listener listener{history};
    listener.now = began + 8s;
    listener.live = constant(500);
    listener.pass(50ms);
    EXPECT_EQ(listener.loudest(4), 500) << "nothing is replayed yet";
    listener.player.begin(began + 6s, listener.now);
    listener.player.set_speed(ReplaySpeed::twice);
    listener.pass(1700ms);
    EXPECT_TRUE(listener.player.clock().on());
    listener.pass(400ms);
    EXPECT_FALSE(listener.player.clock().on());
    EXPECT_TRUE(listener.player.clock().caught_up());
    EXPECT_EQ(listener.loudest(4), 500);
}

TEST(ReplayPlayer, live_is_not_heard_meanwhile_and_at_once_afterwards) {
    ReplayHistory history;
    say(history, ada, test::Samples(8 * sample_rate_hz, 0), began);
    Listener listener{history};
    listener.live = constant(3000);
    listener.player.begin(began, listener.now);
    listener.pass(1s);
    EXPECT_LT(listener.loudest(100), 100);
    listener.player.set_paused(true);
    listener.pass(100ms);
    EXPECT_EQ(listener.loudest(10), 0);
    listener.player.end();
    listener.pass(10ms);
    EXPECT_EQ(listener.heard.back(), 3000);
}

TEST(ReplayPlayer, whoever_is_muted_is_not_heard_again) {
    ReplayHistory history;
    say(history, ada, test::speech_like(14, 4), began);
    say(history, ben, test::Samples(4 * sample_rate_hz, 0), began);
    Listener listener{history};
    listener.player.set_mix(ada, {.muted = true});
    listener.player.begin(began, listener.now);
    listener.pass(2s);
    EXPECT_LT(listener.loudest(380), 100);
    listener.player.set_mix(ada, {});
    listener.pass(500ms);
    EXPECT_GT(listener.loudest(100), 1000);
}

TEST(ReplayPlayer, silence_where_nobody_spoke) {
    ReplayHistory history;
    const auto speech = test::speech_like(15, 1);
    say(history, ada, speech, began);
    say(history, ada, speech, began + 10s);
    Listener listener{history};
    listener.player.set_speed(ReplaySpeed::usual);
    listener.player.begin(began + 5s, listener.now);
    listener.pass(4s);
    EXPECT_EQ(listener.loudest(700), 0);
    listener.pass(2s);
    EXPECT_GT(listener.loudest(300), 1000);
}

TEST(ReplayPlayer, of_an_empty_history_nothing_begins) {
    ReplayHistory history;
    Listener listener{history};
    listener.live = constant(300);
    listener.player.begin(began, listener.now);
    listener.pass(20ms);
    EXPECT_FALSE(listener.player.clock().on());
    EXPECT_EQ(listener.heard.back(), 300);
}

} // namespace
} // namespace plenum::media
