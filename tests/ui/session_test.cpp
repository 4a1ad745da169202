// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/in_call.h"
#include "ui/models/sentences.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <set>

namespace plenum::ui {
namespace {

constexpr auto example_link = SimulatedConference::example_link;

class SessionTest : public InCall {
  protected:
    SessionTest() : InCall{{.others = 3, .automatic = false}} {}

    void enter(bool host) {
        InCall::enter(host);
        ASSERT_EQ(session.screen(), "call");
    }

    Session& session{*client.session()};
};

TEST_F(SessionTest, FromStartThroughTheCallToTheEndAndBack) {
    EXPECT_EQ(session.screen(), "start");
    session.prepare_host("Weekly");
    EXPECT_EQ(session.screen(), "prejoin");
    EXPECT_TRUE(session.wanted().hosting);
    session.enter();
    QCoreApplication::processEvents();
    EXPECT_EQ(session.screen(), "connecting");
    QStringList steps{session.connection()->progress()};
    for (int tick = 0; tick < 14; ++tick) {
        ticks(1);
        if (session.screen() == "connecting" && steps.last() != session.connection()->progress())
            steps << session.connection()->progress();
    }
    EXPECT_EQ(steps.size(), 3);
    EXPECT_EQ(session.screen(), "call");
    EXPECT_EQ(session.facts().title, "Weekly");
    EXPECT_EQ(session.facts().link, example_link);
    EXPECT_TRUE(session.facts().may_end_for_all);
    EXPECT_EQ(client.people()->members()->count(), 4);
    session.leave();
    ticks(1);
    EXPECT_EQ(session.screen(), "ended");
    EXPECT_TRUE(session.end().may_join_again);
    session.join_again();
    EXPECT_EQ(session.screen(), "prejoin");
    session.back_to_start();
    EXPECT_EQ(session.screen(), "start");
}

TEST_F(SessionTest, RefusesWhatIsNoLink) {
    for (const auto* text : {"", "hello", "https://example.org", "plenum://host/room", "plenum://host:7700/room#short"})
        EXPECT_FALSE(session.prepare_join(QString::fromLatin1(text))) << text;
    EXPECT_EQ(session.screen(), "start");
    EXPECT_TRUE(session.prepare_join(QStringLiteral("  %1\n").arg(QString::fromLatin1(example_link))));
}

TEST_F(SessionTest, NobodyEntersWithoutAName) {
    client.settings()->setProperty("displayName", QStringLiteral("  "));
    session.prepare_host({});
    session.enter();
    ticks(2);
    EXPECT_EQ(session.screen(), "prejoin");
}

TEST_F(SessionTest, CancelWhileConnecting) {
    session.prepare_host({});
    session.enter();
    ticks(2);
    session.leave();
    ticks(1);
    EXPECT_EQ(session.screen(), "ended");
    ticks(20);
    EXPECT_EQ(session.screen(), "ended");
}

TEST_F(SessionTest, JoinMutedIsKeptFromTheSettings) {
    client.settings()->setProperty("joinMuted", true);
    client.settings()->setProperty("joinWithCamera", false);
    enter(false);
    EXPECT_FALSE(conference.media().microphone_on());
    EXPECT_FALSE(conference.media().camera_on());
    EXPECT_FALSE(session.facts().may_end_for_all);
}

TEST_F(SessionTest, ReconnectingStaysInTheCall) {
    enter(false);
    conference.session().lose_relay();
    EXPECT_EQ(session.screen(), "call");
    EXPECT_TRUE(session.connection()->reconnecting());
    EXPECT_FALSE(session.connection()->progress().isEmpty());
    conference.session().find_relay();
    EXPECT_FALSE(session.connection()->reconnecting());
}

TEST_F(SessionTest, LeavingAnUnansweredCallDoesNotSayThatItGoesOn) {
    enter(false);
    conference.session().make_hosted();
    conference.session().lose_relay();
    session.leave();
    QCoreApplication::processEvents();
    EXPECT_EQ(session.end().headline, "The host's computer did not answer");
    EXPECT_TRUE(session.end().may_join_again);
}

TEST_F(SessionTest, EveryEndHasItsOwnWords) {
    std::set<QString> headlines;
    std::set<QString> sentences;
    for (int reason = 1; reason <= static_cast<int>(EndReason::unanswered); ++reason) {
        headlines.insert(Sentences::end_headline(static_cast<EndReason>(reason)));
        sentences.insert(Sentences::end_sentence(static_cast<EndReason>(reason)));
    }
    EXPECT_EQ(headlines.size(), 22U);
    EXPECT_EQ(sentences.size(), 22U);
    std::set<QString> problems;
    for (int kind = 1; kind <= static_cast<int>(ProblemKind::relay_restarts); ++kind)
        problems.insert(Sentences::problem(static_cast<ProblemKind>(kind)));
    EXPECT_EQ(problems.size(), 27U);
    EXPECT_FALSE(Sentences::may_join_again(EndReason::ended_by_host));
    EXPECT_TRUE(Sentences::may_join_again(EndReason::lost));
    EXPECT_TRUE(Sentences::may_join_again(EndReason::relay_closed));
}

TEST_F(SessionTest, SafetyNumberInGroupsOfFive) {
    enter(false);
    const auto groups = session.encryption().safety_number.split(QLatin1Char{' '});
    EXPECT_GE(groups.size(), 6);
    for (const auto& group : groups)
        EXPECT_EQ(group.size(), 5);
}

TEST_F(SessionTest, ProblemsAndClipboard) {
    QSignalSpy notices{&client, &Client::notice};
    conference.diagnostics().report(ProblemKind::no_camera);
    ASSERT_EQ(notices.size(), 1);
    EXPECT_EQ(notices.first().at(1).toString(), "problem");
    client.copy(QStringLiteral("nothing"));
    EXPECT_EQ(client.link_on_clipboard(), "");
    client.copy(QString::fromLatin1(example_link));
    EXPECT_EQ(client.link_on_clipboard(), example_link);
}

TEST_F(SessionTest, whose_computer_carries_the_call_on_is_told) {
    QSignalSpy notices{&client, &Client::notice};
    auto& diagnostics = conference.diagnostics();
    diagnostics.move_relay({QStringLiteral("Wanda"), QStringLiteral("Bob"), false, false});
    diagnostics.move_relay({QStringLiteral("Wanda"), QStringLiteral("Bob"), true, false});
    diagnostics.move_relay({QStringLiteral("Bob"), QStringLiteral("Cleo"), false, true});
    ASSERT_EQ(notices.size(), 3);
    EXPECT_EQ(notices.at(0).at(0).toString(), "Wanda's computer stopped answering. The call goes on through Bob's.");
    EXPECT_EQ(notices.at(1).at(0).toString(), "Wanda's computer stopped answering. The call goes on through yours.");
    EXPECT_EQ(notices.at(2).at(0).toString(), "The call goes on through Cleo's computer.");
    EXPECT_TRUE(client.settings()->succession());
}

TEST_F(SessionTest, whether_the_clipboard_has_the_link_is_told) {
    enter(true);
    const auto& own_link = client.session()->facts().link;
    ASSERT_NE(own_link, "");
    client.copy("something else");
    EXPECT_FALSE(client.link_copied());
    QSignalSpy told{&client, &Client::link_copied_changed};
    client.copy(own_link);
    EXPECT_TRUE(client.link_copied());
    EXPECT_EQ(told.size(), 1);
}

TEST_F(SessionTest, BeforeTheCallOnlyThePreviewSaysThatThereIsNoCamera) {
    QSignalSpy notices{&client, &Client::notice};
    session.prepare_host({});
    conference.diagnostics().report(ProblemKind::no_camera);
    EXPECT_EQ(notices.size(), 0);
    conference.diagnostics().report(ProblemKind::no_loudspeaker);
    EXPECT_EQ(notices.size(), 1);
}

TEST_F(SessionTest, TheFirstRosterIsNoNews) {
    QSignalSpy notices{&client, &Client::notice};
    enter(false);
    EXPECT_EQ(notices.size(), 0);
}

TEST_F(SessionTest, PicturesGoWithCameraAndMember) {
    enter(false);
    ticks(1);
    EXPECT_FALSE(client.people()->pictures()->latest(2).empty());
    conference.people().set_absent(base::MemberIndex{2}, true);
    EXPECT_TRUE(client.people()->pictures()->latest(2).empty());
    conference.people().someone_leaves(base::MemberIndex{3});
    EXPECT_TRUE(client.people()->pictures()->latest(3).empty());
    EXPECT_FALSE(client.people()->pictures()->latest(1).empty());
    conference.session().end(EndReason::lost);
    EXPECT_TRUE(client.people()->pictures()->latest(1).empty());
}

/// Each says something else, and none outlives what it is about.
TEST_F(SessionTest, DoubtsAboutTheConferenceAreTold) {
    enter(false);
    EXPECT_EQ(client.session()->connection()->doubt(), QString{});
    QSignalSpy told{client.session()->connection(), &ConnectionModel::changed};
    QSet<QString> words;
    emit conference.session().agreement_changed(Agreement::late);
    EXPECT_EQ(client.session()->connection()->doubt(), QString{}) << "there is nothing to do about it";
    for (const auto agreement : {Agreement::lost, Agreement::forked}) {
        emit conference.session().agreement_changed(agreement);
        words.insert(client.session()->connection()->doubt());
        EXPECT_TRUE(client.session()->connection()->suspended());
    }
    EXPECT_EQ(words.size(), 2);
    EXPECT_FALSE(words.contains(QString{}));
    EXPECT_EQ(told.size(), 3);
    conference.session().lose_relay();
    EXPECT_EQ(client.session()->connection()->doubt(), QString{}) << "one thing at a time";
    conference.session().find_relay();
    EXPECT_NE(client.session()->connection()->doubt(), QString{}) << "nobody has confirmed it since";
    emit conference.session().agreement_changed(Agreement::confirmed);
    EXPECT_EQ(client.session()->connection()->doubt(), QString{});
    emit conference.session().agreement_changed(Agreement::lost);
    conference.session().end(EndReason::left);
    client.session()->join_again();
    client.session()->enter();
    ticks(40);
    ASSERT_EQ(client.session()->screen(), QStringLiteral("call"));
    EXPECT_EQ(client.session()->connection()->doubt(), QString{}) << "of the call before";
}

TEST_F(SessionTest, SoundSettingsReachThePort) {
    EXPECT_TRUE(conference.devices().audio_processing().noise_suppression);
    client.settings()->setProperty("audio", QVariant::fromValue(AudioProcessing{.noise_suppression = false}));
    EXPECT_FALSE(conference.devices().audio_processing().noise_suppression);
    EXPECT_TRUE(conference.devices().audio_processing().echo_cancellation);
}

} // namespace
} // namespace plenum::ui
