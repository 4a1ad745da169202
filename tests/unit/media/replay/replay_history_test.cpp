// SPDX-License-Identifier: Apache-2.0
#include "media/replay/replay_history.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

constexpr base::MemberIndex ada{2};
constexpr base::MemberIndex ben{3};
constexpr base::FlowId voice{1};
constexpr base::FlowId camera{2};

base::LocalTime at(Duration time) { return base::LocalTime{time}; }

/// Packet `number` of 10 ms; number 1 begins at 10 ms.
KeptSound sound(std::uint64_t number, bool silent = false, std::size_t bytes = 60) {
    return {.flow = voice,
            .sequence = base::SequenceNumber{number},
            .begins = at(static_cast<std::int64_t>(number) * 10ms),
            .duration = 10ms,
            .silent = silent,
            .bytes = base::Bytes(bytes)};
}

void talk(ReplayHistory& history, base::MemberIndex sender, std::uint64_t from, std::uint64_t to, bool silent = false) {
    for (auto number = from; number < to; ++number)
        history.keep(sender, sound(number, silent), sound(number).ends());
}

KeptPicture picture(Duration taken, bool key, std::uint8_t layer, std::size_t bytes = 100) {
    return {.flow = camera,
            .sequence = base::SequenceNumber{static_cast<std::uint64_t>(taken / 1ms)},
            .taken_at = at(taken),
            .key_frame = key,
            .layer = layer,
            .message = base::Bytes(bytes)};
}

std::vector<Duration> times(const std::vector<KeptPicture>& pictures) {
    std::vector<Duration> result;
    for (const auto& each : pictures)
        result.push_back(each.taken_at.time_since_epoch());
    return result;
}

TEST(ReplayHistory, gives_sound_in_the_order_in_which_it_was_said) {
    ReplayHistory history;
    for (const auto number : {3U, 1U, 2U, 2U})
        history.keep(ada, sound(number), at(1s));
    std::vector<std::uint64_t> found;
    for (auto next = history.sound_after(ada, at(0s)); next; next = history.sound_after(ada, next->begins))
        found.push_back(next->sequence.value());
    EXPECT_EQ(found, (std::vector<std::uint64_t>{1, 2, 3})) << "each once";
    EXPECT_FALSE(history.sound_after(ben, at(0s)).has_value());
}

std::vector<std::pair<std::uint64_t, Duration>> order(const ReplayHistory& history, base::MemberIndex sender) {
    std::vector<std::pair<std::uint64_t, Duration>> found;
    for (auto next = history.sound_after(sender, at(0s)); next; next = history.sound_after(sender, next->begins))
        found.emplace_back(next->sequence.value(), next->begins.time_since_epoch());
    return found;
}

TEST(ReplayHistory, puts_what_a_busy_computer_sent_at_once_where_it_was_said) {
    for (const auto& arrivals : {std::vector{1U, 2U, 3U, 4U, 5U}, std::vector{1U, 5U, 3U, 2U, 4U, 3U}}) {
        ReplayHistory history;
        for (const auto number : arrivals) {
            auto late = sound(number);
            // 2 to 5 are sent together.
            if (number > 1) late.begins = sound(5).begins;
            history.keep(ada, late, at(1s));
        }
        EXPECT_EQ(order(history, ada), (std::vector<std::pair<std::uint64_t, Duration>>{
                                           {1, 10ms}, {2, 20ms}, {3, 30ms}, {4, 40ms}, {5, 50ms}}));
    }
}

TEST(ReplayHistory, keeps_the_order_of_a_sender_whose_clock_is_set_back) {
    ReplayHistory history;
    for (const auto number : {4U, 5U, 6U, 7U, 8U}) {
        auto back = sound(number);
        if (number > 5) back.begins -= 25ms;
        history.keep(ada, back, at(1s));
    }
    EXPECT_EQ(order(history, ada),
              (std::vector<std::pair<std::uint64_t, Duration>>{{4, 15ms}, {5, 25ms}, {6, 35ms}, {7, 45ms}, {8, 55ms}}));
}

TEST(ReplayHistory, forgets_what_is_too_old) {
    ReplayHistory history{{.age_max = 1s}};
    talk(history, ada, 1, 300);
    EXPECT_EQ(history.oldest_sound(ada), at(2s));
    EXPECT_EQ(history.oldest_sound(), history.oldest_sound(ada));
}

TEST(ReplayHistory, keeps_its_bound_of_bytes_and_drops_the_oldest_of_anyone) {
    const std::size_t each = sizeof(KeptSound) + 60;
    ReplayHistory history{{.sound_bytes_max = 100 * each}};
    talk(history, ada, 1, 61);
    talk(history, ben, 61, 141);
    EXPECT_EQ(history.bytes(), 100 * each);
    EXPECT_EQ(history.oldest_sound(ada), at(410ms));
    EXPECT_EQ(history.oldest_sound(ben), at(610ms));
    talk(history, ben, 141, 201);
    EXPECT_EQ(history.voices(), std::vector{ben}) << "nothing of Ada is left";
}

TEST(ReplayHistory, tells_when_somebody_spoke_without_their_breath) {
    ReplayHistory history;
    talk(history, ada, 100, 200);
    talk(history, ada, 200, 230, true);
    talk(history, ada, 230, 300);
    talk(history, ada, 300, 500, true);
    talk(history, ada, 500, 505); // a cough
    talk(history, ada, 505, 600, true);
    talk(history, ada, 600, 700);
    EXPECT_EQ(history.speech(ada), (std::vector<TimeSpan>{{at(1s), at(3s)}, {at(6s), at(7s)}}));
    EXPECT_TRUE(history.speech(ben).empty());
}

TEST(ReplayHistory, names_what_is_missing) {
    ReplayHistory history;
    EXPECT_EQ(history.holes(ada, {at(1s), at(9s)}), (std::vector<TimeSpan>{{at(1s), at(9s)}}));
    talk(history, ada, 300, 400);
    talk(history, ada, 420, 500); // too short to be asked for
    talk(history, ada, 700, 1000);
    EXPECT_EQ(history.holes(ada, {at(1s), at(9s)}), (std::vector<TimeSpan>{{at(1s), at(3s)}, {at(5s), at(7s)}}));
}

TEST(ReplayHistory, gives_what_a_decoder_needs_to_begin) {
    ReplayHistory history;
    for (const auto& [taken, key, layer] : std::initializer_list<std::tuple<Duration, bool, std::uint8_t>>{
             {100ms, true, 0}, {200ms, false, 1}, {300ms, false, 0}, {400ms, false, 1}, {500ms, false, 1}})
        history.keep(ada, picture(taken, key, layer), at(taken));
    using Times = std::vector<Duration>;
    EXPECT_EQ(times(history.pictures_until(ada, at(450ms))), (Times{100ms, 300ms, 400ms}));
    EXPECT_EQ(times(history.pictures_until(ada, at(250ms))), (Times{100ms, 200ms}));
    EXPECT_EQ(times(history.pictures_until(ada, at(50ms))), Times{});
    EXPECT_EQ(times(history.pictures(ada, {at(200ms), at(400ms)})), (Times{300ms, 400ms}));
}

TEST(ReplayHistory, keeps_the_key_frame_that_later_pictures_need) {
    ReplayHistory history{{.age_max = 1s}};
    history.keep(ada, picture(100ms, true, 0), at(100ms));
    for (auto taken = 200ms; taken <= 3s; taken += 100ms)
        history.keep(ada, picture(taken, false, taken % 500ms == 0ms ? 0 : 1), at(taken));
    EXPECT_EQ(history.oldest_picture(ada), at(2s));
    EXPECT_EQ(times(history.pictures_until(ada, at(2600ms))), (std::vector<Duration>{100ms, 2500ms, 2600ms}));
}

TEST(ReplayHistory, leaves_the_highest_layer_out) {
    ReplayHistory history;
    history.keep(ada, picture(100ms, true, 0), at(100ms));
    history.keep(ada, picture(200ms, false, 3), at(200ms));
    EXPECT_EQ(times(history.pictures(ada, {at(0s), at(1s)})), std::vector<Duration>{100ms});
}

} // namespace
} // namespace plenum::media
