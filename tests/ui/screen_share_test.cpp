// SPDX-License-Identifier: Apache-2.0
// Sharing a screen without a window: what can be shared, the floor that it needs, and the screens of others.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/screen_view.h"

#include <QSignalSpy>

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class Sharing : public InCall {
  protected:
    void enter(bool host) {
        InCall::enter(host);
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text) { said << text; });
    }
    [[nodiscard]] SharedScreens& screens() { return *client.people()->screens(); }
    [[nodiscard]] ScreenShare& own() { return *screens().own(); }
    void list() {
        own().list();
        QCoreApplication::processEvents();
    }
    void turn_floor_on() {
        conference.floors().turn_floor_on(FloorPurpose::screen);
        ticks(1);
    }
    QStringList said;
};

TEST_F(Sharing, AWindowIsSharedAtOnceWhereNoFloorIsInTheWay) {
    enter(true);
    EXPECT_TRUE(own().possible());
    list();
    ASSERT_EQ(own().sources().size(), 3);
    EXPECT_EQ(own().sources().front().toMap().value(QStringLiteral("title")), "Whole screen (HDMI-1)");
    EXPECT_FALSE(own().picture_of(2).empty());
    own().choose(QStringLiteral("window-1"));
    EXPECT_EQ(conference.screens().shared(), "window-1");
    EXPECT_EQ(own().words(), "You are sharing “Quarterly report – Editor”.");
    EXPECT_EQ(screens().news(), own().words());
    own().stop();
    EXPECT_FALSE(own().on());
    EXPECT_EQ(conference.screens().shared(), "");
}

TEST_F(Sharing, TheComputersSoundGoesWithItWhereItIsWantedAndPossible) {
    enter(true);
    EXPECT_FALSE(client.settings()->share_sound()) << "off until somebody wants it";
    list();
    own().choose(QStringLiteral("window-1"));
    EXPECT_FALSE(conference.screens().sharing_sound());
    own().choose(QStringLiteral("window-1"), true);
    EXPECT_TRUE(conference.screens().sharing_sound());
    EXPECT_EQ(own().words(), "You are sharing “Quarterly report – Editor” with the computer's sound.");
    conference.screens().set_sound_obstacle(SoundObstacle::no_server);
    EXPECT_EQ(own().words(), "You are sharing “Quarterly report – Editor”. " + own().sound_obstacle());
    EXPECT_NE(own().sound_obstacle(), "");
    client.settings()->set_share_sound(true);
    EXPECT_TRUE(Settings{store.open()}.share_sound());
}

TEST_F(Sharing, SoundIsStillWantedWhenTheFloorComes) {
    enter(false);
    turn_floor_on();
    conference.floors().someone_wants_floor(ada, true, RequestClass::normal, {}, screen_floor);
    ticks(1);
    list();
    own().choose(QStringLiteral("window-1"), true);
    conference.floors().someone_wants_floor(ada, false, RequestClass::normal, {}, screen_floor);
    ticks(2);
    EXPECT_TRUE(conference.screens().sharing_sound());
    own().stop();
    EXPECT_FALSE(conference.screens().sharing_sound());
}

TEST_F(Sharing, OnePressAsksForTheFloorAndSharesOnceItComes) {
    enter(false);
    turn_floor_on();
    conference.floors().someone_wants_floor(ada, true, RequestClass::normal, {}, screen_floor);
    ticks(1);
    ASSERT_TRUE(own().asks_first());
    list();
    own().choose(QStringLiteral("window-1"));
    ticks(1);
    EXPECT_TRUE(own().waiting());
    EXPECT_FALSE(own().on());
    conference.floors().someone_wants_floor(ada, false, RequestClass::normal, {}, screen_floor);
    ticks(2);
    EXPECT_TRUE(own().on());
    EXPECT_FALSE(own().waiting());
    own().stop();
    ticks(2);
    EXPECT_TRUE(own().asks_first()) << "stopping gives the floor back";
}

TEST_F(Sharing, TakingBackTheRequestSharesNothingLater) {
    enter(false);
    turn_floor_on();
    conference.floors().someone_wants_floor(ada, true, RequestClass::normal, {}, screen_floor);
    list();
    own().choose(QStringLiteral("window-1"));
    ticks(1);
    own().stop();
    conference.floors().someone_wants_floor(ada, false, RequestClass::normal, {}, screen_floor);
    ticks(2);
    EXPECT_FALSE(own().on());
    EXPECT_EQ(own().offer(), "");
}

TEST_F(Sharing, ALostFloorEndsItAndItDoesNotBeginAgainByItself) {
    enter(true);
    list();
    own().choose(QStringLiteral("screen-1"));
    turn_floor_on();
    EXPECT_FALSE(own().on());
    EXPECT_THAT(said.join(QLatin1Char{'|'}).toStdString(), testing::HasSubstr("not shared any more"));
    conference.floors().someone_acts(GrantFloor{screen_floor, SimulatedIds::ourselves});
    ticks(2);
    EXPECT_FALSE(own().on());
}

TEST_F(Sharing, AClosedWindowIsTold) {
    enter(true);
    list();
    own().choose(QStringLiteral("window-1"));
    conference.screens().close_window();
    EXPECT_FALSE(own().on());
    EXPECT_THAT(said, testing::Contains(QStringLiteral(
                          "“Quarterly report – Editor” can no longer be seen, so it is not shared any more.")));
}

TEST_F(Sharing, WithoutAPortalThePersonIsToldWhatWaylandNeeds) {
    enter(true);
    conference.screens().set_obstacle(ShareObstacle::no_portal);
    list();
    EXPECT_TRUE(own().sources().isEmpty());
    EXPECT_THAT(own().obstacle().toStdString(), testing::HasSubstr("xdg-desktop-portal"));
    conference.screens().set_obstacle(ShareObstacle::no_screen_cast);
    EXPECT_THAT(own().obstacle().toStdString(), testing::HasSubstr("xdg-desktop-portal-gnome"));
}

TEST_F(Sharing, TheDesktopsDialogIsWaitedForBeforeAnythingIsShared) {
    enter(true);
    conference.screens().set_dialog(true);
    list();
    ASSERT_EQ(own().sources().size(), 1);
    EXPECT_EQ(own().sources().front().toMap().value(QStringLiteral("title")), "Choose in the desktop's dialog…");
    own().choose(QStringLiteral("desktop"));
    EXPECT_TRUE(own().waiting());
    EXPECT_EQ(own().waiting_words(), "The desktop asks what you want to share.");
    EXPECT_FALSE(own().on());
    conference.screens().answer_dialog({});
    EXPECT_FALSE(own().waiting());
    EXPECT_EQ(own().words(), "You are sharing what you chose in the desktop's dialog.");
    EXPECT_TRUE(said.isEmpty());
}

TEST_F(Sharing, AnAskedDialogCanBeTakenBack) {
    enter(true);
    conference.screens().set_dialog(true);
    list();
    own().choose(QStringLiteral("desktop"));
    own().stop();
    EXPECT_FALSE(own().waiting());
    conference.screens().answer_dialog({});
    EXPECT_FALSE(own().on()) << "its answer comes too late";
}

TEST_F(Sharing, TheDialogFollowsTheFloorAndAClosedOneGivesItBack) {
    enter(false);
    turn_floor_on();
    conference.floors().someone_wants_floor(ada, true, RequestClass::normal, {}, screen_floor);
    ticks(1);
    conference.screens().set_dialog(true);
    list();
    own().choose(QStringLiteral("desktop"));
    ticks(1);
    EXPECT_FALSE(conference.screens().choosing());
    EXPECT_EQ(own().waiting_words(), "The desktop asks what to share once you have the screen.");
    conference.floors().someone_wants_floor(ada, false, RequestClass::normal, {}, screen_floor);
    ticks(2);
    EXPECT_TRUE(conference.screens().choosing());
    EXPECT_FALSE(own().asks_first());
    conference.screens().answer_dialog(ShareEnd::nothing_chosen);
    ticks(2);
    EXPECT_FALSE(own().waiting());
    EXPECT_TRUE(own().asks_first()) << "the floor is given back";
}

TEST_F(Sharing, ALostFloorClosesTheDialog) {
    enter(true);
    conference.screens().set_dialog(true);
    list();
    own().choose(QStringLiteral("desktop"));
    turn_floor_on();
    EXPECT_FALSE(own().waiting());
    conference.screens().answer_dialog({});
    EXPECT_FALSE(own().on());
    EXPECT_THAT(said.join(QLatin1Char{'|'}).toStdString(), testing::HasSubstr("no longer have the screen"));
}

TEST_F(Sharing, EachEndByTheDesktopHasASentenceOfItsOwn) {
    enter(true);
    conference.screens().set_dialog(true);
    list();
    const std::map<ShareEnd, QString> words{{ShareEnd::nothing_chosen, QStringLiteral("Nothing was chosen")},
                                            {ShareEnd::refused, QStringLiteral("does not allow")},
                                            {ShareEnd::no_portal, QStringLiteral("does not answer")},
                                            {ShareEnd::no_screen_cast, QStringLiteral("cannot share screens")},
                                            {ShareEnd::bad_answer, QStringLiteral("makes no sense")},
                                            {ShareEnd::desktop_ended, QStringLiteral("The desktop ended")},
                                            {ShareEnd::source_gone, QStringLiteral("can no longer be seen")},
                                            {ShareEnd::missing_plugin, QStringLiteral("gstreamer1.0-pipewire")}};
    for (const auto& [why, part] : words) {
        said.clear();
        own().choose(QStringLiteral("desktop"));
        conference.screens().answer_dialog(why);
        ASSERT_EQ(said.size(), 1) << part.toStdString();
        EXPECT_THAT(said.front().toStdString(), testing::HasSubstr(part.toStdString()));
        EXPECT_FALSE(own().waiting());
    }
}

TEST_F(Sharing, AnothersScreenOpensByItselfAndGoesWithItsFloor) {
    enter(false);
    conference.screens().someone_shares(ada);
    EXPECT_TRUE(screens().open());
    EXPECT_EQ(screens().words(), "Ada Moreau shares a screen.");
    EXPECT_EQ(screens().news(), screens().words());
    EXPECT_EQ(screens().picture().width, SimulatedScreens::width);
    screens().set_open(false);
    ticks(8);
    EXPECT_FALSE(screens().open()) << "who closed it is not shown it again";
    turn_floor_on();
    EXPECT_EQ(screens().sharer(), 0);
    EXPECT_TRUE(screens().picture().empty());
    EXPECT_EQ(screens().news(), "Ada Moreau no longer shares a screen.");
}

TEST_F(Sharing, OfTwoScreensTheNewestIsShownAndTheOtherCanBe) {
    enter(false);
    conference.screens().someone_shares(ada);
    conference.screens().someone_shares(jonas);
    EXPECT_EQ(screens().sharer(), 3);
    screens().show_next();
    EXPECT_EQ(screens().sharer(), 2);
    conference.screens().someone_shares(ada, false);
    EXPECT_EQ(screens().sharer(), 3);
}

TEST(ScreenView, FitsInAndIsNoLargerThanItIs) {
    ScreenView view;
    view.set_room({1000, 500});
    view.set_picture({2000, 500});
    EXPECT_EQ(view.place(), (QRectF{0, 125, 1000, 250}));
    view.set_picture({400, 100});
    EXPECT_EQ(view.place(), (QRectF{300, 200, 400, 100}));
}

TEST(ScreenView, ThePointUnderThePointerStaysAndEdgesStayOutside) {
    ScreenView view;
    view.set_room({1000, 500});
    view.set_picture({2000, 1000});
    view.scale_to(1, {250, 125});
    EXPECT_FALSE(view.fitted());
    EXPECT_EQ(view.place(), (QRectF{-250, -125, 2000, 1000}));
    view.move_by({10'000, 10'000});
    EXPECT_EQ(view.place().topLeft(), (QPointF{0, 0}));
    view.move_by({-10'000, 0});
    EXPECT_EQ(view.place().right(), 1000);
    view.scale_to(0.01, {0, 0});
    EXPECT_TRUE(view.fitted());
}

} // namespace
} // namespace plenum::ui
