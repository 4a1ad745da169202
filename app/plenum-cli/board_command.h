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

/// The shell's commands about the whiteboard. Places are in board units, X to the right and Y downwards.
namespace plenum::cli {

/// SENDER.NUMBER as `board list` tells; absent for the last that we made.
using ObjectName = std::optional<board::ObjectId>;

struct StrokeCommand {
    board::Tool tool{board::Tool::pen};
    std::vector<board::Position> points;
};
struct ShapeCommand {
    board::ShapeKind kind{board::ShapeKind::line};
    board::Position from;
    board::Position to;
};
struct LabelCommand {
    board::LabelKind kind{board::LabelKind::text};
    board::Position at;
    std::string text;
};
struct MoveCommand {
    ObjectName object;
    board::Position by;
};
struct DeleteObjectCommand {
    ObjectName object;
};
/// A new page, on which we draw from here on.
struct AddPageCommand {
    std::string name;
};
/// The page on which we draw from here on; 1 is the first.
struct GoToPageCommand {
    std::uint32_t page{1};
};
enum class BoardWord : std::uint8_t { undo = 1, redo, clear, list, state };

using BoardCommand = std::variant<StrokeCommand, ShapeCommand, LabelCommand, MoveCommand, DeleteObjectCommand,
                                  AddPageCommand, GoToPageCommand, BoardWord>;

/// Behind `board`. Error: how it is used.
[[nodiscard]] std::expected<BoardCommand, std::string> parse_board_command(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> board_commands();

} // namespace plenum::cli
