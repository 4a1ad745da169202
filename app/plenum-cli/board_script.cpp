// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/board_script.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

namespace plenum::cli {

std::expected<BoardScript, std::string> BoardScript::read(const Options& options) {
    std::ifstream file{options.file};
    if (!file) return std::unexpected{fmt::format("The script {} cannot be read.", options.file.string())};
    std::vector<BoardCommand> lines;
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
        std::istringstream words{text};
        if ((words >> std::ws).eof() || words.peek() == '#') continue;
        auto line = parse_board_command(words);
        if (!line)
            return std::unexpected{
                fmt::format("Line {} of {} is wrong: {}", number, options.file.string(), line.error())};
        lines.push_back(*std::move(line));
    }
    if (lines.empty()) return std::unexpected{fmt::format("The script {} has no lines.", options.file.string())};
    return BoardScript{options, std::move(lines)};
}

void BoardScript::draw(BoardClient& board, base::LocalTime now) {
    if (!board.ready() || now < due_) return;
    if (!began_at_) began_at_ = now;
    if (options_.time && now - *began_at_ >= *options_.time) return;
    due_ = now + options_.pace;
    if (board.carry_out(lines_[next_])) ++drawn_;
    next_ = (next_ + 1) % lines_.size();
}

} // namespace plenum::cli
