// SPDX-License-Identifier: Apache-2.0
// The chat in the real window.
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QDesktopServices>
#include <QTest>

namespace plenum::ui {
namespace {

/// What the system would open.
class Browser : public QObject {
    Q_OBJECT

  public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }

    QStringList opened;

  public slots:
    void open(const QUrl& url) { opened << url.toString(); }
};

TEST(ChatScreens, LinksOpenByKeyboard) {
    Browser browser;
    Walk walk{{.size = {1024, 640}, .others = 2}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.conference().chat().someone_writes(base::MemberIndex{2},
                                            QStringLiteral("https://a.example/?b=1&c=2 or https://d.example/e"));
    walk.settle();
    walk.item(QStringLiteral("chatList"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Down);
    for (const int downs : {0, 1}) {
        QTest::keyClick(&walk.window(), Qt::Key_Return);
        walk.settle();
        EXPECT_TRUE(walk.save(QStringLiteral("chat-menu")));
        for (int i = 0; i < downs; ++i)
            QTest::keyClick(&walk.window(), Qt::Key_Down);
        QTest::keyClick(&walk.window(), Qt::Key_Return);
        walk.settle();
    }
    EXPECT_EQ(browser.opened,
              (QStringList{QStringLiteral("https://a.example/?b=1&c=2"), QStringLiteral("https://d.example/e")}));
}

/// Lines with answers, reactions, an edit and a deletion.
void talk(Walk& walk) {
    auto& chat = walk.conference().chat();
    auto& model = *walk.client().chat();
    const auto plan = chat.someone_writes(ada, QStringLiteral("The plan for spring is in the folder. Please read it."));
    model.composer()->send(QStringLiteral("I read it on the train, and section 3 is missing."));
    walk.ticks(3);
    const auto own = ChatChanges::line_named(model.index(1).data(ChatModel::line_role).toString());
    chat.someone_writes(ada, QStringLiteral("You are right, it is there now."), false, own);
    const auto late =
        chat.someone_writes(jonas, QStringLiteral("Then we decide tomorrow, in teh usual room."), false, plan);
    chat.someone_edits(late, QStringLiteral("Then we decide tomorrow, in the usual room."));
    chat.someone_removes(chat.someone_writes(jonas, QStringLiteral("This was for somebody else")));
    chat.someone_reacts(ada, own, chat::Reaction::agree);
    chat.someone_reacts(jonas, own, chat::Reaction::agree);
    chat.someone_reacts(jonas, own, chat::Reaction::laugh);
    chat.someone_reacts(ada, late, chat::Reaction::done);
    model.changes()->react(QString::number(late.value()), QStringLiteral("done"));
    walk.ticks(3);
    walk.settle();
}

class ChatLooks : public Screens {};

/// The keyboard is on a line of the list. `judge` leaves it elsewhere.
void stand_on(Walk& walk, int row) {
    auto* list = walk.item(QStringLiteral("chatList"));
    list->forceActiveFocus(Qt::TabFocusReason);
    list->setProperty("currentIndex", row);
    walk.settle();
}
void press(Walk& walk, Qt::Key key) {
    QTest::keyClick(&walk.window(), key);
    walk.settle();
}
void write(Walk& walk) { walk.item(QStringLiteral("chatInput"))->forceActiveFocus(Qt::OtherFocusReason); }

TEST_P(ChatLooks, AnswersEditsAndReactions) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    talk(walk);
    walk.dismiss_notices();
    const auto* news = walk.window().findChild<QQuickItem*>(QStringLiteral("chatNews"));
    ASSERT_NE(news, nullptr);
    EXPECT_TRUE(news->property("text").toString().contains(QLatin1String{"This was for somebody else"}));
    judge(walk, "chat-talk");
    auto& model = *walk.client().chat();

    stand_on(walk, 1);
    press(walk, Qt::Key_Return);
    judge(walk, "chat-message-menu");
    press(walk, Qt::Key_Escape);
    stand_on(walk, 1);
    press(walk, Qt::Key_Plus);
    EXPECT_TRUE(walk.save(QStringLiteral("chat-reactions")));
    press(walk, Qt::Key_6);
    EXPECT_EQ(model.index(1).data(ChatModel::reactions_role).toList().size(), 3);

    stand_on(walk, 1);
    press(walk, Qt::Key_R);
    EXPECT_TRUE(model.composer()->answering());
    EXPECT_TRUE(walk.item(QStringLiteral("chatInput"))->hasActiveFocus());
    walk.type(QStringLiteral("And the figures?"));
    judge(walk, "chat-answer");
    write(walk);
    press(walk, Qt::Key_Return);
    walk.ticks(3);
    EXPECT_EQ(model.rowCount(), 6);

    write(walk);
    press(walk, Qt::Key_Up);
    EXPECT_TRUE(model.composer()->editing());
    judge(walk, "chat-edit");
    write(walk);
    press(walk, Qt::Key_Escape);
    EXPECT_EQ(walk.item(QStringLiteral("chatInput"))->property("text").toString().toStdString(), "");

    stand_on(walk, 5);
    press(walk, Qt::Key_Delete);
    walk.ticks(3);
    judge(walk, "chat-deleted");
    walk.click(QStringLiteral("restoreMessage"));
    walk.ticks(3);
    EXPECT_EQ(model.index(5).data(ChatModel::text_role), QStringLiteral("And the figures?"));

    QTest::keyClick(&walk.window(), Qt::Key_F, Qt::ControlModifier);
    walk.settle();
    walk.type(QStringLiteral("the"));
    EXPECT_GT(model.search()->count(), 2);
    judge(walk, "chat-search");
    walk.item(QStringLiteral("chatSearchInput"))->forceActiveFocus(Qt::OtherFocusReason);
    press(walk, Qt::Key_Escape);
    EXPECT_EQ(model.search()->text(), QString{});
}
INSTANTIATE_TEST_SUITE_P(All, ChatLooks,
                         testing::Values(Walk::Look{}, Walk::Look{.size = {1024, 640}, .dark = false, .others = 2},
                                         Walk::Look{.size = {1024, 640}, .language = QStringLiteral("de")},
                                         Walk::Look{.dark = false, .others = 9, .language = QStringLiteral("de")},
                                         Walk::Look{.size = {1024, 640}, .right_to_left = true}));

TEST(ChatScreens, AQuoteLeadsToWhatItAnswers) {
    Walk walk{{.size = {1024, 640}, .others = 2}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    auto& chat = walk.conference().chat();
    const auto first = chat.someone_writes(ada, QStringLiteral("Where do we meet?"));
    for (int line = 0; line < 30; ++line)
        chat.someone_writes(jonas, QStringLiteral("Something else %1").arg(line));
    chat.someone_writes(jonas, QStringLiteral("In the library."), false, first);
    walk.settle();
    auto* list = walk.item(QStringLiteral("chatList"));
    EXPECT_GT(list->property("contentY").toDouble(), 0);
    list->forceActiveFocus(Qt::TabFocusReason);
    list->setProperty("currentIndex", 31);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    for (int downs = 0; downs < 2; ++downs)
        QTest::keyClick(&walk.window(), Qt::Key_Down);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    EXPECT_EQ(list->property("currentIndex").toInt(), 0);
    EXPECT_TRUE(walk.save(QStringLiteral("chat-followed")));
}

TEST(ChatKeys, TheKeyOfTheChatLeadsIntoItsFieldBeforeItClosesIt) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", "chat");
    walk.settle();
    walk.window().contentItem()->forceActiveFocus();
    QTest::keyClick(&walk.window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    EXPECT_EQ(walk.client().settings()->property("panel"), "chat");
    EXPECT_TRUE(walk.item(QStringLiteral("chatInput"))->hasActiveFocus());
    QTest::keyClick(&walk.window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    EXPECT_EQ(walk.client().settings()->property("panel"), "");
}

TEST(PanelKeys, TheKeyOfAPanelLeadsIntoItAndBack) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(true);
    walk.client().settings()->setProperty("panel", QString{});
    walk.settle();
    auto* before = walk.item(QStringLiteral("microphoneButton"));
    before->forceActiveFocus(Qt::TabFocusReason);
    for (const auto& [key, panel] : {std::pair{Qt::Key_F, "floor"},
                                     {Qt::Key_C, "chat"},
                                     {Qt::Key_P, "people"},
                                     {Qt::Key_O, "polls"},
                                     {Qt::Key_M, "mixer"}}) {
        SCOPED_TRACE(panel);
        for (const bool by_escape : {false, true}) {
            QTest::keyClick(&walk.window(), key, Qt::ControlModifier | Qt::ShiftModifier);
            walk.settle();
            EXPECT_EQ(walk.client().settings()->property("panel"), QString::fromLatin1(panel));
            EXPECT_TRUE(walk.item(QStringLiteral("sidePanel"))->isAncestorOf(walk.window().activeFocusItem()));
            if (by_escape)
                QTest::keyClick(&walk.window(), Qt::Key_Escape);
            else
                QTest::keyClick(&walk.window(), key, Qt::ControlModifier | Qt::ShiftModifier);
            walk.settle();
            EXPECT_EQ(walk.client().settings()->property("panel"), "");
            EXPECT_TRUE(before->hasActiveFocus());
        }
        walk.client().settings()->setProperty("panel", QString::fromLatin1(panel));
        walk.settle();
        EXPECT_TRUE(before->hasActiveFocus()) << "no key opened it";
        walk.client().settings()->setProperty("panel", QString{});
    }
}

TEST(PanelKeys, escape_closes_the_panel_although_the_item_that_had_the_keyboard_before_is_gone) {
    Walk walk{{.size = {1024, 640}, .others = 3}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QString{});
    walk.settle();
    walk.item(QStringLiteral("tile-4"))->forceActiveFocus();
    QTest::keyClick(&walk.window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    walk.conference().people().someone_leaves(mei);
    walk.settle();
    ASSERT_EQ(walk.client().settings()->property("panel"), "people");
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_EQ(walk.client().settings()->property("panel"), "");
    EXPECT_EQ(walk.window().activeFocusItem()->objectName(), "keyboardRest");
}

TEST(PanelKeys, TheOpenTabLeavesTheSpaceBarToWhoTalks) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.conference().floors().turn_floor_on();
    walk.settle();
    QTest::keyClick(&walk.window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    walk.settle();
    ASSERT_TRUE(walk.item(QStringLiteral("tab-people"))->hasActiveFocus());
    QTest::keyPress(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "holding");
    walk.let_go_of_space();
    EXPECT_EQ(walk.client().floors()->voice()->own()->standing(), "none");
    // Another tab opens, as any button does.
    walk.item(QStringLiteral("tab-mixer"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Space);
    walk.settle();
    EXPECT_EQ(walk.client().settings()->property("panel"), "mixer");
    // What is hidden does not keep the keyboard.
    walk.client().settings()->setProperty("panel", "chat");
    walk.settle();
    walk.item(QStringLiteral("chatInput"))->forceActiveFocus();
    walk.click(QStringLiteral("tab-people"));
    walk.settle();
    EXPECT_TRUE(walk.item(QStringLiteral("tab-people"))->hasActiveFocus());
}

TEST_P(Screens, PrivateMessages) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().settings()->setProperty("panel", "people");
    walk.settle();
    walk.click(QStringLiteral("personMenuButton-2"));
    walk.settle();
    walk.click(QStringLiteral("privateChatItem"));
    walk.settle();
    EXPECT_TRUE(walk.client().chat()->outbox()->addressee()->is_private());
    EXPECT_TRUE(walk.item(QStringLiteral("attachButton"))->isEnabled());
    walk.type(QStringLiteral("Do you have the figures?"));
    judge(walk, "chat-private-typing");
    walk.click(QStringLiteral("sendButton"));
    walk.ticks(5);
    judge(walk, "chat-private");
    EXPECT_TRUE(inspect::shows(walk.window(), "ChatHeading"));
    walk.click(QStringLiteral("writeToAll"));
    EXPECT_FALSE(walk.client().chat()->outbox()->addressee()->is_private());
}

} // namespace
} // namespace plenum::ui

#include "chat_screens_test.moc"
