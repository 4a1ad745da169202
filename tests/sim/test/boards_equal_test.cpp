// SPDX-License-Identifier: Apache-2.0
/// Canaries of whiteboards; see checkers_test.cpp.

#include "tests/sim/checkers/board_rights.h"
#include "tests/sim/checkers/boards_equal.h"

#include "core/board/editor.h"
#include "core/board/envelope.h"
#include "tests/sim/board_habit.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId board_flow{4};

class BoardCanary : public testing::Test {
  protected:
    void SetUp() override {
        auto flow = declared(board_flow, {});
        flow.spec.kind = FlowKind::board;
        flow.name = BoardHabit::flow_name;
        for (const auto& [session, member] : {std::pair{alice, alice_member}, std::pair{bob, bob_member}}) {
            checker.on_event(session, joined(member, true), start);
            checker.on_event(session, joined(member == alice_member ? bob_member : alice_member, false), start);
            checker.on_event(session, flow, start);
            checker.on_event(session, node::PhaseChanged{node::Phase::joined}, start);
        }
    }
    /// Alice draws a line of that length, after `before` others; the message, as it travels.
    Bytes line(std::int32_t length, int before = 0) {
        board::BoardEditor editor{empty, alice_member};
        auto edit = editor.add_shape({{}, {}, {length, 0}}, board::ShapeKind::line, {});
        for (int number = 0; number < before; ++number)
            edit = editor.add_shape({{}, {}, {length, 0}}, board::ShapeKind::line, {});
        return board::enclose(alice_member, edit.value().messages.front());
    }
    void say(const Bytes& bytes, std::uint64_t sequence = 1) {
        checker.on_command(alice, node::Publish{board_flow, {}, bytes, {}}, start);
        checker.on_event(alice, node::MessagePublished{board_flow, SequenceNumber{sequence}, {}}, start);
    }
    void hear(const Bytes& bytes) {
        checker.on_event(bob, node::MessageReceived{board_flow, alice_member, SequenceNumber{1}, {}, {}, {}, bytes},
                         start);
    }
    void accept(std::uint64_t sequence = 1) {
        checker.on_event(alice, node::MessageAccepted{board_flow, SequenceNumber{sequence}}, start);
    }

    board::Board empty;
    BoardsEqual checker;
};

TEST_F(BoardCanary, accepts_boards_that_got_the_same) {
    say(line(16));
    hear(line(16));
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("unsent work")));
    accept();
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(BoardCanary, catches_a_message_that_did_not_come) {
    say(line(16));
    hear(line(16));
    say(line(16, 1), 2);
    accept(2);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("whiteboards of nodes 1 and 2 differ")));
    caught().insert(checker.name());
}

TEST_F(BoardCanary, catches_another_message_than_was_sent) {
    say(line(16));
    hear(line(32));
    accept();
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("differ")));
}

TEST(RightsCanary, catches_what_somebody_may_not_do) {
    auto flow = declared(board_flow, {});
    flow.spec.kind = FlowKind::board;
    BoardRights checker;
    checker.on_event(bob, flow, start);
    checker.on_event(bob, joined(alice_member, false), start);
    auto heard = received(board_flow, 1);
    const auto hear = [&](Authority claimed) {
        heard.flags = wire::MessageFlags::of(claimed);
        checker.on_event(bob, heard, start);
        return checker.broken();
    };
    log::Policy policy;
    policy.board = Authority::edit_others;
    checker.on_event(bob, node::PolicyChanged{policy}, start);
    EXPECT_FALSE(hear(Authority::edit_others));
    EXPECT_TRUE(hear(Authority::manage));
    note_canary(checker);
}

TEST_F(BoardCanary, what_somebody_new_says_in_an_old_name_counts_for_nobody) {
    const auto bytes = line(16);
    checker.on_event(bob, node::MessageReceived{board_flow, MemberIndex{9}, SequenceNumber{1}, {}, {}, {}, bytes},
                     start);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

} // namespace
} // namespace plenum::sim
