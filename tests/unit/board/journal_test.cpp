// SPDX-License-Identifier: Apache-2.0
// Our work on a board before its outcome is known, and under another name.
#include "core/board/journal.h"
#include "core/board/snapshot.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::board {
namespace {

constexpr Author ann{base::MemberIndex{1}, PersonIndex{1}};
constexpr Author ann_again{base::MemberIndex{3}, PersonIndex{1}};
constexpr Author bob{base::MemberIndex{2}, PersonIndex{2}};

class JournalTest : public testing::Test {
  protected:
    /// A line of ours, published as the next.
    ObjectId draw(std::int32_t length = 160) {
        const auto edit = journal.editor().add_shape({{}, {}, {length, 0}}, ShapeKind::line, {}).value();
        publish(edit.messages.front());
        return edit.objects.front();
    }
    void publish(const base::Bytes& message) {
        last = last.next();
        ASSERT_TRUE(journal.publish(last, message, Authority::manage));
        sent.push_back(message);
    }
    [[nodiscard]] std::size_t seen() const { return journal.board().find(first_page)->painting_order.size(); }
    /// As somebody has the board who got those messages.
    [[nodiscard]] static base::Bytes board_of(const Author& author, const std::vector<base::Bytes>& messages) {
        Board board;
        for (const auto& message : messages)
            EXPECT_TRUE(board.apply(author, message, Authority::manage));
        return encode_snapshot(board);
    }

    Journal journal{ann};
    Publication last;
    std::vector<base::Bytes> sent;
};

TEST_F(JournalTest, own_work_is_seen_at_once_and_settles) {
    draw();
    EXPECT_EQ(seen(), 1U);
    EXPECT_FALSE(journal.settled());
    journal.settle(last);
    journal.settle(last);
    EXPECT_TRUE(journal.settled());
}

TEST_F(JournalTest, what_we_may_not_do_is_not_done_and_the_editor_goes_on) {
    const auto page = journal.editor().add_page("second").value().messages.front();
    const auto refused = journal.publish(Publication{1}, page, Authority::edit_others);
    EXPECT_EQ(refused.error(), Refusal::not_permitted);
    EXPECT_TRUE(journal.settled());
    const auto line = journal.editor().add_shape({{}, {}, {16, 0}}, ShapeKind::line, {}).value().messages.front();
    const auto drawn = journal.publish(Publication{2}, line, Authority::edit_others);
    ASSERT_TRUE(drawn);
    EXPECT_EQ(drawn->authority, Authority::draw) << "it claims no more than it needs";
    EXPECT_EQ(seen(), 1U);
}

TEST_F(JournalTest, what_is_withdrawn_goes_with_all_that_counts_on_it_and_the_editor_goes_on) {
    draw();
    journal.settle(last);
    draw();
    const auto refused = last;
    draw();
    EXPECT_EQ(journal.withdraw(refused), 2U);
    EXPECT_EQ(seen(), 1U);
    EXPECT_TRUE(journal.settled());
    EXPECT_EQ(journal.withdraw(refused), 0U);
    sent.resize(1);
    draw();
    EXPECT_EQ(encode_snapshot(journal.board()), board_of(ann, sent));
}

TEST_F(JournalTest, somebody_new_says_again_what_is_open_and_nothing_else) {
    draw();
    journal.settle(last);
    const auto first = sent;
    const auto moved = draw();
    const std::array one{moved};
    publish(journal.editor().move(one, {32, 0}).value().messages.front());
    sent.clear();
    auto again = journal.become(ann_again);
    EXPECT_EQ(seen(), 1U);
    while (const auto message = again.next()) {
        publish(*message);
        again.take();
    }
    EXPECT_EQ(seen(), 2U);
    const auto* object = journal.board().find(ObjectId{ann_again.sender, OperationNumber{1}});
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(object->transform.value().position, (Position{32, 0}));
    // Others who got both get the same board.
    Board others;
    ASSERT_TRUE(others.apply(ann, first.front(), Authority::manage));
    for (const auto& message : sent)
        ASSERT_TRUE(others.apply(ann_again, message, Authority::manage));
    draw();
    ASSERT_TRUE(others.apply(ann_again, sent.back(), Authority::manage));
    EXPECT_EQ(encode_snapshot(journal.board()), encode_snapshot(others));
}

TEST_F(JournalTest, somebody_new_undoes_nothing_of_before_and_appends_to_no_stroke_of_before) {
    const std::array point{InkPoint{{16, 16}}};
    const auto stroke = journal.editor().begin_stroke({}, {}, point).value();
    publish(stroke.messages.front());
    journal.settle(last);
    publish(journal.editor().append_points(stroke.objects.front(), point).value().messages.front());
    publish(journal.editor().undo().value().messages.front());
    EXPECT_EQ(journal.become(ann_again).next(), std::nullopt);
    EXPECT_FALSE(journal.editor().can_undo());
    EXPECT_EQ(seen(), 1U);
}

TEST_F(JournalTest, somebody_new_who_may_do_less_says_all_else_again) {
    const auto page = journal.editor().add_page("second").value();
    publish(page.messages.front());
    publish(
        journal.editor().add_shape({page.pages.front(), {}, {16, 0}}, ShapeKind::line, {}).value().messages.front());
    const auto drawn = draw();
    const std::array one{drawn};
    publish(journal.editor().move(one, {32, 0}).value().messages.front());
    auto again = journal.become(ann_again);
    std::size_t said = 0;
    while (const auto message = again.next()) {
        last = last.next();
        if (journal.publish(last, *message, Authority::draw)) {
            ++said;
            again.take();
        } else {
            again.leave_out();
        }
    }
    EXPECT_EQ(said, 2U) << "the line and its move; not the page, nor what stood on it";
    EXPECT_EQ(seen(), 1U);
    EXPECT_FALSE(journal.has_gaps());
    const auto* object = journal.board().find(ObjectId{ann_again.sender, OperationNumber{1}});
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(object->transform.value().position, (Position{32, 0}));
}

TEST_F(JournalTest, what_is_said_again_waits_for_nothing_that_was_left_out) {
    const auto own = draw();
    Journal theirs{bob};
    const auto line = theirs.editor().add_shape({{}, {}, {160, 0}}, ShapeKind::line, {}).value();
    ASSERT_TRUE(journal.receive(bob, line.messages.front(), Authority::manage));
    // Ours together with his, and then ours alone.
    const std::array both{own, line.objects.front()};
    publish(journal.editor().move(both, {16, 0}).value().messages.front());
    const std::array one{own};
    publish(journal.editor().move(one, {16, 0}).value().messages.front());
    auto again = journal.become(ann_again);
    while (const auto message = again.next()) {
        last = last.next();
        if (journal.publish(last, *message, Authority::draw))
            again.take();
        else
            again.leave_out();
    }
    EXPECT_FALSE(journal.misses_some());
    const auto* object = journal.board().find(ObjectId{ann_again.sender, OperationNumber{1}});
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(object->transform.value().position, (Position{32, 0})) << "as it was placed last";
}

TEST_F(JournalTest, message_after_one_that_did_not_come_makes_a_gap) {
    Journal theirs{bob};
    std::vector<base::Bytes> messages;
    for (int line = 0; line < 2; ++line)
        messages.push_back(theirs.editor().add_shape({{}, {}, {160, 0}}, ShapeKind::line, {}).value().messages.front());
    EXPECT_FALSE(journal.has_gaps());
    EXPECT_EQ(journal.receive(bob, messages[1], Authority::manage).error(), Refusal::gap);
    EXPECT_TRUE(journal.has_gaps());
    EXPECT_TRUE(journal.receive(bob, messages[0], Authority::manage));
}

TEST_F(JournalTest, change_of_what_did_not_come_tells_that_something_is_missing) {
    Journal theirs{bob};
    const auto line = theirs.editor().add_shape({{}, {}, {160, 0}}, ShapeKind::line, {}).value();
    Journal another{{base::MemberIndex{4}, PersonIndex{4}}};
    ASSERT_TRUE(another.receive(bob, line.messages.front(), Authority::manage));
    const auto move = another.editor().move(line.objects, {16, 0}).value();
    ASSERT_TRUE(journal.receive(another.self(), move.messages.front(), Authority::manage));
    EXPECT_TRUE(journal.misses_some());
    ASSERT_TRUE(journal.receive(bob, line.messages.front(), Authority::manage));
    EXPECT_FALSE(journal.misses_some());
}

/// Bob drew three lines; the second did not come here before we drew one.
class MergeTest : public JournalTest {
  protected:
    void SetUp() override {
        for (std::size_t line = 0; line < 3; ++line) {
            const auto edit = theirs.editor().add_shape({{}, {}, {160, 0}}, ShapeKind::line, {}).value();
            messages.push_back(edit.messages.front());
            ASSERT_TRUE(theirs.publish(Publication{line + 1}, edit.messages.front(), Authority::manage));
            theirs.settle(Publication{line + 1});
        }
        ASSERT_TRUE(journal.receive(bob, messages[0], Authority::manage));
        ASSERT_FALSE(journal.receive(bob, messages[2], Authority::manage));
        draw();
    }
    Journal theirs{bob};
    std::vector<base::Bytes> messages;
};

TEST_F(MergeTest, what_another_has_beyond_closes_the_gap_and_what_came_after_it_counts) {
    EXPECT_TRUE(journal.is_behind(theirs.frontier()));
    const auto copy = theirs.copy_beyond(journal.frontier());
    EXPECT_EQ(copy.messages.size(), 2U);
    ASSERT_TRUE(journal.merge(copy));
    EXPECT_FALSE(journal.has_gaps());
    EXPECT_FALSE(journal.is_behind(theirs.frontier()));
    EXPECT_EQ(seen(), 4U);
    EXPECT_FALSE(journal.settled());
    EXPECT_EQ(journal.copy_beyond({}).messages.size(), 3U) << "without what is open";
    ASSERT_TRUE(journal.merge(copy)) << "a second time";
    EXPECT_EQ(journal.withdraw(last), 1U);
    EXPECT_EQ(encode_snapshot(journal.board()), board_of(bob, messages));
}

TEST_F(MergeTest, snapshot_stays_under_what_is_made_anew_later) {
    ASSERT_TRUE(journal.merge({board_of(bob, {messages[0], messages[1]}), {}}));
    EXPECT_FALSE(journal.has_gaps());
    EXPECT_EQ(journal.withdraw(last), 1U);
    EXPECT_EQ(encode_snapshot(journal.board()), board_of(bob, messages));
    // One that ends earlier takes nothing away.
    ASSERT_TRUE(journal.merge({board_of(bob, {messages[0]}), {}}));
    EXPECT_EQ(encode_snapshot(journal.board()), board_of(bob, messages));
}

TEST_F(MergeTest, two_who_miss_different_parts_have_all_together) {
    Journal other{ann_again};
    ASSERT_TRUE(other.receive(bob, messages[0], Authority::manage));
    ASSERT_TRUE(other.receive(bob, messages[1], Authority::manage));
    ASSERT_TRUE(other.merge(journal.copy_beyond(other.frontier())));
    ASSERT_TRUE(journal.merge(other.copy_beyond(journal.frontier())));
    EXPECT_EQ(encode_snapshot(other.board()), board_of(bob, messages));
    EXPECT_FALSE(journal.has_gaps());
}

TEST_F(MergeTest, copy_that_invents_our_own_work_or_is_no_board_changes_nothing) {
    const auto before = encode_snapshot(journal.board());
    Journal liar{ann};
    Copy invented;
    std::vector<base::Bytes> lines;
    for (std::size_t line = 0; line < 2; ++line) {
        lines.push_back(liar.editor().add_shape({{}, {}, {16, 0}}, ShapeKind::line, {}).value().messages.front());
        ASSERT_TRUE(liar.publish(Publication{line + 1}, lines.back(), Authority::manage));
        invented.messages.push_back({ann, Authority::manage, lines.back()});
    }
    EXPECT_FALSE(journal.merge({board_of(ann, lines), {}}));
    EXPECT_FALSE(journal.merge({{1, 2, 3}, {}}));
    EXPECT_TRUE(journal.merge(invented));
    EXPECT_EQ(encode_snapshot(journal.board()), before);
    EXPECT_TRUE(journal.has_gaps());
}

} // namespace
} // namespace plenum::board
