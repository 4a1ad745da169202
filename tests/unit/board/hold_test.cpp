// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

struct BoardHold : testing::Test {
    Traffic traffic;
    User ann{1, 1, Authority::manage, traffic};
    User bo{2, 2, Authority::manage, traffic};
    User cy{3, 3, Authority::manage, traffic};
};

TEST_F(BoardHold, applies_an_operation_when_the_object_that_it_names_arrives) {
    const auto stroke = ann.draw();
    bo.sync();
    bo.publish(bo.editor.move({{stroke}}, {160, 0}));
    const auto early = cy.take(traffic.back());
    ASSERT_TRUE(early);
    EXPECT_TRUE(early->objects.empty());
    EXPECT_TRUE(cy.board.waits());
    cy.restart_from_snapshot();
    const auto changes = cy.take(traffic.front());
    ASSERT_TRUE(changes);
    EXPECT_EQ(changes->objects, std::vector{stroke});
    EXPECT_EQ(position_of(cy.board, stroke), (Position{160, 0}));
    ASSERT_TRUE(cy.take(traffic[1]));
    EXPECT_EQ(cy.snapshot(), bo.snapshot());
}

TEST_F(BoardHold, keeps_the_order_of_a_sender_whose_message_waits) {
    const auto stroke = ann.draw();
    bo.sync();
    bo.publish(bo.editor.move({{stroke}}, {160, 0}));
    const auto later = bo.draw();
    for (std::size_t i = 2; i < traffic.size(); ++i)
        ASSERT_TRUE(cy.take(traffic[i]));
    EXPECT_FALSE(cy.sees(later));
    cy.restart_from_snapshot();
    ASSERT_TRUE(cy.take(traffic[0]));
    ASSERT_TRUE(cy.take(traffic[1]));
    EXPECT_TRUE(cy.sees(later));
    EXPECT_EQ(cy.snapshot(), bo.snapshot());
}

TEST_F(BoardHold, lets_no_sender_jump_ahead_of_all_versions) {
    const auto note = ann.write("draft");
    bo.sync();
    bo.publish(bo.editor.act({SetText{note, Version{1000}, "mine for ever"}}));
    ann.sync();
    EXPECT_EQ(text_of(ann.board, note), "draft");
    EXPECT_TRUE(ann.board.waits()) << "the sender that jumped waits";
    ann.publish(ann.editor.edit_text(note, "others go on"));
    EXPECT_EQ(text_of(ann.board, note), "others go on");
}

TEST_F(BoardHold, makes_a_clearing_wait_for_what_it_deletes) {
    const auto stroke = ann.draw();
    bo.sync();
    bo.publish(bo.editor.clear(first_page));
    ASSERT_TRUE(cy.take(traffic.back()));
    EXPECT_TRUE(cy.board.waits());
    ASSERT_TRUE(cy.take(traffic[0]));
    EXPECT_FALSE(cy.sees(stroke));
}

TEST_F(BoardHold, refuses_an_operation_that_names_its_own_future) {
    ann.publish(ann.editor.act({DeleteObject{{ann.author.sender, OperationNumber{2}}}, AddShape{}}));
    ASSERT_EQ(ann.refused.size(), 1U);
    EXPECT_EQ(ann.refused.front().reason, Refusal::names_future);
    EXPECT_TRUE(ann.sees({ann.author.sender, OperationNumber{2}}));
}

TEST_F(BoardHold, spends_the_bytes_of_messages_that_wait) {
    const ObjectId never{base::MemberIndex{9}, OperationNumber{1}};
    bo.publish(bo.editor.act({DeleteObject{never}}));
    const auto before = bo.board.state().bytes;
    bo.draw();
    EXPECT_GT(bo.board.state().bytes, before);
    EXPECT_TRUE(bo.board.waits());
}

} // namespace
} // namespace plenum::board
