// SPDX-License-Identifier: Apache-2.0
// The diagnostics on the screen: how one comes there, what is seen, and how a moderator changes the order.
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QTest>

namespace plenum::ui {
namespace {

constexpr base::ConversationId plenary{1};
constexpr base::ConversationId red_group{2};

bool is_open(Walk& walk) { return walk.item(QStringLiteral("copyReport")) != nullptr; }

void close(Walk& walk) {
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
}

/// Two minutes of a call, in which not all was well.
void let_time_pass(Walk& walk) {
    auto& conference = walk.conference();
    conference.diagnostics().let_figures_pass();
    conference.diagnostics().spoil_order(plenary, 4, 2, 1);
    conference.diagnostics().let_figures_pass();
    walk.ticks(1);
}

QString name_of(Walk& walk, const char* item) {
    const auto* face = QAccessible::queryAccessibleInterface(walk.item(QString::fromLatin1(item)));
    return face == nullptr ? QString{} : face->text(QAccessible::Name);
}

TEST_P(Screens, TheDiagnosticsOfAModerator) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QString{});
    let_time_pass(walk);
    walk.click(QStringLiteral("networkPill"));
    ASSERT_TRUE(is_open(walk));
    judge(walk, "diagnostics-moderator");
    close(walk);
    EXPECT_FALSE(is_open(walk));
    QTest::keyClick(&walk.window(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    ASSERT_TRUE(is_open(walk));
    auto& order = *walk.client().diagnostics()->index(0).data(Diagnostics::order_role).value<OrderModel*>();
    const auto checked = [&](const char* name) {
        return walk.item(QString::fromLatin1(name))->property("checked").toBool();
    };
    EXPECT_TRUE(checked("lean-balanced"));
    EXPECT_EQ(name_of(walk, "lean-order"), order.step_name(QStringLiteral("order")));
    // By keyboard.
    walk.item(QStringLiteral("lean-order"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    walk.ticks(1);
    EXPECT_EQ(order.step(), "order");
    EXPECT_TRUE(checked("lean-order"));
    EXPECT_FALSE(checked("lean-balanced"));
    EXPECT_NE(walk.item(QStringLiteral("lean-order")), nullptr) << "the keyboard is in sight";
    // A refused one goes back.
    walk.conference().diagnostics().refuse_leans(ProblemKind::not_permitted);
    walk.item(QStringLiteral("lean-live"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    walk.ticks(1);
    EXPECT_TRUE(checked("lean-order"));
    EXPECT_FALSE(checked("lean-live"));
    EXPECT_FALSE(name_of(walk, "leanRefusal").isEmpty());
    judge(walk, "diagnostics-refused");
    close(walk);
}

TEST_P(Screens, TheDiagnosticsOfAParticipant) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().groups().someone_acts_on_group(
        OpenGroup{.label = QStringLiteral("Red"), .open = false, .ends_at = QDateTime{}});
    walk.conference().groups().someone_acts_on_group(
        PlaceMembers{red_group, {base::MemberIndex{1}, base::MemberIndex{3}}});
    let_time_pass(walk);
    walk.dismiss_notices();
    walk.click(QStringLiteral("moreButton"));
    walk.click(QStringLiteral("diagnosticsItem"));
    ASSERT_TRUE(is_open(walk));
    EXPECT_EQ(walk.client().diagnostics()->rowCount(), 2);
    EXPECT_EQ(walk.item(QStringLiteral("lean-order")), nullptr) << "for moderators";
    EXPECT_TRUE(name_of(walk, "leanRights").contains(QLatin1String{"Ada Moreau"}));
    judge(walk, "diagnostics");
    // What is below is read by keys too.
    const auto* page = walk.sheet("diagnosticsSheet");
    for (int press = 0; press < 12; ++press)
        QTest::keyClick(&walk.window(), Qt::Key_PageDown);
    EXPECT_TRUE(page->property("atEnd").toBool());
    judge(walk, "diagnostics-end");
    QTest::keyClick(&walk.window(), Qt::Key_PageUp);
    walk.item(QStringLiteral("copyReport"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    const auto report = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(report.contains(QLatin1String{"Ada Moreau"}));
    EXPECT_FALSE(report.contains(QLatin1String{"plenum://"}));
    judge(walk, "diagnostics-copied");
    close(walk);
    EXPECT_FALSE(is_open(walk));
}

TEST_P(Screens, TheKeyboardStaysInSightInALongSheet) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().groups()->plan()->open({QStringLiteral("Red")}, 0, false, {});
    walk.ticks(2);
    walk.client().groups()->enter(static_cast<int>(red_group.value()));
    walk.ticks(2);
    let_time_pass(walk);
    // The group's control is below the fold.
    auto* sheet = walk.sheet("diagnosticsSheet");
    QMetaObject::invokeMethod(sheet, "open");
    walk.settle();
    const auto* page = sheet->property("contentItem").value<QQuickItem*>();
    const auto room = page->mapRectToScene({0, 0, page->width(), page->height()}).adjusted(-2, -2, 2, 2);
    int seen = 0;
    for (int press = 0; press < 16; ++press) {
        QTest::keyClick(&walk.window(), Qt::Key_Tab);
        const auto* item = walk.window().activeFocusItem();
        if (item == nullptr || item == page || !page->isAncestorOf(item)) continue;
        ++seen;
        const auto at = item->mapRectToScene({0, 0, item->width(), item->height()});
        EXPECT_TRUE(room.contains(at)) << inspect::name_of(item).toStdString();
    }
    EXPECT_GE(seen, 7) << "the button and two times three steps";
    close(walk);
}

TEST_P(Screens, AClosedMicrophoneSaysWhoHasTheFloor) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    walk.conference().floors().someone_wants_floor(base::MemberIndex{2});
    walk.settle();
    const auto spoken = [&] {
        const auto* face = QAccessible::queryAccessibleInterface(walk.item(QStringLiteral("microphoneButton")));
        return face->text(QAccessible::Description);
    };
    const auto words = QCoreApplication::translate("FloorWords", "The floor is with %1.");
    EXPECT_TRUE(spoken().startsWith(words.arg(QStringLiteral("Ada Moreau")))) << spoken().toStdString();
    walk.click(QStringLiteral("microphoneButton"));
    EXPECT_TRUE(spoken().startsWith(words.arg(QStringLiteral("Ada Moreau")))) << spoken().toStdString();
    walk.click(QStringLiteral("floorButton"));
    walk.conference().floors().someone_wants_floor(base::MemberIndex{2}, false);
    walk.settle();
    EXPECT_FALSE(spoken().contains(QLatin1String{"Ada Moreau"})) << "it is ours";
}

} // namespace
} // namespace plenum::ui
