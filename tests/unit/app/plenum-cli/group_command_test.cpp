// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/group_act.h"
#include "app/plenum-cli/shell_command.h"

#include <gtest/gtest.h>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

constexpr base::ConversationId red{2};
constexpr base::MemberIndex ann{2};
constexpr base::MemberIndex bob{3};
constexpr base::ConferenceTime now{100s};

/// A conference with the group Red, in which people are until minute 5 and lean to order; Bob is in it.
class GroupLineTest : public testing::Test {
  protected:
    GroupLineTest() {
        log::ConversationSettings settings;
        settings.lean = log::Lean::order;
        settings.ends_at = base::ConferenceTime{5min};
        view.handle(node::ConversationChanged{log::plenary, {}, {}, true});
        view.handle(node::ConversationChanged{red, "Red", settings, true});
        view.handle(node::MembersPlaced{red, {bob}});
    }
    std::expected<client::Session::FloorAct, std::string> act(std::string_view line,
                                                              std::optional<base::ConferenceTime> at = now) {
        const auto parsed = parse_command(line);
        if (!parsed) return std::unexpected{parsed.error()};
        if (!*parsed || !std::holds_alternative<GroupCommand>(**parsed)) return std::unexpected{"another command"};
        return group_act(std::get<GroupCommand>(**parsed), view, at);
    }
    log::ChangeConversation change(std::string_view line) {
        return std::get<log::ChangeConversation>(std::get<node::ActOnConversation>(act(line).value()).operation);
    }
    log::PlaceMembers place(std::string_view line) {
        return std::get<log::PlaceMembers>(std::get<node::ActOnConversation>(act(line).value()).operation);
    }

    client::ConferenceView view;
};

TEST_F(GroupLineTest, opens) {
    const auto plain = std::get<node::OpenGroup>(act("group open Blue").value());
    EXPECT_EQ(plain.label, "Blue");
    EXPECT_EQ(plain.settings, log::ConversationSettings{});
    const auto made = std::get<node::OpenGroup>(act("group open Blue open minutes=10 lean=live").value()).settings;
    EXPECT_TRUE(made.open);
    EXPECT_EQ(made.lean, log::Lean::live);
    EXPECT_EQ(made.ends_at, now + 10min);
}

TEST_F(GroupLineTest, opens_no_second_group_of_the_same_name) {
    EXPECT_EQ(act("group open Red").error(), "a group has this name already: Red");
    view.handle(node::ConversationChanged{red, "Red", {}, false});
    EXPECT_TRUE(act("group open Red")) << "that group is closed";
}

TEST_F(GroupLineTest, changes_what_is_said_and_nothing_else) {
    EXPECT_EQ(change("group change Red open").conversation, red);
    EXPECT_TRUE(change("group change 2 open").settings.open);
    EXPECT_EQ(change("group change Red open").settings.lean, log::Lean::order);
    EXPECT_EQ(change("group change Red open").settings.ends_at, base::ConferenceTime{5min});
    EXPECT_EQ(change("group change Red minutes=1").settings.ends_at, now + 1min);
    EXPECT_EQ(change("group change Red minutes=0").settings.ends_at, std::nullopt);
    EXPECT_EQ(change("lean live Red").settings.lean, log::Lean::live);
    EXPECT_EQ(change("lean order").conversation, log::plenary);
    EXPECT_EQ(change("lean order").settings.lean, log::Lean::order);
}

TEST_F(GroupLineTest, places_and_closes) {
    EXPECT_EQ(place("group place Red 3,2"), (log::PlaceMembers{red, {ann, bob}}));
    EXPECT_EQ(place("group place 0 3"), (log::PlaceMembers{{}, {bob}}));
    const auto closed = std::get<node::ActOnConversation>(act("group close Red").value()).operation;
    EXPECT_EQ(std::get<log::CloseConversation>(closed).conversation, red);
}

TEST_F(GroupLineTest, says_how_it_is_used) {
    for (const auto* line : {"group", "group dance", "group open", "group open Blue wide", "group change Red",
                             "group change Red minutes=soon", "group change Red minutes=1441", "group close",
                             "group place Red", "group place Red two", "group place Red 2,,3", "lean", "lean sideways"})
        EXPECT_TRUE(act(line).error().starts_with("usage: ")) << line;
    EXPECT_EQ(act("group close Green").error(), "no such group: Green");
    EXPECT_EQ(act("group place Green 2").error(), "no such group: Green");
    EXPECT_FALSE(act("group open Blue minutes=3", std::nullopt));
    EXPECT_TRUE(act("group open Blue", std::nullopt));
}

TEST_F(GroupLineTest, tells_who_is_where) {
    const auto json = groups_json(view);
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[1]["label"], "Red");
    EXPECT_EQ(json[1]["lean"], "order");
    EXPECT_EQ(json[1]["members"], Json::array({3}));
    EXPECT_EQ(json[0]["members"], Json::array());
}

} // namespace
} // namespace plenum::cli
