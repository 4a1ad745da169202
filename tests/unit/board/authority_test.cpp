// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

/// Mia manages; Dan draws.
struct BoardAuthority : testing::Test {
    Traffic traffic;
    User mia{1, 1, Authority::manage, traffic};
    User dan{2, 2, Authority::draw, traffic};

    /// Both boards refuse all of it and are as before but for the numbers.
    void expect_refused(const EditResult& edit) {
        ASSERT_TRUE(edit);
        mia.sync();
        const auto sight = describe_objects(dan.board);
        const auto operations = dan.board.state().applied(dan.author.sender);
        dan.refused.clear();
        dan.publish(edit);
        const auto used = dan.board.state().applied(dan.author.sender).value() - operations.value();
        EXPECT_EQ(dan.refused.size(), used);
        for (const auto& each : dan.refused)
            EXPECT_EQ(each.reason, Refusal::not_permitted);
        mia.sync();
        EXPECT_EQ(describe_objects(dan.board), sight);
        EXPECT_EQ(mia.snapshot(), dan.snapshot());
    }
    static std::vector<std::pair<ObjectId, Object::Placement>> describe_objects(const Board& board) {
        std::vector<std::pair<ObjectId, Object::Placement>> found;
        for (const auto& [id, object] : board.state().canvas.objects())
            found.emplace_back(id, object.placement);
        return found;
    }
};

TEST_F(BoardAuthority, lets_everyone_change_their_own_objects) {
    const auto stroke = dan.draw();
    dan.publish(dan.editor.move({{stroke}}, {16, 0}));
    dan.publish(dan.editor.remove({{stroke}}));
    EXPECT_TRUE(dan.refused.empty());
}

TEST_F(BoardAuthority, keeps_others_objects_from_those_who_may_only_draw) {
    const auto note = mia.write("hers");
    dan.sync();
    expect_refused(dan.editor.move({{note}}, {16, 0}));
    expect_refused(dan.editor.restyle({{note}}, {}));
    expect_refused(dan.editor.restack({{note}}, Stacking::back));
    expect_refused(dan.editor.edit_text(note, "his"));
    expect_refused(dan.editor.remove({{note}}));
    dan.authority = Authority::edit_others;
    dan.refused.clear();
    dan.publish(dan.editor.edit_text(note, "his"));
    EXPECT_TRUE(dan.refused.empty());
    EXPECT_EQ(text_of(dan.board, note), "his");
}

TEST_F(BoardAuthority, keeps_pages_from_those_who_do_not_manage) {
    const auto page = mia.publish(mia.editor.add_page("second")).pages.front();
    mia.draw();
    dan.sync();
    for (const auto authority : {Authority::draw, Authority::edit_others}) {
        dan.authority = authority;
        expect_refused(dan.editor.add_page("his"));
        expect_refused(dan.editor.remove_page(page));
        expect_refused(dan.editor.rename_page(page, "his"));
        expect_refused(dan.editor.move_page(page, first_page));
        expect_refused(dan.editor.set_background(page, {}));
        expect_refused(dan.editor.clear(first_page));
    }
    EXPECT_EQ(dan.board.pages().size(), 2U);
    EXPECT_TRUE(dan.board.find(page)->visible());
}

TEST_F(BoardAuthority, refuses_a_message_under_none_of_the_authorities) {
    mia.draw();
    auto sent = traffic.front();
    sent.authority = Authority{};
    EXPECT_EQ(dan.take(sent).error(), Refusal::not_permitted);
    EXPECT_EQ(dan.snapshot(), encode_snapshot(Board{}));
}

TEST_F(BoardAuthority, does_not_redo_what_its_author_may_no_longer_do) {
    const auto note = mia.write("hers");
    dan.sync();
    dan.authority = Authority::edit_others;
    dan.publish(dan.editor.edit_text(note, "his"));
    dan.publish(dan.editor.undo());
    dan.authority = Authority::draw;
    expect_refused(dan.editor.redo());
    EXPECT_EQ(text_of(dan.board, note), "hers");
}

TEST_F(BoardAuthority, lets_nobody_lengthen_a_stroke_of_another_sender) {
    const auto stroke = mia.publish(mia.editor.begin_stroke(first_page, {}, points({{0, 0}}))).objects.front();
    dan.sync();
    dan.authority = Authority::manage;
    PointWriter writer{{}, false};
    writer.add({{16, 16}});
    dan.publish(dan.editor.act({AppendPoints{stroke, false, writer.points()}}));
    ASSERT_EQ(dan.refused.size(), 1U);
    EXPECT_EQ(dan.refused.front().reason, Refusal::not_yours);
    EXPECT_EQ(std::get<Stroke>(dan.board.find(stroke)->content).points.count, 1U);
}

} // namespace
} // namespace plenum::board
