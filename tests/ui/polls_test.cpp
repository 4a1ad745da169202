// SPDX-License-Identifier: Apache-2.0
// Polls and shows of hands: who asks, who answers, what is counted and told, over the simulated conference.
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

const PollQuestion when_to_meet{.question = QStringLiteral("When do we meet?"),
                                .choices = {QStringLiteral("Monday"), QStringLiteral("Friday")}};
const PollQuestion who_agrees{.question = QStringLiteral("Who agrees?"), .choices = {}};

/// We are Robin; four others, of whom Ada moderates where we do not.
class PollsTest : public InCall {
  protected:
    void SetUp() override {
        QObject::connect(&client, &Client::notice, &client, [this](const QString& text, const QString& kind) {
            said << text;
            kinds << kind;
        });
    }
    void enter(bool host) {
        InCall::enter(host);
        said.clear();
    }
    /// In a conference of hers.
    void ada_asks(const PollQuestion& question = when_to_meet) {
        enter(false);
        conference.polls().someone_asks(ada, question);
    }
    void we_ask(const QStringList& choices = when_to_meet.choices) {
        polls.composer()->ask(when_to_meet.question, choices);
        ticks(4);
    }
    [[nodiscard]] QVariant of(int row, int role) { return polls.index(row).data(role); }
    [[nodiscard]] QVariant of_bar(int choice, const char* key) {
        return of(0, Polls::bars_role).toList().value(choice).toMap().value(QLatin1String{key});
    }
    void next_counts() { ticks(SimulatedConference::ticks_per_second); }

    Polls& polls{*client.polls()};
    QStringList said;
    QStringList kinds;
};

TEST_F(PollsTest, a_moderator_asks_and_sees_the_sums) {
    const QAbstractItemModelTester tester{&polls, QAbstractItemModelTester::FailureReportingMode::Fatal};
    enter(true);
    const QSignalSpy asked{polls.composer(), &PollComposer::asked};
    polls.composer()->ask(QStringLiteral("  When do\nwe meet? "),
                          {QStringLiteral("Monday"), QStringLiteral(" "), QStringLiteral("Friday")});
    EXPECT_TRUE(polls.composer()->asking());
    EXPECT_EQ(polls.rowCount(), 0) << "nobody has it yet";
    ticks(4);
    EXPECT_FALSE(polls.composer()->asking());
    EXPECT_EQ(asked.size(), 1);
    ASSERT_EQ(polls.rowCount(), 1);
    EXPECT_EQ(of(0, Polls::heading_role), "You ask");
    EXPECT_EQ(of(0, Polls::question_role), "When do we meet?");
    EXPECT_EQ(of(0, Polls::bars_role).toList().size(), 2) << "an empty choice does not count";
    EXPECT_EQ(of(0, Polls::counts_role), "0 of 5 answered");
    EXPECT_EQ(polls.waiting(), 0) << "who asked needs no reminder";
    for (const auto member : {ada, jonas})
        conference.polls().someone_answers(member, 1);
    conference.polls().someone_answers(mei, 0);
    next_counts();
    EXPECT_EQ(of(0, Polls::counts_role), "3 of 5 answered");
    EXPECT_EQ(of_bar(0, "figures"), "1 · 33 %");
    EXPECT_EQ(of_bar(1, "figures"), "2 · 67 %");
    EXPECT_EQ(of_bar(1, "spoken"), "2 answers, 67 %");
    EXPECT_NEAR(of_bar(1, "share").toDouble(), 2.0 / 3, 0.001);
}

TEST_F(PollsTest, answers_can_be_changed_and_taken_back) {
    ada_asks();
    EXPECT_EQ(of(0, Polls::heading_role), "Ada Moreau asks");
    EXPECT_EQ(of(0, Polls::own_answer_role), -1);
    const auto poll = of(0, Polls::id_role).toInt();
    polls.answer(poll, 0);
    ticks(1);
    EXPECT_EQ(of(0, Polls::own_answer_role), 0) << "shown before the counts come";
    next_counts();
    EXPECT_EQ(of_bar(0, "votes"), 1);
    polls.answer(poll, 1);
    next_counts();
    EXPECT_EQ(of(0, Polls::own_answer_role), 1);
    EXPECT_EQ(of_bar(0, "votes"), 0);
    EXPECT_EQ(of_bar(1, "votes"), 1);
    polls.take_back(poll);
    next_counts();
    EXPECT_EQ(of(0, Polls::own_answer_role), -1);
    EXPECT_EQ(of(0, Polls::counts_role), "0 of 5 answered");
}

TEST_F(PollsTest, an_open_question_is_told_until_it_was_seen_and_counted_until_it_is_answered) {
    ada_asks();
    EXPECT_EQ(polls.news(), "Ada Moreau asks: When do we meet?");
    EXPECT_EQ(polls.invitation(), "Ada Moreau asks: When do we meet?");
    EXPECT_EQ(polls.waiting(), 1);
    polls.put_off();
    EXPECT_EQ(polls.invitation(), "");
    EXPECT_EQ(polls.waiting(), 1);
    polls.answer(of(0, Polls::id_role).toInt(), 0);
    ticks(1);
    EXPECT_EQ(polls.waiting(), 0);
    polls.set_in_sight(true);
    conference.polls().someone_asks(ada, when_to_meet);
    EXPECT_EQ(polls.invitation(), "") << "the person looks at it";
    polls.set_in_sight(false);
    EXPECT_EQ(polls.invitation(), "");
    EXPECT_EQ(polls.waiting(), 1);
}

TEST_F(PollsTest, no_hand_is_an_answer_too) {
    ada_asks(who_agrees);
    EXPECT_EQ(of(0, Polls::heading_role), "Ada Moreau asks for a show of hands");
    EXPECT_EQ(polls.waiting(), 1);
    polls.set_in_sight(true);
    EXPECT_EQ(polls.waiting(), 0);
    polls.answer(of(0, Polls::id_role).toInt(), 0);
    conference.polls().someone_answers(jonas, 0);
    next_counts();
    EXPECT_EQ(of(0, Polls::raised_role), 2);
    EXPECT_EQ(of(0, Polls::counted_role), "hands of 5 people");
    EXPECT_EQ(of(0, Polls::counts_role), "2 hands of 5 people");
    polls.take_back(of(0, Polls::id_role).toInt());
    next_counts();
    EXPECT_EQ(of(0, Polls::counts_role), "1 hand of 5 people");
}

TEST_F(PollsTest, each_end_is_told_and_stays_with_its_counts) {
    ada_asks();
    conference.polls().someone_answers(jonas, 1);
    conference.polls().someone_asks(ada, who_agrees);
    ASSERT_EQ(polls.rowCount(), 2);
    EXPECT_EQ(of(0, Polls::question_role), "Who agrees?") << "the newest first";
    EXPECT_EQ(of(1, Polls::end_role), "It ended with the next question.");
    EXPECT_EQ(of(1, Polls::counts_role), "1 of 5 answered");
    EXPECT_THAT(said, testing::Contains(QStringLiteral("The poll is over: 1 of 5 answered.")));
    conference.polls().someone_ends();
    EXPECT_EQ(of(0, Polls::end_role), "Ada Moreau ended it.");
    EXPECT_EQ(polls.news(), "The show of hands is over: 0 hands of 5 people.");
    conference.polls().someone_asks(ada, when_to_meet);
    conference.people().someone_leaves(ada);
    EXPECT_EQ(of(0, Polls::end_role), "It ended because Ada Moreau left.");
    EXPECT_EQ(of(0, Polls::heading_role), "Ada Moreau asked");
    EXPECT_EQ(polls.open_words(), "");
    client.session()->leave();
    ticks(2);
    EXPECT_EQ(polls.rowCount(), 0);
}

TEST_F(PollsTest, the_asker_ends_it_and_a_newer_question_of_ours_replaces_it) {
    enter(true);
    we_ask();
    EXPECT_EQ(polls.open_words(), "You ask: When do we meet?");
    polls.composer()->ask_for_hands(QStringLiteral("Who agrees?"));
    ticks(4);
    ASSERT_EQ(polls.rowCount(), 2);
    EXPECT_EQ(of(1, Polls::open_role), false);
    said.clear();
    polls.end(of(0, Polls::id_role).toInt());
    ticks(4);
    EXPECT_EQ(of(0, Polls::end_role), "You ended it.");
    EXPECT_TRUE(said.isEmpty()) << "we know: " << said.join('|').toStdString();
    EXPECT_EQ(polls.news(), "The show of hands is over: 0 hands of 5 people.");
}

TEST_F(PollsTest, what_makes_no_poll_is_not_asked) {
    enter(true);
    auto& composer = *polls.composer();
    const auto refused = [&] {
        const bool at_once = !composer.error().isEmpty() && !composer.asking();
        ticks(4);
        const bool is = at_once && polls.rowCount() == 0;
        composer.clear();
        return is;
    };
    composer.ask(QStringLiteral(" "), when_to_meet.choices);
    EXPECT_TRUE(refused());
    composer.ask(when_to_meet.question, {QStringLiteral("Monday"), QStringLiteral("  ")});
    EXPECT_TRUE(refused());
    composer.ask(when_to_meet.question, QStringList(PollQuestion::choices_max + 1, QStringLiteral("Yes")));
    EXPECT_TRUE(refused());
    composer.ask(when_to_meet.question, {QStringLiteral("Yes"), QString(PollQuestion::choice_max + 1, 'x')});
    EXPECT_TRUE(refused());
    composer.ask_for_hands(QString(PollQuestion::question_max + 1, 'x'));
    EXPECT_TRUE(refused());
    composer.ask(QString(PollQuestion::question_max, 'x'),
                 QStringList(PollQuestion::choices_max, QString(PollQuestion::choice_max, 'y')));
    ticks(4);
    EXPECT_EQ(composer.error(), "");
    EXPECT_EQ(polls.rowCount(), 1) << "as much as may be";
}

TEST_F(PollsTest, what_does_not_get_through_says_what_counts_and_what_to_do) {
    enter(true);
    conference.polls().fail_next();
    we_ask();
    EXPECT_EQ(polls.rowCount(), 0);
    EXPECT_FALSE(polls.composer()->asking());
    EXPECT_EQ(polls.composer()->error(),
              "Your question did not get through, so nobody was asked. Try again in a moment.");
    EXPECT_TRUE(said.isEmpty()) << "it stands beside the question";
    conference.polls().fail_next();
    polls.composer()->ask_for_hands(who_agrees.question);
    polls.composer()->clear();
    ticks(4);
    EXPECT_THAT(said.last().toStdString(), testing::HasSubstr("nobody was asked")) << "the question was put away";
    we_ask();
    EXPECT_EQ(polls.composer()->error(), "");
    const auto poll = of(0, Polls::id_role).toInt();
    polls.answer(poll, 1);
    ticks(1);
    conference.polls().fail_next();
    polls.answer(poll, 0);
    ticks(1);
    EXPECT_EQ(of(0, Polls::own_answer_role), 0);
    ticks(4);
    EXPECT_EQ(of(0, Polls::own_answer_role), 1) << "counts as before";
    EXPECT_EQ(said.last(), "Your answer did not get through, so it counts as before. Choose again.");
    EXPECT_EQ(kinds.last(), "problem");
    conference.polls().fail_next();
    polls.end(poll);
    ticks(4);
    EXPECT_EQ(of(0, Polls::open_role), true);
    EXPECT_THAT(said.last().toStdString(), testing::HasSubstr("it is open still"));
    conference.polls().someone_ends();
    polls.answer(poll, 0);
    ticks(1);
    EXPECT_THAT(said.last().toStdString(), testing::HasSubstr("was over before your answer"));
}

TEST_F(PollsTest, asking_is_for_moderators) {
    enter(false);
    we_ask();
    EXPECT_EQ(polls.rowCount(), 0);
    EXPECT_THAT(polls.composer()->error().toStdString(), testing::HasSubstr("Only moderators may ask"));
}

TEST_F(PollsTest, a_result_can_be_pasted) {
    ada_asks();
    conference.polls().someone_answers(jonas, 1);
    next_counts();
    conference.polls().someone_ends();
    EXPECT_EQ(polls.text(of(0, Polls::id_role).toInt()).toStdString(),
              "Ada Moreau asked: When do we meet?\nMonday: 0 · 0 %\nFriday: 1 · 100 %\n1 of 5 answered");
}

TEST_F(PollsTest, a_conference_without_polls_says_nothing_of_them) {
    ada_asks();
    EXPECT_TRUE(polls.possible());
    const QSignalSpy changed{&polls, &Polls::changed};
    conference.polls().set_possible(false);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_FALSE(polls.possible());
    EXPECT_EQ(polls.waiting(), 0);
    EXPECT_EQ(polls.invitation(), "");
}

/// What a port says, whatever it is.
class ToldPolls final : public PollPort {
  public:
    [[nodiscard]] bool possible() const override { return true; }
    void ask(const PollQuestion& /*question*/) override {}
    void answer(PollId /*poll*/, std::optional<int> /*choice*/) override {}
    void end(PollId /*poll*/) override {}
};

TEST_F(PollsTest, senseless_counts_do_no_harm_and_old_polls_go) {
    ToldPolls port;
    Polls told{port, conference.session()};
    emit port.poll_changed({.id = PollId{7},
                            .question = when_to_meet,
                            .votes = {-3, 50, 12},
                            .answered = 2,
                            .members = -1,
                            .own_answer = 9});
    EXPECT_EQ(told.index(0).data(Polls::own_answer_role), -1);
    const auto bars = told.index(0).data(Polls::bars_role).toList();
    EXPECT_EQ(bars[0].toMap()[QStringLiteral("figures")], "0 · 0 %");
    EXPECT_EQ(bars[1].toMap()[QStringLiteral("share")], 1.0);
    EXPECT_EQ(told.index(0).data(Polls::heading_role), "Somebody asks");
    EXPECT_EQ(told.index(0).data(Polls::counts_role), "2 of 0 answered");
    for (std::uint32_t id = 8; id < 8 + Polls::polls_max; ++id)
        emit port.poll_changed({.id = PollId{id}, .question = who_agrees, .end = PollEnd::ended});
    EXPECT_EQ(told.rowCount(), Polls::polls_max);
    EXPECT_EQ(told.text(7), "") << "the oldest";
}

TEST_F(PollsTest, one_person_alone_is_no_people) {
    ToldPolls port;
    Polls told{port, conference.session()};
    emit port.poll_changed({.id = PollId{7}, .question = who_agrees, .votes = {0}, .members = 1});
    EXPECT_EQ(told.index(0).data(Polls::counts_role), "0 hands of 1 person");
    emit port.poll_changed({.id = PollId{7}, .question = who_agrees, .votes = {1}, .answered = 1, .members = 1});
    EXPECT_EQ(told.index(0).data(Polls::counts_role), "1 hand of 1 person");
}

/// Time goes by itself, as in a demo.
class DemoPollsTest : public InCall {
  protected:
    DemoPollsTest() : InCall{{.others = 8, .automatic = true}} {}
};

TEST_F(DemoPollsTest, people_answer_within_seconds_and_not_all_of_them) {
    enter(true);
    client.polls()->composer()->ask(when_to_meet.question, when_to_meet.choices);
    ticks(4);
    const QModelIndex poll = client.polls()->index(0);
    ASSERT_TRUE(poll.isValid());
    int answered = 0;
    QObject::connect(&conference.polls(), &PollPort::poll_changed, &client,
                     [&](const Poll& now) { answered = now.answered; });
    ticks(3 * SimulatedConference::ticks_per_second);
    EXPECT_GT(answered, 0);
    EXPECT_LT(answered, 8) << "not all at once";
    ticks(25 * SimulatedConference::ticks_per_second);
    EXPECT_GT(answered, 4);
    EXPECT_LT(answered, 8) << "some never do";
}

TEST_F(DemoPollsTest, she_who_moderates_asks_by_herself) {
    enter(false);
    auto& polls = *client.polls();
    const auto pass_seconds = [&](int seconds) { ticks(seconds * SimulatedConference::ticks_per_second); };
    pass_seconds(32);
    ASSERT_EQ(polls.rowCount(), 1);
    EXPECT_EQ(polls.waiting(), 1);
    pass_seconds(45);
    EXPECT_EQ(polls.open_words(), "");
    pass_seconds(15);
    ASSERT_EQ(polls.rowCount(), 2);
    EXPECT_EQ(polls.index(0).data(Polls::hands_role), true);
    pass_seconds(25);
    EXPECT_EQ(polls.open_words(), "");
    EXPECT_GT(polls.index(1).data(Polls::bars_role).toList()[0].toMap()[QStringLiteral("votes")].toInt(), 0);
}

} // namespace
} // namespace plenum::ui
