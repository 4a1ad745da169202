// SPDX-License-Identifier: Apache-2.0
#include "core/sched/timetable.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace plenum::sched {
namespace {

struct Sleeper {
    Appointment wakes;
};
using Table = Timetable<Sleeper, &Sleeper::wakes>;

constexpr base::LocalTime at(std::uint64_t number) { return base::LocalTime{std::chrono::milliseconds{number}}; }

TEST(Timetable, TheEarliestComesFirstAndOnlyWhenItsTimeHasCome) {
    std::array<Sleeper, 3> sleepers;
    Table table;
    EXPECT_EQ(table.next(), base::local_time_max);
    EXPECT_EQ(table.take_due(at(1000)), nullptr);
    table.set(sleepers[0], at(30));
    table.set(sleepers[1], at(10));
    table.set(sleepers[2], at(20));
    EXPECT_EQ(table.next(), at(10));
    EXPECT_EQ(table.take_due(at(9)), nullptr);
    EXPECT_EQ(table.take_due(at(20)), &sleepers[1]);
    EXPECT_EQ(table.take_due(at(20)), &sleepers[2]);
    EXPECT_EQ(table.take_due(at(20)), nullptr);
    EXPECT_EQ(table.next(), at(30));
    EXPECT_EQ(sleepers[1].wakes.at, base::local_time_max);
}

TEST(Timetable, ATimeChangesBothWaysAndNeverTakesOut) {
    std::array<Sleeper, 2> sleepers;
    Table table;
    table.set(sleepers[0], at(10));
    table.set(sleepers[1], at(20));
    table.set(sleepers[0], at(30));
    EXPECT_EQ(table.next(), at(20));
    table.set(sleepers[0], at(5));
    EXPECT_EQ(table.next(), at(5));
    table.set(sleepers[0], base::local_time_max);
    EXPECT_EQ(table.next(), at(20));
    table.remove(sleepers[0]);
    EXPECT_EQ(table.size(), 1U);
    table.remove(sleepers[1]);
    EXPECT_EQ(table.size(), 0U);
    table.set(sleepers[1], at(7));
    EXPECT_EQ(table.take_due(at(7)), &sleepers[1]);
}

/// Against a sorted map, through some hundred thousand changes.
TEST(Timetable, AgreesWithASortedMap) {
    base::Random random{7};
    std::array<Sleeper, 100> sleepers;
    std::map<Sleeper*, base::LocalTime> model;
    Table table;
    const auto earliest = [&] {
        auto first = base::local_time_max;
        for (const auto& [sleeper, when] : model)
            first = std::min(first, when);
        return first;
    };
    for (int step = 0; step < 100'000; ++step) {
        auto& sleeper = sleepers[random.below(sleepers.size())];
        switch (random.below(4)) {
        case 0:
            table.remove(sleeper);
            model.erase(&sleeper);
            break;
        case 1: {
            const auto now = at(random.below(1000));
            const auto first = earliest();
            auto* due = table.take_due(now);
            ASSERT_EQ(due != nullptr, first <= now);
            if (due == nullptr) break;
            ASSERT_EQ(model.at(due), first);
            model.erase(due);
            break;
        }
        default: model[&sleeper] = at(random.below(1000)); table.set(sleeper, model[&sleeper]);
        }
        ASSERT_EQ(table.next(), earliest());
        ASSERT_EQ(table.size(), model.size());
    }
    EXPECT_GT(model.size(), 10U);
}

} // namespace
} // namespace plenum::sched
