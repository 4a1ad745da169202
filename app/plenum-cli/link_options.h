// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <filesystem>
#include <string>

namespace plenum::cli {

/// Seconds that a clock can count; else what is wrong. Of the library's own checks the complaint has 300 digits.
inline std::string not_below_zero(const std::string& text) {
    constexpr double seconds_max = 1e9;
    if (text.starts_with('-')) return text + " is below zero";
    double seconds = 0;
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, seconds);
    if (read.ec == std::errc{} && read.ptr == end && seconds <= seconds_max) return {};
    return text + " is no number of seconds up to 1000000000";
}

/// As members and conferences may be called; else what is wrong.
inline std::string usable_name(const std::string& name) {
    if (name.size() > base::limits::name_bytes_max)
        return "a name has at most " + std::to_string(base::limits::name_bytes_max) + " bytes";
    return base::is_clean_line(name) ? std::string{} : "a name is one line of text that is not empty";
}

/// Options stand where every user of the machine can read them, and a link lets in whoever has it.
inline void add_link_options(CLI::App& command, std::string& link, std::filesystem::path& file) {
    auto* sources = command.add_option_group("link", "The conference");
    sources->add_option("--link", link, "Its link; other users here may see it");
    sources->add_option("--link-file", file, "The same out of a file");
    sources->require_option(1);
}

} // namespace plenum::cli
