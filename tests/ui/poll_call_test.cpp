// SPDX-License-Identifier: Apache-2.0
// Whole clients without windows ask and answer polls in a real call over the loopback.
#include "core/crypto/initialise.h"
#include "tests/ui/call_person.h"
#include "ui/models/polls.h"

#include <QTest>

#include <numeric>
#include <optional>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

class Voter : public CallPerson {
  public:
    Voter() {
        QObject::connect(&ports().polls, &PollPort::poll_changed, &polls_, [this](const Poll& poll) { last_ = poll; });
    }
    [[nodiscard]] Polls& polls() { return polls_; }
    [[nodiscard]] const Poll& last() const { return last_; }
    [[nodiscard]] bool counts(const QList<int>& votes) const {
        return last_.votes == votes && last_.answered == std::accumulate(votes.begin(), votes.end(), 0);
    }

  private:
    Polls polls_{ports().polls, ports().session};
    Poll last_;
};

class PollCall : public testing::Test {
  public:
    static void SetUpTestSuite() { ASSERT_TRUE(crypto::initialise()); }
    void SetUp() override {
        EXPECT_FALSE(ann_.polls().possible());
        ann_.host({.admission = Admission::open, .history_for_newcomers = true});
        ASSERT_TRUE(QTest::qWaitFor([this] { return ann_.in_call(); }, 20'000));
        for (auto* guest : {&bob_, &cem_}) {
            guest->join(ann_, guest == &bob_ ? QStringLiteral("Bob") : QStringLiteral("Cem"));
            ASSERT_TRUE(QTest::qWaitFor([guest] { return guest->in_call(); }, 20'000));
        }
    }

  protected:
    [[nodiscard]] bool all_see(const QList<int>& votes) {
        return QTest::qWaitFor([&] { return ann_.counts(votes) && bob_.counts(votes) && cem_.counts(votes); }, 10'000);
    }
    /// Until the clock is known, once a second, asking fails and says so.
    void ask(const PollQuestion& question) {
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                ann_.ports().polls.ask(question);
                return QTest::qWaitFor([&] { return bob_.last().question == question; }, 500);
            },
            10'000));
    }
    Voter ann_;
    Voter bob_;
    Voter cem_;
};

TEST_F(PollCall, EveryoneIsAskedAndCountedOnce) {
    ask({QStringLiteral("Shall we go on?"), {QStringLiteral("yes"), QStringLiteral("no")}});
    ASSERT_TRUE(all_see({0, 0}));
    EXPECT_EQ(bob_.last().asker_name, "Ann");
    EXPECT_TRUE(ann_.last().own);
    EXPECT_FALSE(bob_.last().own);
    const auto answer = [](Voter& voter, std::optional<int> choice) {
        voter.ports().polls.answer(voter.last().id, choice);
    };
    answer(ann_, 0);
    answer(bob_, 1);
    answer(cem_, 1);
    ASSERT_TRUE(all_see({1, 2}));
    EXPECT_EQ(cem_.last().members, 3);
    answer(cem_, 0);
    answer(bob_, std::nullopt);
    ASSERT_TRUE(all_see({2, 0}));
    ann_.ports().polls.end(ann_.last().id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cem_.last().end == PollEnd::ended; }, 10'000));
    EXPECT_TRUE(all_see({2, 0}));
    bob_.ports().session.leave();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !bob_.in_call(); }, 10'000));
    EXPECT_FALSE(bob_.polls().possible());
}

TEST_F(PollCall, GuestsCannotAsk) {
    std::optional<PollFailure> why;
    QObject::connect(&bob_.ports().polls, &PollPort::failed, &bob_.polls(), [&](PollFailure each) { why = each; });
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            bob_.ports().polls.ask({QStringLiteral("May I?"), {}});
            return why == PollFailure::not_permitted;
        },
        10'000));
    EXPECT_TRUE(ann_.last().question.question.isEmpty());
}

} // namespace
} // namespace plenum::ui
