// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/board_client.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace plenum::cli {

/// What a bot draws: lines of a file as behind `board` in the shell, one after the other, again and again. Empty lines
/// and those that begin with # count for nothing.
class BoardScript {
  public:
    struct Options {
        std::filesystem::path file;
        /// Between two lines.
        base::Duration pace{std::chrono::milliseconds{200}};
        /// From when the bot can draw; nullopt: as long as it stays.
        std::optional<base::Duration> time{};
    };
    /// Error: a sentence that names the file and the line.
    [[nodiscard]] static std::expected<BoardScript, std::string> read(const Options& options);

    /// Draws what is due. A line that cannot be drawn now, such as a move of something that is gone, is passed over.
    void draw(BoardClient& board, base::LocalTime now);
    /// Lines that were drawn.
    [[nodiscard]] std::uint64_t drawn() const { return drawn_; }

  private:
    BoardScript(const Options& options, std::vector<BoardCommand> lines)
        : options_{options},
          lines_{std::move(lines)} {}

    Options options_;
    std::vector<BoardCommand> lines_;
    std::size_t next_{0};
    std::uint64_t drawn_{0};
    std::optional<base::LocalTime> began_at_;
    base::LocalTime due_{};
};

} // namespace plenum::cli
