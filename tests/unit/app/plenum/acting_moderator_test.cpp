// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/acting_moderator.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

base::LocalTime at(base::Duration since) { return base::LocalTime{1h} + since; }

ui::Member member(std::uint32_t index, ui::Role role = ui::Role::participant) {
    ui::Member result;
    result.index = base::MemberIndex{index};
    result.role = role;
    return result;
}

class ActingModeratorTest : public testing::Test {
  protected:
    ActingModeratorTest() { members[1].is_self = true; }
    [[nodiscard]] bool at_time(base::Duration since) { return acting.update(members, moderators_only, at(since)); }

    std::vector<ui::Member> members{member(1, ui::Role::moderator), member(2), member(3)};
    bool moderators_only{false};
    ActingModerator acting;
};

TEST_F(ActingModeratorTest, the_longest_here_acts_after_half_a_minute) {
    EXPECT_FALSE(at_time(0s));
    members[0].presence = ui::Presence::absent;
    EXPECT_FALSE(at_time(10s));
    EXPECT_FALSE(at_time(40s));
    EXPECT_TRUE(at_time(42s));
    members[0].presence = ui::Presence::present;
    EXPECT_FALSE(at_time(43s));
    members.erase(members.begin());
    EXPECT_FALSE(at_time(44s));
    EXPECT_TRUE(at_time(76s));
}

TEST_F(ActingModeratorTest, somebody_longer_here_goes_before_us_while_present) {
    members[0].role = ui::Role::participant;
    EXPECT_FALSE(at_time(0s));
    EXPECT_FALSE(at_time(60s));
    members[0].presence = ui::Presence::absent;
    EXPECT_TRUE(at_time(61s));
}

TEST_F(ActingModeratorTest, not_where_only_moderators_moderate) {
    members.erase(members.begin());
    moderators_only = true;
    EXPECT_FALSE(at_time(0s));
    EXPECT_FALSE(at_time(60s));
}

TEST_F(ActingModeratorTest, whoever_is_asked_to_let_somebody_in_may) {
    members.erase(members.begin());
    EXPECT_FALSE(at_time(0s));
    acting.prove(at(1s));
    EXPECT_TRUE(at_time(1s));
}

} // namespace
} // namespace plenum::app
