// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"

#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::app {

struct ConfigMistake {
    /// From 1; 0 where no line is at fault.
    std::size_t line;
    std::string text;
    friend bool operator==(const ConfigMistake&, const ConfigMistake&) = default;
};

struct ParsedConfig {
    Config config;
    /// Where each key that was given stands.
    std::map<std::string, std::size_t, std::less<>> lines;
};

/// TOML 1.0. Every mistake is told, not only the first, in the order of their lines: what does not parse, unknown keys,
/// wrong types, values that cannot be, keys that contradict each other.
[[nodiscard]] std::expected<ParsedConfig, std::vector<ConfigMistake>> parse_config(std::string_view text);

} // namespace plenum::app
