// SPDX-License-Identifier: Apache-2.0
#include "media/audio/playout.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;
using base::Duration;

TEST(Playout, counts_late_and_duplicate_packets) {
    Playout playout;
    const auto push = [&](std::uint64_t n, Duration at) {
        return playout.push(
            {base::SequenceNumber{n}, base::ConferenceTime{20ms * static_cast<int>(n)}, base::Bytes(1), false},
            base::LocalTime{at});
    };
    EXPECT_TRUE(push(5, 100ms));
    EXPECT_FALSE(push(5, 101ms));
    EXPECT_EQ(playout.pop(base::LocalTime{130ms}).kind, PlayoutItem::Kind::packet);
    EXPECT_FALSE(push(4, 140ms));
    EXPECT_EQ(playout.counters().duplicate, 1U);
    EXPECT_EQ(playout.counters().late, 1U);
}

TEST(Playout, absurd_times_and_numbers_change_nothing) {
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

} // namespace
} // namespace plenum::media
