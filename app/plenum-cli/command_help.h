// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plenum::cli {

enum class Topic : std::uint8_t {
    conference = 1,
    people = 2,
    talking = 3,
    board = 4,
    floor = 5,
    groups = 6,
    scripts = 7
};

/// What `help` says of a command, beside what parses it.
struct CommandHelp {
    Topic topic;
    std::string_view name;
    /// What stands behind the name.
    std::string_view usage;
    std::string_view about;
    /// A line that can be typed as it is.
    std::string_view example;
    /// Said where this command alone is asked for.
    std::string_view more{};
};

[[nodiscard]] inline std::string usage_of(const CommandHelp& help) {
    return std::string{help.name} + (help.usage.empty() ? "" : " ") + std::string{help.usage};
}

} // namespace plenum::cli
