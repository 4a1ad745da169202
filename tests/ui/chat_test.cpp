// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "ui/models/chat_markup.h"
#include "ui/models/chat_model.h"
#include "ui/models/dates.h"
#include "ui/models/members_model.h"
#include "ui/port/simulated_conference.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class Chat : public testing::Test {
  protected:
    Chat() { model.outbox()->set_self(base::MemberIndex{1}, QStringLiteral("Robin")); }

    void receive(std::uint32_t sender, const QString& text, int second = 0, bool earlier = false) {
        emit conference.chat().chat_received({.id = ChatId{next_id++},
                                              .sender = base::MemberIndex{sender},
                                              .sender_name = QStringLiteral("Somebody"),
                                              .text = text,
                                              .sent_at = start.addSecs(second),
                                              .earlier = earlier});
    }
    [[nodiscard]] QStringList texts() const {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all << at(row, ChatModel::text_role).toString();
        return all;
    }
    [[nodiscard]] QVariant at(int row, int role) const { return model.index(row).data(role); }

    SimulatedConference conference{{.others = 1, .automatic = false}};
    MembersModel members;
    ChatModel model{conference.chat(), conference.files(), members};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    QDateTime start{QDateTime::currentDateTimeUtc()};
    std::uint64_t next_id{100};
};

TEST_F(Chat, OwnMessagesShowHowFarTheyAre) {
    EXPECT_TRUE(model.composer()->send(" hello "));
    EXPECT_EQ(at(0, ChatModel::text_role), "hello");
    EXPECT_EQ(at(0, ChatModel::delivery_role), "sending");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::sent);
    EXPECT_EQ(at(0, ChatModel::delivery_role), "sent");
    EXPECT_TRUE(at(0, ChatModel::is_own_role).toBool());
}

TEST_F(Chat, WhatTheRelayCannotStoreIsMarkedUntilItCan) {
    model.composer()->send("one");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::unstored);
    EXPECT_EQ(at(0, ChatModel::delivery_role), "unstored");
    model.send_again(0); // it was sent
    EXPECT_EQ(at(0, ChatModel::delivery_role), "unstored");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::sent);
    EXPECT_EQ(at(0, ChatModel::delivery_role), "sent");
}

TEST_F(Chat, ScreenReadersAreToldEachNewLineOfOthers) {
    QStringList told;
    QObject::connect(&model, &ChatModel::news_changed, &model, [&] { told << model.news(); });
    receive(2, QStringLiteral("before we came"), -60, true);
    receive(1, QStringLiteral("our own"));
    EXPECT_TRUE(told.isEmpty());
    receive(2, QStringLiteral("yes"));
    receive(2, QStringLiteral("yes"));
    EXPECT_EQ(told, (QStringList{{}, "Somebody: yes", {}, "Somebody: yes"}));
    receive(2, QString{1000, u'x'});
    EXPECT_LT(told.last().size(), 350);
    model.unread()->setProperty("visible", true);
    receive(2, QStringLiteral("in sight"));
    EXPECT_EQ(told.last(), "Somebody: in sight");
    model.clear();
    EXPECT_EQ(model.news(), QString{}) << "the next call says nothing of this one";
}

TEST_F(Chat, AFailedMessageCanBeSentAgain) {
    model.composer()->send("one");
    model.composer()->send("two");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::failed);
    model.send_again(1); // not failed: nothing happens
    EXPECT_EQ(at(1, ChatModel::text_role), "two");
    model.send_again(0);
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(at(1, ChatModel::text_role), "one");
    EXPECT_EQ(at(1, ChatModel::delivery_role), "sending");
}

TEST_F(Chat, NothingAndTooMuchAreNotSent) {
    EXPECT_FALSE(model.composer()->send(" \n "));
    const QString longest{static_cast<qsizetype>(base::limits::chat_bytes_max), QLatin1Char{'x'}};
    EXPECT_FALSE(model.composer()->send(longest + "x"));
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_TRUE(model.composer()->send(longest));
}

TEST_F(Chat, CountsUnreadOnlyWhileHidden) {
    receive(2, "a");
    receive(2, "b");
    receive(1, "my own, from the history");
    EXPECT_EQ(model.unread()->count(), 2);
    model.unread()->setProperty("visible", true);
    EXPECT_EQ(model.unread()->count(), 0);
    receive(2, "c");
    EXPECT_EQ(model.unread()->count(), 0);
}

TEST_F(Chat, RunsOfOnePersonStandUnderOneName) {
    receive(2, "a", 0);
    receive(2, "b", 10);
    receive(3, "c", 20);
    receive(3, "d", 20 + 301);
    EXPECT_TRUE(at(0, ChatModel::first_of_run_role).toBool());
    EXPECT_FALSE(at(1, ChatModel::first_of_run_role).toBool());
    EXPECT_TRUE(at(2, ChatModel::first_of_run_role).toBool());
    EXPECT_TRUE(at(3, ChatModel::first_of_run_role).toBool());
}

TEST_F(Chat, WhatStrangersWriteIsNeverMarkup) {
    EXPECT_EQ(to_chat_markup("<img src=x> & \"q\""), "&lt;img src=x&gt; &amp; &quot;q&quot;");
    EXPECT_EQ(to_chat_markup("a\nb"), "a<br>b");
    EXPECT_EQ(to_chat_markup("see https://example.org/a?b=1&c=2."),
              "see <a href=\"https://example.org/a?b=1&amp;c=2\">https://example.org/a?b=1&amp;c=2</a>.");
    EXPECT_EQ(to_chat_markup("plenum://a.example:4433/9f#s-1, come"),
              "<a href=\"plenum://a.example:4433/9f#s-1\">plenum://a.example:4433/9f#s-1</a>, come");
    EXPECT_EQ(to_chat_markup("https://ab\"onclick=\"x"), "<a href=\"https://ab\">https://ab</a>&quot;onclick=&quot;x");
    EXPECT_EQ(to_chat_markup("javascript:alert(1)"), "javascript:alert(1)");
    EXPECT_EQ(chat_links_in("https://a.example/?b=1&c=2, or plenum://d.example:1/e#f!"),
              (QStringList{"https://a.example/?b=1&c=2", "plenum://d.example:1/e#f"}));
    EXPECT_EQ(chat_links_in("(see https://a.example/Merkur_(Planet)), (https://[::1]:8/b), https://. https://c(d"),
              (QStringList{"https://a.example/Merkur_(Planet)", "https://[::1]:8/b", "https://c"}));
    EXPECT_EQ(chat_links_in("https://пример.example/é, https://übung.example"),
              (QStringList{"https://пример.example/é", "https://übung.example"}));
}

TEST_F(Chat, ATimeThatIsKnownLaterIsShownThen) {
    receive(2, "a", 0);
    receive(2, "b", 0);
    emit conference.chat().chat_timed(ChatId{100}, start.addSecs(-400));
    EXPECT_EQ(at(0, ChatModel::time_role), dates::time_of_day(start.addSecs(-400)));
    EXPECT_TRUE(at(1, ChatModel::first_of_run_role).toBool());
    emit conference.chat().chat_timed(ChatId{7}, start);
}

TEST_F(Chat, AnOwnMessageShowsWhenItWasSentAndStaysInItsPlace) {
    receive(2, "by a clock that is ahead", 600);
    model.composer()->send("written while the relay was away");
    emit conference.chat().chat_timed(ChatId{1}, start.addSecs(180));
    EXPECT_EQ(at(1, ChatModel::text_role), "written while the relay was away");
    EXPECT_EQ(at(1, ChatModel::time_role), dates::time_of_day(start.addSecs(180)));
}

TEST_F(Chat, WhatWasWrittenBeforeWeCameStandsInTheOrderOfWriting) {
    receive(2, "question", -300, true);
    receive(2, "thanks", -100, true);
    receive(1, "mine of before", -150, true);
    receive(3, "answer", -200, true);
    receive(4, "new, by a clock that is behind", -250);
    EXPECT_EQ(texts(),
              (QStringList{"question", "answer", "mine of before", "thanks", "new, by a clock that is behind"}));
    receive(3, "after a leap of its sender's clock", -280, true);
    EXPECT_EQ(texts()[2], "after a leap of its sender's clock");
    EXPECT_FALSE(at(2, ChatModel::first_of_run_role).toBool());
}

TEST_F(Chat, AMessageWhoseTimeIsKnownLaterTakesItsPlace) {
    model.unread()->setProperty("visible", true);
    receive(2, "question");
    model.unread()->setProperty("visible", false);
    receive(2, "thanks");
    receive(3, "answer");
    emit conference.chat().chat_timed(ChatId{100}, start.addSecs(-300));
    emit conference.chat().chat_timed(ChatId{101}, start.addSecs(-100));
    EXPECT_TRUE(at(1, ChatModel::first_unread_role).toBool());
    emit conference.chat().chat_timed(ChatId{102}, start.addSecs(-200));
    EXPECT_EQ(texts(), (QStringList{"question", "answer", "thanks"}));
    EXPECT_TRUE(at(1, ChatModel::first_unread_role).toBool()) << "the mark is before all that is unread";
    EXPECT_FALSE(at(2, ChatModel::first_unread_role).toBool());
    EXPECT_TRUE(at(2, ChatModel::first_of_run_role).toBool());
}

TEST_F(Chat, EqualNamesHaveTheirCodes) {
    const auto set = [&](std::uint32_t index, const QString& code) {
        Member member{.index = base::MemberIndex{index}, .name = QStringLiteral("Somebody")};
        member.acquaintance.code = code;
        members.set(member);
    };
    set(2, "12 34");
    receive(2, "a");
    EXPECT_EQ(at(0, ChatModel::sender_role), "Somebody");
    set(3, "56 78");
    receive(3, "b");
    EXPECT_EQ(at(0, ChatModel::sender_role), "Somebody · 12 34");
    EXPECT_EQ(at(1, ChatModel::sender_role), "Somebody · 56 78");
    members.remove(base::MemberIndex{3});
    EXPECT_EQ(at(1, ChatModel::sender_role), "Somebody · 56 78") << "still two of them in the chat";
}

TEST_F(Chat, WhatWasTypedForAGroupIsForNobodyElse) {
    auto& drafts = *model.outbox()->drafts();
    model.outbox()->addressee()->set_group("Red");
    drafts.set_text("between us");
    model.outbox()->addressee()->set_group({});
    EXPECT_EQ(drafts.text(), "");
    EXPECT_EQ(drafts.other_group(), "Red");
    EXPECT_EQ(drafts.other_text(), "between us");
    drafts.set_text("to all");
    model.outbox()->addressee()->set_group("Red");
    EXPECT_EQ(drafts.text(), "between us");
    EXPECT_EQ(drafts.other_text(), "to all");
    model.outbox()->addressee()->set_group({});
    drafts.take_other();
    EXPECT_EQ(drafts.text(), "to all\nbetween us");
    EXPECT_EQ(drafts.other_text(), "");
    drafts.drop_other();
    EXPECT_EQ(drafts.text(), "to all\nbetween us") << "it is no other";
}

TEST_F(Chat, WhatIsForOnePersonGoesToNobodyElse) {
    members.set({.index = base::MemberIndex{2}, .name = QStringLiteral("Bob")});
    auto& addressee = *model.outbox()->addressee();
    addressee.write_to(7);
    EXPECT_FALSE(addressee.is_private()) << "nobody of that number is here";
    addressee.write_to(2);
    EXPECT_EQ(addressee.label(), "Bob alone");
    ASSERT_TRUE(model.composer()->send("psst"));
    EXPECT_TRUE(at(0, ChatModel::private_role).toBool());
    model.outbox()->drafts()->set_text("and anoth");
    QSignalSpy left{&addressee, &ChatAddressee::person_left};
    members.remove(base::MemberIndex{2});
    EXPECT_EQ(left.size(), 1);
    EXPECT_EQ(addressee.label(), "");
    EXPECT_EQ(model.outbox()->drafts()->text(), "") << "what was typed for Bob is for nobody else";
    EXPECT_EQ(model.outbox()->drafts()->other_text(), "and anoth");
    EXPECT_FALSE(at(0, ChatModel::may_answer_role).toBool());
}

TEST_F(Chat, AnAnswerToAPrivateMessageIsForThatPersonUntilItIsSent) {
    members.set({.index = base::MemberIndex{2}, .name = QStringLiteral("Bob")});
    emit conference.chat().chat_received({.id = ChatId{100},
                                          .sender = base::MemberIndex{2},
                                          .sender_name = QStringLiteral("Bob"),
                                          .text = QStringLiteral("between us"),
                                          .sent_at = start,
                                          .private_with = base::MemberIndex{2}});
    auto& addressee = *model.outbox()->addressee();
    auto& drafts = *model.outbox()->drafts();
    drafts.set_text("to all");
    model.composer()->answer("100");
    ASSERT_TRUE(model.composer()->answering());
    EXPECT_TRUE(addressee.is_private());
    EXPECT_EQ(addressee.label(), "Bob alone");
    EXPECT_EQ(drafts.text(), "") << "what was typed for everyone is not for Bob";
    drafts.set_text("yes");
    ASSERT_TRUE(model.composer()->send("yes"));
    EXPECT_TRUE(at(1, ChatModel::private_role).toBool());
    EXPECT_FALSE(addressee.is_private());
    EXPECT_EQ(drafts.text(), "to all");
    EXPECT_EQ(drafts.other_text(), "");
    model.composer()->answer("100");
    drafts.set_text("and anoth");
    members.remove(base::MemberIndex{2});
    EXPECT_FALSE(model.composer()->answering());
    EXPECT_EQ(addressee.label(), "");
    EXPECT_EQ(drafts.text(), "to all");
    EXPECT_EQ(drafts.other_text(), "and anoth");
}

TEST_F(Chat, AnAnswerToEveryoneIsForEveryoneWhileOneWritesToOnePerson) {
    members.set({.index = base::MemberIndex{2}, .name = QStringLiteral("Bob")});
    receive(2, "to all");
    auto& addressee = *model.outbox()->addressee();
    addressee.write_to(2);
    model.composer()->answer("100");
    ASSERT_TRUE(model.composer()->answering());
    EXPECT_FALSE(addressee.is_private());
    model.composer()->cancel();
    EXPECT_EQ(addressee.label(), "Bob alone");
}

TEST_F(Chat, ADraftOfAGroupComesBackAfterACrash) {
    auto& drafts = *model.outbox()->drafts();
    drafts.restore({{"Red", "between us"}, {"", "to all"}});
    EXPECT_EQ(drafts.text(), "to all");
    EXPECT_EQ(drafts.other_text(), "between us");
    model.outbox()->addressee()->set_group("Red");
    EXPECT_EQ(drafts.text(), "between us");
    drafts.drop_other();
    EXPECT_EQ(drafts.all(), (QList<Draft>{{"Red", "between us"}}));
}

TEST_F(Chat, DraftsAreBounded) {
    for (int group = 0; group < 2 * Drafts::drafts_max; ++group) {
        model.outbox()->addressee()->set_group(QString::number(group));
        model.outbox()->drafts()->set_text("x");
    }
    EXPECT_EQ(model.outbox()->drafts()->all().size(), Drafts::drafts_max);
}

TEST_F(Chat, IsBounded) {
    tester.setUseFetchMore(false);
    model.disconnect(&tester); // looks at every row after each change
    for (std::size_t message = 0; message < ChatModel::messages_max + 5; ++message)
        receive(2, QString::number(message));
    EXPECT_EQ(model.rowCount(), static_cast<int>(ChatModel::messages_max));
    EXPECT_EQ(at(0, ChatModel::text_role), "5");
}

class ChangedChat : public Chat {
  protected:
    /// Of somebody, with the number 100.
    ChangedChat() { receive(2, "hello"); }

    void change(const QString& text, bool edited, bool deleted = false, QList<ChatReaction> reactions = {}) {
        emit conference.chat().chat_changed(ChatId{100}, {text, edited, deleted, std::move(reactions)});
    }
    /// Ours, in row 1, sent.
    void say(const QString& text) {
        model.composer()->send(text);
        own = at(model.rowCount() - 1, ChatModel::line_role).toString();
        emit conference.chat().chat_delivery(ChatChanges::line_named(own), DeliveryState::sent);
    }
    void settle(std::uint64_t change, DeliveryState state) {
        emit conference.chat().chat_delivery(ChatId{change}, state);
    }
    QString own;
};

TEST_F(ChangedChat, AnAnswerQuotesWhatItAnswersAsThatIsNow) {
    emit conference.chat().chat_received({.id = ChatId{200},
                                          .sender = base::MemberIndex{3},
                                          .sender_name = QStringLiteral("Ben"),
                                          .text = QStringLiteral("hi"),
                                          .sent_at = start,
                                          .answers = ChatId{100}});
    auto quote = at(1, ChatModel::quote_role).toMap();
    EXPECT_EQ(quote["text"], "hello");
    EXPECT_EQ(quote["who"], "Somebody");
    EXPECT_EQ(model.row_named(quote["line"].toString()), 0);
    change("hello all", true);
    EXPECT_EQ(at(1, ChatModel::quote_role).toMap()["text"], "hello all");
    EXPECT_TRUE(at(0, ChatModel::edited_role).toBool());
}

TEST_F(ChangedChat, AnAnswerToALineThatIsNotHereSaysSo) {
    emit conference.chat().chat_received({.id = ChatId{200},
                                          .sender = base::MemberIndex{3},
                                          .sender_name = QStringLiteral("Ben"),
                                          .text = QStringLiteral("hi"),
                                          .sent_at = start,
                                          .answers = ChatId{999}});
    EXPECT_FALSE(at(1, ChatModel::quote_role).toMap()["known"].toBool());
    EXPECT_EQ(model.row_named("999"), -1);
}

TEST_F(ChangedChat, OnlyOwnLinesThatTheRelayHasCanBeChanged) {
    EXPECT_FALSE(at(0, ChatModel::may_change_role).toBool());
    EXPECT_TRUE(at(0, ChatModel::may_answer_role).toBool());
    model.composer()->send("mine");
    EXPECT_FALSE(at(1, ChatModel::may_change_role).toBool()) << "nobody has it yet";
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::sent);
    EXPECT_TRUE(at(1, ChatModel::may_change_role).toBool());
    model.outbox()->addressee()->set_group("Red");
    EXPECT_FALSE(at(1, ChatModel::may_change_role).toBool()) << "we write to others now";
}

TEST_F(ChangedChat, AnEditShowsAtOnceAndIsTakenBackWhereItFails) {
    say("teh");
    model.changes()->edit(ChatChanges::line_named(own), "the");
    EXPECT_EQ(at(1, ChatModel::text_role), "the");
    EXPECT_TRUE(at(1, ChatModel::edited_role).toBool());
    EXPECT_TRUE(at(1, ChatModel::changing_role).toBool());
    QSignalSpy failed{model.changes(), &ChatChanges::failed};
    settle(2, DeliveryState::failed);
    EXPECT_EQ(at(1, ChatModel::text_role), "teh");
    EXPECT_FALSE(at(1, ChatModel::changing_role).toBool());
    EXPECT_EQ(failed.size(), 1);
}

TEST_F(ChangedChat, ADeletedLineLeavesItsPlaceAndComesBackByUndo) {
    say("oops");
    model.changes()->remove(own);
    EXPECT_TRUE(at(1, ChatModel::deleted_role).toBool());
    EXPECT_EQ(at(1, ChatModel::text_role), "");
    EXPECT_TRUE(at(1, ChatModel::restorable_role).toBool());
    EXPECT_FALSE(at(1, ChatModel::may_change_role).toBool());
    model.changes()->restore(own);
    EXPECT_EQ(at(1, ChatModel::text_role), "oops");
    EXPECT_FALSE(at(1, ChatModel::edited_role).toBool());
    EXPECT_FALSE(at(1, ChatModel::restorable_role).toBool());
}

TEST_F(ChangedChat, ReactionsAreCountedAndTogglesShowAtOnce) {
    change("hello", false, false, {{chat::Reaction::agree, {"Ada", "Ben"}, false}});
    const auto agree = [&] { return at(0, ChatModel::reactions_role).toList().value(0).toMap(); };
    EXPECT_EQ(agree()["count"], 2);
    EXPECT_EQ(agree()["kind"], "agree");
    model.changes()->react("100", "agree");
    EXPECT_EQ(agree()["count"], 3);
    EXPECT_TRUE(agree()["own"].toBool());
    model.changes()->react("100", "agree");
    EXPECT_EQ(agree()["count"], 2);
    model.changes()->react("100", "sad");
    EXPECT_EQ(at(0, ChatModel::reactions_role).toList().size(), 2);
    for (const std::uint64_t change : {1U, 2U, 3U})
        settle(change, DeliveryState::failed);
    EXPECT_EQ(at(0, ChatModel::reactions_role).toList().size(), 1);
    model.changes()->react("100", "no such reaction");
    EXPECT_EQ(at(0, ChatModel::reactions_role).toList().size(), 1);
}

TEST_F(ChangedChat, TheComposerEditsTheLastOwnLineAndGivesTheDraftBack) {
    say("teh end");
    receive(2, "well");
    model.outbox()->drafts()->set_text("half a");
    QSignalSpy prefilled{model.composer(), &ChatComposer::prefilled};
    ASSERT_TRUE(model.composer()->edit_last());
    EXPECT_EQ(prefilled.value(0).value(0), "teh end");
    EXPECT_TRUE(model.composer()->editing());
    EXPECT_TRUE(model.composer()->send("the end"));
    EXPECT_FALSE(model.composer()->editing());
    EXPECT_EQ(at(1, ChatModel::text_role), "the end");
    EXPECT_EQ(model.outbox()->drafts()->text(), "half a");
    EXPECT_EQ(model.rowCount(), 3);
}

TEST_F(ChangedChat, TheComposerAnswersUntilItIsTakenBack) {
    model.composer()->answer("100");
    EXPECT_EQ(model.composer()->who(), "Somebody");
    EXPECT_EQ(model.composer()->quote(), "hello");
    EXPECT_TRUE(model.composer()->send("hi"));
    EXPECT_EQ(at(1, ChatModel::quote_role).toMap()["text"], "hello");
    model.composer()->answer("100");
    model.composer()->cancel();
    EXPECT_TRUE(model.composer()->send("to all"));
    EXPECT_TRUE(at(2, ChatModel::quote_role).toMap().isEmpty());
    model.composer()->answer("100");
    model.outbox()->addressee()->set_group("Red");
    EXPECT_FALSE(model.composer()->answering()) << "who reads it now has no such line";
}

TEST_F(ChangedChat, SearchGoesFromTheNewestBackAndMarksWhatItFinds) {
    receive(3, "Hello again");
    receive(3, "nothing");
    auto& search = *model.search();
    search.set_text("hello");
    EXPECT_EQ(search.count(), 2);
    EXPECT_EQ(search.row(), 1);
    EXPECT_EQ(at(1, ChatModel::markup_role), "<span class=\"found\">Hello</span> again");
    search.previous();
    EXPECT_EQ(search.row(), 0);
    search.previous();
    EXPECT_EQ(search.row(), 1) << "the newest again";
    search.next();
    EXPECT_EQ(search.position(), 2);
    receive(3, "hello hello");
    EXPECT_EQ(search.count(), 3);
    EXPECT_EQ(search.row(), 0) << "the same line as before";
    change("", false, true);
    EXPECT_EQ(search.count(), 2);
    search.set_text("absent");
    EXPECT_EQ(search.row(), -1);
    search.set_text({});
    EXPECT_EQ(at(1, ChatModel::markup_role), "Hello again");
}

TEST(ChatMarkup, WhatIsFoundIsMarkedAcrossLinksAndStaysEscaped) {
    EXPECT_EQ(to_chat_markup("<b> a <b>", "<b>"),
              "<span class=\"found\">&lt;b&gt;</span> a <span class=\"found\">&lt;b&gt;</span>");
    EXPECT_EQ(to_chat_markup("x https://a.example y", "x https://A"),
              "<span class=\"found\">x </span><a href=\"https://a.example\"><span class=\"found\">https://a</span>"
              ".example</a> y");
}

} // namespace
} // namespace plenum::ui
