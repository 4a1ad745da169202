// SPDX-License-Identifier: Apache-2.0
#include "core/link/pacer.h"

#include <gtest/gtest.h>

namespace plenum::link {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::ByteRate rate{120'000}; // a datagram of 1200 bytes takes 10 ms
constexpr base::LocalTime start{seconds{7}};

std::size_t sent_within(Pacer& pacer, base::LocalTime from, base::Duration time, bool urgent) {
    std::size_t count = 0;
    for (auto now = from; now < from + time; now += milliseconds{1}) {
        while (pacer.ready_at(rate, urgent) <= now) {
            pacer.handle_sent(1200, rate, now);
            ++count;
        }
    }
    return count;
}

TEST(Pacer, KeepsToTheRateAfterABurst) {
    Pacer pacer{start};
    const auto first = sent_within(pacer, start, milliseconds{1}, false);
    EXPECT_GE(first, 2U);
    EXPECT_LE(first, 3U);
    const auto then = sent_within(pacer, start + milliseconds{1}, seconds{1}, false);
    EXPECT_GE(then, 99U);
    EXPECT_LE(then, 101U);
}

TEST(Pacer, APauseEarnsNoMoreThanABurst) {
    Pacer pacer{start};
    (void)sent_within(pacer, start, seconds{1}, false);
    const auto burst = sent_within(pacer, start + seconds{100}, milliseconds{1}, false);
    EXPECT_GE(burst, 2U);
    EXPECT_LE(burst, 3U);
}

TEST(Pacer, UrgentTrafficGoesAheadByABound) {
    Pacer pacer{start};
    (void)sent_within(pacer, start, seconds{1}, false);
    const auto now = start + seconds{1};
    const auto ahead = sent_within(pacer, now, milliseconds{1}, true);
    EXPECT_GE(ahead, 2U);
    EXPECT_LE(ahead, 3U);
    // What went ahead is taken off afterwards.
    EXPECT_EQ(sent_within(pacer, now + milliseconds{1}, milliseconds{15}, false), 0U);
}

TEST(Pacer, NoRateAtAllIsNoDivisionByZero) {
    Pacer pacer{start};
    pacer.handle_sent(1, base::ByteRate{0}, start);
    EXPECT_GT(pacer.ready_at(base::ByteRate{1'000'000}, false), start);
}

} // namespace
} // namespace plenum::link
