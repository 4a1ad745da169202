// SPDX-License-Identifier: Apache-2.0
// Who waits, who may do what, and who people are, over the simulated conference.
#include "tests/ui/in_call.h"
#include "ui/models/identity_words.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::ui {
namespace {

constexpr auto ada_link = SimulatedConference::example_link;

class PeopleTest : public InCall {
  protected:
    explicit PeopleTest(int ticks_to_wait = 0)
        : InCall{{.others = 3, .automatic = false, .ticks_to_wait = ticks_to_wait}} {}
    void SetUp() override {
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text, const QString& kind) {
            said << text;
            kinds << kind;
        });
    }
    [[nodiscard]] QVariant of(int member, int role) const {
        auto& members = *client_members;
        return members.index(members.row_of(member)).data(role);
    }

    MembersModel* client_members{client.people()->members()};
    Moderation& moderation{*client.people()->moderation()};
    QStringList said;
    QStringList kinds;
};

TEST_F(PeopleTest, muting_the_others_says_when_nobody_is_open) {
    enter(true);
    ticks(1);
    ASSERT_TRUE(client_members->others_open());
    said.clear();
    moderation.mute_everyone();
    ticks(1);
    EXPECT_TRUE(said.isEmpty()) << "what changed is seen";
    EXPECT_FALSE(client_members->others_open());
    EXPECT_TRUE(client.media()->microphone_on()) << "our own does not count";
    moderation.mute_everyone();
    EXPECT_EQ(said, QStringList{"No other microphone is open here."});
}

class WaitingTest : public PeopleTest {
  protected:
    WaitingTest() : PeopleTest{-1} {}
};

TEST_F(WaitingTest, NothingIsThereUntilLetInAndThenItGoesOnByItself) {
    enter(false);
    EXPECT_EQ(client.session()->screen(), "waiting");
    QSignalSpy preview{&conference.media(), &MediaPort::preview_frame};
    QSignalSpy activity{&conference.media(), &MediaPort::microphone_activity};
    ticks(3);
    EXPECT_EQ(preview.size(), 3);
    EXPECT_EQ(activity.size(), 3);
    EXPECT_EQ(client.people()->members()->count(), 0);
    client.media()->toggle_microphone();
    EXPECT_FALSE(conference.media().microphone_on());
    conference.session().let_us_in();
    EXPECT_EQ(client.session()->screen(), "call");
    EXPECT_FALSE(conference.media().microphone_on());
}

TEST_F(WaitingTest, EndsInWordsOfItsOwn) {
    enter(false);
    conference.session().end(EndReason::not_admitted);
    EXPECT_EQ(client.session()->end().headline, "You were not let in");
    EXPECT_FALSE(client.session()->end().may_join_again);
}

TEST_F(WaitingTest, CanBeGivenUp) {
    enter(false);
    client.session()->leave();
    ticks(1);
    EXPECT_EQ(client.session()->screen(), "ended");
    EXPECT_TRUE(client.session()->end().may_join_again);
}

TEST_F(PeopleTest, CamerasAreNoPeople) {
    enter(true);
    auto& people = *client.people();
    ASSERT_TRUE(people.stage()->people().others.contains(3));
    const auto before = people.members()->count();
    conference.people().make_camera(base::MemberIndex{3});
    EXPECT_EQ(people.members()->count(), before - 1);
    EXPECT_EQ(people.members()->row_of(3), -1);
    EXPECT_FALSE(people.stage()->people().others.contains(3));
    ASSERT_EQ(people.cameras()->count(), 1);
    EXPECT_EQ(people.mixer()->row_of(3), -1);
    ticks(2);
    EXPECT_EQ(people.cameras()->row_of(3), 0) << "it stays one";
    conference.people().someone_leaves(base::MemberIndex{3});
    EXPECT_EQ(people.cameras()->count(), 0);
    EXPECT_EQ(people.members()->count(), before - 1);
}

TEST_F(PeopleTest, KnocksStandInTheirOrderUntilDecidedOrGone) {
    enter(true);
    auto& knocks = *client.people()->knocks();
    const QAbstractItemModelTester tester{&knocks, QAbstractItemModelTester::FailureReportingMode::Fatal};
    for (const auto* name : {"Marta", "Ben", "Cleo"})
        conference.people().someone_knocks(QString::fromUtf8(name));
    EXPECT_EQ(knocks.count(), 3);
    EXPECT_EQ(knocks.first_name(), "Marta");
    conference.people().someone_knocks(QStringLiteral("Ben"));
    EXPECT_EQ(knocks.count(), 2);
    moderation.refuse(knocks.first_id());
    ticks(1);
    EXPECT_EQ(knocks.first_name(), "Cleo");
    EXPECT_EQ(client.people()->members()->count(), 4);
    conference.people().someone_knocks(QStringLiteral("Dora"));
    moderation.admit_all();
    ticks(1);
    EXPECT_EQ(knocks.count(), 0);
    EXPECT_EQ(client.people()->members()->count(), 6);
}

TEST(Knocks, SayHowLongTheyWait) {
    auto now = QDateTime::fromSecsSinceEpoch(1'000'000);
    KnocksModel knocks{[&] { return now; }};
    knocks.add({.id = KnockId{1}, .name = QStringLiteral("Marta"), .since = now, .acquaintance = {}});
    QSignalSpy changes{&knocks, &KnocksModel::dataChanged};
    now = now.addSecs(75);
    knocks.tick();
    EXPECT_EQ(changes.size(), 1);
    EXPECT_EQ(knocks.index(0).data(KnocksModel::waiting_role), "1:15");
    EXPECT_EQ(knocks.index(0).data(KnocksModel::identity_role), "New to you");
    knocks.add({.id = KnockId{1}, .name = QStringLiteral("Marta"), .since = now, .acquaintance = {}});
    EXPECT_EQ(knocks.count(), 1);
}

TEST_F(PeopleTest, RemovalWithAnotherLinkIsToldOnceWithTheNewLink) {
    enter(true);
    said.clear();
    kinds.clear();
    moderation.remove(3, QStringLiteral("Jonas Weber"), true);
    ticks(2);
    EXPECT_EQ(said, QStringList{"Jonas Weber was removed. The link is now another; share the new one."});
    EXPECT_EQ(kinds, QStringList{"link"});
    EXPECT_NE(client.session()->facts().link, ada_link);
}

TEST_F(PeopleTest, RemovalAloneKeepsTheLink) {
    enter(true);
    said.clear();
    moderation.remove(3, QStringLiteral("Jonas Weber"), false);
    ticks(2);
    EXPECT_EQ(said, QStringList{"Jonas Weber was removed"});
    EXPECT_EQ(client.session()->facts().link, ada_link);
    said.clear();
    conference.people().someone_leaves(base::MemberIndex{2}, Departure::removed);
    EXPECT_EQ(said, QStringList{"Ada Moreau was removed by a moderator"});
}

TEST_F(PeopleTest, WhoMayComeInIsToldToAll) {
    enter(true);
    said.clear();
    moderation.set_admission(QStringLiteral("lobby"));
    ticks(1);
    EXPECT_EQ(moderation.admission(), "lobby");
    moderation.set_admission(QStringLiteral("closed"));
    ticks(1);
    moderation.set_history_for_newcomers(false);
    ticks(1);
    EXPECT_EQ(moderation.admission(), "closed");
    EXPECT_FALSE(moderation.history_for_newcomers());
    EXPECT_EQ(said, QStringList({"Moderators now let people in, one by one.", "Nobody can come in now."}));
}

TEST_F(PeopleTest, OnlyModeratorsDecide) {
    enter(false);
    EXPECT_FALSE(moderation.may_moderate());
    moderation.set_admission(QStringLiteral("closed"));
    moderation.remove(3, QStringLiteral("Jonas Weber"), true);
    ticks(2);
    EXPECT_EQ(moderation.admission(), "open");
    EXPECT_EQ(client.people()->members()->count(), 4);
    said.clear();
    conference.people().make_us_moderator(true);
    conference.people().make_us_moderator(false);
    EXPECT_EQ(said, QStringList({"You are a moderator now.", "You are no moderator any more."}));
}

TEST_F(PeopleTest, WhoActsInTheModeratorsAbsenceIsTold) {
    enter(false);
    said.clear();
    conference.people().let_us_act();
    EXPECT_TRUE(moderation.acting());
    EXPECT_EQ(said, QStringList{"No moderator is here: you can let people in now, until one is back."});
    conference.people().make_us_moderator(false);
    EXPECT_EQ(said.last(), "A moderator is here again.");
}

TEST_F(PeopleTest, TheChoiceOnTheStartScreenHolds) {
    client.hosting()->setProperty("admission", QStringLiteral("lobby"));
    enter(true);
    EXPECT_EQ(moderation.admission(), "lobby");
}

TEST_F(PeopleTest, JoiningAgainTakesTheLinkInForce) {
    enter(false);
    conference.people().make_us_moderator(true);
    moderation.change_link();
    ticks(1);
    const auto changed = client.session()->facts().link;
    ASSERT_NE(changed, ada_link);
    conference.session().end(EndReason::lost);
    QSignalSpy joined{&conference.session(), &SimulatedSession::join_asked};
    client.session()->join_again();
    client.session()->enter();
    ASSERT_EQ(joined.size(), 1);
    EXPECT_EQ(joined.first().first().toString(), changed);
}

TEST_F(PeopleTest, OneNameTwiceGetsACodeEach) {
    enter(true);
    EXPECT_EQ(of(3, MembersModel::code_role), "");
    QSignalSpy changes{client.people()->members(), &MembersModel::dataChanged};
    conference.people().rename(base::MemberIndex{4}, QStringLiteral("jonas weber"));
    EXPECT_EQ(changes.last().first().toModelIndex().row(), 0);
    const auto first = of(3, MembersModel::code_role).toString();
    const auto second = of(4, MembersModel::code_role).toString();
    EXPECT_FALSE(first.isEmpty());
    EXPECT_NE(first, second);
    conference.people().someone_leaves(base::MemberIndex{4});
    EXPECT_EQ(of(3, MembersModel::code_role), first) << "which of the two is still here?";
}

TEST_F(PeopleTest, AChangedKeyIsMarkedAndKeepsNobodyOut) {
    enter(true);
    auto& identities = *client.people()->identities();
    conference.people().set_familiarity(base::MemberIndex{3}, Familiarity::changed);
    conference.people().set_familiarity(base::MemberIndex{4}, Familiarity::changed);
    EXPECT_EQ(of(3, MembersModel::familiarity_role), "changed");
    EXPECT_EQ(of(3, MembersModel::identity_role), "Another Jonas Weber?");
    EXPECT_FALSE(of(3, MembersModel::blocked_role).toBool());
    QSignalSpy pictures{&conference.media(), &MediaPort::video_frame};
    ticks(2);
    EXPECT_TRUE(std::ranges::any_of(
        pictures, [](const auto& told) { return told.first().template value<base::MemberIndex>().value() == 3; }));
    identities.show(3);
    identities.accept(true);
    ticks(1);
    EXPECT_EQ(of(3, MembersModel::familiarity_role), "known");
    identities.show(4);
    identities.accept(false);
    ticks(1);
    EXPECT_EQ(of(4, MembersModel::familiarity_role), "new");
}

TEST_F(PeopleTest, BlockedPeopleSendNoPicturesUntilUnblocked) {
    enter(true);
    auto& identities = *client.people()->identities();
    identities.show(3);
    identities.set_blocked(true);
    ticks(1);
    EXPECT_TRUE(identities.blocked());
    const auto seen = [&] {
        QSignalSpy pictures{&conference.media(), &MediaPort::video_frame};
        ticks(2);
        return std::ranges::any_of(
            pictures, [](const auto& told) { return told.first().template value<base::MemberIndex>().value() == 3; });
    };
    EXPECT_FALSE(seen());
    identities.set_blocked(false);
    ticks(1);
    EXPECT_TRUE(seen());
}

TEST_F(PeopleTest, ComparingMarksAsVerified) {
    enter(true);
    auto& identities = *client.people()->identities();
    identities.show(4);
    EXPECT_EQ(identities.familiarity(), "new");
    EXPECT_EQ(identities.safety_number().remove(QLatin1Char{' '}).size(), 30);
    identities.set_verified(true);
    ticks(1);
    EXPECT_EQ(identities.familiarity(), "verified");
    identities.set_verified(false);
    ticks(1);
    EXPECT_EQ(identities.familiarity(), "known");
}

TEST(IdentityWords, EachStateHasItsOwn) {
    QSet<QString> briefs;
    QSet<QString> sentences;
    for (const auto familiarity :
         {Familiarity::newcomer, Familiarity::known, Familiarity::verified, Familiarity::changed}) {
        Acquaintance acquaintance;
        acquaintance.familiarity = familiarity;
        acquaintance.since = QDateTime::fromSecsSinceEpoch(1'000'000);
        briefs << IdentityWords::brief(QStringLiteral("Erik"), acquaintance);
        sentences << IdentityWords::sentence(QStringLiteral("%1 %2"), acquaintance);
    }
    EXPECT_EQ(briefs.size(), 4);
    EXPECT_EQ(sentences.size(), 4);
    for (const auto& sentence : sentences)
        EXPECT_TRUE(sentence.contains(QStringLiteral("%1 %2"))) << sentence.toStdString();
    EXPECT_EQ(IdentityWords::grouped(QStringLiteral("123456789")), "12345 6789");
}

} // namespace
} // namespace plenum::ui
