// SPDX-License-Identifier: Apache-2.0
#include "core/link/peer_path.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::LocalTime start{seconds{9}};
constexpr auto home = base::Address::v4(192, 0, 2, 1, 5000);
constexpr auto away = base::Address::v4(192, 0, 2, 2, 5000);
constexpr auto far_away = base::Address::v4(192, 0, 2, 3, 5000);
constexpr std::size_t question = 41;

constexpr base::PacketNumber number(std::uint64_t value) { return base::PacketNumber{value}; }

PeerPath make(std::uint8_t salt = 1, bool may_move = true) {
    base::Seed seed;
    seed.bytes.fill(salt);
    return PeerPath{{home, may_move, seed}};
}

TEST(PeerPath, ACandidateGetsNoMoreThanItBrought) {
    auto path = make();
    path.handle_received(away, 100, number(1), start);
    path.handle_received(away, 60, number(0), start);
    EXPECT_EQ(path.destination(160), away);
    EXPECT_EQ(path.destination(161), home);
    path.handle_sent(away, 100);
    path.handle_sent(home, 1000);
    EXPECT_EQ(path.destination(60), away);
    EXPECT_EQ(path.destination(61), home);
    path.handle_received(far_away, 500, number(0), start);
    EXPECT_EQ(path.destination(61), home) << "what came from a third place brings nothing";
    EXPECT_EQ(path.address(), home);
}

TEST(PeerPath, TheQuestionIsAskedAgainAndThenGivenUp) {
    auto path = make();
    path.handle_received(away, 1000, number(1), start);
    int asked = 0;
    auto now = start;
    while (path.probing()) {
        const auto at = path.next_at(question);
        ASSERT_TRUE(at > now || asked == 0);
        now = at;
        if (const auto one = path.next_question(question, now)) {
            EXPECT_EQ(one->to, away);
            path.handle_sent(away, question);
            ++asked;
        }
        path.expire(now);
    }
    EXPECT_EQ(asked, 13);
    EXPECT_EQ(now, start + seconds{3});
    EXPECT_EQ(path.destination(1), home);
    EXPECT_EQ(path.next_at(question), base::local_time_max);
}

TEST(PeerPath, OnlyTheRightAnswerFromTheRightPlaceMoves) {
    auto path = make();
    path.handle_received(away, 1000, number(1), start);
    const auto asked = path.next_question(question, start);
    ASSERT_TRUE(asked);
    EXPECT_FALSE(path.handle_answer(away, asked->data + 1));
    EXPECT_FALSE(path.handle_answer(home, asked->data));
    EXPECT_FALSE(path.handle_answer({away.ip, 5001}, asked->data));
    EXPECT_TRUE(path.handle_answer(away, asked->data));
    EXPECT_EQ(path.address(), away);
    EXPECT_EQ(path.destination(100'000), away);
    EXPECT_FALSE(path.handle_answer(away, asked->data)) << "once";
}

TEST(PeerPath, SomethingNewerFromWhereItWasEndsTheQuestion) {
    auto path = make();
    path.handle_received(away, 1000, number(1), start);
    path.handle_received(home, 100, number(0), start);
    EXPECT_TRUE(path.probing()) << "something older says nothing";
    path.handle_received(home, 100, number(2), start);
    EXPECT_FALSE(path.probing());
    path.handle_received(away, 1000, number(0), start);
    EXPECT_FALSE(path.probing());
}

TEST(PeerPath, ANewCandidateHasAQuestionAndABudgetOfItsOwn) {
    auto path = make();
    path.handle_received(away, 1000, number(1), start);
    const auto first = path.next_question(question, start);
    path.handle_received(far_away, 50, number(2), start);
    const auto second = path.next_question(question, start);
    ASSERT_TRUE(first && second);
    EXPECT_NE(first->data, second->data);
    EXPECT_EQ(second->to, far_away);
    EXPECT_FALSE(path.handle_answer(away, first->data));
    path.handle_sent(far_away, question);
    EXPECT_EQ(path.destination(10), home);
    EXPECT_NE(first->data, [] {
        auto other = make(2);
        other.handle_received(away, 1000, number(3), start);
        return other.next_question(question, start)->data;
    }());
}

TEST(PeerPath, TooLittleForAQuestionIsNone) {
    auto path = make();
    path.handle_received(away, question - 1, number(1), start);
    EXPECT_FALSE(path.next_question(question, start));
    EXPECT_EQ(path.next_at(question), start + seconds{3});
    path.handle_received(away, 1, number(0), start);
    EXPECT_TRUE(path.next_question(question, start));
}

TEST(PeerPath, WhoMayNotMoveStays) {
    auto path = make(1, false);
    path.handle_received(away, 1000, number(1), start);
    EXPECT_FALSE(path.probing());
    path.move_to(away);
    EXPECT_EQ(path.destination(1), home);
}

TEST(PeerPath, OfTooManyQuestionsOfThePeerTheLatestAreAnswered) {
    auto path = make();
    EXPECT_FALSE(path.owes_answer());
    for (std::uint64_t data = 1; data <= 6; ++data)
        path.handle_question(data);
    for (std::uint64_t data = 3; data <= 6; ++data) {
        ASSERT_TRUE(path.owes_answer());
        EXPECT_EQ(path.take_answer(), data);
    }
    EXPECT_FALSE(path.owes_answer());
}

} // namespace
} // namespace plenum::link::test
