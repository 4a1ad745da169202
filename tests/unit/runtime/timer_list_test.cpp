// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/timer_list.h"

#include <gtest/gtest.h>

#include <string>

namespace plenum::runtime {
namespace {

using std::chrono::seconds;

constexpr base::LocalTime start{seconds{7}};

class Timers : public testing::Test {
  protected:
    TimerId add(base::LocalTime at, char name) {
        return timers.add(at, [this, name] { called += name; });
    }
    void run(base::LocalTime now) {
        while (auto task = timers.take_due(now))
            task();
    }
    TimerList timers;
    std::string called;
};

TEST_F(Timers, are_called_by_time_and_then_in_the_order_of_adding) {
    EXPECT_EQ(timers.next_at(), base::local_time_max);
    add(start + seconds{2}, 'c');
    add(start + seconds{1}, 'a');
    add(start + seconds{1}, 'b');
    EXPECT_EQ(timers.next_at(), start + seconds{1});
    run(start);
    EXPECT_EQ(called, "");
    run(start + seconds{1});
    EXPECT_EQ(called, "ab");
    EXPECT_EQ(timers.next_at(), start + seconds{2});
    run(start + seconds{9});
    EXPECT_EQ(called, "abc");
    EXPECT_EQ(timers.next_at(), base::local_time_max);
}

TEST_F(Timers, are_not_called_once_cancelled) {
    const auto one = add(start, 'a');
    const auto other = add(start, 'b');
    timers.cancel(one);
    timers.cancel(one);
    timers.cancel(TimerId{});
    run(start);
    EXPECT_EQ(called, "b");
    timers.cancel(other);
}

TEST_F(Timers, may_add_others_while_they_are_called) {
    timers.add(start, [this] {
        called += 'a';
        add(start, 'b');
        add(start + seconds{1}, 'c');
    });
    run(start);
    EXPECT_EQ(called, "ab");
    EXPECT_EQ(timers.next_at(), start + seconds{1});
}

} // namespace
} // namespace plenum::runtime
