// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/board_script.h"

#include <gtest/gtest.h>

#include <fstream>

namespace plenum::cli {
namespace {

std::expected<BoardCommand, std::string> parse(const std::string& text) {
    std::istringstream words{text};
    return parse_board_command(words);
}

TEST(BoardCommand, places_are_in_units) {
    const auto line = parse("pen 1 -2 3 4");
    ASSERT_TRUE(line.has_value());
    const auto* stroke = std::get_if<StrokeCommand>(&*line);
    ASSERT_NE(stroke, nullptr);
    EXPECT_EQ(stroke->points, (std::vector<board::Position>{{16, -32}, {48, 64}}));
}

TEST(BoardCommand, names_objects_or_the_last) {
    const auto moved = parse("move 3.17 1 1");
    const auto deleted = parse("delete last");
    ASSERT_TRUE(moved && deleted);
    const auto* move = std::get_if<MoveCommand>(&*moved);
    ASSERT_NE(move, nullptr);
    EXPECT_EQ(move->object, (board::ObjectId{base::MemberIndex{3}, board::OperationNumber{17}}));
    ASSERT_NE(std::get_if<DeleteObjectCommand>(&*deleted), nullptr);
    EXPECT_EQ(std::get_if<DeleteObjectCommand>(&*deleted)->object, std::nullopt);
}

TEST(BoardCommand, what_makes_no_sense_tells_how_it_is_used) {
    for (const auto* text : {"pen", "pen 1", "pen 1 x", "line 0 0 1", "note 0 0", "move 3 1 1", "delete", "page 0",
                             "rectangle 0 0 99999999 1", "pen 1 2 3"})
        EXPECT_TRUE(parse(text).error().starts_with("usage: board ")) << text;
    EXPECT_TRUE(parse("dance").error().ends_with("try help board"));
}

TEST(BoardScript, tells_which_line_is_wrong) {
    const auto file = std::filesystem::path{testing::TempDir()} / "board_script.txt";
    std::ofstream{file} << "# waves\n\npen 0 0 1 1\nspin\n";
    const auto script = BoardScript::read({file});
    ASSERT_FALSE(script.has_value());
    EXPECT_TRUE(script.error().starts_with("Line 4 of")) << script.error();
    std::ofstream{file} << "# nothing\n";
    EXPECT_FALSE(BoardScript::read({file}).has_value());
}

} // namespace
} // namespace plenum::cli
