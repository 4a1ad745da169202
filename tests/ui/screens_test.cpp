// SPDX-License-Identifier: Apache-2.0
// Walks through every screen as a person would, keeps a picture of each, and judges what needs no eye.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QTest>

#include <algorithm>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

void converse(Walk& walk) {
    auto& conference = walk.conference();
    conference.chat().someone_writes(base::MemberIndex{2}, QStringLiteral("Good morning everyone!"));
    conference.chat().someone_writes(
        base::MemberIndex{3}, QStringLiteral("Morning. The draft is at https://example.org/draft, section 3 is new."));
    conference.chat().someone_writes(base::MemberIndex{3}, QStringLiteral("Comments are welcome until Friday."));
    conference.chat().someone_writes(base::MemberIndex{4}, QStringLiteral("Read it on the train, looks good."), true);
    walk.client().chat()->composer()->send(QStringLiteral("Thank you! Shall we begin with the time plan?"));
    walk.ticks(4);
    conference.chat().fail_next_message();
    walk.client().chat()->composer()->send(QStringLiteral("I have one question about section 3."));
    walk.ticks(4);
    walk.client().chat()->composer()->send(QStringLiteral("And another one."));
    walk.ticks(1);
}

TEST_P(Screens, BeforeTheCall) {
    Walk walk{GetParam()};
    judge(walk, "start");
    walk.client().session()->prepare_host({});
    walk.ticks(2);
    judge(walk, "prejoin");
    auto* name = walk.item(QStringLiteral("nameField"));
    name->setProperty("text", QString(130, u'x'));
    EXPECT_EQ(name->property("text").toString().size(), 120);
    EXPECT_NE(name->property("error"), QString{}) << "and not cut without a word";
    name->setProperty("text", QStringLiteral("Robin"));
    EXPECT_EQ(name->property("error"), QString{});
    walk.conference().devices().set_devices(DeviceKind::camera, {});
    walk.conference().devices().set_devices(DeviceKind::microphone, {});
    walk.ticks(1);
    judge(walk, "prejoin-no-devices");
    walk.client().session()->enter();
    walk.settle();
    judge(walk, "connecting");
}

TEST_P(Screens, Alone) {
    auto look = GetParam();
    look.others = 0;
    Walk walk{look};
    walk.enter(true);
    judge(walk, "call-alone-chat");
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    judge(walk, "call-alone-people");
}

TEST_P(Screens, Call) {
    Walk walk{GetParam()};
    walk.enter(false);
    converse(walk);
    walk.ticks(30);
    judge(walk, "call-grid-chat");
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.conference().people().set_absent(base::MemberIndex{4}, true);
    walk.client().settings()->setProperty("stageLayout", QStringLiteral("speaker"));
    walk.ticks(2);
    judge(walk, "call-speaker-people");
    walk.client().settings()->setProperty("panel", QString{});
    walk.click(QStringLiteral("microphoneButton"));
    walk.conference().media().set_self_talking(true);
    walk.ticks(8);
    judge(walk, "call-muted-talking");
    walk.conference().media().set_self_talking(false);
    walk.conference().diagnostics().report(ProblemKind::camera_failed);
    walk.conference().session().lose_relay();
    judge(walk, "call-reconnecting");
}

TEST_P(Screens, Unstored) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().chat()->composer()->send(QStringLiteral("We meet again on Thursday."));
    walk.ticks(4);
    walk.conference().chat().store_messages(false);
    walk.client().chat()->composer()->send(QStringLiteral("The room is the small one at the end of the corridor."));
    walk.ticks(4);
    auto& window = walk.window();
    const auto marks = [&] {
        return inspect::words(window).filter(QCoreApplication::translate("ChatBubble", "Not stored yet"));
    };
    judge(walk, "call-chat-unstored");
    EXPECT_EQ(marks().size(), 1) << "only what was written while the disk was full";
    auto* bubble = walk.item(QStringLiteral("unstoredBubble"));
    ASSERT_NE(bubble, nullptr);
    const auto* spoken = QAccessible::queryAccessibleInterface(bubble);
    ASSERT_NE(spoken, nullptr);
    EXPECT_TRUE(spoken->text(QAccessible::Name).endsWith(marks().front()));
    EXPECT_EQ(spoken->text(QAccessible::Description),
              QCoreApplication::translate(
                  "ChatBubble", "The relay cannot store this now. All who are here have it; who comes later may not."));
    walk.conference().chat().store_messages(true);
    walk.settle();
    EXPECT_EQ(marks().size(), 0);
}

TEST_P(Screens, Doubts) {
    Walk walk{GetParam()};
    walk.enter(false);
    converse(walk);
    walk.ticks(10);
    const auto shown = [&] { return walk.item(QStringLiteral("doubtHint")) != nullptr; };
    EXPECT_FALSE(shown());
    emit walk.conference().session().agreement_changed(Agreement::late);
    walk.settle();
    EXPECT_FALSE(shown()) << "there is nothing to do about it";
    emit walk.conference().session().agreement_changed(Agreement::lost);
    judge(walk, "call-doubt-lost");
    emit walk.conference().session().agreement_changed(Agreement::forked);
    judge(walk, "call-doubt-forked");
    EXPECT_TRUE(shown());
    emit walk.conference().session().agreement_changed(Agreement::confirmed);
    walk.settle();
    EXPECT_FALSE(shown());
}

TEST_P(Screens, ManyPeople) {
    auto look = GetParam();
    look.others = 30;
    Walk walk{look};
    walk.enter(false);
    judge(walk, "call-many-grid");
    walk.client().settings()->setProperty("stageLayout", QStringLiteral("speaker"));
    walk.ticks(1);
    judge(walk, "call-many-speaker");
}

TEST_P(Screens, OverTheCall) {
    Walk walk{GetParam()};
    walk.enter(true);
    const auto open = [&](const char* name) { QMetaObject::invokeMethod(walk.sheet(name), "open"); };
    const auto close = [&] {
        QTest::keyClick(&walk.window(), Qt::Key_Escape);
        walk.settle();
    };
    open("settingsSheet");
    judge(walk, "settings");
    walk.client().settings()->setProperty("talkKeyEverywhere", true);
    walk.client().talk_key()->offer(QStringLiteral("Ctrl+Alt+Space"));
    walk.client().talk_key()->set_taken(true);
    judge(walk, "settings-talk-key-taken");
    EXPECT_TRUE(inspect::shows(walk.window(), "KeyCapture"));
    auto* key = walk.window().findChild<QQuickItem*>(QStringLiteral("talkKeyButton"));
    ASSERT_NE(key, nullptr);
    QMetaObject::invokeMethod(key, "clicked");
    QTest::keyClick(&walk.window(), Qt::Key_A);
    walk.settle();
    const auto* words = walk.item(QStringLiteral("talkKeyComplaint"));
    ASSERT_NE(words, nullptr);
    const auto below = words->mapToScene({0, words->height()}).y();
    EXPECT_LT(below, walk.window().height() - 24) << "out of sight";
    judge(walk, "settings-talk-key-refused");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("talkKeyComplaint")), nullptr) << "the attempt is over";
    close();
    open("securitySheet");
    judge(walk, "encryption");
    close();
    walk.click(QStringLiteral("moreButton"));
    judge(walk, "menu-more");
}

TEST_P(Screens, WaitingToBeLetIn) {
    Walk walk{GetParam(), {.others = GetParam().others, .automatic = false, .ticks_to_wait = -1}};
    walk.enter(false);
    walk.ticks(3);
    judge(walk, "waiting");
    EXPECT_EQ(walk.client().people()->members()->count(), 0);
    EXPECT_EQ(walk.client().chat()->rowCount(), 0);
    walk.conference().session().end(EndReason::not_admitted);
    judge(walk, "ended-not-admitted");
    walk.conference().session().end(EndReason::closed);
    judge(walk, "ended-closed");
}

TEST_P(Screens, Knocks) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QString{});
    auto& conference = walk.conference();
    conference.people().set_policy({.admission = Admission::lobby});
    conference.people().someone_knocks(QStringLiteral("Marta Keller"), Familiarity::verified);
    walk.settle();
    walk.dismiss_notices();
    judge(walk, "knock-one");
    conference.people().someone_knocks(QStringLiteral("Ben Adeyemi"));
    conference.people().someone_knocks(QStringLiteral("Jonas Weber"), Familiarity::changed);
    walk.settle();
    judge(walk, "knock-three");
    walk.click(QStringLiteral("knockShow"));
    judge(walk, "knock-panel");
    walk.click(QStringLiteral("knockAdmit"));
    EXPECT_EQ(walk.client().people()->knocks()->count(), 0);
    EXPECT_EQ(walk.client().people()->members()->count(), 1 + GetParam().others + 3);
}

TEST_P(Screens, Moderating) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.conference().people().set_familiarity(base::MemberIndex{4}, Familiarity::known);
    walk.conference().people().rename(base::MemberIndex{5}, QStringLiteral("Mei Tanaka"));
    walk.settle();
    judge(walk, "people-moderator");
    auto* sheets = walk.sheet("removeSheet");
    QMetaObject::invokeMethod(sheets, "openFor", Q_ARG(int, 3), Q_ARG(QString, QStringLiteral("Jonas Weber")));
    judge(walk, "remove");
    walk.click(QStringLiteral("removeButton"));
    EXPECT_EQ(walk.client().people()->members()->row_of(3), -1);
    EXPECT_NE(walk.client().session()->facts().link, QString::fromLatin1(SimulatedConference::example_link));
    judge(walk, "removed-link-changed");
    walk.dismiss_notices();
    walk.click(QStringLiteral("entryButton"));
    judge(walk, "entry");
    walk.click(QStringLiteral("entry-lobby"));
    EXPECT_EQ(walk.client().people()->moderation()->admission(), "lobby");
    const auto chosen = [&](const char* name) {
        return walk.item(QString::fromLatin1(name))->property("checked").toBool();
    };
    EXPECT_TRUE(chosen("entry-lobby"));
    EXPECT_FALSE(chosen("entry-open"));
    walk.conference().people().set_policy({.admission = Admission::open});
    walk.settle();
    EXPECT_TRUE(chosen("entry-open"));
    EXPECT_FALSE(chosen("entry-lobby"));
    walk.click(QStringLiteral("changeLinkButton"));
    judge(walk, "entry-change-link");
}

TEST_P(Screens, TheNumberOfPeopleIsReadInFullBesideMutingThem) {
    auto look = GetParam();
    look.size = QSize{1024, 640};
    look.text_scale = 1.5;
    Walk walk{look};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.settle();
    judge(walk, "people-count-large-text");
    const auto* count = walk.item(QStringLiteral("peopleCount"));
    ASSERT_NE(count, nullptr);
    ASSERT_TRUE(walk.item(QStringLiteral("muteEveryone"))->isVisible());
    EXPECT_FALSE(count->property("truncated").toBool()) << count->property("text").toString().toStdString();
}

TEST_P(Screens, WhoPeopleAre) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    walk.settle();
    judge(walk, "people-participant");
    walk.click(QStringLiteral("entryButton"));
    judge(walk, "entry-participant");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    auto* sheet = walk.sheet("personSheet");
    QMetaObject::invokeMethod(sheet, "openFor", Q_ARG(int, 3));
    judge(walk, "person-known");
    walk.click(QStringLiteral("verifyButton"));
    judge(walk, "person-verified");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
}

TEST_P(FewLooks, AKnownNameWithAnotherKeyInterruptsNobody) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.settle();
    auto* input = walk.item(QStringLiteral("chatInput"));
    ASSERT_NE(input, nullptr);
    input->forceActiveFocus();
    walk.type(QStringLiteral("one "));
    for (unsigned index = 2; index <= 1U + static_cast<unsigned>(GetParam().others); ++index)
        walk.conference().people().set_familiarity(base::MemberIndex{index}, Familiarity::changed);
    walk.settle();
    walk.type(QStringLiteral("two three"));
    EXPECT_EQ(input->property("text").toString(), "one two three");
    judge(walk, "another-key-chat");
    walk.client().settings()->setProperty("panel", QStringLiteral("people"));
    judge(walk, "another-key-people");
    walk.click(QStringLiteral("anotherPersonBadge"));
    judge(walk, "another-key-person");
    const auto changed = [&] {
        int count = 0;
        for (int row = 0; row < walk.client().people()->members()->count(); ++row)
            if (walk.client().people()->members()->index(row).data(MembersModel::familiarity_role) == "changed")
                ++count;
        return count;
    };
    walk.click(QStringLiteral("samePersonButton"));
    EXPECT_EQ(changed(), GetParam().others - 1);
    walk.click(QStringLiteral("blockButton"));
    judge(walk, "person-blocked");
    EXPECT_TRUE(walk.client().people()->identities()->blocked());
}

TEST_P(Screens, TheFloor) {
    using namespace std::chrono_literals;
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("floorButton")), nullptr);
    judge(walk, "floor-none");
    auto& conference = walk.conference();
    conference.floors().turn_floor_on();
    conference.floors().someone_wants_floor(ada);
    conference.floors().let_floor_time_pass(134s);
    conference.floors().someone_wants_floor(base::MemberIndex{3}, true, RequestClass::normal, 62s);
    walk.settle();
    walk.dismiss_notices();
    judge(walk, "floor-ask");
    walk.click(QStringLiteral("floorButton"));
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "waiting");
    conference.floors().someone_wants_floor(base::MemberIndex{5}, true, RequestClass::point_of_order, 5s);
    judge(walk, "floor-waiting");
    conference.floors().set_floor_silent(ada, 1900ms);
    judge(walk, "floor-returns");
    conference.floors().set_floor_silent(ada, std::nullopt);
    walk.client().settings()->setProperty("stageLayout", QStringLiteral("speaker"));
    conference.media().set_self_talking(true);
    walk.ticks(8);
    EXPECT_NE(walk.item(QStringLiteral("mutedHint")), nullptr);
    judge(walk, "floor-barred-talking");
    conference.media().set_self_talking(false);
    conference.floors().someone_acts(PassFloor{base::TokenId{1}, ada, base::MemberIndex{1}});
    walk.settle();
    judge(walk, "floor-holding");
    auto* news = walk.window().findChild<QQuickItem*>(QStringLiteral("floorNews"));
    ASSERT_NE(news, nullptr);
    const auto* spoken = QAccessible::queryAccessibleInterface(news);
    ASSERT_NE(spoken, nullptr);
    EXPECT_EQ(spoken->role(), QAccessible::AlertMessage);
    EXPECT_EQ(spoken->text(QAccessible::Name), QCoreApplication::translate("FloorWords", "You have the floor."));
    walk.click(QStringLiteral("floorButton"));
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "none");
}

TEST_P(Screens, TheFloorOfAModerator) {
    using namespace std::chrono_literals;
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    judge(walk, "floor-moderator-none");
    walk.click(QStringLiteral("createFloor"));
    ASSERT_NE(walk.client().floors()->voice(), nullptr);
    auto& floor = *walk.client().floors()->voice();
    for (const std::uint32_t number : {2U, 3U, 4U, 5U, 6U})
        walk.conference().floors().someone_wants_floor(base::MemberIndex{number}, true, RequestClass::normal, 40s);
    floor.rules()->set_limit(180);
    walk.ticks(1);
    walk.conference().floors().let_floor_time_pass(134s);
    walk.dismiss_notices();
    judge(walk, "floor-moderator");
    // The walk with the tabulator went to its end.
    walk.item(QStringLiteral("floorScroll"))->setProperty("contentY", 0);
    walk.settle();
    const auto holder = [&] { return floor.index(0).data(FloorModel::member_role).toInt(); };
    EXPECT_EQ(holder(), 2);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const auto items = inspect::visible_items(walk.window());
        return std::ranges::none_of(items, [](const auto* item) { return item->property("settling").toBool(); });
    }));
    walk.click(QStringLiteral("floorOffer-3"));
    EXPECT_EQ(holder(), 3);
    walk.click(QStringLiteral("floorMenu-5"));
    judge(walk, "floor-menu");
    walk.click(QStringLiteral("floorUp"));
    EXPECT_EQ(floor.index(1).data(FloorModel::member_role).toInt(), 5);
    // By keyboard, the first that can be seen.
    walk.click(QStringLiteral("floorMenu-5"));
    QTest::keyClick(&walk.window(), Qt::Key_Down);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    EXPECT_EQ(floor.index(1).data(FloorModel::member_role).toInt(), 4);
    EXPECT_EQ(floor.index(2).data(FloorModel::member_role).toInt(), 5);
    floor.rules()->set_style(QStringLiteral("brainstorm"));
    walk.ticks(2);
    walk.dismiss_notices();
    judge(walk, "floor-everyone");
}

TEST_P(Screens, AKeyThatMakesTheFloorLeavesTheKeyboardInTheCall) {
    Walk walk{GetParam()};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QStringLiteral("floor"));
    walk.settle();
    walk.item(QStringLiteral("createFloor"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "holding");
    QTest::keyRelease(&walk.window(), Qt::Key_Space);
}

TEST_P(Screens, KeysForTheFloor) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    walk.settle();
    auto& floor = *walk.client().floors()->voice();
    QTest::keyClick(&walk.window(), Qt::Key_R, Qt::ControlModifier);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "holding");
    QTest::keyClick(&walk.window(), Qt::Key_R, Qt::ControlModifier);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "none");
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "holding");
    EXPECT_TRUE(walk.conference().media().microphone_on());
    walk.let_go_of_space();
    EXPECT_EQ(floor.own()->standing(), "none");
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    QTest::keyClick(&walk.window(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(walk.client().settings()->property("panel"), QStringLiteral("floor"));
}

TEST_P(Screens, TheSpaceBarGoesWithTheKeyboardAndTheKeyThatWorksEverywhereStays) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    walk.settle();
    auto& floor = *walk.client().floors()->voice();
    auto& key = *walk.client().talk_key();
    QWindow other;
    const auto give_keyboard_to = [&](QWindow& window) {
        window.requestActivate();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        walk.settle();
    };
    other.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
    give_keyboard_to(walk.window());
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "holding");
    give_keyboard_to(other);
    EXPECT_EQ(floor.own()->standing(), "none");
    key.hold(true);
    walk.settle();
    for (auto* window : {static_cast<QWindow*>(&walk.window()), &other, static_cast<QWindow*>(&walk.window())}) {
        give_keyboard_to(*window);
        EXPECT_EQ(floor.own()->standing(), "holding");
    }
    key.hold(false);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "none");
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(floor.own()->standing(), "holding") << "the space bar is none the worse for it";
    walk.let_go_of_space();
    EXPECT_EQ(floor.own()->standing(), "none");
}

TEST_P(Screens, AfterTheCall) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.conference().session().end(EndReason::lost, QStringLiteral("no answer from 127.0.0.1:7700 for 60 s"));
    EXPECT_TRUE(walk.item(QStringLiteral("joinAgain"))->property("visualFocus").toBool());
    judge(walk, "ended-lost");
    walk.conference().session().end(EndReason::ended_by_host);
    judge(walk, "ended-by-host");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_EQ(walk.client().session()->screen(), "start");
}

} // namespace
} // namespace plenum::ui
