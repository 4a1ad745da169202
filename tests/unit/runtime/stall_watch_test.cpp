// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/stall_watch.h"

#include <gtest/gtest.h>

namespace plenum::runtime {
namespace {

using std::chrono::seconds;

constexpr base::LocalTime start{seconds{6}};
constexpr auto stalled = start + StallWatch::stall_max;

base::ConferenceHandle conference(std::uint8_t fill) {
    base::ConferenceHandle handle;
    handle.bytes.fill(fill);
    return handle;
}

TEST(StallWatch, tells_once_of_what_waits_too_long) {
    StallWatch watch;
    EXPECT_EQ(watch.next_at(), base::local_time_max);
    watch.handle_put(conference(1), 7, start);
    watch.handle_put(conference(1), 8, start + seconds{1});
    EXPECT_EQ(watch.next_at(), stalled) << "the oldest counts";
    EXPECT_TRUE(watch.check(stalled - base::Duration{1}).not_durable.empty());
    const auto stall = watch.check(stalled);
    EXPECT_TRUE(stall.begins);
    ASSERT_EQ(stall.not_durable.size(), 1U);
    EXPECT_EQ(stall.not_durable.front().number, 8U);
    EXPECT_TRUE(watch.check(stalled).not_durable.empty());
    EXPECT_EQ(watch.next_at(), base::local_time_max);
}

TEST(StallWatch, tells_at_once_of_what_is_put_on_a_stalled_disk) {
    StallWatch watch;
    watch.handle_put(conference(1), 7, start);
    EXPECT_TRUE(watch.check(stalled).begins);
    watch.handle_put(conference(2), 1, stalled);
    EXPECT_EQ(watch.next_at(), base::LocalTime::min());
    const auto more = watch.check(stalled);
    EXPECT_FALSE(more.begins);
    EXPECT_EQ(more.not_durable.size(), 1U);
    EXPECT_TRUE(watch.handle_kept({{conference(1), 7, true}}, stalled)) << "the disk takes something again";
}

TEST(StallWatch, waits_for_the_highest_number_and_not_for_what_is_forgotten) {
    StallWatch watch;
    watch.handle_put(conference(1), 7, start);
    watch.handle_put(conference(1), 8, start);
    EXPECT_FALSE(watch.handle_kept({{conference(1), 7, true}}, start + seconds{1}));
    EXPECT_EQ(watch.next_at(), stalled + seconds{1});
    watch.forget(conference(1));
    EXPECT_EQ(watch.next_at(), base::local_time_max);
}

} // namespace
} // namespace plenum::runtime
