// SPDX-License-Identifier: Apache-2.0
#include "core/board/snapshot.h"

#include "core/base/random.h"
#include "tests/unit/board/reference.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

struct BoardSnapshot : testing::Test {
    Traffic traffic;
    User ann{1, 1, Authority::manage, traffic};
    User bo{2, 2, Authority::manage, traffic};

    /// A board with something of everything.
    void fill() {
        const auto stroke = ann.draw();
        const auto note = ann.write("note");
        bo.sync();
        bo.publish(bo.editor.edit_text(note, "changed"));
        bo.publish(bo.editor.remove({{stroke}}));
        bo.publish(bo.editor.undo());
        const auto page = bo.publish(bo.editor.add_page("second")).pages.front();
        bo.publish(
            bo.editor.set_background(page, ImageReference{.content = {}, .bytes = 70, .media_type = "image/png"}));
        bo.publish(bo.editor.add_shape({page, {}, {16, 16}}, ShapeKind::rectangle, {}));
        bo.publish(bo.editor.clear(page));
        ann.sync();
        ann.publish(ann.editor.begin_stroke(page, {}, points({{1, 1}})));
        bo.sync();
        bo.publish(bo.editor.act({DeleteObject{{base::MemberIndex{9}, OperationNumber{1}}}}));
        ann.sync();
    }
};

TEST_F(BoardSnapshot, gives_the_same_board) {
    fill();
    const auto bytes = ann.snapshot();
    EXPECT_EQ(bytes, bo.snapshot());
    const auto restored = restore(bytes);
    ASSERT_TRUE(restored);
    EXPECT_EQ(encode_snapshot(*restored), bytes);
    EXPECT_EQ(describe(*restored), describe(ann.board));
    EXPECT_EQ(restored->find(first_page, everywhere), ann.board.find(first_page, everywhere));
}

TEST_F(BoardSnapshot, leaves_later_operations_the_same_effect) {
    fill();
    ann.restart_from_snapshot();
    ann.publish(ann.editor.undo());
    ann.publish(ann.editor.undo());
    ann.publish(ann.editor.redo());
    ann.draw();
    bo.sync();
    EXPECT_EQ(ann.snapshot(), bo.snapshot());
}

TEST_F(BoardSnapshot, of_an_empty_board_is_small) {
    const auto bytes = encode_snapshot(Board{});
    EXPECT_LE(bytes.size(), 32U);
    EXPECT_TRUE(restore(bytes));
}

TEST_F(BoardSnapshot, is_refused_when_cut_or_longer) {
    fill();
    auto bytes = ann.snapshot();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_FALSE(restore(base::ByteView{bytes}.first(size))) << size;
    bytes.push_back(0);
    EXPECT_FALSE(restore(bytes));
}

TEST_F(BoardSnapshot, is_refused_or_another_board_when_a_byte_changes) {
    fill();
    const auto whole = ann.snapshot();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const auto mask : {0x01, 0x02, 0x40, 0x80}) {
            auto bytes = whole;
            bytes[at] ^= static_cast<std::uint8_t>(mask);
            const auto restored = restore(bytes);
            ASSERT_TRUE(!restored || encode_snapshot(*restored) == bytes) << at;
        }
    }
}

TEST_F(BoardSnapshot, is_refused_under_other_rules) {
    EXPECT_FALSE(restore(encode_snapshot(Board{}), Rules{.undo_gestures = 7}));
}

} // namespace
} // namespace plenum::board
