// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <filesystem>
#include <optional>
#include <string>

namespace plenum::cli {

/// Lines of a file or of standard input, without blocking whoever has other things to do. Lines over 64 KiB are cut.
class LineReader {
  public:
    /// Empty `path`: standard input. Nullopt if the file cannot be read.
    [[nodiscard]] static std::optional<LineReader> open(const std::filesystem::path& path);
    LineReader(LineReader&& other) noexcept;
    LineReader& operator=(LineReader&&) = delete;
    ~LineReader();

    /// The next whole line without its end, waiting at most `timeout`.
    [[nodiscard]] std::optional<std::string> next(base::Duration timeout);
    /// Whether somebody types the lines.
    [[nodiscard]] bool is_terminal() const;
    /// Nothing more will come.
    [[nodiscard]] bool ended() const { return ended_ && buffer_.empty(); }

  private:
    LineReader(int descriptor, bool owned) : descriptor_{descriptor}, owned_{owned} {}

    int descriptor_;
    bool owned_;
    bool ended_{false};
    std::string buffer_;
};

} // namespace plenum::cli
