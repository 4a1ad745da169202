// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/target.h"

#include <expected>
#include <filesystem>
#include <string>

/// Inputs on disk. In the tree a target's are one text file, an input a line in hexadecimal, shortest first; libFuzzer
/// wants a folder with a file each.
namespace plenum::fuzz {

using Inputs = std::vector<base::Bytes>;

/// Errors are a sentence.
[[nodiscard]] std::expected<Inputs, std::string> read_corpus(const std::filesystem::path& file);
[[nodiscard]] std::expected<void, std::string> write_corpus(const std::filesystem::path& file, Inputs inputs);
[[nodiscard]] std::expected<Inputs, std::string> read_folder(const std::filesystem::path& folder);
[[nodiscard]] std::expected<void, std::string> write_folder(const std::filesystem::path& folder, const Inputs& inputs);
/// The whole of a file as one input.
[[nodiscard]] std::expected<base::Bytes, std::string> read_input(const std::filesystem::path& file);

/// What the target begins with: its own seeds, or random bytes of several lengths.
[[nodiscard]] Inputs seeds_of(const Target& target);

} // namespace plenum::fuzz
