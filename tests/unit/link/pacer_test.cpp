// SPDX-License-Identifier: Apache-2.0
#include "core/link/pacer.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using base::PriorityClass;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::ByteRate rate{120'000}; // a datagram of 1200 bytes takes 10 ms
constexpr base::LocalTime start{seconds{7}};

std::size_t sent_within(Pacer& pacer, base::LocalTime from, base::Duration time, PriorityClass priority,
                        bool clear = true) {
    std::size_t count = 0;
    for (auto now = from; now < from + time; now += milliseconds{1}) {
        while (pacer.ready_at(rate, priority, clear) <= now) {
            pacer.handle_sent(1200, rate, now);
            ++count;
        }
    }
    return count;
}

TEST(Pacer, KeepsToTheRateAfterABurst) {
    Pacer pacer{start};
    const auto first = sent_within(pacer, start, milliseconds{1}, PriorityClass::bulk);
    EXPECT_GE(first, 2U);
    EXPECT_LE(first, 3U);
    const auto then = sent_within(pacer, start + milliseconds{1}, seconds{1}, PriorityClass::bulk);
    EXPECT_GE(then, 99U);
    EXPECT_LE(then, 101U);
}

TEST(Pacer, APauseEarnsNoMoreThanABurst) {
    Pacer pacer{start};
    (void)sent_within(pacer, start, seconds{1}, PriorityClass::bulk);
    const auto burst = sent_within(pacer, start + seconds{100}, milliseconds{1}, PriorityClass::bulk);
    EXPECT_GE(burst, 2U);
    EXPECT_LE(burst, 3U);
}

TEST(Pacer, UrgentTrafficGoesAheadByABound) {
    Pacer pacer{start};
    (void)sent_within(pacer, start, seconds{1}, PriorityClass::bulk);
    const auto now = start + seconds{1};
    const auto ahead = sent_within(pacer, now, milliseconds{1}, PriorityClass::audio);
    EXPECT_GE(ahead, 4U);
    EXPECT_LE(ahead, 5U);
    // What went ahead is taken off afterwards.
    EXPECT_EQ(sent_within(pacer, now + milliseconds{1}, milliseconds{35}, PriorityClass::bulk), 0U);
}

TEST(Pacer, APictureGoesAheadLessAndDelaysNoVoice) {
    Pacer pacer{start};
    (void)sent_within(pacer, start, seconds{1}, PriorityClass::bulk);
    const auto now = start + seconds{1};
    const auto picture = sent_within(pacer, now, milliseconds{1}, PriorityClass::video);
    EXPECT_GE(picture, 2U);
    EXPECT_LE(picture, 3U);
    EXPECT_LE(pacer.ready_at(rate, PriorityClass::audio, true), now) << "though video goes as far ahead as it may";
    EXPECT_EQ(sent_within(pacer, now + milliseconds{1}, milliseconds{15}, PriorityClass::bulk), 0U);
}

TEST(Pacer, WhereAQueueStandsAPictureWaitsItsTurn) {
    Pacer pacer{start};
    (void)sent_within(pacer, start, seconds{1}, PriorityClass::bulk);
    EXPECT_LE(sent_within(pacer, start + seconds{1}, milliseconds{1}, PriorityClass::video, false), 1U);
}

TEST(Pacer, NoRateAtAllIsNoDivisionByZero) {
    Pacer pacer{start};
    pacer.handle_sent(1, base::ByteRate{0}, start);
    EXPECT_GT(pacer.ready_at(base::ByteRate{1'000'000}, PriorityClass::bulk, true), start);
}

} // namespace
} // namespace plenum::link
