// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"

#include <toml.hpp>

#include <functional>
#include <optional>
#include <span>

namespace plenum::app {

/// One key of the configuration file: everything there is to say about it.
struct Setting {
    /// With its table: `log.level`.
    std::string_view key;
    /// What it means, for people who never read the code.
    std::string_view about;
    /// Unit and bounds, and what may be written.
    std::string_view values;
    /// What a wrong value costs.
    std::string_view cost;
    /// Whether a running relay takes a new value over (SIGHUP).
    bool reloads;
    /// Takes one value over into the configuration; the result says what is wrong with it.
    std::function<std::optional<std::string>(const toml::value&, Config&)> take;
    /// As it would stand in the file.
    std::function<std::string(const Config&)> show;
};

/// In the order in which people are told of them: those without a table first.
[[nodiscard]] std::span<const Setting> settings();

/// Keys whose values differ.
[[nodiscard]] std::vector<const Setting*> differences(const Config& before, const Config& after);

/// A running relay's configuration with what it takes over of a fresh one: the settings that say that they reload.
[[nodiscard]] Config reloaded(const Config& running, const Config& fresh);

} // namespace plenum::app
