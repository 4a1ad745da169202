// SPDX-License-Identifier: Apache-2.0
#include "core/board/board.h"

#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

/// Ann and Bo may change everything.
struct BoardMerge : testing::Test {
    Traffic traffic;
    User ann{1, 1, Authority::manage, traffic};
    User bo{2, 2, Authority::manage, traffic};

    void sync() {
        ann.sync();
        bo.sync();
        EXPECT_EQ(ann.snapshot(), bo.snapshot());
    }
};

TEST_F(BoardMerge, shows_a_stroke_from_its_first_part) {
    const auto stroke = ann.publish(ann.editor.begin_stroke(first_page, {}, points({{16, 16}}))).objects.front();
    sync();
    EXPECT_TRUE(bo.sees(stroke));
    ann.publish(ann.editor.append_points(stroke, points({{32, 32}, {48, 16}})));
    sync();
    EXPECT_EQ(std::get<Stroke>(bo.board.find(stroke)->content).points.count, 3U);
}

TEST_F(BoardMerge, keeps_a_stroke_whose_author_vanished_as_far_as_it_got) {
    const auto stroke =
        ann.publish(ann.editor.begin_stroke(first_page, {}, points({{0, 0}, {16, 16}}))).objects.front();
    sync();
    bo.draw();
    bo.publish(bo.editor.move({{stroke}}, {160, 0}));
    sync();
    const auto& content = std::get<Stroke>(ann.board.find(stroke)->content);
    EXPECT_EQ(content.points.count, 2U);
    EXPECT_FALSE(content.ended);
    EXPECT_EQ(position_of(ann.board, stroke), (Position{160, 0}));
}

TEST_F(BoardMerge, refuses_a_stroke_whose_middle_is_missing) {
    const auto stroke = ann.publish(ann.editor.begin_stroke(first_page, {}, points({{0, 0}}))).objects.front();
    sync();
    ann.publish(ann.editor.append_points(stroke, points({{16, 0}})));
    ann.publish(ann.editor.append_points(stroke, points({{32, 0}})));
    EXPECT_EQ(bo.take(traffic[2]).error(), Refusal::gap);
    EXPECT_EQ(std::get<Stroke>(bo.board.find(stroke)->content).points.count, 1U) << "no line across the gap";
    ASSERT_TRUE(bo.take(traffic[1]));
    ASSERT_TRUE(bo.take(traffic[2]));
    EXPECT_EQ(std::get<Stroke>(bo.board.find(stroke)->content).points.count, 3U);
    EXPECT_EQ(bo.take(traffic[2]).error(), Refusal::repeat);
}

TEST_F(BoardMerge, gives_the_later_of_two_concurrent_writes_to_all) {
    const auto note = ann.write("draft");
    sync();
    ann.publish(ann.editor.edit_text(note, "from Ann"));
    bo.publish(bo.editor.edit_text(note, "from Bo"));
    sync();
    EXPECT_EQ(text_of(ann.board, note), "from Bo") << "equal versions: the sender that joined later";
    ann.publish(ann.editor.edit_text(note, "Ann again"));
    sync();
    EXPECT_EQ(text_of(bo.board, note), "Ann again") << "she had seen his";
}

TEST_F(BoardMerge, keeps_concurrent_writes_of_different_properties) {
    const auto note = ann.write("draft");
    sync();
    Style red;
    red.line = Colour{0xff0000ff};
    ann.publish(ann.editor.restyle({{note}}, red));
    bo.publish(bo.editor.move({{note}}, {16, 16}));
    sync();
    EXPECT_EQ(ann.board.find(note)->style.value(), red);
    EXPECT_EQ(position_of(ann.board, note), (Position{16, 16}));
}

TEST_F(BoardMerge, deletes_an_object_that_is_moved_at_the_same_time) {
    const auto stroke = ann.draw();
    sync();
    ann.publish(ann.editor.remove({{stroke}}));
    bo.publish(bo.editor.move({{stroke}}, {320, 0}));
    sync();
    EXPECT_FALSE(ann.sees(stroke));
    EXPECT_FALSE(bo.sees(stroke));
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_TRUE(bo.sees(stroke));
    EXPECT_EQ(position_of(ann.board, stroke), (Position{320, 0})) << "back where Bo moved it";
}

TEST_F(BoardMerge, keeps_text_that_is_written_while_its_note_is_deleted) {
    const auto note = ann.write("draft");
    sync();
    ann.publish(ann.editor.remove({{note}}));
    bo.publish(bo.editor.edit_text(note, "final"));
    sync();
    EXPECT_FALSE(bo.sees(note));
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_EQ(text_of(ann.board, note), "final");
}

TEST_F(BoardMerge, shows_an_object_again_when_all_deletions_are_undone) {
    const auto stroke = ann.draw();
    sync();
    ann.publish(ann.editor.remove({{stroke}}));
    bo.publish(bo.editor.remove({{stroke}}));
    sync();
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_FALSE(ann.sees(stroke));
    bo.publish(bo.editor.undo());
    sync();
    EXPECT_TRUE(ann.sees(stroke));
}

TEST_F(BoardMerge, clears_only_what_its_author_had_seen) {
    const auto seen = ann.draw();
    const auto also_seen = bo.draw();
    sync();
    const auto concurrent = bo.draw();
    ann.publish(ann.editor.clear(first_page));
    const auto later = ann.draw();
    sync();
    EXPECT_FALSE(bo.sees(seen));
    EXPECT_FALSE(bo.sees(also_seen));
    EXPECT_TRUE(ann.sees(concurrent));
    EXPECT_TRUE(bo.sees(later));
}

TEST_F(BoardMerge, restores_a_cleared_page_by_undo) {
    const auto stroke = bo.draw();
    sync();
    ann.publish(ann.editor.clear(first_page));
    sync();
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_TRUE(bo.sees(stroke));
}

TEST_F(BoardMerge, hides_objects_that_are_drawn_on_a_page_while_it_is_deleted) {
    const auto page = ann.publish(ann.editor.add_page("second")).pages.front();
    sync();
    ann.publish(ann.editor.remove_page(page));
    const auto edit = bo.editor.add_shape({page, {}, {16, 16}}, ShapeKind::ellipse, {});
    const auto shape = bo.publish(edit).objects.front();
    sync();
    EXPECT_EQ(ann.board.pages(), std::vector{first_page});
    EXPECT_FALSE(ann.sees(shape));
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_TRUE(ann.sees(shape));
}

TEST_F(BoardMerge, orders_pages_alike_after_concurrent_moves) {
    const auto second = ann.publish(ann.editor.add_page("second")).pages.front();
    const auto third = ann.publish(ann.editor.add_page("third")).pages.front();
    sync();
    ann.publish(ann.editor.move_page(third, first_page));
    bo.publish(bo.editor.rename_page(second, "II"));
    sync();
    EXPECT_EQ(bo.board.pages(), (std::vector{third, first_page, second}));
    EXPECT_EQ(ann.board.find(second)->name.value(), "II");
}

TEST_F(BoardMerge, tells_which_objects_a_message_changed) {
    const auto stroke = ann.draw();
    const auto note = ann.write("x");
    bo.sync();
    ann.publish(ann.editor.move({{stroke, note}}, {16, 0}));
    const auto changes = bo.take(traffic.back());
    ASSERT_TRUE(changes);
    EXPECT_EQ(changes->objects, (std::vector{stroke, note}));
    EXPECT_TRUE(changes->pages.empty());
}

TEST_F(BoardMerge, refuses_a_sender_that_is_suddenly_another_person) {
    ann.draw();
    auto sent = traffic.front();
    ASSERT_TRUE(bo.take(sent));
    ann.draw();
    sent = traffic[2];
    sent.author.person = PersonIndex{7};
    EXPECT_EQ(bo.take(sent).error(), Refusal::wrong_person);
}

} // namespace
} // namespace plenum::board
