// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

struct BoardEditing : testing::Test {
    Traffic traffic;
    User ann{1, 1, Authority::manage, traffic};

    [[nodiscard]] std::vector<ObjectId> bottom_to_top() const { return ann.board.find(first_page, everywhere); }
};

TEST_F(BoardEditing, keeps_every_message_below_the_bound) {
    std::vector<InkPoint> many;
    for (std::int32_t i = 0; i < 5000; ++i)
        many.push_back({{i % 2 == 0 ? -limits::coordinate_max : limits::coordinate_max, i}});
    const auto edit = ann.editor.begin_stroke(first_page, {.style = {}, .pressure = true}, many);
    ASSERT_TRUE(edit);
    EXPECT_GE(edit->messages.size(), 9U);
    for (const auto& each : edit->messages)
        EXPECT_LE(each.size(), limits::message_bytes_max);
    const auto stroke = ann.publish(edit).objects.front();
    const auto& object = *ann.board.find(stroke);
    const auto drawn = decode_points(std::get<Stroke>(object.content).points);
    ASSERT_EQ(drawn.size(), many.size());
    const auto origin = object.transform.value().position;
    EXPECT_EQ(drawn.back().at.x + origin.x, many.back().at.x);
    EXPECT_EQ(drawn.back().at.y + origin.y, many.back().at.y);
}

TEST_F(BoardEditing, continues_a_full_stroke_as_another_one_of_the_same_gesture) {
    std::vector<InkPoint> many(limits::stroke_points_max + 100, InkPoint{});
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i].at.x = static_cast<std::int32_t>(i);
    const auto edit = ann.publish(ann.editor.begin_stroke(first_page, {}, many));
    EXPECT_TRUE(ann.refused.empty());
    ASSERT_EQ(edit.objects.size(), 2U);
    EXPECT_EQ(position_of(ann.board, edit.objects[1]), (Position{limits::stroke_points_max - 1, 0}));
    ann.publish(ann.editor.append_points(edit.objects[0], points({{9, 9}})));
    EXPECT_EQ(std::get<Stroke>(ann.board.find(edit.objects[1])->content).points.count, 101U);
    ann.publish(ann.editor.undo());
    EXPECT_TRUE(bottom_to_top().empty());
}

TEST_F(BoardEditing, puts_new_objects_on_top_and_restacks_them) {
    const auto a = ann.draw();
    const auto b = ann.draw();
    const auto c = ann.draw();
    EXPECT_EQ(bottom_to_top(), (std::vector{a, b, c}));
    ann.publish(ann.editor.restack({{c, b}}, Stacking::back));
    EXPECT_EQ(bottom_to_top(), (std::vector{b, c, a}));
    ann.publish(ann.editor.restack({{b}}, Stacking::front));
    EXPECT_EQ(bottom_to_top(), (std::vector{c, a, b}));
    ann.publish(ann.editor.undo());
    EXPECT_EQ(bottom_to_top(), (std::vector{b, c, a}));
}

TEST_F(BoardEditing, moves_pages_even_where_there_is_no_room) {
    std::vector<PageId> made;
    for (int i = 0; i < 3; ++i)
        made.push_back(ann.publish(ann.editor.add_page("p")).pages.front());
    for (int i = 0; i < 60; ++i) {
        ann.publish(ann.editor.move_page(made[i % 2 == 0 ? 0 : 1], made[2]));
        const auto pages = ann.board.pages();
        ASSERT_EQ(pages.size(), 4U);
        ASSERT_EQ(pages[2], made[i % 2 == 0 ? 0 : 1]) << i;
        ASSERT_EQ(pages[3], made[2]);
    }
    ann.publish(ann.editor.move_page(made[0], std::nullopt));
    EXPECT_EQ(ann.board.pages().back(), made[0]);
    EXPECT_EQ(ann.editor.move_page(made[0], made[0]).error(), Refusal::nothing_to_do);
}

TEST_F(BoardEditing, makes_a_page_with_its_background_in_one_action) {
    const ImageReference image{.content = {}, .bytes = 70, .media_type = "image/png", .width = 4, .height = 3};
    const auto page = ann.publish(ann.editor.add_page("slide", image)).pages.front();
    ASSERT_NE(ann.board.find(page), nullptr);
    EXPECT_EQ(ann.board.find(page)->background.value(), image);
    ann.publish(ann.editor.undo());
    EXPECT_EQ(ann.board.pages().size(), 1U);
}

TEST_F(BoardEditing, resizes_about_a_corner_that_stays) {
    const auto note = ann.write("x");
    const auto before = ann.board.find(note)->transform.value();
    const Position corner{before.position.x + 160, before.position.y + 320};
    ann.publish(ann.editor.resize({{note}}, corner, {2 * limits::scale_one, limits::scale_one / 2}));
    const auto after = ann.board.find(note)->transform.value();
    EXPECT_EQ(after.position, (Position{before.position.x - 160, before.position.y + 160}));
    EXPECT_EQ(after.scale, (Scale{2 * limits::scale_one, limits::scale_one / 2}));
    ann.publish(ann.editor.resize({{note}}, {}, {limits::scale_max, 1}));
    EXPECT_EQ(ann.board.find(note)->transform.value().scale, (Scale{limits::scale_max, 1}));
}

TEST_F(BoardEditing, keeps_the_last_page) {
    EXPECT_EQ(ann.editor.remove_page(first_page).error(), Refusal::nothing_to_do);
    ann.publish(ann.editor.add_page("second"));
    ann.publish(ann.editor.remove_page(first_page));
    EXPECT_EQ(ann.board.pages().size(), 1U);
}

TEST_F(BoardEditing, makes_no_message_out_of_values_that_nobody_accepts) {
    const auto note = ann.write("x");
    EXPECT_EQ(ann.editor.edit_text(note, std::string(limits::text_bytes_max + 1, 'x')).error(), Refusal::malformed);
    EXPECT_EQ(ann.editor.edit_text(note, "\x1b[2J").error(), Refusal::malformed);
    EXPECT_EQ(ann.editor.edit_text(note, "\xff").error(), Refusal::malformed);
    EXPECT_EQ(ann.editor.rename_page(first_page, "two\nlines").error(), Refusal::malformed);
    ann.publish(ann.editor.edit_text(note, std::string(limits::text_bytes_max, 'y')));
    EXPECT_TRUE(ann.refused.empty()) << "numbers go on after a refusal";
}

TEST_F(BoardEditing, says_when_there_is_nothing_to_do) {
    EXPECT_EQ(ann.editor.move({}, {}).error(), Refusal::nothing_to_do);
    EXPECT_EQ(ann.editor.clear(first_page).error(), Refusal::nothing_to_do);
    EXPECT_EQ(ann.editor.undo().error(), Refusal::nothing_to_do);
    EXPECT_EQ(ann.editor.edit_text(ann.draw(), "text of a stroke").error(), Refusal::nothing_to_do);
    EXPECT_EQ(ann.editor.append_points({}, points({{1, 1}})).error(), Refusal::nothing_to_do);
}

TEST_F(BoardEditing, goes_on_after_messages_that_the_board_knows_from_before) {
    ann.draw();
    ann.restart_from_snapshot();
    BoardEditor again{ann.board, ann.author.sender};
    ann.publish(again.add_shape({first_page, {}, {16, 16}}, ShapeKind::arrow, {}));
    EXPECT_EQ(bottom_to_top().size(), 2U);
}

} // namespace
} // namespace plenum::board
