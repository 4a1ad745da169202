// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"

#include <toml.hpp>

#include <functional>
#include <optional>
#include <span>

namespace plenum::app {

/// One key of the configuration file: everything there is to say about it.
struct ConfigKey {
    /// With its table: `log.level`.
    std::string_view name;
    /// The type of its value in the file.
    std::string_view type;
    /// Bounds and unit, or the values that are allowed.
    std::string values;
    /// Its meaning, in one sentence.
    std::string_view about;
    /// The effect of a wrong value, and warnings.
    std::string_view advice;
    /// Whether a running relay takes a new value over (SIGHUP).
    bool reloads;
    /// Takes one value over into the configuration; the result says what is wrong with it.
    std::function<std::optional<std::string>(const toml::value&, Config&)> take;
    /// As it would stand in the file.
    std::function<std::string(const Config&)> show;
};

/// In the order in which people are told of them: those without a table first.
[[nodiscard]] std::span<const ConfigKey> config_keys();

/// Keys whose values differ.
[[nodiscard]] std::vector<const ConfigKey*> differences(const Config& before, const Config& after);

/// A running relay's configuration with what it takes over of a fresh one: the keys that say that they reload.
[[nodiscard]] Config reloaded(const Config& running, const Config& fresh);

} // namespace plenum::app
