// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/board/object.h"

#include <expected>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

/// The shell's lines about the whiteboard. Places are in board units, X to the right and Y downwards.
namespace plenum::cli {

/// SENDER.NUMBER as `board list` tells; absent for the last that we made.
using ObjectName = std::optional<board::ObjectId>;

struct StrokeLine {
    board::Tool tool{board::Tool::pen};
    std::vector<board::Position> points;
};
struct ShapeLine {
    board::ShapeKind kind{board::ShapeKind::line};
    board::Position from;
    board::Position to;
};
struct LabelLine {
    board::LabelKind kind{board::LabelKind::text};
    board::Position at;
    std::string text;
};
struct MoveLine {
    ObjectName object;
    board::Position by;
};
struct DeleteObjectLine {
    ObjectName object;
};
/// A new page, on which we draw from here on.
struct AddPageLine {
    std::string name;
};
/// The page on which we draw from here on; 1 is the first.
struct GoToPageLine {
    std::uint32_t page{1};
};
enum class BoardWord : std::uint8_t { undo = 1, redo, clear, list, state };

using BoardLine =
    std::variant<StrokeLine, ShapeLine, LabelLine, MoveLine, DeleteObjectLine, AddPageLine, GoToPageLine, BoardWord>;

/// Behind `board`. Error: how it is used.
[[nodiscard]] std::expected<BoardLine, std::string> parse_board_line(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> board_commands();

} // namespace plenum::cli
