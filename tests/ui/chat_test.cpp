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
    Chat() { model.set_self(base::MemberIndex{1}, QStringLiteral("Robin")); }

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
        for (int row = 0; row < model.count(); ++row)
            all << at(row, ChatModel::text_role).toString();
        return all;
    }
    [[nodiscard]] QVariant at(int row, int role) const { return model.index(row).data(role); }

    SimulatedConference conference{{.others = 1, .automatic = false}};
    MembersModel members;
    ChatModel model{conference.chat(), members};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    QDateTime start{QDateTime::currentDateTimeUtc()};
    std::uint64_t next_id{100};
};

TEST_F(Chat, OwnMessagesShowHowFarTheyAre) {
    EXPECT_TRUE(model.send(" hello "));
    EXPECT_EQ(at(0, ChatModel::text_role), "hello");
    EXPECT_EQ(at(0, ChatModel::delivery_role), "sending");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::sent);
    EXPECT_EQ(at(0, ChatModel::delivery_role), "sent");
    EXPECT_TRUE(at(0, ChatModel::is_own_role).toBool());
}

TEST_F(Chat, WhatTheRelayCannotStoreIsMarkedUntilItCan) {
    model.send("one");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::unstored);
    EXPECT_EQ(at(0, ChatModel::delivery_role), "unstored");
    model.send_again(0); // it was sent
    EXPECT_EQ(at(0, ChatModel::delivery_role), "unstored");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::sent);
    EXPECT_EQ(at(0, ChatModel::delivery_role), "sent");
}

TEST_F(Chat, AFailedMessageCanBeSentAgain) {
    model.send("one");
    model.send("two");
    emit conference.chat().chat_delivery(ChatId{1}, DeliveryState::failed);
    model.send_again(1); // not failed: nothing happens
    EXPECT_EQ(at(1, ChatModel::text_role), "two");
    model.send_again(0);
    EXPECT_EQ(model.count(), 2);
    EXPECT_EQ(at(1, ChatModel::text_role), "one");
    EXPECT_EQ(at(1, ChatModel::delivery_role), "sending");
}

TEST_F(Chat, NothingAndTooMuchAreNotSent) {
    EXPECT_FALSE(model.send(" \n "));
    const QString longest{static_cast<qsizetype>(base::limits::chat_bytes_max), QLatin1Char{'x'}};
    EXPECT_FALSE(model.send(longest + "x"));
    EXPECT_EQ(model.count(), 0);
    EXPECT_TRUE(model.send(longest));
}

TEST_F(Chat, CountsUnreadOnlyWhileHidden) {
    receive(2, "a");
    receive(2, "b");
    receive(1, "my own, from the history");
    EXPECT_EQ(model.unread(), 2);
    model.setProperty("visible", true);
    EXPECT_EQ(model.unread(), 0);
    receive(2, "c");
    EXPECT_EQ(model.unread(), 0);
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
    model.send("written while the relay was away");
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
    model.setProperty("visible", true);
    receive(2, "question");
    model.setProperty("visible", false);
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
    auto& drafts = *model.drafts();
    model.set_group("Red");
    drafts.set_text("between us");
    model.set_group({});
    EXPECT_EQ(drafts.text(), "");
    EXPECT_EQ(drafts.other_group(), "Red");
    EXPECT_EQ(drafts.other_text(), "between us");
    drafts.set_text("to all");
    model.set_group("Red");
    EXPECT_EQ(drafts.text(), "between us");
    EXPECT_EQ(drafts.other_text(), "to all");
    model.set_group({});
    drafts.take_other();
    EXPECT_EQ(drafts.text(), "to all\nbetween us");
    EXPECT_EQ(drafts.other_text(), "");
    drafts.drop_other();
    EXPECT_EQ(drafts.text(), "to all\nbetween us") << "it is no other";
}

TEST_F(Chat, ADraftOfAGroupComesBackAfterACrash) {
    auto& drafts = *model.drafts();
    drafts.restore({{"Red", "between us"}, {"", "to all"}});
    EXPECT_EQ(drafts.text(), "to all");
    EXPECT_EQ(drafts.other_text(), "between us");
    model.set_group("Red");
    EXPECT_EQ(drafts.text(), "between us");
    drafts.drop_other();
    EXPECT_EQ(drafts.all(), (QList<Draft>{{"Red", "between us"}}));
}

TEST_F(Chat, DraftsAreBounded) {
    for (int group = 0; group < 2 * Drafts::drafts_max; ++group) {
        model.set_group(QString::number(group));
        model.drafts()->set_text("x");
    }
    EXPECT_EQ(model.drafts()->all().size(), Drafts::drafts_max);
}

TEST_F(Chat, IsBounded) {
    tester.setUseFetchMore(false);
    model.disconnect(&tester); // looks at every row after each change
    for (std::size_t message = 0; message < ChatModel::messages_max + 5; ++message)
        receive(2, QString::number(message));
    EXPECT_EQ(model.count(), static_cast<int>(ChatModel::messages_max));
    EXPECT_EQ(at(0, ChatModel::text_role), "5");
}

} // namespace
} // namespace plenum::ui
