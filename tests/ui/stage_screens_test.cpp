// SPDX-License-Identifier: Apache-2.0
// The stage in the real window: who is large, what moves and what does not, and what colours mean.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr int me = 1;
constexpr std::array sizes{QSize{1440, 900}, QSize{1024, 640}};

QString tile_name(int member) { return QStringLiteral("tile-%1").arg(member); }

QRectF on_scene(const QQuickItem* item) {
    return item == nullptr ? QRectF{} : item->mapRectToScene({0, 0, item->width(), item->height()});
}

QRectF tile(Walk& walk, int member) { return on_scene(walk.item(tile_name(member))); }

std::map<QString, QRectF> tiles(Walk& walk) {
    std::map<QString, QRectF> found;
    for (const auto* item : inspect::visible_items(walk.window()))
        if (item->objectName().startsWith(QLatin1String{"tile-"}) || item->objectName() == QLatin1String{"moreTile"})
            found[item->objectName()] = on_scene(item);
    return found;
}

int largest(Walk& walk) {
    const auto all = tiles(walk);
    const auto found = std::ranges::max_element(all, {}, [](const auto& entry) { return entry.second.width(); });
    return found->first.mid(5).toInt();
}

QString spoken_name(Walk& walk, const QString& item) {
    return QAccessible::queryAccessibleInterface(walk.item(item))->text(QAccessible::Name);
}

QString property_of(Walk& walk, const char* item, const char* property) {
    return walk.item(QString::fromLatin1(item))->property(property).toString();
}

/// Time goes by undrawn, so many ticks at most.
void pass(Walk& walk, int ticks, const std::function<bool()>& enough = [] { return false; }) {
    for (int tick = 0; tick < ticks && !enough(); ++tick) {
        walk.conference().tick();
        QCoreApplication::processEvents();
    }
}

/// Something is said over the stage, or no longer.
void expect_still(Walk& walk, const std::map<QString, QRectF>& before, const char* what, bool said) {
    SCOPED_TRACE(what);
    walk.settle();
    EXPECT_EQ(tiles(walk), before);
    const auto items = inspect::visible_items(walk.window());
    const auto line = std::ranges::find_if(items, [](const QQuickItem* item) {
        return item->inherits("QQuickPane") && !item->property("words").toString().isEmpty();
    });
    ASSERT_EQ(line != items.end(), said);
    if (!said) return;
    for (const auto& [name, rect] : before)
        EXPECT_FALSE(rect.intersects(on_scene(*line))) << name.toStdString();
}

TEST(StageScreens, NoTileMovesWhateverIsSaidOverThem) {
    for (const auto& size : sizes) {
        for (const bool with_floor : {false, true}) {
            SCOPED_TRACE(size.width());
            Walk walk{{.size = size, .others = 8}};
            walk.enter(true);
            auto& conference = walk.conference();
            if (with_floor) conference.floors().turn_floor_on();
            walk.settle();
            walk.dismiss_notices();
            const auto before = tiles(walk);
            ASSERT_GE(before.size(), 4U);
            expect_still(walk, before, "nothing", false);
            conference.diagnostics().report(ProblemKind::camera_failed);
            expect_still(walk, before, "a problem", true);
            walk.dismiss_notices();
            expect_still(walk, before, "no longer", false);
            conference.people().someone_knocks(QStringLiteral("Marta Keller"));
            walk.dismiss_notices();
            expect_still(walk, before, "a knock", true);
            conference.people().someone_knocks(QStringLiteral("Marta Keller"));
            walk.dismiss_notices();
            conference.session().lose_relay();
            expect_still(walk, before, "reconnecting", true);
            conference.session().find_relay();
            walk.client().media()->set_microphone_on(false);
            conference.media().set_self_talking(true);
            walk.ticks(8);
            walk.dismiss_notices();
            expect_still(walk, before, "talking while muted", true);
        }
    }
}

TEST(StageScreens, WhatWaitsForTheBandIsCountedAndNotLost) {
    Walk walk{{.size = {1024, 640}, .others = 3}};
    walk.enter(true);
    walk.dismiss_notices();
    walk.conference().people().someone_knocks(QStringLiteral("Marta Keller"));
    walk.dismiss_notices();
    ASSERT_NE(walk.item(QStringLiteral("knockBanner")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("bandMore")), nullptr);
    walk.conference().diagnostics().report(ProblemKind::camera_failed);
    walk.conference().diagnostics().report(ProblemKind::floor_locked);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("knockBanner")), nullptr) << "one thing at a time";
    ASSERT_NE(walk.item(QStringLiteral("callNotices")), nullptr);
    EXPECT_EQ(property_of(walk, "bandMore", "text"), "+2");
    EXPECT_TRUE(walk.save(QStringLiteral("band-more")));
    walk.click(QStringLiteral("bandMore"));
    EXPECT_EQ(property_of(walk, "bandMore", "text"), "+1");
    QMetaObject::invokeMethod(walk.item(QStringLiteral("callNotices")), "dismiss");
    walk.settle();
    EXPECT_NE(walk.item(QStringLiteral("knockBanner")), nullptr);
    walk.click(QStringLiteral("knockAdmit"));
    EXPECT_EQ(walk.client().people()->members()->count(), 5);
}

TEST(StageScreens, TwoPeopleSeeEachOther) {
    for (const auto& size : sizes) {
        Walk walk{{.size = size, .others = 1}};
        walk.enter(false);
        const auto other = tile(walk, 2);
        const auto own = tile(walk, me);
        EXPECT_TRUE(other.contains(own));
        EXPECT_LT(own.width(), 0.3 * other.width());
        walk.click(QStringLiteral("moreButton"));
        walk.click(QStringLiteral("ownPictureItem"));
        EXPECT_EQ(walk.item(tile_name(me)), nullptr);
        EXPECT_EQ(tile(walk, 2), other);
        walk.conference().people().someone_leaves(ada);
        walk.settle();
        EXPECT_GT(tile(walk, me).width(), 0.5 * other.width()) << "alone, nothing else is to be seen";
    }
}

TEST(StageScreens, OnesOwnSmallTileShowsInitialAndName) {
    Walk walk{{.size = {1024, 640}, .others = 5}};
    walk.enter(false);
    walk.client().media()->set_camera_on(false);
    walk.settle();
    const auto* small = walk.item(tile_name(me));
    ASSERT_LT(small->height(), 80);
    const auto part = [&](const char* name) { return on_scene(small->findChild<QQuickItem*>(QLatin1String{name})); };
    EXPECT_FALSE(part("initials").intersects(part("nameTag")));
    EXPECT_TRUE(on_scene(small).contains(part("initials")));
}

TEST(StageScreens, a_late_picture_stays_and_is_not_called_off) {
    Walk walk{{.size = {1024, 640}, .others = 2}};
    walk.enter(false);
    pass(walk, 2);
    walk.settle();
    const auto part = [&](const char* name) {
        return walk.item(tile_name(2))->findChild<QQuickItem*>(QLatin1String{name});
    };
    ASSERT_FALSE(part("initials")->isVisible());
    ASSERT_FALSE(part("awayTag")->isVisible());
    walk.conference().people().set_picture_late(ada, true);
    walk.settle();
    EXPECT_FALSE(part("initials")->isVisible());
    EXPECT_TRUE(part("awayTag")->isVisible());
    EXPECT_TRUE(spoken_name(walk, tile_name(2)).contains(QCoreApplication::translate("Tile", "picture late")));
    walk.conference().people().set_picture_late(ada, false);
    walk.settle();
    EXPECT_FALSE(part("awayTag")->isVisible());
}

TEST(StageScreens, a_tile_says_that_nothing_arrives_from_someone_neither_seen_nor_heard) {
    Walk walk{{.size = {1024, 640}, .others = 5}};
    walk.enter(false);
    pass(walk, 2);
    walk.settle();
    const auto* silent = walk.item(tile_name(4));
    ASSERT_NE(silent, nullptr);
    ASSERT_FALSE(silent->property("microphoneOn").toBool());
    auto* wait = silent->findChild<QObject*>(QStringLiteral("pictureWait"));
    EXPECT_FALSE(wait->property("due").toBool());
    walk.conference().people().set_picture_late(ada, true);
    walk.conference().people().set_picture_late(mei, true);
    walk.settle();
    EXPECT_TRUE(wait->property("due").toBool());
    EXPECT_FALSE(walk.item(tile_name(2))->findChild<QObject*>(QStringLiteral("pictureWait"))->property("due").toBool())
        << "heard";
    wait->setProperty("patienceMax", 700);
    EXPECT_TRUE(QTest::qWaitFor([&] { return wait->property("missing").toBool(); }, 2000));
    const auto words = wait->property("words").toString();
    EXPECT_TRUE(words.startsWith(QCoreApplication::translate("Tile", "Nothing arrives from %1").section('%', 0, 0)));
    EXPECT_TRUE(spoken_name(walk, tile_name(4)).contains(words));
}

TEST(StageScreens, a_camera_whose_first_picture_is_awaited_does_not_look_off) {
    Walk walk{{.size = {1024, 640}, .others = 2}};
    walk.enter(false);
    pass(walk, 2);
    walk.conference().people().someone_joins();
    walk.settle();
    const auto newcomer = tile_name(4);
    const auto* note = walk.item(newcomer)->findChild<QQuickItem*>(QStringLiteral("awayTag"));
    auto* wait = walk.item(newcomer)->findChild<QObject*>(QStringLiteral("pictureWait"));
    ASSERT_TRUE(note != nullptr && wait != nullptr);
    EXPECT_EQ(note->isVisible(), wait->property("passed").toInt() > 0) << "most pictures come at once";
    const auto before = tiles(walk);
    EXPECT_TRUE(QTest::qWaitFor([&] { return note->isVisible(); }, 2000));
    EXPECT_TRUE(spoken_name(walk, newcomer)
                    .contains(QCoreApplication::translate("Tile", "the camera is on, waiting for its picture")));
    wait->setProperty("patienceMax", 700);
    EXPECT_TRUE(QTest::qWaitFor([&] { return wait->property("missing").toBool(); }, 2000));
    EXPECT_TRUE(spoken_name(walk, newcomer).contains(wait->property("words").toString()));
    EXPECT_EQ(tiles(walk), before) << "nothing moves";
    pass(walk, 2);
    walk.settle();
    EXPECT_FALSE(note->isVisible());
}

TEST(StageScreens, TheHolderIsLargeAndTheChoiceOfAPersonWins) {
    Walk walk{{.others = 8}};
    walk.enter(false);
    const auto grid = tiles(walk);
    EXPECT_LT(tile(walk, me).width(), tile(walk, 2).width()) << "oneself is never a tile among the others";
    walk.conference().floors().turn_floor_on();
    walk.conference().floors().someone_wants_floor(jonas);
    walk.settle();
    EXPECT_EQ(largest(walk), 3);
    EXPECT_GT(tile(walk, 3).height(), 3 * tile(walk, 4).height());
    // A word of somebody else does not move the stage, but a floor that was passed on does, after a moment.
    const auto before = tiles(walk);
    walk.conference().floors().someone_acts(PassFloor{voice_token, jonas, ada});
    walk.settle();
    EXPECT_EQ(tiles(walk), before);
    EXPECT_TRUE(QTest::qWaitFor([&] { return largest(walk) == 2; }, 4000));
    walk.settle();
    EXPECT_EQ(tile(walk, 3), before.at(tile_name(2))) << "they change places";
    EXPECT_EQ(tile(walk, 4), before.at(tile_name(4)));
    // Who does not fit.
    auto* more = walk.item(QStringLiteral("moreTile"));
    ASSERT_NE(more, nullptr);
    EXPECT_GT(more->property("hidden").toInt(), 0);
    const auto own = tile(walk, me);
    walk.click(QStringLiteral("moreTile"));
    EXPECT_EQ(walk.item(tile_name(4)), nullptr);
    EXPECT_EQ(tile(walk, me), own);
    walk.click(QStringLiteral("moreTile"));
    // A person's own choice.
    walk.click(QStringLiteral("moreButton"));
    walk.click(QStringLiteral("layout-grid"));
    EXPECT_EQ(tiles(walk), grid);
    EXPECT_EQ(walk.client().settings()->property("stageLayout"), "grid");
    walk.client().people()->stage()->toggle_pin(5);
    walk.settle();
    EXPECT_EQ(largest(walk), 5);
    walk.click(QStringLiteral("moreButton"));
    walk.click(QStringLiteral("layout-grid"));
    EXPECT_EQ(tiles(walk), grid) << "nobody is kept large any more";
    walk.click(QStringLiteral("moreButton"));
    walk.click(QStringLiteral("layout-automatic"));
    EXPECT_EQ(largest(walk), 2);
}

TEST(StageScreens, WhoeverHasTheFloorWearsGoldAlone) {
    Walk walk{{.others = 3}};
    walk.enter(true);
    walk.conference().floors().turn_floor_on();
    walk.conference().floors().someone_wants_floor(ada);
    walk.settle();
    const auto speaks = [&] { return walk.item(tile_name(2))->property("speaking").toBool(); };
    pass(walk, 400, speaks);
    ASSERT_TRUE(speaks());
    walk.settle();
    const auto has = [&](const char* name) {
        const auto* speaker = walk.item(tile_name(2));
        const auto items = inspect::visible_items(walk.window());
        return std::ranges::any_of(items, [&](const QQuickItem* item) {
            return item->objectName() == QLatin1String{name} && speaker->isAncestorOf(item);
        });
    };
    EXPECT_TRUE(has("floorFrame"));
    EXPECT_TRUE(has("speakingSign"));
    EXPECT_FALSE(has("speakingFrame"));
    // Red is for what ends something.
    const auto red = property_of(walk, "leaveButton", "restColor");
    walk.conference().floors().someone_acts(PassFloor{voice_token, ada, robin});
    walk.client().floors()->voice()->rules()->set_limit(60);
    walk.ticks(1);
    EXPECT_NE(property_of(walk, "floorButton", "restColor"), property_of(walk, "microphoneButton", "restColor"));
    const auto gold = property_of(walk, "floorButton", "restColor");
    EXPECT_NE(gold, red);
    walk.conference().floors().let_floor_time_pass(45s);
    walk.ticks(1);
    walk.client().floors()->tick();
    walk.settle();
    EXPECT_TRUE(walk.item(QStringLiteral("floorButton"))->property("warned").toBool());
    EXPECT_NE(property_of(walk, "floorButton", "restColor"), red);
    EXPECT_NE(property_of(walk, "floorButton", "restColor"), gold);
    EXPECT_TRUE(walk.save(QStringLiteral("floor-time-short")));
    walk.client().media()->set_microphone_on(false);
    walk.settle();
    for (const auto* item : {"microphoneButton", "cameraButton"})
        EXPECT_NE(property_of(walk, item, "restColor"), red);
}

TEST(StageScreens, OnlyWhoIsMutedIsCalledMuted) {
    Walk walk{{.others = 3}};
    walk.enter(false);
    const auto muted = QCoreApplication::translate("Tile", "muted");
    walk.client().media()->set_microphone_on(false);
    walk.settle();
    EXPECT_TRUE(spoken_name(walk, tile_name(me)).contains(muted));
    walk.client().media()->set_microphone_on(true);
    walk.conference().floors().turn_floor_on();
    walk.conference().floors().someone_wants_floor(ada);
    walk.settle();
    walk.ticks(1);
    EXPECT_FALSE(walk.client().media()->microphone_on());
    EXPECT_EQ(property_of(walk, "microphoneButton", "text"), "Opens with the floor");
    EXPECT_EQ(property_of(walk, "microphoneButton", "iconName"), "microphone-waiting") << "not struck";
    for (const int member : {1, 2, 3, 4})
        EXPECT_FALSE(spoken_name(walk, tile_name(member)).contains(muted)) << member;
    const auto width = walk.item(QStringLiteral("microphoneButton"))->width();
    walk.client().floors()->voice()->own()->press();
    walk.ticks(2);
    EXPECT_EQ(property_of(walk, "microphoneButton", "text"), "Waiting for the floor") << "only once it is asked for";
    EXPECT_EQ(walk.item(QStringLiteral("microphoneButton"))->width(), width);
    walk.client().media()->set_microphone_on(false);
    walk.settle();
    EXPECT_EQ(property_of(walk, "microphoneButton", "text"), "Unmute");
    EXPECT_EQ(walk.item(QStringLiteral("microphoneButton"))->width(), width) << "buttons beside it stay";
}

TEST(StageScreens, beside_the_board_who_speaks_and_who_draws_are_in_sight) {
    constexpr base::MemberIndex last{9};
    Walk walk{{.size = {1440, 900}, .others = 8}};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    walk.conference().floors().turn_floor_on(FloorPurpose::pen);
    walk.client().people()->board()->set_open(true);
    walk.settle();
    EXPECT_EQ(walk.item(tile_name(9)), nullptr);
    walk.conference().floors().someone_wants_floor(last);
    walk.conference().floors().someone_acts(GrantFloor{SimulatedFloor::id_of(FloorPurpose::pen), base::MemberIndex{8}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return walk.item(tile_name(9)) != nullptr; }, 4000));
    walk.settle();
    ASSERT_NE(walk.item(tile_name(8)), nullptr);
    EXPECT_TRUE(walk.item(tile_name(8))->findChild<QQuickItem*>(QStringLiteral("penSign"))->isVisible());
    EXPECT_FALSE(walk.item(tile_name(9))->findChild<QQuickItem*>(QStringLiteral("penSign"))->isVisible());
    EXPECT_TRUE(walk.save(QStringLiteral("stage-strip")));
    const auto* more = walk.item(QStringLiteral("moreInStrip"));
    ASSERT_NE(more, nullptr);
    EXPECT_GT(more->property("hidden").toInt(), 0);
    const auto first = tiles(walk);
    const auto middle = tile(walk, me).center();
    QWheelEvent wheel{
        middle, walk.window().mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
        false};
    QCoreApplication::sendEvent(&walk.window(), &wheel);
    walk.settle();
    EXPECT_NE(tiles(walk), first);
    EXPECT_NE(walk.item(tile_name(9)), nullptr) << "who speaks stays";
    for (int presses = 0; presses < 5 && tiles(walk) != first; ++presses)
        walk.click(QStringLiteral("moreInStrip"));
    EXPECT_EQ(tiles(walk), first) << "the pages go round";
}

TEST(StageScreens, ThePeoplePillOpensThePeople) {
    Walk walk{{.size = {1024, 640}, .others = 3}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QString{});
    walk.settle();
    walk.click(QStringLiteral("peoplePill"));
    EXPECT_EQ(walk.client().settings()->property("panel"), QStringLiteral("people"));
}

/// For the eye: how the stage looks with few and many, with and without a floor.
void save_pictures(int people, bool dark) {
    Walk walk{{.dark = dark, .others = people - 1}};
    walk.enter(false);
    pass(walk, 30);
    walk.dismiss_notices();
    for (const bool with_floor : {false, true}) {
        if (with_floor) {
            walk.conference().floors().turn_floor_on();
            walk.conference().floors().someone_wants_floor(people > 2 ? jonas : people > 1 ? ada : robin);
            walk.conference().floors().someone_wants_floor(people > 3 ? base::MemberIndex{4} : robin);
            walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
            pass(walk, 4);
            walk.dismiss_notices();
        }
        for (const auto& size : sizes) {
            walk.window().resize(size);
            ASSERT_TRUE(QTest::qWaitFor([&] { return walk.window().size() == size; }));
            walk.settle();
            const auto* floor = with_floor ? "-floor" : "";
            EXPECT_TRUE(
                walk.save(QStringLiteral("stage-%1%2").arg(people, 2, 10, QLatin1Char{'0'}).arg(QLatin1String{floor})));
        }
    }
}

TEST(StageScreens, PicturesOfFewAndMany) {
    for (const int people : {1, 2, 3, 9, 16, 30})
        save_pictures(people, true);
    save_pictures(9, false);
}

} // namespace
} // namespace plenum::ui
