// SPDX-License-Identifier: Apache-2.0
// What hands do in the floor's panel and the bar, and where the keyboard is afterwards.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QFont>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

/// We moderate, and there is a floor.
void enter_with_floor(Walk& walk) {
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.settle();
    walk.client().floors()->create(QStringLiteral("voice"));
    walk.ticks(1);
    walk.dismiss_notices();
}

void scroll_to(Walk& walk, const QString& name) {
    auto* item = walk.item(name);
    ASSERT_NE(item, nullptr);
    auto* scroll = walk.item(QStringLiteral("floorScroll"));
    const auto top = item->mapToItem(scroll, {0, 0}).y() + scroll->property("contentY").toDouble();
    const auto last = scroll->property("contentHeight").toDouble() - scroll->height();
    scroll->setProperty("contentY", std::max(0.0, std::min(top - 20, last)));
    walk.settle();
}

void open_rules(Walk& walk) {
    EXPECT_EQ(walk.item(QStringLiteral("floorStyle")), nullptr) << "holder and queue are what one sees";
    scroll_to(walk, QStringLiteral("floorRules-voice"));
    walk.click(QStringLiteral("floorRules-voice"));
}

/// Held, the space bar asked for the floor, and rules are as they were.
void expect_space_talks(Walk& walk) {
    auto& floor = *walk.client().floors()->voice();
    const auto rules = floor.floor().settings;
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "holding");
    walk.let_go_of_space();
    EXPECT_EQ(floor.own()->standing(), "none");
    EXPECT_EQ(floor.floor().settings, rules);
}

TEST_P(Screens, APressOnTheFloorsPanelLeavesTheSpaceBarToTalking) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.settle();
    walk.click(QStringLiteral("createFloor"));
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "holding");
    walk.let_go_of_space();
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "none");
}

TEST_P(FewLooks, ARepetitionThatLooksLikeAReleaseDoesNotLetGo) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    walk.settle();
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    const QSignalSpy changes{&walk.conference().floors(), &FloorPort::floor_changed};
    for (int repetition = 0; repetition < 3; ++repetition) {
        QTest::keyRelease(&walk.window(), Qt::Key_Space);
        QTest::keyPress(&walk.window(), Qt::Key_Space);
    }
    walk.settle();
    EXPECT_EQ(changes.count(), 0);
    walk.let_go_of_space();
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "none");
}

TEST_P(Screens, WhatAModeratorDidToTheFloorIsSaidByName) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    auto rules = walk.client().floors()->voice()->floor().settings;
    rules.style = QStringLiteral("panel");
    walk.conference().floors().someone_acts(GrantFloor{voice_token, robin});
    walk.dismiss_notices();
    walk.conference().floors().someone_acts(ConfigureFloor{voice_token, rules});
    walk.conference().floors().someone_acts(RevokeFloor{voice_token, robin});
    walk.settle();
    int named = 0;
    EXPECT_TRUE(walk.save(QStringLiteral("floor-notices")));
    for (auto* notice = walk.item(QStringLiteral("callNotices")); notice != nullptr;
         notice = walk.item(QStringLiteral("callNotices"))) {
        if (notice->property("words").toString().contains(QStringLiteral("Ada Moreau"))) ++named;
        EXPECT_EQ(inspect::clipped_text(walk.window()), QStringList{}) << "all of it is to be read";
        QMetaObject::invokeMethod(notice, "dismiss");
        walk.settle();
    }
    EXPECT_EQ(named, 2);
}

TEST_P(FewLooks, NoSpeakingTimeIsShownWhileEveryoneMaySpeak) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    auto& floor = *walk.client().floors()->voice();
    floor.rules()->set_limit(60);
    walk.ticks(1);
    EXPECT_NE(walk.item(QStringLiteral("floorLimit")), nullptr);
    floor.rules()->set_style(QStringLiteral("brainstorm"));
    walk.ticks(2);
    ASSERT_TRUE(floor.everyone());
    EXPECT_EQ(walk.item(QStringLiteral("floorLimit")), nullptr);
}

TEST_P(FewLooks, AFloorIsRemovedAtTheEndOfItsRules) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    open_rules(walk);
    scroll_to(walk, QStringLiteral("removeFloor"));
    const auto* button = walk.item(QStringLiteral("removeFloor"));
    ASSERT_NE(button, nullptr);
    EXPECT_LE(button->implicitWidth(), button->width()) << "its words are cut off";
    judge(walk, "floor-rules-end");
    scroll_to(walk, QStringLiteral("removeFloor"));
    walk.click(QStringLiteral("removeFloor"));
    ASSERT_NE(walk.client().floors()->voice(), nullptr) << "it is asked first";
    judge(walk, "floor-remove");
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    ASSERT_EQ(walk.item(QStringLiteral("removeFloorNow")), nullptr) << "Return keeps it";
    ASSERT_NE(walk.client().floors()->voice(), nullptr);
    scroll_to(walk, QStringLiteral("removeFloor"));
    walk.click(QStringLiteral("removeFloor"));
    walk.click(QStringLiteral("removeFloorNow"));
    walk.ticks(1);
    EXPECT_EQ(walk.client().floors()->voice(), nullptr);
}

TEST_P(Screens, AfterARuleWasChangedByMouseTheSpaceBarTalks) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    auto& floor = *walk.client().floors()->voice();
    open_rules(walk);
    scroll_to(walk, QStringLiteral("floorLocked"));
    walk.click(QStringLiteral("floorLocked"));
    EXPECT_TRUE(floor.rules()->locked());
    expect_space_talks(walk);
    // With the tabulator it is the switch's.
    walk.item(QStringLiteral("floorLocked"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_FALSE(floor.rules()->locked());
}

TEST_P(Screens, AfterAStyleWasChosenByMouseTheSpaceBarTalks) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    auto& floor = *walk.client().floors()->voice();
    open_rules(walk);
    scroll_to(walk, QStringLiteral("floorStyle"));
    walk.click(QStringLiteral("floorStyle"));
    QTest::keyClick(&walk.window(), Qt::Key_Down);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    EXPECT_EQ(floor.floor().settings.style, "brainstorm") << "an open list has the keyboard";
    floor.rules()->set_style(QStringLiteral("queue"));
    walk.ticks(2);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !walk.item(QStringLiteral("floorStyle"))->hasActiveFocus(); }));
    scroll_to(walk, QStringLiteral("floorStyle"));
    walk.click(QStringLiteral("floorStyle"));
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !walk.item(QStringLiteral("floorStyle"))->hasActiveFocus(); }));
    walk.settle();
    expect_space_talks(walk);
}

/// Who is on the page shown; of them those in a frame.
QList<int> tiles(Walk& walk, bool framed = false) {
    QList<int> found;
    for (const auto* item : inspect::visible_items(walk.window())) {
        if (!QString::fromLatin1(item->metaObject()->className()).startsWith(QLatin1String{"Tile"})) continue;
        if (!framed || item->property("hasFloor").toBool()) found << item->property("memberIndex").toInt();
    }
    return found;
}

TEST_P(Screens, WhoHasTheFloorIsOnEveryPage) {
    auto look = GetParam();
    look.others = 60;
    Walk walk{look};
    walk.enter(false);
    walk.client().settings()->setProperty("stageLayout", QStringLiteral("grid"));
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.conference().floors().turn_floor_on();
    walk.settle();
    const auto first = tiles(walk);
    constexpr int last = 61;
    ASSERT_FALSE(first.contains(last));
    walk.conference().floors().someone_wants_floor(base::MemberIndex{last});
    walk.settle();
    EXPECT_EQ(tiles(walk, true), QList{last});
    EXPECT_EQ(tiles(walk).size(), first.size());
    EXPECT_EQ(tiles(walk).first(first.size() - 1), first.first(first.size() - 1)) << "the others are where they were";
    judge(walk, "floor-grid-pages");
    std::set<int> seen;
    auto* next = walk.item(QStringLiteral("morePeople"));
    for (int page = 0; page < 60; ++page) {
        EXPECT_EQ(tiles(walk, true), QList{last});
        for (const int member : tiles(walk))
            seen.insert(member);
        if (!next->isEnabled()) break;
        walk.click(QStringLiteral("morePeople"));
    }
    EXPECT_EQ(seen.size(), 61U) << "nobody is on no page";
}

[[nodiscard]] int holder_of(Walk& walk) {
    return walk.client().floors()->voice()->index(0).data(FloorModel::member_role).toInt();
}

/// Until a line takes presses again.
void settle_lines(Walk& walk) {
    const auto is_settled = [&] {
        return std::ranges::none_of(inspect::visible_items(walk.window()),
                                    [](const QQuickItem* item) { return item->property("settling").toBool(); });
    };
    EXPECT_TRUE(QTest::qWaitFor(is_settled));
    walk.settle();
}

TEST_P(Screens, TheSecondHalfOfADoublePressGivesTheFloorToNobodyElse) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    for (const std::uint32_t number : {2U, 3U, 4U})
        walk.conference().floors().someone_wants_floor(base::MemberIndex{number});
    settle_lines(walk);
    const auto offer = QStringLiteral("floorOffer-3");
    const auto press = [&] { walk.click(offer); };
    press();
    EXPECT_EQ(holder_of(walk), 3);
    press();
    walk.settle();
    EXPECT_EQ(holder_of(walk), 3) << "and not taken away at once";
    settle_lines(walk);
    press();
    EXPECT_EQ(holder_of(walk), 4) << "later it means that";
    // By keyboard the same.
    walk.conference().floors().someone_wants_floor(base::MemberIndex{3});
    settle_lines(walk);
    walk.item(offer)->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    EXPECT_EQ(holder_of(walk), 3);
}

TEST_P(Screens, TabsSayWhatWaitsAndTheOneButtonWhileTheyAreHidden) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    for (const std::uint32_t number : {2U, 3U, 4U})
        walk.conference().floors().someone_wants_floor(base::MemberIndex{number});
    walk.settle();
    const auto name_of = [&](const char* item) {
        return QAccessible::queryAccessibleInterface(walk.item(QString::fromLatin1(item)))->text(QAccessible::Name);
    };
    auto* tab = walk.item(QStringLiteral("tab-floor"));
    EXPECT_EQ(tab->property("badge"), 2);
    EXPECT_EQ(
        name_of("tab-floor"),
        QCoreApplication::translate("SidePanel", "%1, %2 waiting for it").arg(tab->property("text").toString()).arg(2));
    auto* button = walk.item(QStringLiteral("panelButton"));
    EXPECT_EQ(button->property("badge"), 0) << "said once";
    std::set<int> letter_sizes;
    for (const auto* item : inspect::visible_items(walk.window()))
        if (item->objectName() == QLatin1String{"tabWord"})
            letter_sizes.insert(item->property("font").value<QFont>().pixelSize());
    EXPECT_EQ(letter_sizes.size(), 1U) << "no word is smaller for its number";
    judge(walk, "floor-badge");
    walk.click(QStringLiteral("panelButton"));
    EXPECT_EQ(walk.item(QStringLiteral("tab-floor")), nullptr);
    walk.conference().chat().someone_writes(ada, QStringLiteral("Shall we begin?"));
    walk.settle();
    EXPECT_EQ(button->property("badge"), 3);
    EXPECT_EQ(
        name_of("panelButton"),
        QCoreApplication::translate("CallBar", "%1, %2 waiting in it").arg(button->property("text").toString()).arg(3));
    judge(walk, "panel-hidden");
    walk.click(QStringLiteral("panelButton"));
    EXPECT_EQ(walk.client().settings()->property("panel"), QStringLiteral("floor")) << "where something waits";
    walk.conference().people().make_us_moderator(false);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("tab-floor"))->property("badge"), 0);
    // The key does what the button does, and what was open comes again.
    walk.click(QStringLiteral("tab-chat"));
    walk.click(QStringLiteral("tab-people"));
    for (const auto* panel : {"", "people"}) {
        QTest::keyClick(&walk.window(), Qt::Key_B, Qt::ControlModifier);
        EXPECT_EQ(walk.client().settings()->property("panel"), QString::fromLatin1(panel));
    }
}

TEST(FloorLines, ANameFromTheRightBeginsWhereTheOthersDo) {
    Walk walk{{}};
    enter_with_floor(walk);
    const auto name = QStringLiteral("\u05d3\u05e0\u05d4 \u05dc\u05d5\u05d9"); // Hebrew
    walk.conference().people().rename(ada, name);
    walk.conference().floors().someone_wants_floor(ada);
    for (const auto* panel : {"floor", "people"}) {
        walk.client().settings()->setProperty("panel", QString::fromLatin1(panel));
        walk.settle();
        int seen = 0;
        for (const auto* item : inspect::visible_items(walk.window())) {
            const bool listed = walk.item(QStringLiteral("sidePanel"))->isAncestorOf(item);
            if (!listed || !item->inherits("QQuickText") || item->property("text") != name) continue;
            ++seen;
            EXPECT_EQ(item->property("effectiveHorizontalAlignment").toInt(), Qt::AlignLeft) << panel;
        }
        EXPECT_GE(seen, 1) << panel;
    }
}

QObject* hint_of(Walk& walk, const QString& name) {
    for (auto* child : walk.item(name)->findChildren<QObject*>())
        if (QString::fromLatin1(child->metaObject()->className()).startsWith(QLatin1String{"Hint"})) return child;
    return nullptr;
}

TEST_P(Screens, NoHintCoversAMenuThatIsOpen) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    walk.conference().floors().someone_wants_floor(ada);
    walk.conference().floors().someone_wants_floor(base::MemberIndex{3});
    walk.settle();
    for (const auto& [name, menu] : {std::pair{"moreButton", "moreMenu"}, std::pair{"floorMenu-3", "floorLineMenu"}}) {
        SCOPED_TRACE(name);
        auto* hint = hint_of(walk, QString::fromLatin1(name));
        ASSERT_NE(hint, nullptr);
        hint->setProperty("delay", 0);
        const auto* button = walk.item(QString::fromLatin1(name));
        QTest::mouseMove(&walk.window(), {2, 2});
        QTest::mouseMove(&walk.window(), button->mapToScene({button->width() / 2, button->height() / 2}).toPoint());
        EXPECT_TRUE(QTest::qWaitFor([&] { return hint->property("visible").toBool(); }));
        walk.click(QString::fromLatin1(name));
        const auto* opened = walk.window().findChild<QObject*>(QString::fromLatin1(menu));
        EXPECT_TRUE(QTest::qWaitFor([&] { return opened->property("opened").toBool(); }));
        EXPECT_TRUE(QTest::qWaitFor([&] { return !hint->property("visible").toBool(); }));
        QTest::keyClick(&walk.window(), Qt::Key_Escape);
        EXPECT_TRUE(QTest::qWaitFor([&] { return !opened->property("visible").toBool(); }));
    }
}

TEST_P(Screens, TheMicrophonesButtonSaysWhatItIs) {
    Walk walk{GetParam()};
    enter_with_floor(walk);
    const auto* face = QAccessible::queryAccessibleInterface(walk.item(QStringLiteral("microphoneButton")));
    ASSERT_NE(face, nullptr);
    const auto word = walk.item(QStringLiteral("microphoneButton"))->property("text").toString();
    EXPECT_EQ(face->text(QAccessible::Name), QCoreApplication::translate("CallBar", "Microphone: %1").arg(word));
}

TEST_P(Screens, TheKeyThatWorksEverywhereIsNamedAsTheOthersAre) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().talk_key()->offer(QStringLiteral("Ctrl+Alt+Space"));
    const auto name = walk.client().talk_key()->everywhere_name();
    EXPECT_EQ(name, GetParam().language == QLatin1String{"de"} ? "Strg+Alt+Leertaste" : "Ctrl+Alt+Space");
}

TEST_P(Screens, WhatAPressOnTheFloorsButtonDoesIsNotCutOff) {
    for (const double scale : {1.0, 1.5}) {
        auto look = GetParam();
        look.size = scale > 1 ? QSize{1280, 800} : QSize{800, 600};
        look.text_scale = scale;
        Walk walk{look};
        walk.enter(false);
        walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
        walk.conference().floors().turn_floor_on();
        walk.conference().floors().someone_wants_floor(base::MemberIndex{1});
        walk.settle();
        auto* button = walk.item(QStringLiteral("floorButton"));
        ASSERT_NE(button, nullptr);
        const auto words = button->property("text").toString();
        const auto items = inspect::visible_items(walk.window());
        const auto caption = std::ranges::find_if(items, [&](const QQuickItem* item) {
            return item != button && button->isAncestorOf(item) && item->property("text").toString() == words;
        });
        ASSERT_NE(caption, items.end());
        EXPECT_FALSE((*caption)->property("truncated").toBool()) << words.toStdString() << " at " << scale;
    }
}

TEST(FloorScreens, who_waits_has_the_button_at_the_same_place_on_each_line) {
    Walk walk{{.size = {1440, 900}, .others = 5}};
    enter_with_floor(walk);
    for (const auto member : {ada, jonas, mei, mei.next()})
        walk.conference().floors().someone_wants_floor(member);
    walk.settle();
    std::set<double> edges;
    int buttons = 0;
    for (const auto* item : inspect::visible_items(walk.window())) {
        if (!item->objectName().startsWith(QLatin1String{"floorOffer-"})) continue;
        if (item->property("text") != QStringLiteral("Give floor")) continue;
        ++buttons;
        edges.insert(std::round(item->mapToScene({item->width(), 0}).x()));
    }
    EXPECT_GE(buttons, 3);
    EXPECT_EQ(edges.size(), 1U);
    EXPECT_TRUE(walk.save(QStringLiteral("floor-queue")));
}

} // namespace
} // namespace plenum::ui
