// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>

/// A SQLite file and what SQLite keeps beside it, as one thing to move or remove.
namespace plenum::runtime {

/// Renames all of it to the first free name of `FILE.aside`, `FILE.aside-2`, … and gives that. Where something cannot
/// be moved, all stays where it was, and the error is why: a log without its file, or a file without its log, would be
/// another conference.
[[nodiscard]] std::expected<std::filesystem::path, std::string> move_aside(const std::filesystem::path& file);

/// Removes all of it, the file itself first, since without it nothing is loaded. Error: why it is still there.
[[nodiscard]] std::expected<void, std::string> remove_whole(const std::filesystem::path& file);

} // namespace plenum::runtime
