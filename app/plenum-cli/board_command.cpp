// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/board_command.h"

#include "app/plenum-cli/words.h"
#include "core/board/limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::cli {
namespace {

using MaybeBoardCommand = std::optional<BoardCommand>;

/// Sixteenths of a board unit.
constexpr std::int32_t unit = 16;
constexpr std::int32_t units_max = board::limits::coordinate_max / unit;

std::optional<std::int32_t> coordinate(std::string_view word) {
    const auto units = number<std::int32_t>(word);
    if (!units || *units > units_max || *units < -units_max) return std::nullopt;
    return *units * unit;
}

std::optional<board::Position> position(Words& words) {
    const auto x = coordinate(next(words));
    const auto y = coordinate(next(words));
    if (!x || !y) return std::nullopt;
    return board::Position{*x, *y};
}

/// False where it is neither a name nor `last`.
bool read_object(Words& words, ObjectName& object) {
    const auto word = next(words);
    if (word == "last") return true;
    const auto dot = word.find('.');
    if (dot == std::string::npos) return false;
    const auto sender = number(std::string_view{word}.substr(0, dot));
    const auto which = number(std::string_view{word}.substr(dot + 1));
    if (!sender || !which) return false;
    object = board::ObjectId{base::MemberIndex{*sender}, board::OperationNumber{*which}};
    return true;
}

template <board::Tool tool>
MaybeBoardCommand parse_stroke(Words& words) {
    StrokeCommand command{tool, {}};
    while (!(words >> std::ws).eof()) {
        const auto point = position(words);
        if (!point) return std::nullopt;
        command.points.push_back(*point);
    }
    if (command.points.empty()) return std::nullopt;
    return command;
}

template <board::ShapeKind kind>
MaybeBoardCommand parse_shape(Words& words) {
    const auto from = position(words);
    const auto to = position(words);
    if (!from || !to) return std::nullopt;
    return ShapeCommand{kind, *from, *to};
}

template <board::LabelKind kind>
MaybeBoardCommand parse_label(Words& words) {
    const auto at = position(words);
    auto text = rest(words);
    if (!at || text.empty()) return std::nullopt;
    return LabelCommand{kind, *at, std::move(text)};
}

MaybeBoardCommand parse_move(Words& words) {
    MoveCommand command;
    if (!read_object(words, command.object)) return std::nullopt;
    const auto by = position(words);
    if (!by) return std::nullopt;
    command.by = *by;
    return command;
}

MaybeBoardCommand parse_delete(Words& words) {
    DeleteObjectCommand command;
    if (!read_object(words, command.object)) return std::nullopt;
    return command;
}

MaybeBoardCommand parse_page(Words& words) {
    const auto page = number(next(words));
    if (!page || *page == 0) return std::nullopt;
    return GoToPageCommand{*page};
}

MaybeBoardCommand parse_add_page(Words& words) { return AddPageCommand{rest(words)}; }

template <BoardWord word>
MaybeBoardCommand parse_word(Words&) {
    return word;
}

struct BoardSyntax {
    CommandHelp help;
    MaybeBoardCommand (*parse)(Words& words);
};

constexpr std::string_view places_help = "X and Y are whole numbers of board units; Y grows downwards";
constexpr std::string_view object_help = "OBJECT is SENDER.NUMBER as `board list` tells, or last: what you made last";

constexpr std::array board_table{
    BoardSyntax{
        {Topic::board, "board pen", "X Y [X Y...]", "Draw with the pen.", "board pen 0 0 40 30 80 0", places_help},
        parse_stroke<board::Tool::pen>},
    BoardSyntax{
        {Topic::board, "board marker", "X Y [X Y...]", "Draw with the marker.", "board marker 0 50 80 50", places_help},
        parse_stroke<board::Tool::marker>},
    BoardSyntax{{Topic::board, "board line", "X Y X Y", "Draw a line.", "board line 0 0 100 50", places_help},
                parse_shape<board::ShapeKind::line>},
    BoardSyntax{{Topic::board, "board arrow", "X Y X Y", "Draw an arrow to the second place.", "board arrow 0 0 100 50",
                 places_help},
                parse_shape<board::ShapeKind::arrow>},
    BoardSyntax{
        {Topic::board, "board rectangle", "X Y X Y", "Draw a rectangle.", "board rectangle 0 0 100 50", places_help},
        parse_shape<board::ShapeKind::rectangle>},
    BoardSyntax{{Topic::board, "board ellipse", "X Y X Y", "Draw an ellipse.", "board ellipse 0 0 100 50", places_help},
                parse_shape<board::ShapeKind::ellipse>},
    BoardSyntax{
        {Topic::board, "board text", "X Y TEXT", "Write on the whiteboard.", "board text 0 80 hello", places_help},
        parse_label<board::LabelKind::text>},
    BoardSyntax{
        {Topic::board, "board note", "X Y TEXT", "Put up a sticky note.", "board note 120 0 buy milk", places_help},
        parse_label<board::LabelKind::note>},
    BoardSyntax{{Topic::board, "board move", "OBJECT DX DY", "Move by so much.", "board move last 10 0", object_help},
                parse_move},
    BoardSyntax{
        {Topic::board, "board delete", "OBJECT", "Delete from the whiteboard.", "board delete last", object_help},
        parse_delete},
    BoardSyntax{{Topic::board, "board undo", "", "Undo what you did last.", "board undo"}, parse_word<BoardWord::undo>},
    BoardSyntax{{Topic::board, "board redo", "", "Do again what you undid last.", "board redo"},
                parse_word<BoardWord::redo>},
    BoardSyntax{{Topic::board, "board clear", "", "Clear the page.", "board clear"}, parse_word<BoardWord::clear>},
    BoardSyntax{{Topic::board, "board page", "NUMBER", "Draw on this page from here on.", "board page 1"}, parse_page},
    BoardSyntax{{Topic::board, "board add-page", "[NAME]", "Add a page and draw on it.", "board add-page Plans"},
                parse_add_page},
    BoardSyntax{{Topic::board, "board list", "", "What is on the page.", "board list"}, parse_word<BoardWord::list>},
    BoardSyntax{
        {Topic::board, "board state", "", "How much there is, and a checksum that equal boards share.", "board state"},
        parse_word<BoardWord::state>},
};

constexpr auto board_helps = [] {
    std::array<CommandHelp, board_table.size()> all{};
    std::ranges::transform(board_table, all.begin(), &BoardSyntax::help);
    return all;
}();

} // namespace

std::expected<BoardCommand, std::string> parse_board_command(std::istringstream& words) {
    const auto name = "board " + next(words);
    const auto found = std::ranges::find(board_table, name, [](const BoardSyntax& each) { return each.help.name; });
    if (found == board_table.end()) return std::unexpected{"usage: board pen|line|text|undo|list ...; try help board"};
    auto line = found->parse(words);
    if (!line || !rest(words).empty()) return std::unexpected{"usage: " + usage_of(found->help)};
    return *std::move(line);
}

std::span<const CommandHelp> board_commands() { return board_helps; }

} // namespace plenum::cli
