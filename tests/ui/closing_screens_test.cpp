// SPDX-License-Identifier: Apache-2.0
// How a call ends for oneself and for others, and what never ends it: settings, and dialogs that open by themselves.
#include "tests/ui/screens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPointer>
#include <QTest>
#include <QTimer>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

void be_unanswered(Walk& walk) {
    walk.conference().session().lose_relay();
    walk.settle();
    auto* timer = walk.client().session()->findChild<QTimer*>(QStringLiteral("answerTimer"));
    ASSERT_TRUE(timer->isActive());
    EXPECT_EQ(timer->intervalAsDuration(), ConnectionModel::answer_wait);
    timer->start(0ms);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !walk.client().session()->connection()->unanswered().isEmpty(); }));
    timer->setInterval(ConnectionModel::answer_wait);
    walk.settle();
}

TEST_P(FewLooks, ClosingTheHostsWindowAsksAndKeepsTheCallRunning) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.window().close();
    walk.settle();
    EXPECT_TRUE(walk.window().isVisible());
    ASSERT_NE(walk.item(QStringLiteral("leaveNow")), nullptr);
    judge(walk, "leave-hosted");
    walk.click(QStringLiteral("stayButton"));
    EXPECT_EQ(walk.client().session()->screen(), "call");
    // Having stayed, leaving later leads to the last screen and not out of the window.
    walk.click(QStringLiteral("leaveButton"));
    walk.click(QStringLiteral("leaveNow"));
    walk.ticks(1);
    EXPECT_TRUE(walk.window().isVisible());
    EXPECT_EQ(walk.client().session()->screen(), "ended");
    EXPECT_TRUE(walk.client().session()->relay_running());
    judge(walk, "ended-relay-running");
    const auto others_go_on = walk.client().session()->end().headline;
    walk.click(QStringLiteral("stopRelayButton"));
    EXPECT_TRUE(walk.client().session()->relay_running()) << "others are still in it";
    walk.click(QStringLiteral("stopRelayNow"));
    EXPECT_FALSE(walk.client().session()->relay_running());
    EXPECT_NE(walk.client().session()->end().headline, others_go_on);
    EXPECT_FALSE(walk.client().session()->end().may_join_again);
}

TEST(Calls, AGuestWhoseComputerCarriesTheCallIsAsked) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.conference().diagnostics().move_relay({QStringLiteral("Wanda"), QStringLiteral("Robin"), true, false});
    walk.window().close();
    walk.settle();
    EXPECT_TRUE(walk.window().isVisible());
    ASSERT_NE(walk.item(QStringLiteral("leaveNow")), nullptr);
    EXPECT_TRUE(walk.save(QStringLiteral("leave-moved-here")));
    walk.click(QStringLiteral("stayButton"));
    walk.conference().diagnostics().move_relay({QStringLiteral("Robin"), QStringLiteral("Bob"), false, true});
    walk.window().close();
    walk.conference().tick();
    QCoreApplication::processEvents();
    EXPECT_FALSE(walk.window().isVisible());
}

TEST(Calls, AGuestsWindowClosesAtOnce) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.window().close();
    // No picture of a window that is gone.
    walk.conference().tick();
    QCoreApplication::processEvents();
    EXPECT_FALSE(walk.window().isVisible());
    EXPECT_EQ(walk.client().session()->screen(), "ended");
}

TEST_P(FewLooks, TheCallGoesOnThroughAnotherComputer) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().session().make_hosted();
    walk.conference().diagnostics().move_relay({QStringLiteral("Wanda"), QStringLiteral("Bob"), false, false});
    walk.settle();
    judge(walk, "relay-moved");
}

TEST_P(FewLooks, TheHostsComputerDoesNotAnswer) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().session().make_hosted();
    be_unanswered(walk);
    EXPECT_EQ(walk.client().session()->connection()->unanswered(), "host");
    judge(walk, "host-unanswered");
    walk.conference().session().find_relay();
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("unansweredCard")), nullptr);
    be_unanswered(walk);
    const auto title = walk.client().session()->facts().title;
    walk.click(QStringLiteral("startAnewButton"));
    walk.ticks(16);
    EXPECT_EQ(walk.client().session()->screen(), "call");
    EXPECT_TRUE(walk.client().session()->facts().hosted_here);
    EXPECT_EQ(walk.client().session()->facts().title, title);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), walk.client().session()->facts().link);
}

TEST(Calls, AnOpenSheetKeepsTheKeyboardWhenTheScreenBehindItChanges) {
    Walk walk{{.size = {1024, 640}}};
    QMetaObject::invokeMethod(walk.window().findChild<QObject*>(QStringLiteral("settingsSheet")), "open");
    walk.settle();
    const QPointer sheet{walk.sheet("settingsSheet")};
    ASSERT_TRUE(sheet->property("activeFocus").toBool());
    walk.enter(true);
    ASSERT_EQ(walk.client().session()->screen(), "call");
    EXPECT_TRUE(sheet->property("activeFocus").toBool());
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_TRUE(sheet.isNull()) << "it stays open";
}

TEST(Calls, ClosingGoesOnOnceThePersonLeaves) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(true);
    walk.window().close();
    walk.settle();
    ASSERT_TRUE(walk.window().isVisible());
    QMetaObject::invokeMethod(walk.sheet("leaveSheet"), "leaveNow");
    walk.conference().tick();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !walk.window().isVisible(); }));
    EXPECT_TRUE(walk.client().session()->relay_running());
}

TEST(Calls, TheRoleIsHandedOverBeforeLeaving) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(true);
    walk.click(QStringLiteral("leaveButton"));
    walk.click(QStringLiteral("leaveNow"));
    walk.ticks(2);
    EXPECT_EQ(walk.client().session()->screen(), "ended");
    EXPECT_TRUE(walk.conference().people().role_of(base::MemberIndex{2}) == Role::moderator);
}

TEST(Calls, NobodyWhoIsDoubtedOrGoneModeratesNext) {
    Walk walk{{.size = {1024, 640}, .others = 3}};
    walk.enter(true);
    auto& conference = walk.conference();
    conference.people().rename(base::MemberIndex{2}, QStringLiteral("Robin Sommer"));
    walk.ticks(1);
    walk.click(QStringLiteral("leaveButton"));
    auto* sheet = walk.sheet("leaveSheet");
    EXPECT_EQ(sheet->property("heir"), 3) << "the first has our name";
    conference.people().someone_leaves(base::MemberIndex{3});
    walk.ticks(1);
    EXPECT_EQ(sheet->property("heir"), 0);
    EXPECT_NE(walk.item(QStringLiteral("heirMissed")), nullptr);
    EXPECT_EQ(walk.client().session()->screen(), "call");
}

TEST(Calls, AServersRelayDoesNotAnswer) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    be_unanswered(walk);
    EXPECT_EQ(walk.client().session()->connection()->unanswered(), "relay");
    EXPECT_EQ(walk.item(QStringLiteral("startAnewButton")), nullptr) << "it keeps the conference";
    walk.click(QStringLiteral("unansweredLeave"));
    walk.ticks(1);
    EXPECT_EQ(walk.client().session()->screen(), "ended");
}

TEST_P(FewLooks, TheHostLeft) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().session().end(EndReason::host_left);
    judge(walk, "ended-host-left");
    walk.click(QStringLiteral("startAnewButton"));
    walk.ticks(16);
    EXPECT_EQ(walk.client().session()->screen(), "call");
}

TEST(Calls, ModeratorsMute) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.settle();
    const auto open = [&] {
        int count = 0;
        for (int row = 0; row < walk.client().people()->members()->count(); ++row)
            count +=
                walk.client().people()->members()->index(row).data(MembersModel::microphone_on_role).toBool() ? 1 : 0;
        return count;
    };
    ASSERT_GT(open(), 2);
    walk.click(QStringLiteral("muteEveryone"));
    walk.ticks(1);
    EXPECT_EQ(open(), 1) << "our own";
    QStringList said;
    QObject::connect(&walk.client(), &Client::notice, &walk.window(), [&](const QString& text) { said << text; });
    walk.conference().media().someone_mutes_us(base::MemberIndex{2});
    walk.settle();
    EXPECT_FALSE(walk.client().media()->microphone_on());
    ASSERT_FALSE(said.isEmpty());
    EXPECT_TRUE(said.last().contains(QLatin1String{"Ada Moreau"}));
    walk.client().media()->toggle_microphone();
    EXPECT_TRUE(walk.client().media()->microphone_on()) << "unmuting is ours";
}

TEST_P(FewLooks, TheKeysOfTheWindow) {
    Walk walk{GetParam()};
    walk.client().talk_key()->offer(QStringLiteral("Ctrl+Alt+Space"));
    QTest::keyClick(&walk.window(), Qt::Key_F1);
    judge(walk, "keys");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    QTest::keyClick(&walk.window(), Qt::Key_Comma, Qt::ControlModifier);
    walk.settle();
    walk.item(QStringLiteral("talkKeyButton"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    QTest::keyClick(&walk.window(), Qt::Key_A);
    EXPECT_EQ(walk.client().settings()->talk_key(), Settings::usual_talk_key) << "it writes a letter";
    QTest::keyClick(&walk.window(), Qt::Key_F9);
    EXPECT_EQ(walk.client().settings()->talk_key(), "F9");
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    QTest::keyClick(&walk.window(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(walk.client().settings()->talk_key(), "Ctrl+Shift+K");
}

/// Everything that can be open over the call or beside it.
const std::vector<const char*>& sheets() {
    static const std::vector<const char*> all{"settingsSheet", "diagnosticsSheet",   "groupsSheet", "closeGroupsSheet",
                                              "personSheet",   "incomingVideoSheet", "removeSheet", "entrySheet",
                                              "securitySheet", "leaveSheet",         "keysSheet",   "pollSheet"};
    return all;
}

void change_each_setting(Walk& walk) {
    auto* settings = walk.client().settings();
    const auto turn = [&](const char* name, const QVariantList& values) {
        const auto before = settings->property(name);
        for (const auto& value : values) {
            settings->setProperty(name, value);
            QCoreApplication::processEvents();
        }
        settings->setProperty(name, before);
        QCoreApplication::processEvents();
    };
    turn("textScale", {1.5, 1.0, 1.3});
    turn("theme", {QStringLiteral("light"), QStringLiteral("dark")});
    turn("language", {QStringLiteral("de"), QStringLiteral("en")});
    turn("stageLayout", {QStringLiteral("speaker"), QStringLiteral("grid")});
    for (const auto* flag : {"joinMuted", "joinWithCamera", "floorOpensMicrophone", "talkKeyEverywhere"})
        turn(flag, {true, false});
}

/// What the figures tell anew each second of a call.
void pass_a_second(Walk& walk) {
    emit walk.conference().diagnostics().health_changed(
        {.round_trip = 70ms, .loss_permille = 4, .mouth_to_ear = 150ms});
    emit walk.conference().diagnostics().health_changed(
        {.round_trip = 48ms, .loss_permille = 2, .mouth_to_ear = 120ms});
    walk.conference().diagnostics().let_figures_pass();
}

TEST(Calls, AnySettingMayChangeInAnyState) {
    Walk walk{{.size = {1024, 640}}};
    change_each_setting(walk);
    walk.client().session()->prepare_host(QStringLiteral("Weekly"));
    walk.settle();
    change_each_setting(walk);
    walk.client().session()->enter();
    walk.ticks(14);
    walk.conference().floors().turn_floor_on();
    walk.client().groups()->plan()->open({QStringLiteral("Red"), QStringLiteral("Blue")}, 0, true,
                                         QStringLiteral("evenly"));
    walk.ticks(2);
    for (const auto* panel : {"floor", "chat", "people", "polls", "mixer", ""}) {
        walk.client().settings()->setProperty("panel", QString::fromLatin1(panel));
        walk.settle();
        change_each_setting(walk);
    }
    for (const auto* name : sheets()) {
        SCOPED_TRACE(name);
        auto* sheet = walk.sheet(name);
        ASSERT_NE(sheet, nullptr);
        QMetaObject::invokeMethod(sheet, "open");
        walk.settle();
        // What a second of the call brings, while it is open and once it is closed.
        pass_a_second(walk);
        change_each_setting(walk);
        QMetaObject::invokeMethod(sheet, "close");
        pass_a_second(walk);
        walk.settle();
        change_each_setting(walk);
    }
}

} // namespace
} // namespace plenum::ui
