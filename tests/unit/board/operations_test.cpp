// SPDX-License-Identifier: Apache-2.0
#include "core/board/operations.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

Message message_of(const Operation& operation) { return {OperationNumber{7}, GestureNumber{3}, {operation}}; }

bool survives(const Operation& operation) {
    const auto decoded = decode_message(encode(message_of(operation)));
    return decoded && *decoded == message_of(operation);
}

Points one_point() {
    PointWriter writer{{}, true};
    writer.add({{-3, 400}, 17});
    return writer.points();
}

const ObjectId object{base::MemberIndex{2}, OperationNumber{5}};
const PageId page{base::MemberIndex{2}, OperationNumber{6}};
const ImageReference image{.content = {}, .media_type = "image/png", .width = 640, .height = 480};

TEST(BoardOperations, come_out_of_a_message_as_they_went_in) {
    EXPECT_TRUE(survives(BeginStroke{page, -5, {1, -1}, {}, Tool::marker, true, one_point()}));
    EXPECT_TRUE(survives(AppendPoints{object, false, one_point()}));
    EXPECT_TRUE(survives(AddShape{page, limits::rank_max, {}, {}, ShapeKind::ellipse, {-16, 16}}));
    EXPECT_TRUE(survives(AddLabel{page, 0, {}, {}, LabelKind::note, {16, 16}, "Grüße\n"}));
    EXPECT_TRUE(survives(AddImage{page, 0, {}, {16, 16}, image}));
    EXPECT_TRUE(survives(SetTransform{object, Version{1}, {{limits::coordinate_max, 0}, {1, limits::scale_max}}}));
    EXPECT_TRUE(survives(SetStyle{object, Version{1}, {Colour{1}, Colour{2}, 3, 4}}));
    EXPECT_TRUE(survives(SetText{object, Version{1}, ""}));
    EXPECT_TRUE(survives(SetDepth{object, Version{9}, -limits::rank_max}));
    EXPECT_TRUE(survives(SetPageName{page, Version{1}, "Ideas"}));
    EXPECT_TRUE(survives(SetPageOrder{first_page, Version{1}, 12}));
    EXPECT_TRUE(survives(SetBackground{page, Version{1}, image}));
    EXPECT_TRUE(survives(DeleteObject{object}));
    EXPECT_TRUE(survives(DeletePage{first_page}));
    EXPECT_TRUE(survives(ClearPage{page, {maker(object), {base::MemberIndex{3}, OperationNumber{1}}}}));
    EXPECT_TRUE(survives(AddPage{4, "Ideas"}));
    EXPECT_TRUE(survives(Undo{GestureNumber{2}}));
    EXPECT_TRUE(survives(Redo{GestureNumber{2}}));
}

TEST(BoardOperations, are_malformed_out_of_bounds) {
    EXPECT_FALSE(survives(BeginStroke{})) << "no point";
    EXPECT_FALSE(survives(AppendPoints{object, false, {}})) << "nothing";
    EXPECT_FALSE(survives(AddShape{page, 0, {limits::coordinate_max + 1, 0}, {}, ShapeKind::line, {}}));
    EXPECT_FALSE(survives(AddShape{page, 0, {}, {.line_width = 0}, ShapeKind::line, {}}));
    EXPECT_FALSE(survives(AddShape{page, 0, {}, {}, ShapeKind{9}, {}}));
    EXPECT_FALSE(survives(SetTransform{object, Version{1}, {{}, {0, 1}}}));
    EXPECT_FALSE(survives(SetTransform{object, Version{0}, {}}));
    EXPECT_FALSE(survives(SetText{object, Version{1}, "\x07"}));
    EXPECT_FALSE(survives(DeleteObject{{base::MemberIndex{1}, OperationNumber{0}}}));
    EXPECT_FALSE(survives(ClearPage{page, {maker(object), maker(object)}})) << "the same sender twice";
    EXPECT_FALSE(survives(SetDepth{object, Version{1}, limits::rank_max + 1}));
}

TEST(BoardOperations, are_malformed_when_cut_or_followed_by_more) {
    const auto whole = encode(message_of(AddPage{4, "Ideas"}));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(decode_message(base::ByteView{whole}.first(size))) << size;
    auto longer = whole;
    longer.push_back(0);
    EXPECT_FALSE(decode_message(longer));
}

TEST(BoardOperations, come_in_messages_of_bounded_size_and_number) {
    auto many = message_of(Undo{GestureNumber{1}});
    many.operations.resize(limits::message_operations_max, Undo{GestureNumber{1}});
    EXPECT_TRUE(decode_message(encode(many)));
    many.operations.push_back(Undo{GestureNumber{1}});
    EXPECT_FALSE(decode_message(encode(many)));
    auto large = message_of(SetText{object, Version{1}, std::string(limits::text_bytes_max, 'x')});
    EXPECT_TRUE(decode_message(encode(large)));
    large.operations.push_back(large.operations.front());
    EXPECT_FALSE(decode_message(encode(large)));
}

TEST(BoardOperations, keep_points_and_their_pressure) {
    PointWriter writer{{}, true};
    const std::vector<InkPoint> drawn{{{0, 0}, 1}, {{-40, 3}, 255}, {{limits::offset_max, -limits::offset_max}, 0}};
    for (const auto& point : drawn)
        writer.add(point);
    EXPECT_EQ(decode_points(writer.points()), drawn);
    const auto found = trace(writer.points(), {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->last, drawn.back().at);
    EXPECT_EQ(found->box, (Box{-40, -limits::offset_max, limits::offset_max, 3}));
}

} // namespace
} // namespace plenum::board
