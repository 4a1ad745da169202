// SPDX-License-Identifier: Apache-2.0
// Discussion groups on the screens: opened, filled with mouse and keyboard, closed; and who is put into one.
#include "tests/ui/screens.h"

#include <QCoreApplication>
#include <QTest>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr int jonas_id = 3;
constexpr int mei_id = 4;
constexpr base::ConversationId red{2};

QPoint middle(Walk& walk, const QString& name) {
    auto* item = walk.item(name);
    if (item == nullptr) qFatal("not there: %s", qPrintable(name));
    return item->mapToScene({item->width() / 2, item->height() / 2}).toPoint();
}

/// By hand, from one item of the screen onto another.
void drag(Walk& walk, const QString& from, const QString& to) {
    const auto start = middle(walk, from);
    const auto end = middle(walk, to);
    QTest::mousePress(&walk.window(), Qt::LeftButton, {}, start);
    for (int step = 1; step <= 8; ++step)
        QTest::mouseMove(&walk.window(), start + (end - start) * step / 8);
    walk.settle();
    QTest::mouseRelease(&walk.window(), Qt::LeftButton, {}, end);
    walk.ticks(2);
}

void open_two(Walk& walk) {
    walk.client().groups()->plan()->open({QStringLiteral("Red"), QStringLiteral("Blue")}, 10, false, {});
    walk.ticks(2);
    walk.dismiss_notices();
}

TEST_P(Screens, AModeratorsGroups) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.settle();
    walk.click(QStringLiteral("openGroups"));
    judge(walk, "groups-open");
    // Below the fold where letters are large.
    auto* sheet = walk.sheet("groupsSheet");
    EXPECT_EQ(sheet->property("count"), 2);
    QMetaObject::invokeMethod(sheet, "close");
    open_two(walk);
    auto& groups = *walk.client().groups();
    ASSERT_EQ(groups.rowCount(), 2);
    judge(walk, "groups-empty");
    groups.plan()->spread(QStringLiteral("evenly"));
    walk.ticks(2);
    EXPECT_EQ(groups.plan()->unplaced(), 0);
    groups.enter(2);
    walk.ticks(2);
    walk.dismiss_notices();
    judge(walk, "groups-visiting");
    groups.to_all()->set(true);
    walk.ticks(1);
    walk.dismiss_notices();
    judge(walk, "groups-to-all");
    groups.time()->call_back();
    walk.ticks(1);
    // The models' own clock says how long.
    ASSERT_TRUE(QTest::qWaitFor([&] { return groups.news().contains(QStringLiteral("0:15")); }));
    walk.dismiss_notices();
    judge(walk, "groups-calling");
    groups.plan()->close(2);
    groups.plan()->close(3);
    walk.ticks(2);
    EXPECT_EQ(groups.rowCount(), 0);
    judge(walk, "groups-closed");
}

TEST(GroupScreens, a_name_that_is_taken_opens_nothing) {
    Walk walk{{}};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.settle();
    walk.click(QStringLiteral("openGroups"));
    auto* sheet = walk.sheet("groupsSheet");
    auto* button = walk.item(QStringLiteral("openGroupsNow"));
    ASSERT_TRUE(button->isEnabled());
    const auto rename = [&](const QString& label) {
        QMetaObject::invokeMethod(sheet, "rename", Q_ARG(int, 1), Q_ARG(QString, label));
    };
    rename(walk.client().groups()->plan()->proposed_labels(1).first().toUpper());
    EXPECT_FALSE(button->isEnabled());
    rename(QStringLiteral("Blue"));
    EXPECT_TRUE(button->isEnabled());
}

TEST_P(Screens, PeopleAreDraggedIntoAGroupAndBack) {
    auto look = GetParam();
    // So that all of them are in sight.
    look.others = 3;
    look.size = {1440, 900};
    look.text_scale = 1;
    Walk walk{look};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    open_two(walk);
    auto& groups = *walk.client().groups();
    drag(walk, QStringLiteral("person-3"), QStringLiteral("group-2"));
    EXPECT_EQ(groups.group_of(jonas_id), 2);
    drag(walk, QStringLiteral("person-3"), QStringLiteral("group-3"));
    EXPECT_EQ(groups.group_of(jonas_id), 3) << "a mistake is dragged back";
    drag(walk, QStringLiteral("person-4"), QStringLiteral("person-3"));
    EXPECT_EQ(groups.group_of(mei_id), 3) << "onto somebody who is there";
    drag(walk, QStringLiteral("person-3"), QStringLiteral("group-0"));
    EXPECT_EQ(groups.group_of(jonas_id), 0);
    drag(walk, QStringLiteral("person-4"), QStringLiteral("panelButton"));
    EXPECT_EQ(groups.group_of(mei_id), 3) << "dropped where nobody is to be";
}

TEST_P(Screens, TheKeyboardPutsPeopleIntoGroups) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    open_two(walk);
    auto* list = walk.window().findChild<QQuickItem*>(QStringLiteral("peopleList"));
    QMetaObject::invokeMethod(list, "positionViewAtIndex",
                              Q_ARG(int, walk.client().people()->listed()->row_of(jonas_id)), Q_ARG(int, 0));
    walk.settle();
    auto* button = walk.item(QStringLiteral("personMenuButton-3"));
    ASSERT_NE(button, nullptr);
    button->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    walk.settle();
    ASSERT_NE(walk.item(QStringLiteral("moveTo3")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("moveTo0")), nullptr) << "where they are";
    judge(walk, "groups-person-menu");
    // The look at the picture went through the menu by keys.
    for (int presses = 0; presses < 12; ++presses)
        QTest::keyClick(&walk.window(), Qt::Key_Up);
    for (int presses = 0; presses < 12 && !walk.item(QStringLiteral("moveTo3"))->property("highlighted").toBool();
         ++presses)
        QTest::keyClick(&walk.window(), Qt::Key_Down);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.ticks(2);
    EXPECT_EQ(walk.client().groups()->group_of(jonas_id), 3);
}

TEST_P(Screens, WhoeverIsPutIntoAGroup) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    auto& conference = walk.conference();
    const auto ends = QDateTime::currentDateTimeUtc().addSecs(592);
    conference.groups().someone_acts_on_group(
        OpenGroup{.label = QStringLiteral("Red"), .open = false, .ends_at = ends});
    conference.groups().someone_acts_on_group(
        OpenGroup{.label = QStringLiteral("Blue"), .open = true, .ends_at = ends});
    conference.groups().someone_acts_on_group(
        PlaceMembers{red, {base::MemberIndex{1}, base::MemberIndex{3}, base::MemberIndex{5}}});
    conference.groups().someone_acts_on_group(PlaceMembers{red.next(), {base::MemberIndex{4}}});
    walk.ticks(1);
    const auto* news = walk.window().findChild<QQuickItem*>(QStringLiteral("groupNews"));
    ASSERT_NE(news, nullptr);
    EXPECT_TRUE(news->property("text").toString().contains(QLatin1String{"Jonas Weber"}));
    judge(walk, "group-told");
    walk.dismiss_notices();
    conference.groups().someone_speaks_to_all(base::MemberIndex{2}, true);
    judge(walk, "group-own");
    EXPECT_EQ(walk.item(QStringLiteral("groupsMenuButton")), nullptr) << "for moderators";
    EXPECT_EQ(walk.item(QStringLiteral("callBack")), nullptr);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    conference.chat().someone_writes(base::MemberIndex{3}, QStringLiteral("Who takes notes?"));
    conference.chat().someone_writes(base::MemberIndex{2}, QStringLiteral("Five more minutes, please."));
    walk.client().chat()->composer()->send(QStringLiteral("I do."));
    walk.ticks(4);
    judge(walk, "group-chat");
    walk.item(QStringLiteral("chatInput"))->forceActiveFocus();
    walk.type(QStringLiteral("Between us"));
    conference.groups().someone_acts_on_group(CloseGroup{red});
    walk.ticks(1);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    ASSERT_NE(walk.item(QStringLiteral("unsentText")), nullptr) << "was sent to everyone, or is lost";
    EXPECT_EQ(walk.item(QStringLiteral("unsentText"))->property("text"), QStringLiteral("Between us"));
    judge(walk, "group-unsent");
    walk.click(QStringLiteral("takeUnsent"));
    EXPECT_EQ(walk.item(QStringLiteral("chatInput"))->property("text"), QStringLiteral("Between us"));
    EXPECT_EQ(walk.item(QStringLiteral("takeUnsent")), nullptr);
    conference.groups().someone_acts_on_group(OpenGroup{.label = QStringLiteral("Red"), .open = true, .ends_at = ends});
    conference.groups().someone_acts_on_group(PlaceMembers{red.next().next(), {base::MemberIndex{1}}});
    walk.ticks(1);
    walk.click(QStringLiteral("groupPill"));
    EXPECT_EQ(walk.client().settings()->property("panel"), QStringLiteral("people"));
    walk.client().groups()->enter(0);
    walk.ticks(2);
    EXPECT_EQ(walk.client().groups()->own(), 0);
    walk.dismiss_notices();
    judge(walk, "group-back");
}

TEST(GroupScreens, the_stage_belongs_to_who_is_in_the_group) {
    Walk walk{{.others = 5}};
    walk.enter(false);
    auto& groups = walk.conference().groups();
    groups.someone_acts_on_group(OpenGroup{.label = QStringLiteral("Red"), .open = false, .ends_at = {}});
    groups.someone_acts_on_group(OpenGroup{.label = QStringLiteral("Blue"), .open = false, .ends_at = {}});
    groups.someone_acts_on_group(PlaceMembers{red, {base::MemberIndex{1}, base::MemberIndex{3}}});
    groups.someone_acts_on_group(
        PlaceMembers{red.next(), {base::MemberIndex{2}, base::MemberIndex{4}, base::MemberIndex{5}}});
    walk.ticks(1);
    walk.dismiss_notices();
    for (const int apart : {2, 4, 5})
        EXPECT_EQ(walk.item(QStringLiteral("tile-%1").arg(apart)), nullptr) << apart;
    ASSERT_NE(walk.item(QStringLiteral("apartNote")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("apartNote"))->property("text"), QStringLiteral("3 in other groups"));
    const auto area = [&](const QString& name) {
        auto* item = walk.item(name);
        return item->mapRectToScene({0, 0, item->width(), item->height()});
    };
    for (const int here : {1, 3, 6}) {
        ASSERT_NE(walk.item(QStringLiteral("tile-%1").arg(here)), nullptr) << here;
        EXPECT_FALSE(area(QStringLiteral("tile-%1").arg(here)).intersects(area(QStringLiteral("apartNote")))) << here;
    }
    groups.someone_speaks_to_all(base::MemberIndex{2}, true);
    walk.settle();
    EXPECT_NE(walk.item(QStringLiteral("tile-2")), nullptr);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.click(QStringLiteral("apartNote"));
    EXPECT_EQ(walk.client().settings()->property("panel"), QStringLiteral("people"));
}

} // namespace
} // namespace plenum::ui
