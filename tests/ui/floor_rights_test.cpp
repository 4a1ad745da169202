// SPDX-License-Identifier: Apache-2.0
// What moderators and holders may do with a floor and are told of it, over the simulated conference.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

class FloorRightsTest : public InCall {
  protected:
    void SetUp() override {
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text) { said << text; });
    }
    /// Ada has the floor; we moderate, or do not.
    void enter_where_ada_speaks(bool moderating) {
        enter(moderating);
        conference.floors().turn_floor_on();
        conference.floors().someone_wants_floor(ada);
        said.clear();
    }
    void configure(const std::function<void(FloorSettings&)>& change) {
        auto rules = floor().floor().settings;
        change(rules);
        conference.floors().someone_acts(ConfigureFloor{voice_token, rules});
    }
    [[nodiscard]] FloorModel& floor() { return *floors.voice(); }
    [[nodiscard]] QVariant of(base::MemberIndex member, int role) {
        for (int row = 0; row < floor().rowCount(); ++row) {
            const auto index = floor().index(row);
            if (index.data(FloorModel::member_role).toUInt() == member.value()) return index.data(role);
        }
        return {};
    }
    [[nodiscard]] QString facts(base::MemberIndex member) { return of(member, FloorModel::facts_role).toString(); }

    Floors& floors{*client.floors()};
    QStringList said;
};

TEST_F(FloorRightsTest, ModeratorsAreToldHowManyWaitAndOfAPointOfOrder) {
    enter_where_ada_speaks(true);
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(floors.waiting(), 1);
    EXPECT_TRUE(said.isEmpty()) << "that somebody asks is on the button alone";
    conference.floors().someone_wants_floor(jonas, true, RequestClass::point_of_order);
    EXPECT_THAT(said, ElementsAre("Jonas Weber has a point of order."));
    conference.floors().let_floor_time_pass(1s);
    EXPECT_EQ(said.size(), 1) << "once";
}

TEST_F(FloorRightsTest, WhoDoesNotModerateIsNotToldOfPointsOfOrder) {
    enter_where_ada_speaks(false);
    conference.floors().someone_wants_floor(jonas, true, RequestClass::point_of_order);
    EXPECT_TRUE(said.isEmpty());
}

TEST_F(FloorRightsTest, HoldersShareAndPassOnWhereAModeratorLetsThem) {
    enter_where_ada_speaks(true);
    floor().rules()->set_may_share_it(true);
    ticks(1);
    floor().rules()->set_may_pass_on(false);
    ticks(1);
    EXPECT_TRUE(floor().rules()->may_share_it());
    EXPECT_FALSE(floor().rules()->may_pass_on());
    EXPECT_EQ(floor().floor().settings.holders_max, 2) << "else there is nothing to share";
    EXPECT_EQ(floor().floor().settings.parameters, "room=holder") << "the second place is not the queue's";
    conference.people().make_us_moderator(false);
    EXPECT_FALSE(floor().may_share(3)) << "it is not ours";
    conference.floors().someone_acts(PassFloor{voice_token, ada, robin});
    EXPECT_TRUE(floor().may_share(3));
    EXPECT_FALSE(floor().may_give(3));
    conference.people().make_us_moderator(true);
    floor().rules()->set_may_share_it(false);
    ticks(1);
    EXPECT_EQ(floor().floor().settings.holders_max, 1);
    EXPECT_EQ(floor().floor().settings.parameters, "");
}

TEST_F(FloorRightsTest, AFloorIsRemovedAndComesBack) {
    enter_where_ada_speaks(true);
    ASSERT_TRUE(client.floors()->barred());
    floor().own()->press();
    ticks(1);
    ASSERT_EQ(floor().own()->standing(), "waiting");
    said.clear();
    floor().rules()->remove();
    ticks(1);
    EXPECT_THAT(said, ElementsAre("The floor is removed. Everyone may speak now. Every open microphone is heard."));
    EXPECT_EQ(client.floors()->rowCount(), 0);
    EXPECT_FALSE(client.floors()->barred());
    ASSERT_TRUE(client.floors()->missing().contains(QStringLiteral("voice")));
    client.floors()->create(QStringLiteral("voice"));
    ticks(1);
    ASSERT_EQ(client.floors()->rowCount(), 1);
    EXPECT_EQ(floor().floor().settings.style, "queue");
    EXPECT_FALSE(floor().floor().everyone);
    ticks(2);
    EXPECT_EQ(floor().own()->standing(), "none") << "what was asked for before is not asked for anew";
}

TEST_F(FloorRightsTest, ModeratorsShareAtAnyTime) {
    enter_where_ada_speaks(true);
    configure([](FloorSettings& rules) { rules.holders_max = 2; });
    ASSERT_TRUE(floor().may_share(3));
    floor().act(3, QStringLiteral("share"));
    ticks(1);
    EXPECT_TRUE(floor().state().holds(jonas));
    EXPECT_TRUE(facts(jonas).startsWith("shared by Ada Moreau, for")) << facts(jonas).toStdString();
}

TEST_F(FloorRightsTest, InTheTalkPhaseNobodySharesBecauseTheStyleEndsCopies) {
    enter_where_ada_speaks(true);
    configure([](FloorSettings& rules) {
        rules.style = QStringLiteral("chalkboard");
        rules.holders_max = 500;
    });
    EXPECT_EQ(floor().rules()->sharing_obstacle(), "Can be shared only with “Take questions now”");
    floor().act(3, QStringLiteral("share"));
    ticks(1);
    EXPECT_FALSE(floor().state().holds(jonas));
    floor().rules()->set_option(QStringLiteral("phase"), QStringLiteral("questions"));
    ticks(1);
    EXPECT_EQ(floor().rules()->sharing_obstacle(), "");
    floor().act(3, QStringLiteral("share"));
    ticks(1);
    EXPECT_TRUE(floor().state().holds(jonas));
}

TEST_F(FloorRightsTest, AskingThatIsClosedTakesNoPointOfOrder) {
    enter_where_ada_speaks(false);
    floor().own()->press();
    ticks(1);
    EXPECT_TRUE(floor().own()->may_raise());
    configure([](FloorSettings& rules) { rules.locked = true; });
    EXPECT_FALSE(floor().own()->may_raise()) << "though we have asked before";
    conference.people().make_us_moderator(true);
    EXPECT_TRUE(floor().own()->may_raise());
}

TEST_F(FloorRightsTest, WhereEveryoneSpeaksTheQueueIsKeptWithoutClocks) {
    enter_where_ada_speaks(false);
    conference.floors().someone_wants_floor(jonas);
    floor().own()->press();
    ticks(1);
    configure([](FloorSettings& rules) {
        rules.style = QStringLiteral("brainstorm");
        rules.holders_max = 0;
    });
    ASSERT_TRUE(floor().everyone());
    EXPECT_EQ(facts(jonas), "kept for later");
    EXPECT_FALSE(floor().own()->may_raise());
    EXPECT_EQ(floors.waiting(), 0);
}

TEST_F(FloorRightsTest, AnotherStyleIsToldAndThatItTookTheFloor) {
    enter_where_ada_speaks(false);
    conference.floors().someone_acts(PassFloor{voice_token, ada, robin});
    said.clear();
    configure([](FloorSettings& rules) { rules.style = QStringLiteral("panel"); });
    EXPECT_THAT(said, ElementsAre("Ada Moreau chose the style “Panel”. Moderators may speak at any time; others ask "
                                  "and speak one at a time."));
    conference.floors().style_acts(RevokeFloor{voice_token, robin});
    EXPECT_EQ(said.last(), "The style is another now, so the floor was taken from you.");
    configure([](FloorSettings& rules) { rules.locked = true; });
    EXPECT_EQ(said.size(), 3) << "the same style is not told anew";
    conference.floors().someone_acts(GrantFloor{voice_token, robin});
    conference.floors().someone_acts(RevokeFloor{voice_token, robin});
    EXPECT_EQ(said.last(), "Ada Moreau took the floor from you. You can ask for it again.") << "and not the new style";
}

TEST_F(FloorRightsTest, AModeratorWhoAskedTakesItInOnePress) {
    enter_where_ada_speaks(true);
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(of(robin, FloorModel::offer_role), "grant");
    floor().act(1, QStringLiteral("grant"));
    ticks(1);
    EXPECT_TRUE(floor().state().holds(robin));
    EXPECT_FALSE(floor().state().holds(ada));
}

TEST_F(FloorRightsTest, AStyleThatEndsTheTurnOfEveryoneIsToldByItsOwnWordsAlone) {
    enter_where_ada_speaks(false);
    configure([](FloorSettings& rules) {
        rules.style = QStringLiteral("brainstorm");
        rules.holders_max = 0;
    });
    ASSERT_TRUE(floor().everyone());
    said.clear();
    configure([](FloorSettings& rules) {
        rules.style = QStringLiteral("chalkboard");
        rules.holders_max = 500;
    });
    ASSERT_FALSE(floor().everyone());
    EXPECT_THAT(said, ElementsAre("Ada Moreau chose the style “Talk and questions”. One speaks; while questions are "
                                  "taken, others may ask."));
}

TEST_F(FloorRightsTest, WhereModeratorsDecideTheirButtonTakesAFreeFloorAtOnce) {
    enter_where_ada_speaks(true);
    conference.floors().someone_wants_floor(jonas);
    configure([](FloorSettings& rules) { rules.style.clear(); });
    EXPECT_EQ(floor().own()->button_text(), "Ask for the floor") << "a press interrupts nobody";
    floor().own()->press();
    ticks(1);
    ASSERT_EQ(floor().own()->standing(), "waiting");
    conference.floors().someone_wants_floor(ada, false);
    EXPECT_EQ(floor().own()->button_text(), "Take the floor");
    EXPECT_EQ(floors.barred_action(), "Take the floor");
    EXPECT_EQ(floors.barred_words(), "Nobody has the floor, and without it nobody hears you. Take it (Ctrl+R).");
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "holding");
    EXPECT_FALSE(floor().state().holds(jonas)) << "who asked earlier, and waits";
    conference.people().make_us_moderator(false);
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->button_text(), "Ask for the floor");
}

TEST_F(FloorRightsTest, AModeratorOnThePanelGivesTheFloorAndKeepsTheirOwn) {
    enter(true);
    floors.create(QStringLiteral("voice"));
    ticks(1);
    floor().rules()->set_style(QStringLiteral("panel"));
    conference.floors().someone_acts(GrantFloor{voice_token, robin});
    ticks(1);
    ASSERT_TRUE(floor().state().holds(robin));
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(of(jonas, FloorModel::offer_role), "grant");
    floor().act(3, QStringLiteral("grant"));
    ticks(1);
    EXPECT_TRUE(floor().state().holds(robin));
    EXPECT_TRUE(floor().state().holds(jonas));
}

TEST_F(FloorRightsTest, WhileTheRelayIsOutOfReachNobodyHasTheFloor) {
    enter_where_ada_speaks(false);
    conference.floors().someone_acts(PassFloor{voice_token, ada, robin});
    ASSERT_EQ(floor().own()->standing(), "holding");
    conference.floors().set_floor_out_of_reach(true);
    EXPECT_EQ(floor().own()->standing(), "outOfReach");
    EXPECT_EQ(floor().own()->button_text(), "No connection · Release");
    EXPECT_TRUE(said.last().startsWith("Nothing was heard of the relay")) << said.last().toStdString();
    conference.floors().set_floor_out_of_reach(false);
    EXPECT_EQ(floor().own()->standing(), "holding");
    EXPECT_EQ(said.last(), "You have the floor.") << "in place of that";
}

TEST_F(FloorRightsTest, WhileTheRelayIsOutOfReachNoTimeIsCounted) {
    enter_where_ada_speaks(false);
    int looks = 0;
    conference.session().lose_relay();
    QObject::connect(&floors, &Floors::ticked, &client, [&] { ++looks; });
    floors.tick();
    EXPECT_EQ(looks, 0);
    conference.session().find_relay();
    floors.tick();
    EXPECT_GT(looks, 0);
}

TEST_F(FloorRightsTest, WhatWasPressedShowsThatItIsUnderWay) {
    enter_where_ada_speaks(true);
    conference.floors().someone_wants_floor(jonas);
    const auto wait = [&] {
        for (int look = 0; look < UnderWay::ticks_unseen; ++look)
            floors.tick();
    };
    floor().act(3, QStringLiteral("grant"));
    EXPECT_EQ(of(jonas, FloorModel::under_way_role), false) << "what comes at once needs no word";
    wait();
    EXPECT_EQ(of(jonas, FloorModel::under_way_role), true);
    EXPECT_EQ(of(ada, FloorModel::under_way_role), false);
    ticks(1);
    EXPECT_EQ(of(jonas, FloorModel::under_way_role), false);
    EXPECT_TRUE(floor().state().holds(jonas));
    floor().own()->press();
    wait();
    EXPECT_EQ(floor().own()->button_text(), "Asking…");
    ticks(1);
    EXPECT_TRUE(floor().own()->button_text().startsWith("You are next")) << floor().own()->button_text().toStdString();
    floor().own()->press();
    wait();
    EXPECT_EQ(floor().own()->button_text(), "Giving back…");
    for (int look = 0; look <= UnderWay::ticks_max; ++look)
        floors.tick();
    EXPECT_TRUE(floor().own()->button_text().startsWith("You are next")) << "it may have been refused";
}

TEST_F(FloorRightsTest, EachOfSeveralHasATimeOfTheirOwn) {
    enter_where_ada_speaks(true);
    EXPECT_EQ(floor().time_of(2), "0:00") << "so far, without a limit";
    configure([](FloorSettings& rules) {
        rules.holders_max = 2;
        rules.revoked_after = 60s;
        rules.warned_after = 30s;
    });
    conference.floors().let_floor_time_pass(15s);
    conference.floors().someone_acts(GrantFloor{voice_token, jonas});
    EXPECT_EQ(floor().running(), "");
    EXPECT_EQ(floor().time_of(1), "");
    EXPECT_EQ(floor().time_of(2), "45 s left");
    EXPECT_NEAR(floor().progress_of(2), 0.25, 0.02);
    EXPECT_LT(floor().progress_of(1), 0);
    EXPECT_EQ(floor().rules()->warned_from(), 0.5) << "as the button of who speaks";
}

} // namespace
} // namespace plenum::ui
