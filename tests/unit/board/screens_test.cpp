// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include <gtest/gtest.h>

namespace plenum::board {
namespace {

/// Ann shares a screen and may draw, as Dan may. Mia manages.
struct BoardScreens : testing::Test {
    Traffic traffic;
    User ann{1, 1, Authority::draw, traffic};
    User dan{2, 2, Authority::draw, traffic};
    User mia{3, 3, Authority::manage, traffic};
    PageId screen{screen_page(ann.author.sender, 7)};

    ObjectId draw_on(User& user, PageId page) {
        return user.publish(user.editor.begin_stroke(page, {}, points({{16, 16}, {160, 160}}))).objects.front();
    }
    void sync_all() {
        for (auto* each : {&ann, &dan, &mia})
            each->sync();
    }
};

TEST_F(BoardScreens, are_drawn_on_before_their_sharer_said_anything) {
    const auto stroke = draw_on(dan, screen);
    sync_all();
    EXPECT_TRUE(ann.sees(stroke));
    EXPECT_EQ(ann.board.find(screen, everywhere), std::vector{stroke});
    EXPECT_TRUE(ann.board.find(screen_page(ann.author.sender, 8), everywhere).empty());
    EXPECT_EQ(ann.board.pages(), std::vector{first_page}) << "they are no pages to turn to";
    EXPECT_EQ(ann.snapshot(), dan.snapshot());
    ann.restart_from_snapshot();
    EXPECT_TRUE(ann.sees(stroke));
}

TEST_F(BoardScreens, are_cleared_by_their_sharer_and_by_who_manages) {
    draw_on(dan, screen);
    sync_all();
    const auto cleared = dan.editor.clear(screen);
    dan.publish(cleared);
    ASSERT_EQ(dan.refused.size(), 1U);
    EXPECT_EQ(dan.refused.front().reason, Refusal::not_permitted);
    ann.sync();
    ann.publish(ann.editor.clear(screen));
    EXPECT_TRUE(ann.refused.empty());
    sync_all();
    EXPECT_TRUE(mia.board.find(screen, everywhere).empty());
    ann.publish(ann.editor.undo());
    mia.sync();
    mia.publish(mia.editor.clear(screen));
    sync_all();
    EXPECT_TRUE(mia.refused.empty());
    EXPECT_TRUE(ann.board.find(screen, everywhere).empty());
    EXPECT_EQ(ann.snapshot(), mia.snapshot());
}

TEST_F(BoardScreens, know_whether_an_undo_changes_them) {
    const auto stroke = draw_on(dan, screen);
    EXPECT_TRUE(dan.editor.undoes_on(screen));
    EXPECT_FALSE(dan.editor.undoes_on(first_page));
    dan.publish(dan.editor.remove({{stroke}}));
    EXPECT_TRUE(dan.editor.undoes_on(screen));
    dan.draw();
    EXPECT_FALSE(dan.editor.undoes_on(screen));
    EXPECT_TRUE(dan.editor.undoes_on(first_page));
    EXPECT_FALSE(mia.editor.undoes_on(first_page)) << "she did nothing";
}

TEST_F(BoardScreens, have_nothing_else_that_could_be_changed) {
    draw_on(mia, screen);
    for (const auto& operation :
         {Operation{SetPageName{screen, Version{1}, "name"}}, Operation{SetPageOrder{screen, Version{1}, 3}},
          Operation{SetBackground{screen, Version{1}, {}}}, Operation{DeletePage{screen}}}) {
        const Message message{OperationNumber{2}, GestureNumber{2}, {operation}};
        EXPECT_EQ(decode_message(encode(message)).error(), Refusal::malformed) << operation.index();
    }
}

/// Clearing a screen that nobody drew on, at the same time as somebody begins to: the page begins to exist with either.
TEST_F(BoardScreens, are_the_same_whichever_of_two_came_first) {
    dan.draw();
    mia.sync();
    mia.publish(mia.editor.act({ClearPage{screen, {{dan.author.sender, OperationNumber{1}}}}}));
    draw_on(dan, screen);
    dan.publish(dan.editor.undo());
    sync_all();
    mia.publish(mia.editor.undo());
    sync_all();
    EXPECT_EQ(ann.snapshot(), dan.snapshot());
    EXPECT_EQ(ann.snapshot(), mia.snapshot());
}

TEST_F(BoardScreens, cost_their_author_more_than_a_place_on_a_page) {
    draw_on(dan, first_page);
    const auto on_a_page = dan.board.state().find(dan.author.sender)->bytes;
    draw_on(dan, screen);
    EXPECT_GE(dan.board.state().find(dan.author.sender)->bytes, 2 * on_a_page + limits::screen_overhead);
}

/// A snapshot must not make a replica keep more screens than anybody paid for, or what no operation makes.
TEST_F(BoardScreens, of_a_snapshot_are_plain_and_paid_for) {
    constexpr std::uint32_t screens = 4;
    const auto is_taken = [&](std::uint32_t count, const std::string& name) {
        State state;
        state.senders[dan.author.sender].bytes = screens * limits::screen_overhead;
        Changes changes;
        for (std::uint32_t scene = 0; scene < count; ++scene) {
            Page page{};
            page.name = Register<std::string>{name};
            state.canvas.add(screen_page(ann.author.sender, scene), std::move(page), changes);
        }
        return restore(encode_snapshot(Board{std::move(state), {}})).has_value();
    };
    EXPECT_TRUE(is_taken(screens, ""));
    EXPECT_FALSE(is_taken(screens + 1, ""));
    EXPECT_FALSE(is_taken(1, "name"));
}

} // namespace
} // namespace plenum::board
