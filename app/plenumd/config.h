// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::app {

enum class LogLevel : std::uint8_t { error = 1, warning = 2, info = 3, debug = 4 };

/// What plenumd can be told, with its defaults.
struct Config {
    /// `listen`: HOST:PORT, UDP. `[::]:7700` takes IPv6 and IPv4.
    std::string listen{"0.0.0.0:7700"};
    /// `data`: folder of the relay's key and its conferences. Empty: `plenumd` under the XDG state folder.
    std::filesystem::path data;
    /// `create_secret`: whoever makes a conference must know it; empty is open to everyone.
    std::string create_secret;
    /// `log.level`: "error", "warning", "info" or "debug".
    LogLevel log_level{LogLevel::info};
    /// `log.json`: one JSON object a line instead of text.
    bool log_json{false};
};

struct ConfigMistake {
    /// From 1.
    std::size_t line;
    std::string text;
};

/// TOML 1.0. Every mistake is told, not only the first, in the order of their lines: what does not parse, unknown keys,
/// wrong types, values that cannot be.
[[nodiscard]] std::expected<Config, std::vector<ConfigMistake>> parse_config(std::string_view text);

} // namespace plenum::app
