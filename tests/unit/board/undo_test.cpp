// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

struct BoardUndo : testing::Test {
    Traffic traffic;
    Rules rules{.undo_gestures = 3};
    User ann{1, 1, Authority::manage, traffic, rules};
    User bo{2, 2, Authority::manage, traffic, rules};

    void sync() {
        ann.sync();
        bo.sync();
        EXPECT_EQ(ann.snapshot(), bo.snapshot());
    }
};

TEST_F(BoardUndo, takes_back_only_ones_own_work) {
    const auto hers = ann.draw();
    sync();
    const auto his = bo.draw();
    sync();
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_FALSE(bo.sees(hers));
    EXPECT_TRUE(bo.sees(his)) << "drawn later, by someone else";
    EXPECT_FALSE(ann.editor.can_undo());
}

TEST_F(BoardUndo, leaves_a_later_change_of_someone_else) {
    const auto note = ann.write("a");
    sync();
    ann.publish(ann.editor.edit_text(note, "b"));
    sync();
    bo.publish(bo.editor.edit_text(note, "c"));
    sync();
    ann.publish(ann.editor.undo());
    sync();
    EXPECT_EQ(text_of(ann.board, note), "c");
    bo.publish(bo.editor.undo());
    sync();
    EXPECT_EQ(text_of(ann.board, note), "a") << "both edits are taken back";
    ann.publish(ann.editor.redo());
    sync();
    EXPECT_EQ(text_of(bo.board, note), "b");
}

TEST_F(BoardUndo, takes_back_a_move_of_many_objects_at_once) {
    std::vector<ObjectId> objects;
    const auto edit = ann.editor.act(std::vector<Operation>(20, AddShape{}));
    objects = ann.publish(edit).objects;
    ASSERT_EQ(objects.size(), 20U);
    ann.publish(ann.editor.move(objects, {160, 0}));
    sync();
    ann.publish(ann.editor.undo());
    sync();
    for (const auto id : objects)
        EXPECT_EQ(position_of(bo.board, id), Position{});
    ann.publish(ann.editor.redo());
    sync();
    for (const auto id : objects)
        EXPECT_EQ(position_of(bo.board, id), (Position{160, 0}));
}

TEST_F(BoardUndo, hides_a_stroke_whose_parts_are_still_coming) {
    const auto stroke = ann.publish(ann.editor.begin_stroke(first_page, {}, points({{0, 0}}))).objects.front();
    ann.publish(ann.editor.undo());
    ann.publish(ann.editor.append_points(stroke, points({{16, 16}})));
    sync();
    EXPECT_FALSE(bo.sees(stroke));
    ann.publish(ann.editor.redo());
    sync();
    EXPECT_EQ(std::get<Stroke>(bo.board.find(stroke)->content).points.count, 2U);
}

TEST_F(BoardUndo, has_nothing_to_redo_after_a_new_action) {
    ann.draw();
    ann.publish(ann.editor.undo());
    EXPECT_TRUE(ann.editor.can_redo());
    ann.draw();
    EXPECT_FALSE(ann.editor.can_redo());
    EXPECT_EQ(ann.editor.redo().error(), Refusal::nothing_to_do);
}

TEST_F(BoardUndo, ends_at_the_window) {
    const auto first = ann.draw();
    for (int i = 0; i < 3; ++i)
        ann.draw();
    for (int i = 0; i < 3; ++i)
        ann.publish(ann.editor.undo());
    EXPECT_FALSE(ann.editor.can_undo());
    ann.publish(ann.editor.act({Undo{GestureNumber{1}}}));
    ASSERT_EQ(ann.refused.size(), 1U);
    EXPECT_EQ(ann.refused.front().reason, Refusal::gesture_closed);
    sync();
    EXPECT_TRUE(bo.sees(first));
}

TEST_F(BoardUndo, drops_a_deleted_object_for_good_once_the_deletion_is_settled) {
    const auto stroke = ann.draw();
    ann.publish(ann.editor.remove({{stroke}}));
    EXPECT_NE(ann.board.find(stroke), nullptr) << "the deletion can be undone";
    for (int i = 0; i < 3; ++i)
        ann.draw();
    EXPECT_EQ(ann.board.find(stroke), nullptr);
    bo.sync();
    bo.publish(bo.editor.act({SetTransform{stroke, Version{1}, {{16, 16}, {}}}}));
    EXPECT_TRUE(bo.refused.empty()) << "writes to something that is gone are ignored";
    sync();
}

TEST_F(BoardUndo, keeps_the_history_of_a_property_within_the_window) {
    const auto note = ann.write("0");
    for (int i = 1; i <= 50; ++i)
        ann.publish(ann.editor.edit_text(note, std::to_string(i)));
    const auto& text = std::get<Label>(ann.board.find(note)->content).text;
    ASSERT_NE(text.writes(), nullptr);
    EXPECT_EQ(text.writes()->size(), 3U);
    EXPECT_EQ(text.settled(), "47");
    ann.publish(ann.editor.undo());
    EXPECT_EQ(text.value(), "49");
}

TEST_F(BoardUndo, needs_the_rights_of_the_gesture) {
    const auto page = ann.publish(ann.editor.add_page("hers")).pages.front();
    sync();
    const auto his = bo.publish(bo.editor.add_shape({page, {}, {16, 16}}, ShapeKind::line, {})).objects.front();
    sync();
    ann.authority = Authority::draw;
    ann.publish(ann.editor.undo());
    ASSERT_EQ(ann.refused.size(), 1U);
    EXPECT_EQ(ann.refused.front().reason, Refusal::not_permitted);
    sync();
    EXPECT_TRUE(bo.sees(his)) << "she may no longer take pages away";
}

TEST_F(BoardUndo, is_of_one_session_of_a_person) {
    const auto stroke = ann.draw();
    User restarted{3, 1, Authority::draw, traffic, rules};
    restarted.sync();
    EXPECT_FALSE(restarted.editor.can_undo());
    restarted.publish(restarted.editor.remove({{stroke}}));
    EXPECT_TRUE(restarted.refused.empty()) << "but it is still her stroke";
    sync();
    EXPECT_FALSE(bo.sees(stroke));
}

} // namespace
} // namespace plenum::board
