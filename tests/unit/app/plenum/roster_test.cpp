// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/roster.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

base::MemberIndex index(std::uint32_t value) { return base::MemberIndex{value}; }

node::MemberJoined joined(std::uint32_t member, const std::string& name, bool self = false) {
    node::MemberJoined event;
    event.member = index(member);
    event.name = name;
    event.identity.bytes[0] = static_cast<std::uint8_t>(member);
    event.self = self;
    return event;
}

TEST(Roster, knows_who_is_there_and_who_we_are) {
    Roster roster;
    roster.add(joined(2, "Ada"));
    auto moderator = joined(1, "Robin", true);
    moderator.role = node::MemberRole::moderator;
    EXPECT_EQ(roster.add(moderator).role, ui::Role::moderator);
    EXPECT_EQ(roster.self(), index(1));
    const auto members = roster.members();
    ASSERT_EQ(members.size(), 2U);
    EXPECT_TRUE(members[0].is_self);
    EXPECT_EQ(members[1].name, "Ada");
    EXPECT_EQ(members[1].role, ui::Role::participant);
    EXPECT_FALSE(members[1].microphone_on);
}

TEST(Roster, a_name_outlasts_its_member_and_the_key_does_not) {
    Roster roster;
    roster.add(joined(1, "Robin", true));
    roster.add(joined(2, "Ada"));
    EXPECT_TRUE(roster.remove(index(2)));
    EXPECT_FALSE(roster.remove(index(2)));
    EXPECT_FALSE(roster.remove(index(3)));
    EXPECT_EQ(roster.find(index(2)), nullptr);
    EXPECT_EQ(roster.name_of(index(2)), "Ada");
    EXPECT_EQ(roster.name_of(index(3)), "");
    EXPECT_EQ(roster.identities().size(), 1U);
    EXPECT_EQ(roster.set_present(index(2), false), std::nullopt);
}

TEST(Roster, knows_our_key_wherever_it_is) {
    Roster roster;
    auto before = joined(1, "Robin");
    before.identity.bytes[0] = 7;
    roster.add(before);
    EXPECT_FALSE(roster.is_ours(index(1))) << "we are nobody yet";
    EXPECT_FALSE(roster.is_ours(index(9))) << "neither is a stranger";
    auto self = joined(2, "Robin", true);
    self.identity.bytes[0] = 7;
    roster.add(self);
    roster.add(joined(3, "Robin"));
    roster.remove(index(1));
    EXPECT_TRUE(roster.is_ours(index(1)));
    EXPECT_TRUE(roster.is_ours(index(2)));
    EXPECT_FALSE(roster.is_ours(index(3))) << "a name is no key";
    EXPECT_FALSE(roster.is_ours(index(9)));
}

TEST(Roster, only_changes_are_told) {
    Roster roster;
    roster.add(joined(2, "Ada"));
    EXPECT_EQ(roster.set_present(index(2), true), std::nullopt);
    EXPECT_EQ(roster.set_present(index(2), false)->presence, ui::Presence::absent);
    EXPECT_EQ(roster.set_media(index(2), {false, false}), std::nullopt);
    const auto changed = roster.set_media(index(2), {false, true});
    ASSERT_TRUE(changed);
    EXPECT_TRUE(changed->camera_on);
    EXPECT_FALSE(changed->microphone_on);
    EXPECT_EQ(roster.set_media(index(2), {false, true}), std::nullopt);
}

TEST(Roster, roles_and_what_we_know_of_people_change_where_they_are_members) {
    Roster roster;
    roster.add(joined(2, "Ada"));
    EXPECT_EQ(roster.set_role(index(2), node::MemberRole::participant), std::nullopt);
    EXPECT_EQ(roster.set_role(index(2), node::MemberRole::moderator)->role, ui::Role::moderator);
    ui::Acquaintance how;
    how.familiarity = ui::Familiarity::verified;
    EXPECT_EQ(roster.set_acquaintance(index(2), how)->acquaintance, how);
    EXPECT_EQ(roster.set_acquaintance(index(2), how), std::nullopt);
    roster.set_host(index(2));
    EXPECT_TRUE(roster.find(index(2))->is_host);
    EXPECT_EQ(roster.identity_of(index(2)).bytes[0], 2);
    roster.remove(index(2));
    EXPECT_EQ(roster.set_role(index(2), node::MemberRole::participant), std::nullopt);
    EXPECT_EQ(roster.identity_of(index(2)).bytes[0], 2);
    EXPECT_TRUE(roster.identity_of(index(3)).is_zero());
}

TEST(Roster, removed_we_are_nobody) {
    Roster roster;
    roster.add(joined(1, "Robin", true));
    roster.remove(index(1));
    EXPECT_EQ(roster.self(), index(0));
}

} // namespace
} // namespace plenum::app
