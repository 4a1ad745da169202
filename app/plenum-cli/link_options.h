// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace plenum::cli {

/// Of the library's own the complaint has 300 digits.
inline std::string not_below_zero(const std::string& text) {
    return text.starts_with('-') ? text + " is below zero" : std::string{};
}

/// Options stand where every user of the machine can read them, and a link lets in whoever has it.
inline void add_link_options(CLI::App& command, std::string& link, std::filesystem::path& file) {
    auto* sources = command.add_option_group("link", "The conference");
    sources->add_option("--link", link, "Its link; other users here may see it");
    sources->add_option("--link-file", file, "The same out of a file");
    sources->require_option(1);
}

} // namespace plenum::cli
