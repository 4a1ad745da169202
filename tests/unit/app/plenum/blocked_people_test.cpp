// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/blocked_people.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

constexpr base::MemberIndex anna{2};
constexpr base::MemberIndex bob{3};

ui::ChatMessage message(base::MemberIndex sender, std::uint64_t number) {
    ui::ChatMessage result;
    result.id = ui::ChatId{number};
    result.sender = sender;
    return result;
}

TEST(BlockedPeople, messages_are_kept_until_released_and_come_in_order) {
    BlockedPeople blocked;
    blocked.add(anna);
    EXPECT_TRUE(blocked.hold(message(anna, 1)));
    EXPECT_FALSE(blocked.hold(message(bob, 1)));
    EXPECT_TRUE(blocked.hold(message(anna, 2)));
    EXPECT_EQ(blocked.messages(), 2U);
    const auto released = blocked.release(anna);
    ASSERT_EQ(released.size(), 2U);
    EXPECT_EQ(released[0].id, ui::ChatId{1});
    EXPECT_EQ(released[1].id, ui::ChatId{2});
    EXPECT_FALSE(blocked.hold(message(anna, 3)));
    EXPECT_TRUE(blocked.release(anna).empty());
}

TEST(BlockedPeople, past_the_bound_the_oldest_messages_are_dropped) {
    BlockedPeople blocked;
    blocked.add(anna);
    for (std::uint64_t number = 1; number <= BlockedPeople::messages_max + 1; ++number)
        EXPECT_TRUE(blocked.hold(message(anna, number)));
    const auto released = blocked.release(anna);
    ASSERT_EQ(released.size(), BlockedPeople::messages_max);
    EXPECT_EQ(released.front().id, ui::ChatId{2});
}

} // namespace
} // namespace plenum::app
