// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/withheld.h"

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

TEST(Withheld, keeps_what_they_write_until_released_in_order) {
    Withheld withheld;
    withheld.add(anna);
    EXPECT_TRUE(withheld.hold(message(anna, 1)));
    EXPECT_FALSE(withheld.hold(message(bob, 1)));
    EXPECT_TRUE(withheld.hold(message(anna, 2)));
    EXPECT_EQ(withheld.messages(), 2U);
    const auto released = withheld.release(anna);
    ASSERT_EQ(released.size(), 2U);
    EXPECT_EQ(released[0].id, ui::ChatId{1});
    EXPECT_EQ(released[1].id, ui::ChatId{2});
    EXPECT_FALSE(withheld.hold(message(anna, 3)));
    EXPECT_TRUE(withheld.release(anna).empty());
}

TEST(Withheld, the_oldest_words_go_past_the_bound) {
    Withheld withheld;
    withheld.add(anna);
    for (std::uint64_t number = 1; number <= Withheld::messages_max + 1; ++number)
        EXPECT_TRUE(withheld.hold(message(anna, number)));
    const auto released = withheld.release(anna);
    ASSERT_EQ(released.size(), Withheld::messages_max);
    EXPECT_EQ(released.front().id, ui::ChatId{2});
}

TEST(Withheld, is_undecided_until_all_were_answered) {
    Withheld withheld;
    EXPECT_FALSE(withheld.undecided());
    withheld.add(anna);
    withheld.add(bob);
    withheld.put_off(anna);
    EXPECT_TRUE(withheld.undecided());
    EXPECT_TRUE(withheld.contains(anna));
    // Told again of the same person, the answer holds.
    withheld.add(anna);
    withheld.forget(bob);
    EXPECT_FALSE(withheld.undecided());
}

} // namespace
} // namespace plenum::app
