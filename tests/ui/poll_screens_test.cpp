// SPDX-License-Identifier: Apache-2.0
// Polls and shows of hands on the screens: asked, answered, over; with the mouse and by keys.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

namespace plenum::ui {
namespace {

const PollQuestion when_to_meet{
    .question = QStringLiteral("When do we meet to go through the comments on section 3?"),
    .choices = {QStringLiteral("Monday morning"),
                QStringLiteral("Tuesday after the presentation of the new measurements, in the small room"),
                QStringLiteral("Not this week")}};
const PollQuestion who_agrees{.question = QStringLiteral("Who has read the draft?"), .choices = {}};

void show_polls(Walk& walk) {
    walk.client().settings()->setProperty("panel", QStringLiteral("polls"));
    walk.settle();
}

int own_answer(Walk& walk) { return walk.client().polls()->index(0).data(Polls::own_answer_role).toInt(); }

bool is_focused(Walk& walk, const QString& name) {
    const auto* item = walk.item(name);
    return item != nullptr && item->hasActiveFocus();
}

TEST_P(Screens, AModeratorAsks) {
    Walk walk{GetParam()};
    walk.enter(true);
    show_polls(walk);
    judge(walk, "polls-none");
    walk.click(QStringLiteral("askPoll"));
    EXPECT_TRUE(is_focused(walk, QStringLiteral("pollQuestion")));
    judge(walk, "poll-sheet");
    EXPECT_FALSE(walk.item(QStringLiteral("askPollNow"))->isEnabled());
    // The look at the picture went through the sheet by keys.
    walk.item(QStringLiteral("pollQuestion"))->forceActiveFocus();
    walk.type(when_to_meet.question);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    for (const auto& choice : when_to_meet.choices) {
        walk.type(choice);
        QTest::keyClick(&walk.window(), Qt::Key_Return);
        walk.settle();
    }
    EXPECT_NE(walk.item(QStringLiteral("pollChoice-3")), nullptr) << "one more field than choices";
    judge(walk, "poll-sheet-worded");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    ASSERT_EQ(walk.item(QStringLiteral("pollQuestion")), nullptr);
    walk.click(QStringLiteral("askPoll"));
    EXPECT_EQ(walk.item(QStringLiteral("pollQuestion"))->property("text").toString(), when_to_meet.question);
    EXPECT_NE(walk.item(QStringLiteral("pollChoice-3")), nullptr) << "nothing that was typed is lost";
    walk.conference().polls().fail_next();
    walk.click(QStringLiteral("askPollNow"));
    walk.ticks(4);
    ASSERT_NE(walk.item(QStringLiteral("pollError")), nullptr) << "and the words are still there";
    judge(walk, "poll-sheet-failed");
    walk.click(QStringLiteral("askPollNow"));
    walk.ticks(4);
    ASSERT_EQ(walk.client().polls()->rowCount(), 1);
    EXPECT_EQ(walk.client().polls()->index(0).data(Polls::bars_role).toList().size(), 3);
    EXPECT_EQ(walk.item(QStringLiteral("pollQuestion")), nullptr) << "the sheet is closed";
    auto& polls = walk.conference().polls();
    for (const auto& [member, choice] : {std::pair{ada, 1}, std::pair{jonas, 1}, std::pair{mei, 0}})
        polls.someone_answers(member, choice);
    const auto end_stands = [&] { return walk.item(QStringLiteral("endPoll"))->mapToScene({}); };
    const auto before = end_stands();
    walk.click(QStringLiteral("choice-1"));
    walk.ticks(21);
    EXPECT_EQ(own_answer(walk), 1);
    EXPECT_EQ(end_stands(), before) << "an answer moves nothing under the pointer";
    judge(walk, "poll-own-open");
    walk.click(QStringLiteral("askPoll"));
    EXPECT_EQ(walk.item(QStringLiteral("pollQuestion"))->property("text").toString(), QString{}) << "it was asked";
    walk.click(QStringLiteral("showOfHands"));
    walk.item(QStringLiteral("pollQuestion"))->forceActiveFocus();
    walk.type(who_agrees.question);
    walk.click(QStringLiteral("askPollNow"));
    EXPECT_EQ(walk.client().polls()->rowCount(), 1) << "asked first whether the open one shall end";
    judge(walk, "poll-sheet-replace");
    walk.click(QStringLiteral("askPollNow"));
    walk.ticks(4);
    ASSERT_EQ(walk.client().polls()->rowCount(), 2);
    polls.someone_answers(jonas, 0);
    walk.click(QStringLiteral("raiseHand"));
    walk.ticks(21);
    judge(walk, "poll-own-hands");
    walk.click(QStringLiteral("endPoll"));
    walk.ticks(4);
    walk.dismiss_notices();
    judge(walk, "polls-over");
    walk.click(QStringLiteral("copyPoll-1"));
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(when_to_meet.choices[2]));
}

TEST_P(Screens, SomebodyIsAsked) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QString{});
    walk.dismiss_notices();
    auto& polls = walk.conference().polls();
    polls.someone_asks(ada, when_to_meet);
    walk.settle();
    const auto* news = walk.window().findChild<QQuickItem*>(QStringLiteral("pollNews"));
    ASSERT_NE(news, nullptr);
    EXPECT_TRUE(news->property("text").toString().contains(when_to_meet.question));
    ASSERT_NE(walk.item(QStringLiteral("pollHint")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("panelButton"))->property("badge"), 1);
    EXPECT_TRUE(walk.window().activeFocusItem() == nullptr ||
                walk.window().activeFocusItem()->objectName() != QLatin1String{"choice-0"});
    judge(walk, "poll-told");
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.settle();
    judge(walk, "poll-badge");
    walk.click(QStringLiteral("tab-polls"));
    EXPECT_EQ(walk.item(QStringLiteral("pollHint")), nullptr) << "the person looks at it";
    EXPECT_EQ(walk.item(QStringLiteral("askPoll")), nullptr) << "for moderators";
    judge(walk, "poll-open");
    walk.click(QStringLiteral("choice-1"));
    for (const auto& [member, choice] : {std::pair{ada, 1}, std::pair{jonas, 0}})
        polls.someone_answers(member, choice);
    walk.ticks(21);
    EXPECT_EQ(own_answer(walk), 1);
    EXPECT_EQ(walk.item(QStringLiteral("tab-polls"))->property("badge"), 0);
    judge(walk, "poll-answered");
    walk.click(QStringLiteral("choice-0"));
    walk.ticks(1);
    EXPECT_EQ(own_answer(walk), 0);
    EXPECT_FALSE(walk.item(QStringLiteral("choice-1"))->property("checked").toBool());
    walk.click(QStringLiteral("takeBackAnswer"));
    walk.ticks(1);
    EXPECT_EQ(own_answer(walk), -1);
    EXPECT_FALSE(walk.item(QStringLiteral("choice-0"))->property("checked").toBool());
    walk.click(QStringLiteral("choice-1"));
    polls.someone_asks(ada, who_agrees);
    polls.someone_answers(jonas, 0);
    walk.ticks(21);
    judge(walk, "poll-hands");
    walk.click(QStringLiteral("raiseHand"));
    walk.ticks(21);
    judge(walk, "poll-hand-raised");
    polls.someone_ends();
    walk.dismiss_notices();
    judge(walk, "polls-past");
}

TEST_P(FewLooks, APollOfTenLongChoices) {
    Walk walk{GetParam()};
    walk.enter(false);
    show_polls(walk);
    PollQuestion asked{.question = QString{QStringLiteral("Which of all these ")}.repeated(16).left(300)};
    for (int choice = 0; choice < PollQuestion::choices_max; ++choice)
        asked.choices << QString{QStringLiteral("possibilities ")}.repeated(choice + 1).left(100).trimmed();
    walk.conference().polls().someone_asks(ada, asked);
    walk.conference().polls().someone_answers(jonas, 9);
    walk.ticks(21);
    judge(walk, "poll-long");
    walk.click(QStringLiteral("choice-9"));
    walk.ticks(1);
    EXPECT_EQ(own_answer(walk), 9);
}

TEST(PollScreens, KeysAloneAnswer) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.conference().polls().someone_asks(ada, when_to_meet);
    walk.ticks(1);
    auto* hint = walk.item(QStringLiteral("pollHint"));
    ASSERT_NE(hint, nullptr);
    QTest::keyClick(&walk.window(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    EXPECT_TRUE(is_focused(walk, QStringLiteral("choice-0")));
    QTest::keyClick(&walk.window(), Qt::Key_Tab);
    EXPECT_TRUE(is_focused(walk, QStringLiteral("choice-1")));
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.ticks(1);
    EXPECT_EQ(own_answer(walk), 1);
    walk.conference().polls().someone_answers(ada, 1);
    walk.ticks(21);
    EXPECT_TRUE(is_focused(walk, QStringLiteral("choice-1"))) << "the counts took the keyboard away";
    QTest::keyClick(&walk.window(), Qt::Key_Backtab, Qt::ShiftModifier);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    walk.ticks(1);
    EXPECT_EQ(own_answer(walk), 0);
    QTest::keyClick(&walk.window(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    EXPECT_EQ(walk.client().settings()->property("panel"), "");
}

TEST(PollScreens, TheNoticeLeadsToThePollAndCanBePutOff) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    auto& polls = walk.conference().polls();
    polls.someone_asks(ada, when_to_meet);
    walk.ticks(1);
    walk.click(QStringLiteral("pollPutOff"));
    EXPECT_EQ(walk.item(QStringLiteral("pollHint")), nullptr);
    EXPECT_EQ(walk.item(QStringLiteral("tab-polls"))->property("badge"), 1) << "still to be answered";
    polls.someone_asks(ada, when_to_meet);
    walk.ticks(1);
    walk.dismiss_notices();
    auto* hint = walk.item(QStringLiteral("pollHint"));
    ASSERT_NE(hint, nullptr);
    QMetaObject::invokeMethod(hint, "acted");
    walk.settle();
    EXPECT_EQ(walk.client().settings()->property("panel"), "polls");
    EXPECT_FALSE(is_focused(walk, QStringLiteral("choice-0"))) << "the space bar stays for talking";
}

TEST(PollScreens, AConferenceWithoutPollsHasNoTabForThem) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(true);
    show_polls(walk);
    ASSERT_NE(walk.item(QStringLiteral("tab-polls")), nullptr);
    const auto width = walk.item(QStringLiteral("tab-chat"))->width();
    walk.conference().polls().set_possible(false);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("tab-polls")), nullptr);
    EXPECT_GT(walk.item(QStringLiteral("tab-chat"))->width(), width) << "the others have its room";
    EXPECT_NE(walk.item(QStringLiteral("chatInput")), nullptr) << "a panel that is not there is not open";
    QTest::keyClick(&walk.window(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("askPoll")), nullptr);
}

} // namespace
} // namespace plenum::ui
