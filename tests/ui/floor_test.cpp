// SPDX-License-Identifier: Apache-2.0
// Who has the floor, who waits, what a press does and what people are told, over the simulated conference.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/floor_words.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

const auto& for_everyone = floor::brainstorm_style;

class FloorTest : public InCall {
  protected:
    void SetUp() override {
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text) { said << text; });
        QObject::connect(floors.news(), &FloorNews::changed, &client, [this] { news << floors.news()->text(); });
    }
    void enter(bool host) {
        InCall::enter(host);
        said.clear();
        news.clear();
    }
    /// Into a conference of somebody else's, in which Ada has the floor.
    void enter_where_ada_speaks() {
        enter(false);
        conference.floors().turn_floor_on();
        conference.floors().someone_wants_floor(ada);
        said.clear();
        news.clear();
    }
    [[nodiscard]] FloorModel& floor() { return *floors.voice(); }
    [[nodiscard]] QStringList names() {
        QStringList found;
        for (int row = 0; row < floor().rowCount(); ++row)
            found << floor().index(row).data(FloorModel::name_role).toString();
        return found;
    }
    [[nodiscard]] QVariant of(base::MemberIndex member, int role) {
        for (int row = 0; row < floor().rowCount(); ++row) {
            const auto index = floor().index(row);
            if (index.data(FloorModel::member_role).toUInt() == member.value()) return index.data(role);
        }
        return {};
    }
    [[nodiscard]] QString offer(base::MemberIndex member) { return of(member, FloorModel::offer_role).toString(); }

    Floors& floors{*client.floors()};
    QStringList said;
    QStringList news;
};

TEST_F(FloorTest, ThereIsNoneUntilAModeratorMakesIt) {
    enter(true);
    EXPECT_EQ(floors.voice(), nullptr);
    EXPECT_FALSE(floors.barred());
    EXPECT_TRUE(conference.media().microphone_on());
    floors.create(QStringLiteral("voice"));
    ticks(1);
    ASSERT_NE(floors.voice(), nullptr);
    EXPECT_EQ(floors.rowCount(), 1);
    EXPECT_EQ(floor().title(), "Voice");
    EXPECT_EQ(floor().floor().settings.style, "queue");
    EXPECT_TRUE(floors.barred());
    EXPECT_FALSE(conference.media().microphone_on());
    EXPECT_EQ(said, QStringList{"Here whoever wants to speak asks for the floor (Ctrl+R)."});
}

TEST_F(FloorTest, WhoIsNoModeratorMakesNone) {
    enter(false);
    floors.create(QStringLiteral("voice"));
    ticks(1);
    EXPECT_EQ(floors.voice(), nullptr);
}

TEST_F(FloorTest, TheButtonAsksTakesBackAndReleases) {
    enter_where_ada_speaks();
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(floor().own()->standing(), "none");
    EXPECT_EQ(floor().own()->button_text(), "Ask for the floor");
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "waiting");
    EXPECT_THAT(floor().own()->button_text().toStdString(), testing::StartsWith("You are 2nd · 0:0"));
    conference.floors().someone_wants_floor(jonas, false);
    EXPECT_THAT(floor().own()->button_text().toStdString(), testing::StartsWith("You are next · 0:0"));
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "none");
    conference.floors().someone_wants_floor(ada, false);
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "holding");
    EXPECT_EQ(floor().own()->button_text(), "You have the floor · Release");
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "none");
    EXPECT_EQ(said, QStringList({"You have the floor.", ""})) << "and that is so no longer";
    EXPECT_EQ(floor().holder_count(), 0);
}

TEST_F(FloorTest, WhereEveryoneMaySpeakNothingIsToBePressed) {
    enter_where_ada_speaks();
    conference.floors().someone_acts(ConfigureFloor{voice_token, FloorConfiguration::rules_of(for_everyone, {}, {})});
    EXPECT_EQ(floor().own()->button_text(), "Everyone may speak");
    EXPECT_FALSE(floor().own()->may_press());
    EXPECT_FALSE(floors.barred());
    EXPECT_TRUE(conference.media().microphone_on());
    EXPECT_EQ(said.last(), "Everyone may speak now.");
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().waiting_count(), 0);
}

TEST_F(FloorTest, WhereAskingIsClosedTheButtonSaysSo) {
    enter_where_ada_speaks();
    auto rules = floor().floor().settings;
    rules.locked = true;
    conference.floors().someone_acts(ConfigureFloor{voice_token, rules});
    EXPECT_EQ(floor().own()->standing(), "closed");
    EXPECT_FALSE(floor().own()->may_press());
    EXPECT_THAT(floors.barred_words().toStdString(), testing::HasSubstr("Only moderators may ask for it now."));
    EXPECT_EQ(floors.barred_action(), "");
    conference.people().make_us_moderator(true);
    EXPECT_EQ(floor().own()->standing(), "none") << "moderators may ask all the same";
}

TEST_F(FloorTest, RowsAreHoldersThenTheQueueAndKeepTheirOrder) {
    enter_where_ada_speaks();
    const QAbstractItemModelTester tester{&floor(), QAbstractItemModelTester::FailureReportingMode::Fatal};
    conference.floors().someone_wants_floor(mei);
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(names(), QStringList({"Ada Moreau", "Mei Tanaka", "Jonas Weber"}));
    QSignalSpy resets{&floor(), &QAbstractItemModel::modelReset};
    QSignalSpy moved{&floor(), &QAbstractItemModel::rowsMoved};
    QSignalSpy inserted{&floor(), &QAbstractItemModel::rowsInserted};
    conference.floors().someone_acts(PlaceRequest{voice_token, jonas, 0});
    EXPECT_EQ(names(), QStringList({"Ada Moreau", "Jonas Weber", "Mei Tanaka"}));
    EXPECT_EQ(std::pair(moved.size(), inserted.size()), std::pair(qsizetype{1}, qsizetype{0}));
    conference.floors().someone_wants_floor(mei, true, RequestClass::point_of_order);
    EXPECT_EQ(names(), QStringList({"Ada Moreau", "Mei Tanaka", "Jonas Weber"}));
    EXPECT_THAT(of(mei, FloorModel::facts_role).toString().toStdString(),
                testing::StartsWith("point of order, waiting"));
    conference.floors().someone_wants_floor(ada, false);
    EXPECT_EQ(names(), QStringList({"Mei Tanaka", "Jonas Weber"}));
    EXPECT_TRUE(of(mei, FloorModel::holds_role).toBool());
    EXPECT_EQ(of(jonas, FloorModel::place_role), 1);
    conference.people().someone_leaves(mei);
    EXPECT_EQ(names(), QStringList{"Jonas Weber"});
    EXPECT_EQ(resets.size(), 0);
}

TEST_F(FloorTest, AModeratorGivesTakesOrdersAndRefuses) {
    enter(true);
    floors.create(QStringLiteral("voice"));
    ticks(1);
    for (const auto member : {ada, jonas, mei})
        conference.floors().someone_wants_floor(member);
    EXPECT_EQ(offer(ada), "revoke");
    EXPECT_EQ(offer(jonas), "grant");
    floor().act(4, QStringLiteral("up"));
    ticks(1);
    EXPECT_EQ(names(), QStringList({"Ada Moreau", "Mei Tanaka", "Jonas Weber"}));
    floor().act(4, QStringLiteral("down"));
    ticks(1);
    EXPECT_EQ(names(), QStringList({"Ada Moreau", "Jonas Weber", "Mei Tanaka"}));
    floor().act(4, offer(mei));
    ticks(1);
    EXPECT_EQ(names(), QStringList({"Mei Tanaka", "Jonas Weber"})) << "it goes from one to the other at once";
    floor().act(3, QStringLiteral("refuse"));
    ticks(1);
    EXPECT_EQ(names(), QStringList{"Mei Tanaka"});
    floor().act(4, offer(mei));
    ticks(1);
    EXPECT_EQ(floor().rowCount(), 0);
    EXPECT_TRUE(floor().may_give(2));
    floor().act(2, QStringLiteral("pass"));
    ticks(1);
    EXPECT_EQ(names(), QStringList{"Ada Moreau"});
    EXPECT_FALSE(floor().may_give(2));
}

TEST_F(FloorTest, RequestsThatAModeratorAcceptsWaitForThat) {
    enter(true);
    floors.create(QStringLiteral("voice"));
    ticks(1);
    floor().rules()->set_moderated(true);
    ticks(1);
    ASSERT_TRUE(floor().rules()->moderated());
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(of(jonas, FloorModel::place_role), 0);
    EXPECT_EQ(of(jonas, FloorModel::section_role), "pending");
    floor().act(3, QStringLiteral("accept"));
    ticks(1);
    EXPECT_TRUE(of(jonas, FloorModel::holds_role).toBool());
}

TEST_F(FloorTest, OneWhoWaitsToBeAcceptedIsToldSo) {
    enter_where_ada_speaks();
    auto rules = floor().floor().settings;
    rules.moderated = true;
    conference.floors().someone_acts(ConfigureFloor{voice_token, rules});
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "pending");
    EXPECT_THAT(floor().own()->button_text().toStdString(), testing::StartsWith("You have asked · 0:0"));
    said.clear();
    conference.floors().someone_acts(RefuseRequest{voice_token, robin});
    EXPECT_EQ(said, QStringList{"Ada Moreau refused you the floor this time."});
    EXPECT_EQ(floor().own()->standing(), "none");
}

TEST_F(FloorTest, AHolderPassesItOn) {
    enter(false);
    conference.floors().turn_floor_on();
    floor().own()->press();
    ticks(1);
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(offer(robin), "release");
    EXPECT_EQ(offer(jonas), "pass");
    EXPECT_TRUE(floor().may_give(4));
    floor().act(3, offer(jonas));
    ticks(1);
    EXPECT_EQ(names(), QStringList{"Jonas Weber"});
    EXPECT_EQ(said.last(), "The floor is with Jonas Weber now.");
    EXPECT_EQ(offer(jonas), "") << "nothing is ours to do any more";
    EXPECT_FALSE(floor().may_give(4));
}

TEST_F(FloorTest, WhoeverMayShareTakesTheCopyBack) {
    enter(false);
    conference.floors().turn_floor_on();
    auto rules = floor().floor().settings;
    rules.holders_max = 2;
    conference.floors().someone_acts(ConfigureFloor{voice_token, rules});
    floor().own()->press();
    ticks(1);
    EXPECT_FALSE(floor().may_share(3));
    rules.may_share = true;
    conference.floors().someone_acts(ConfigureFloor{voice_token, rules});
    ASSERT_TRUE(floor().may_share(3));
    floor().act(3, QStringLiteral("share"));
    ticks(1);
    EXPECT_EQ(names(), QStringList({"Robin", "Jonas Weber"}));
    EXPECT_EQ(offer(jonas), "takeBack");
    EXPECT_EQ(floor().running(), "") << "of several there is no one time";
}

TEST_F(FloorTest, TheSpeakingTimeWarnsAndEnds) {
    enter(false);
    conference.floors().turn_floor_on();
    auto rules = floor().floor().settings;
    rules.revoked_after = 180s;
    rules.warned_after = 150s;
    conference.floors().someone_acts(ConfigureFloor{voice_token, rules});
    floor().own()->press();
    ticks(1);
    conference.floors().let_floor_time_pass(90s);
    EXPECT_FALSE(floor().own()->warned());
    EXPECT_NEAR(floor().progress_of(1), 0.5, 0.02);
    EXPECT_EQ(floor().running(), "1:30");
    EXPECT_EQ(floor().time_of(1), "1:30 left");
    EXPECT_EQ(floor().time_of(2), "");
    conference.floors().let_floor_time_pass(65s);
    EXPECT_TRUE(floor().own()->warned());
    EXPECT_THAT(floor().own()->button_text().toStdString(), testing::MatchesRegex("2[45] s left · Release"));
    said.clear();
    conference.floors().let_floor_time_pass(26s);
    EXPECT_EQ(said, QStringList{"Your speaking time is over. You can ask for the floor again."});
    EXPECT_EQ(floor().own()->standing(), "none");
}

TEST_F(FloorTest, AModeratorSetsTheRules) {
    enter(true);
    floors.create(QStringLiteral("voice"));
    ticks(1);
    floor().rules()->set_limit(60);
    ticks(1);
    EXPECT_EQ(floor().rules()->limit(), 60);
    EXPECT_EQ(floor().floor().settings.warned_after, 30s);
    floor().rules()->set_locked(true);
    ticks(1);
    EXPECT_TRUE(floor().rules()->locked());
    floor().rules()->set_style(QStringLiteral("chalkboard"));
    ticks(1);
    const auto option = [&] { return floor().rules()->options().value(0).value<StyleOption>(); };
    EXPECT_EQ(option().title, "Take questions now");
    EXPECT_EQ(option().values, QStringList({"talk", "questions"}));
    EXPECT_EQ(option().value, "talk") << "as it is where nothing is said";
    floor().rules()->set_option(QStringLiteral("phase"), QStringLiteral("questions"));
    ticks(1);
    EXPECT_EQ(option().value, "questions");
    EXPECT_EQ(floor().floor().settings.parameters, "phase=questions");
    EXPECT_TRUE(floor().rules()->locked()) << "another style changes nothing else";
    EXPECT_EQ(floor().rules()->limit(), 60);
    floor().rules()->set_style(QStringLiteral("panel"));
    ticks(1);
    EXPECT_EQ(floor().floor().settings.panel, QList{robin}) << "those who moderate";
    EXPECT_EQ(floor().floor().settings.parameters, "");
    EXPECT_EQ(floor().floor().settings.holders_max, 500) << "as the style says";
    floor().rules()->set_style({});
    ticks(1);
    EXPECT_EQ(floor().rules()->style().title, "Moderators decide");
    EXPECT_EQ(floor().floor().settings.holders_max, 1);
}

TEST_F(FloorTest, EachStyleThatCanBeChosenHasItsWords) {
    enter(true);
    floors.create(QStringLiteral("voice"));
    ticks(1);
    const auto styles = floor().rules()->styles();
    EXPECT_TRUE(styles.ids.contains(QStringLiteral("queue")) && styles.ids.contains(QString{}));
    EXPECT_FALSE(styles.ids.contains(QStringLiteral("groups"))) << "which programs alone choose";
    EXPECT_EQ(styles.titles.size(), styles.ids.size());
    EXPECT_EQ(QSet<QString>(styles.abouts.begin(), styles.abouts.end()).size(), styles.ids.size());
}

TEST_F(FloorTest, WhatConcernsUsIsShownAndWhatConcernsOthersIsSpoken) {
    enter_where_ada_speaks();
    conference.floors().someone_wants_floor(ada, false);
    conference.floors().someone_wants_floor(jonas);
    EXPECT_EQ(said, QStringList{});
    EXPECT_EQ(news, QStringList({"The floor is free.", "Jonas Weber has the floor."}));
    conference.floors().someone_acts(PassFloor{voice_token, jonas, robin});
    conference.floors().someone_acts(RevokeFloor{voice_token, robin});
    EXPECT_EQ(said,
              QStringList({"You have the floor.", "Ada Moreau took the floor from you. You can ask for it again."}));
    conference.floors().someone_acts(GrantFloor{voice_token, robin});
    conference.floors().style_acts(RevokeFloor{voice_token, robin});
    EXPECT_EQ(said.last(), "The style took the floor from you. You can ask for it again.");
}

TEST_F(FloorTest, AHolderOutOfReachIsShownAsSuch) {
    enter_where_ada_speaks();
    EXPECT_THAT(of(ada, FloorModel::facts_role).toString().toStdString(), testing::StartsWith("speaking for 0:0"));
    conference.people().set_absent(ada, true);
    EXPECT_EQ(of(ada, FloorModel::facts_role), "out of reach: the floor goes back soon");
}

TEST_F(FloorTest, HoldersAreMarkedAmongTheMembers) {
    enter_where_ada_speaks();
    auto& members = *client.people()->members();
    const auto has = [&](int member) {
        return members.index(members.row_of(member)).data(MembersModel::has_floor_role).toBool();
    };
    EXPECT_TRUE(has(2));
    EXPECT_FALSE(has(3));
    QSignalSpy changes{&members, &MembersModel::dataChanged};
    conference.floors().someone_acts(PassFloor{voice_token, ada, jonas});
    EXPECT_TRUE(has(3));
    EXPECT_FALSE(has(2));
    EXPECT_GE(changes.size(), 1);
    conference.floors().someone_acts(ConfigureFloor{voice_token, FloorConfiguration::rules_of(for_everyone, {}, {})});
    EXPECT_FALSE(has(3)) << "everyone is nobody in particular";
}

TEST_F(FloorTest, TheMicrophoneFollowsTheFloor) {
    enter_where_ada_speaks();
    EXPECT_FALSE(client.media()->microphone_on());
    EXPECT_TRUE(client.media()->microphone_wanted()) << "it was on before";
    conference.floors().someone_acts(PassFloor{voice_token, ada, robin});
    EXPECT_TRUE(client.media()->microphone_on());
    conference.floors().someone_acts(RevokeFloor{voice_token, robin});
    EXPECT_FALSE(client.media()->microphone_on());
    client.media()->toggle_microphone_wanted();
    EXPECT_FALSE(client.media()->microphone_wanted());
    conference.floors().someone_acts(GrantFloor{voice_token, robin});
    EXPECT_FALSE(client.media()->microphone_on()) << "what came unasked opens nothing";
}

TEST_F(FloorTest, AskingOpensAMicrophoneThatWasOffUntilTheFloorGoes) {
    enter_where_ada_speaks();
    client.media()->toggle_microphone_wanted();
    floor().own()->press();
    ticks(1);
    conference.floors().someone_wants_floor(ada, false);
    EXPECT_TRUE(client.media()->microphone_on());
    conference.floors().someone_acts(RevokeFloor{voice_token, robin});
    EXPECT_FALSE(client.media()->microphone_on());
    EXPECT_FALSE(client.media()->microphone_wanted());
    client.settings()->setProperty("floorOpensMicrophone", false);
    floor().own()->press();
    ticks(1);
    EXPECT_EQ(floor().own()->standing(), "holding");
    EXPECT_FALSE(client.media()->microphone_on());
}

TEST_F(FloorTest, WhoTalksWithoutTheFloorIsToldWhoHasIt) {
    enter_where_ada_speaks();
    conference.media().set_self_talking(true);
    ticks(8);
    EXPECT_TRUE(client.media()->talking_while_muted());
    EXPECT_THAT(floors.barred_words().toStdString(),
                testing::StartsWith("The floor is with Ada Moreau, so nobody hears you."));
    EXPECT_EQ(floors.barred_action(), "Ask for the floor");
    floor().own()->press();
    ticks(1);
    EXPECT_THAT(floors.barred_words().toStdString(), testing::HasSubstr("You have asked for it and are next."));
    EXPECT_EQ(floors.barred_action(), "");
    conference.floors().someone_acts(RevokeFloor{voice_token, ada});
    EXPECT_FALSE(client.media()->talking_while_muted());
}

TEST_F(FloorTest, OtherFloorsStandBesideItAndBarNobody) {
    enter_where_ada_speaks();
    Floor pen;
    pen.id = base::TokenId{7};
    pen.label = QStringLiteral("pen");
    emit conference.floors().floor_changed(pen);
    ASSERT_EQ(floors.rowCount(), 2);
    EXPECT_EQ(floor().title(), "Voice");
    pen.holders.append({jonas, QDateTime::currentDateTimeUtc(), {}});
    emit conference.floors().floor_changed(pen);
    const auto* shown = floors.index(1).data(Floors::floor_role).value<FloorModel*>();
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(shown->title(), "Pen");
    EXPECT_EQ(shown->holder_names(), "Jonas Weber");
    EXPECT_EQ(news, QStringList({"Here whoever wants to draw asks for the pen.", "Jonas Weber has the pen."}));
    EXPECT_EQ(said, QStringList{});
    QSignalSpy changes{shown, &FloorModel::changed};
    conference.people().rename(jonas, QStringLiteral("Jo"));
    EXPECT_GE(changes.size(), 1);
    EXPECT_EQ(shown->holder_names(), "Jo");
}

TEST_F(FloorTest, NothingOfItOutlivesTheCall) {
    enter_where_ada_speaks();
    conference.session().end(EndReason::lost);
    EXPECT_EQ(floors.rowCount(), 0);
    EXPECT_EQ(floors.voice(), nullptr);
    EXPECT_FALSE(floors.barred());
}

TEST(FloorWords, CountsAsPeopleDo) {
    QStringList words;
    for (const int number : {1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111})
        words << FloorWords::ordinal(number);
    EXPECT_EQ(words.join(QLatin1Char{' '}), "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd 111th");
    EXPECT_EQ(FloorWords::left(30), "30 s left");
    EXPECT_EQ(FloorWords::left(75), "1:15 left");
    EXPECT_EQ(FloorWords::left(0), "Over time");
}

} // namespace
} // namespace plenum::ui
