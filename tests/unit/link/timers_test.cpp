// SPDX-License-Identifier: Apache-2.0
#include "core/link/timers.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::link {
namespace {

using std::chrono::seconds;

TEST(TimerTable, TheEarliestComesFirstAndKnowsWhy) {
    TimerTable table;
    EXPECT_EQ(table.next().at, base::local_time_max);
    table.set(TimerReason::death, base::local_time_max);
    EXPECT_EQ(table.next().at, base::local_time_max);
    table.set(TimerReason::clock, base::LocalTime{seconds{3}});
    EXPECT_EQ(table.next().reason, TimerReason::clock);
    table.set(TimerReason::loss, base::LocalTime{seconds{2}});
    table.set(TimerReason::death, base::LocalTime{seconds{4}});
    table.set(TimerReason::rekey, base::LocalTime{seconds{2}});
    EXPECT_EQ(table.next().at, base::LocalTime{seconds{2}});
    EXPECT_EQ(table.next().reason, TimerReason::loss);
}

TEST(TimerTable, EveryReasonHasANameOfItsOwn) {
    std::set<std::string_view> names;
    for (const auto reason : base::enum_values<TimerReason>)
        names.insert(name(reason));
    EXPECT_EQ(names.size(), base::enum_count<TimerReason>);
    EXPECT_FALSE(names.contains("unknown"));
    EXPECT_EQ(name(TimerReason::acknowledgement), "acknowledgement");
    EXPECT_EQ(name(TimerReason::close), "close");
}

} // namespace
} // namespace plenum::link
