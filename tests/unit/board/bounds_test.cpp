// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

struct BoardBounds : testing::Test {
    Traffic traffic;
    User ann{1, 1, Authority::manage, traffic};

    [[nodiscard]] Refusal refusal() const {
        return ann.refused.empty() ? Refusal::nothing_to_do : ann.refused.front().reason;
    }
};

Points many_points(std::uint32_t count) {
    PointWriter writer{{}, false};
    for (std::uint32_t i = 0; i < count; ++i)
        writer.add({{static_cast<std::int32_t>(i % 2), 0}});
    return writer.points();
}

TEST_F(BoardBounds, ends_a_stroke_at_its_points) {
    const auto stroke = ann.publish(ann.editor.act({stroke_on(first_page, many_points(1000))})).objects.front();
    for (std::uint32_t count = 1000; count < limits::stroke_points_max; count += 1000)
        ann.publish(ann.editor.act({AppendPoints{stroke, false, many_points(1000)}}));
    EXPECT_EQ(refusal(), Refusal::stroke_full);
    EXPECT_EQ(std::get<Stroke>(ann.board.find(stroke)->content).points.count, 16'000U);
}

TEST_F(BoardBounds, refuses_points_beyond_the_offsets) {
    PointWriter writer{{}, false};
    writer.add({{limits::offset_max, 0}});
    const auto stroke = ann.publish(ann.editor.act({stroke_on(first_page, writer.points())})).objects.front();
    PointWriter further{{}, false};
    further.add({{1, 0}});
    ann.publish(ann.editor.act({AppendPoints{stroke, false, further.points()}}));
    EXPECT_EQ(refusal(), Refusal::out_of_bounds);
}

TEST_F(BoardBounds, takes_a_gesture_up_to_its_writes) {
    ann.publish(ann.editor.act(std::vector<Operation>(limits::gesture_writes_max, AddShape{})));
    EXPECT_TRUE(ann.refused.empty());
    const std::vector<Operation> more(1, AddShape{});
    const auto edit = ann.editor.act(std::vector<Operation>(limits::gesture_writes_max + 1, AddShape{}));
    EXPECT_EQ(edit.error(), Refusal::gesture_full);
    Message message;
    message.first = OperationNumber{limits::gesture_writes_max + 1};
    message.gesture = GestureNumber{1};
    message.operations = more;
    const auto changes = ann.take({ann.author, Authority::draw, encode(message)});
    ASSERT_TRUE(changes);
    ASSERT_EQ(changes->refused.size(), 1U);
    EXPECT_EQ(changes->refused.front().reason, Refusal::gesture_full);
}

TEST_F(BoardBounds, stops_a_sender_that_undoes_and_redoes_without_end) {
    ann.publish(ann.editor.act(std::vector<Operation>(256, AddShape{})));
    for (int i = 0; i < 600 && ann.refused.empty(); ++i)
        ann.publish(ann.editor.act({Undo{GestureNumber{1}}, Redo{GestureNumber{1}}}));
    // It left the window long before.
    EXPECT_EQ(refusal(), Refusal::gesture_closed);
    ann.refused.clear();
    ann.publish(ann.editor.act(std::vector<Operation>(limits::gesture_writes_max, AddShape{})));
    for (int i = 0; i < 700 && ann.refused.empty(); ++i) {
        ann.publish(ann.editor.undo());
        ann.publish(ann.editor.redo());
    }
    EXPECT_EQ(refusal(), Refusal::work_spent);
}

TEST_F(BoardBounds, stops_a_sender_that_clears_and_restores_a_page_without_end) {
    ann.publish(ann.editor.act({AddShape{}}));
    ann.publish(ann.editor.clear(first_page));
    std::size_t changes = 1;
    // Every one of them touches all objects that were on the page.
    for (; changes < 1000 && ann.refused.empty(); ++changes)
        ann.publish(changes % 2 == 1 ? ann.editor.undo() : ann.editor.redo());
    EXPECT_EQ(refusal(), Refusal::work_spent);
    EXPECT_GE(changes, 500U) << "more than anybody needs";
    EXPECT_LE(changes, 513U);
}

TEST_F(BoardBounds, takes_a_sender_up_to_its_bytes) {
    std::vector<Operation> burst(limits::message_operations_max, Undo{GestureNumber{7}});
    Message message;
    message.gesture = GestureNumber{1};
    message.first = OperationNumber{1};
    message.operations = burst;
    auto result = ann.take({ann.author, Authority::draw, encode(message)});
    while (result) {
        message.first = OperationNumber{static_cast<std::uint32_t>(message.first.value() + burst.size())};
        result = ann.take({ann.author, Authority::draw, encode(message)});
    }
    EXPECT_EQ(result.error(), Refusal::sender_spent);
    EXPECT_LE(ann.board.state().senders.at(ann.author.sender).bytes, limits::sender_bytes_max);
    EXPECT_GT(ann.board.state().bytes, limits::sender_bytes_max * 99 / 100);
}

TEST_F(BoardBounds, says_that_the_board_is_full_and_stays_so) {
    // 255 small operations take almost the bytes of their overhead.
    Message message;
    message.operations.assign(limits::message_operations_max, Undo{GestureNumber{7}});
    bool full = false;
    for (std::uint32_t sender = 1; sender < 10 && !full; ++sender) {
        std::uint32_t first = 1;
        for (;; first += limits::message_operations_max) {
            message.first = OperationNumber{first};
            message.gesture = GestureNumber{1};
            const auto result =
                ann.board.apply({base::MemberIndex{sender}, PersonIndex{1}}, encode(message), Authority::draw);
            full = !result && result.error() == Refusal::board_full;
            if (!result) break;
        }
    }
    EXPECT_TRUE(full);
    EXPECT_TRUE(ann.board.full());
    EXPECT_LE(ann.board.state().bytes, limits::board_bytes_top);
    EXPECT_EQ(ann.editor.add_shape({}, ShapeKind::line, {}).error(), Refusal::board_full);
    message = {OperationNumber{1}, GestureNumber{1}, {AddShape{}}};
    EXPECT_EQ(ann.board.apply({base::MemberIndex{99}, PersonIndex{1}}, encode(message), Authority::draw).error(),
              Refusal::board_full);
}

TEST_F(BoardBounds, takes_a_sender_up_to_its_pages) {
    for (std::uint32_t i = 0; i <= limits::sender_pages_max && ann.refused.empty(); ++i)
        ann.publish(ann.editor.act({AddPage{}}));
    EXPECT_EQ(refusal(), Refusal::pages_spent);
    EXPECT_EQ(ann.editor.add_page("x").error(), Refusal::board_full);
}

TEST_F(BoardBounds, takes_gestures_one_after_another) {
    Message message{OperationNumber{1}, GestureNumber{2}, {AddShape{}}};
    EXPECT_EQ(ann.take({ann.author, Authority::draw, encode(message)}).error(), Refusal::wrong_gesture);
    message.gesture = GestureNumber{0};
    EXPECT_EQ(ann.take({ann.author, Authority::draw, encode(message)}).error(), Refusal::wrong_gesture);
    message.gesture = GestureNumber{1};
    EXPECT_TRUE(ann.take({ann.author, Authority::draw, encode(message)}));
}

} // namespace
} // namespace plenum::board
