// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/blocked_people.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

base::IdentityKey key(std::uint8_t number) {
    base::IdentityKey made;
    made.bytes[0] = number;
    return made;
}
const auto anna = key(2);
const auto bob = key(3);

ui::ChatMessage message(std::uint64_t number) {
    ui::ChatMessage result;
    result.id = ui::ChatId{number};
    return result;
}

TEST(BlockedPeople, messages_are_kept_until_released_and_come_in_order) {
    BlockedPeople blocked;
    blocked.add(anna);
    EXPECT_TRUE(blocked.hold(anna, message(1)));
    EXPECT_FALSE(blocked.hold(bob, message(1)));
    EXPECT_TRUE(blocked.hold(anna, message(2)));
    EXPECT_EQ(blocked.messages(), 2U);
    const auto released = blocked.release(anna);
    ASSERT_EQ(released.size(), 2U);
    EXPECT_EQ(released[0].id, ui::ChatId{1});
    EXPECT_EQ(released[1].id, ui::ChatId{2});
    EXPECT_FALSE(blocked.hold(anna, message(3)));
    EXPECT_TRUE(blocked.release(anna).empty());
}

TEST(BlockedPeople, past_the_bound_the_oldest_messages_are_dropped) {
    BlockedPeople blocked;
    blocked.add(anna);
    for (std::uint64_t number = 1; number <= BlockedPeople::messages_max + 1; ++number)
        EXPECT_TRUE(blocked.hold(anna, message(number)));
    const auto released = blocked.release(anna);
    ASSERT_EQ(released.size(), BlockedPeople::messages_max);
    EXPECT_EQ(released.front().id, ui::ChatId{2});
}

} // namespace
} // namespace plenum::app
