// SPDX-License-Identifier: Apache-2.0
// Whole clients without windows chat in a real call over the loopback.
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "ui/models/chat_model.h"
#include "ui/models/members_model.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class Writer : public CallPerson {
  public:
    /// As the chat has it once this person is in the call.
    void begin(std::uint32_t member) { chat_.outbox()->set_self(base::MemberIndex{member}, {}); }
    void see(std::uint32_t member, const QString& name) {
        members_.set({.index = base::MemberIndex{member}, .name = name});
    }
    [[nodiscard]] ChatModel& chat() { return chat_; }
    [[nodiscard]] QVariant at(int row, int role) { return chat_.index(row).data(role); }
    [[nodiscard]] QString line(int row) { return at(row, ChatModel::line_role).toString(); }
    /// Each line as text, whose it is, and how it stands.
    [[nodiscard]] QStringList lines() {
        QStringList all;
        for (int row = 0; row < chat_.rowCount(); ++row) {
            auto line = at(row, ChatModel::text_role).toString();
            const auto quote = at(row, ChatModel::quote_role).toMap();
            if (!quote.isEmpty()) line += QStringLiteral(" < ") + quote[QStringLiteral("text")].toString();
            if (at(row, ChatModel::edited_role).toBool()) line += QStringLiteral(" (edited)");
            if (at(row, ChatModel::deleted_role).toBool()) line += QStringLiteral("(deleted)");
            for (const auto& each : at(row, ChatModel::reactions_role).toList()) {
                const auto reaction = each.toMap();
                line += QStringLiteral(" %1:%2").arg(reaction[QStringLiteral("kind")].toString(),
                                                     reaction[QStringLiteral("count")].toString());
            }
            all << line;
        }
        return all;
    }

  private:
    MembersModel members_;
    ChatModel chat_{ports().chat, ports().files, members_};
};

class ChatCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        ann_.host({.admission = Admission::open, .history_for_newcomers = true});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        bob_.join(ann_, QStringLiteral("Bob"));
        ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.in_call(); }, 20'000));
        ann_.begin(1);
        bob_.begin(2);
    }

  protected:
    /// Both see these lines, and nothing is under way.
    [[nodiscard]] bool both_see(const QStringList& lines) {
        return QTest::qWaitFor([&] { return ann_.lines() == lines && bob_.lines() == lines; }, 10'000);
    }
    Writer ann_;
    Writer bob_;
};

TEST_F(ChatCall, AnswersEditsDeletionsAndReactionsReachTheOther) {
    ASSERT_TRUE(ann_.chat().composer()->send(QStringLiteral("Where do we meet?")));
    ASSERT_TRUE(both_see({QStringLiteral("Where do we meet?")}));
    bob_.chat().composer()->answer(bob_.line(0));
    ASSERT_TRUE(bob_.chat().composer()->send(QStringLiteral("In the libary")));
    const QStringList answered{QStringLiteral("Where do we meet?"),
                               QStringLiteral("In the libary < Where do we meet?")};
    ASSERT_TRUE(both_see(answered));
    ASSERT_TRUE(QTest::qWaitFor([this] { return bob_.at(1, ChatModel::may_change_role).toBool(); }, 5000));
    ASSERT_TRUE(bob_.chat().composer()->edit_last());
    ASSERT_TRUE(bob_.chat().composer()->send(QStringLiteral("In the library")));
    ann_.chat().changes()->react(ann_.line(1), QStringLiteral("agree"));
    bob_.chat().changes()->react(bob_.line(1), QStringLiteral("agree"));
    EXPECT_TRUE(both_see(
        {QStringLiteral("Where do we meet?"), QStringLiteral("In the library < Where do we meet? (edited) agree:2")}));
    EXPECT_FALSE(ann_.at(1, ChatModel::may_change_role).toBool()) << "it is Bob's";
    ann_.chat().changes()->remove(ann_.line(0));
    EXPECT_TRUE(both_see({QStringLiteral("(deleted)"), QStringLiteral("In the library <  (edited) agree:2")}));
    ann_.chat().changes()->restore(ann_.line(0));
    EXPECT_TRUE(both_see(
        {QStringLiteral("Where do we meet?"), QStringLiteral("In the library < Where do we meet? (edited) agree:2")}));
}

TEST_F(ChatCall, WhatIsWrittenToOnePersonIsReadByThatPersonAlone) {
    Writer cleo;
    cleo.join(ann_, QStringLiteral("Cleo"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cleo.in_call(); }, 20'000));
    cleo.begin(3);
    ann_.see(2, QStringLiteral("Bob"));
    ann_.chat().outbox()->addressee()->write_to(2);
    ASSERT_TRUE(ann_.chat().composer()->send(QStringLiteral("psst")));
    ASSERT_TRUE(ann_.chat().composer()->send(QStringLiteral("and more")));
    ASSERT_TRUE(both_see({QStringLiteral("psst"), QStringLiteral("and more")}));
    EXPECT_TRUE(bob_.at(0, ChatModel::private_role).toBool());
    bob_.see(1, QStringLiteral("Ann"));
    bob_.chat().composer()->answer(bob_.line(0));
    ASSERT_TRUE(bob_.chat().composer()->send(QStringLiteral("yes?")));
    ann_.chat().outbox()->addressee()->write_to_all();
    ASSERT_TRUE(ann_.chat().composer()->send(QStringLiteral("Good morning")));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cleo.lines().size() == 1 && ann_.chat().rowCount() == 4; }, 10'000));
    EXPECT_EQ(cleo.lines(), QStringList{QStringLiteral("Good morning")});
    EXPECT_TRUE(ann_.lines().contains(QStringLiteral("yes? < psst")));
}

TEST_F(ChatCall, APrivateFileReachesThatPersonAloneThoughTheOtherModeratesAndRunsTheRelay) {
    Writer cleo;
    cleo.join(ann_, QStringLiteral("Cleo"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return cleo.in_call(); }, 20'000));
    cleo.begin(3);
    bob_.see(3, QStringLiteral("Cleo"));
    cleo.see(2, QStringLiteral("Bob"));
    QTemporaryDir folder;
    QFile file{folder.filePath(QStringLiteral("figures.txt"))};
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(200'000, 'x'));
    file.close();
    bob_.chat().outbox()->addressee()->write_to(3);
    bob_.chat().outbox()->files()->offer({QUrl::fromLocalFile(file.fileName())});
    ASSERT_TRUE(QTest::qWaitFor([&] { return cleo.chat().rowCount() == 1; }, 10'000));
    EXPECT_TRUE(cleo.at(0, ChatModel::private_role).toBool());
    cleo.chat().files()->fetch(cleo.line(0));
    const auto here = [](Writer& at) { return at.at(0, ChatModel::file_role).toMap()["here"].toBool(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return here(cleo); }, 20'000));
    const auto bytes = base::from_hex(cleo.at(0, ChatModel::file_role).toMap()["hash"].toString().toStdString());
    const chat::SharedFile about{"figures.txt", 200'000, "text/plain", *base::Hash::from(*bytes)};
    QFile got{cleo.ports().files.path_of(about.hash)};
    ASSERT_TRUE(got.open(QIODevice::ReadOnly));
    EXPECT_EQ(got.readAll(), QByteArray(200'000, 'x'));
    // Ann knows the hash from elsewhere, and asks all and each of them.
    EXPECT_EQ(ann_.chat().rowCount(), 0);
    ASSERT_TRUE(ann_.ports().files.fetch(about, base::MemberIndex{2}, FileAudience::conference));
    EXPECT_FALSE(QTest::qWaitFor([&] { return !ann_.ports().files.path_of(about.hash).isEmpty(); }, 2000));
    ann_.ports().files.cancel(about.hash);
    ASSERT_TRUE(ann_.ports().files.fetch(about, base::MemberIndex{3}, FileAudience::person));
    EXPECT_FALSE(QTest::qWaitFor([&] { return !ann_.ports().files.path_of(about.hash).isEmpty(); }, 2000));
}

TEST_F(ChatCall, ANewcomerReadsTheChatAsItIsNow) {
    ASSERT_TRUE(ann_.chat().composer()->send(QStringLiteral("teh plan")));
    ASSERT_TRUE(both_see({QStringLiteral("teh plan")}));
    ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.at(0, ChatModel::may_change_role).toBool(); }, 5000));
    ann_.chat().changes()->edit(ChatChanges::line_named(ann_.line(0)), QStringLiteral("the plan"));
    bob_.chat().changes()->react(bob_.line(0), QStringLiteral("done"));
    const QStringList now{QStringLiteral("the plan (edited) done:1")};
    ASSERT_TRUE(both_see(now));
    Writer cleo;
    cleo.join(ann_, QStringLiteral("Cleo"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return cleo.in_call() && cleo.lines() == now; }, 20'000));
}

} // namespace
} // namespace plenum::ui
