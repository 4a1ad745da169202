// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"

#include <expected>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plenum::app {

/// The command line, as it stands.
struct Options {
    std::optional<std::filesystem::path> config_file;
    std::optional<std::string> listen;
    std::optional<std::filesystem::path> data;
    bool check_config{false};
    bool json{false};
    /// To be drawn as one picture; nothing is served.
    std::vector<std::filesystem::path> repair_map;
};

/// Help, the version or a mistake was asked for or made: print `text` and end with `status`.
struct Answered {
    int status;
    std::string text;
};

[[nodiscard]] std::variant<Options, Answered> parse_options(int argc, const char* const* argv);

} // namespace plenum::app
