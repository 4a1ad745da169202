// SPDX-License-Identifier: Apache-2.0
/// Canaries of polls; see checkers_test.cpp.

#include "tests/sim/checkers/polls_counted.h"

#include "core/tree/exchange/poll_asker.h"
#include "core/tree/exchange/poll_voter.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId flow{7};

/// Alice asks, and Bob answers.
class PollCanary : public testing::Test {
  protected:
    void SetUp() override {
        node::FlowDeclared polls;
        polls.flow = flow;
        polls.name = "polls 1";
        polls.owner = alice_member;
        for (const auto& session : {alice, bob})
            checker.on_event(session, polls, start);
        checker.on_event(alice, joined(alice_member), start);
        checker.on_event(bob, joined(bob_member), start);
    }
    static node::MemberJoined joined(MemberIndex member) {
        node::MemberJoined event;
        event.member = member;
        event.self = true;
        return event;
    }
    void count(std::uint64_t members, std::uint64_t answered, std::vector<std::uint64_t> votes, std::uint8_t end = 0) {
        node::Publish publish;
        publish.flow = flow;
        publish.body = tree::encode(tree::PollCounted{number, members, answered, std::move(votes), 0, end});
        checker.on_command(alice, publish, start);
        checker.on_command(alice, publish, start + PollsCounted::settling + 1s);
    }
    /// Bob's program sends an answer for that member.
    void answer(MemberIndex member, std::size_t choice) {
        tree::PollAsker asker;
        asker.set_self(alice_member);
        for (std::uint32_t i = 0; i < number; ++i) {
            asker.finish(tree::PollEnd::replaced);
            std::ignore = asker.ask({"Lunch?", {"yes", "no"}}, {}, LocalTime{});
        }
        tree::PollVoter voter;
        voter.follow(member, {alice_member, number});
        while (auto output = asker.poll(flow, LocalTime{}))
            if (const auto* command = std::get_if<tree::PollCommand>(&*output))
                if (const auto* packet = std::get_if<node::SendTreePacket>(command))
                    voter.handle_packet(packet->packet, LocalTime{});
        voter.answer(choice, LocalTime{});
        while (auto packet = voter.poll())
            checker.on_command(bob, node::SendTreePacket{*std::move(packet)}, start);
    }

    std::uint32_t number{1};
    PollsCounted checker;
};

TEST_F(PollCanary, accepts_what_members_sent) {
    answer(bob_member, 1);
    count(2, 1, {0, 1});
    answer(bob_member, 0);
    count(2, 1, {1, 0}, 1);
    EXPECT_FALSE(checker.broken());
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(PollCanary, catches_a_vote_that_nobody_sent) {
    answer(bob_member, 1);
    count(2, 1, {1, 0});
    note_canary(checker);
}

TEST_F(PollCanary, catches_a_member_that_counts_twice) {
    answer(bob_member, 1);
    count(2, 2, {0, 2});
    note_canary(checker);
}

TEST_F(PollCanary, catches_what_a_member_says_for_another) {
    answer(MemberIndex{9}, 1);
    count(2, 1, {0, 1});
    note_canary(checker);
}

TEST_F(PollCanary, misses_answers_that_never_count) {
    for (; number <= 8; ++number) {
        answer(bob_member, 1);
        count(2, 0, {0, 0}, 1);
    }
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("none had counted")));
}

} // namespace
} // namespace plenum::sim
