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

class RosterTest : public testing::Test {
  protected:
    void join(const node::MemberJoined& event) {
        tell(event);
        roster.update(event.member);
    }
    void tell(const node::Event& event) { view.handle(event); }

    client::ConferenceView view;
    Roster roster{view};
};

TEST_F(RosterTest, members_are_shown_in_order_of_index) {
    join(joined(2, "Ada"));
    auto moderator = joined(1, "Robin", true);
    moderator.role = node::MemberRole::moderator;
    join(moderator);
    const auto members = roster.members();
    ASSERT_EQ(members.size(), 2U);
    EXPECT_TRUE(members[0].is_self);
    EXPECT_EQ(members[0].role, ui::Role::moderator);
    EXPECT_EQ(members[1].name, "Ada");
    EXPECT_EQ(members[1].role, ui::Role::participant);
    EXPECT_FALSE(members[1].microphone_on);
}

TEST_F(RosterTest, a_name_outlasts_its_member) {
    join(joined(2, "Ada"));
    EXPECT_TRUE(roster.remove(index(2)));
    EXPECT_FALSE(roster.remove(index(2)));
    EXPECT_FALSE(roster.remove(index(3)));
    EXPECT_EQ(roster.find(index(2)), nullptr);
    EXPECT_EQ(roster.name_of(index(2)), "Ada");
    EXPECT_EQ(roster.name_of(index(3)), "");
}

TEST_F(RosterTest, role_and_presence_are_those_of_the_view) {
    join(joined(2, "Ada"));
    tell(node::MemberPresence{index(2), false});
    EXPECT_EQ(roster.update(index(2))->presence, ui::Presence::absent);
    tell(node::MemberRoleChanged{index(2), node::MemberRole::moderator});
    EXPECT_EQ(roster.update(index(2))->role, ui::Role::moderator);
    EXPECT_EQ(roster.update(index(3)), std::nullopt);
}

TEST_F(RosterTest, who_creates_flows_of_cameras_is_no_person_as_long_as_it_stays) {
    const auto declare = [&](std::uint16_t flow, std::uint32_t owner, base::FlowKind kind, const std::string& name) {
        node::FlowDeclared event;
        event.flow = base::FlowId{flow};
        event.name = name;
        event.spec.kind = kind;
        event.owner = index(owner);
        event.peer = index(2);
        tell(event);
        return Roster::is_of_cameras(event);
    };
    for (const auto member : {2U, 3U, 4U})
        join(joined(member, "M"));
    EXPECT_TRUE(declare(90, 3, base::FlowKind::capture, "camera 3"));
    EXPECT_TRUE(declare(91, 4, base::FlowKind::live, "capture cluster"));
    EXPECT_FALSE(declare(92, 2, base::FlowKind::live, "scene cluster"));
    EXPECT_TRUE(roster.update(index(3))->captures);
    EXPECT_TRUE(roster.update(index(4))->captures);
    EXPECT_FALSE(roster.update(index(2))->captures) << "a peer did not say so itself";
    tell(node::FlowRemoved{base::FlowId{90}});
    EXPECT_TRUE(roster.update(index(3))->captures);
}

TEST_F(RosterTest, only_changes_of_sound_pictures_and_acquaintance_are_told) {
    join(joined(2, "Ada"));
    EXPECT_EQ(roster.set_media(index(2), {false, false}), std::nullopt);
    const auto changed = roster.set_media(index(2), {false, true});
    ASSERT_TRUE(changed);
    EXPECT_TRUE(changed->camera_on);
    EXPECT_FALSE(changed->microphone_on);
    EXPECT_EQ(roster.set_media(index(2), {false, true}), std::nullopt);
    const auto late = roster.set_media(index(2), {.camera_on = true, .picture_late = true});
    ASSERT_TRUE(late);
    EXPECT_TRUE(late->camera_on);
    EXPECT_TRUE(late->picture_late);
    ui::Acquaintance how;
    how.familiarity = ui::Familiarity::verified;
    EXPECT_EQ(roster.set_acquaintance(index(2), how)->acquaintance, how);
    EXPECT_EQ(roster.set_acquaintance(index(2), how), std::nullopt);
    roster.set_host(index(2));
    EXPECT_TRUE(roster.update(index(2))->is_host);
}

} // namespace
} // namespace plenum::app
