// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/etcd_client.h"
#include "core/node/node.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::app {

enum class LogLevel : std::uint8_t { error = 1, warning = 2, info = 3, debug = 4 };

/// What plenumd can be told, with its defaults. What each means, its bounds and what a wrong value costs is said once,
/// in config_keys.cpp; docs/reference-plenumd.md and the example file are generated from there.
struct Config {
    std::string listen{"0.0.0.0:7700"};
    /// Empty: what systemd tells ($STATE_DIRECTORY), else `plenum/plenumd` under the XDG state folder.
    std::filesystem::path data;
    /// Empty is open to everyone.
    std::string create_secret;
    /// Instead of `create_secret`.
    std::filesystem::path create_secret_file;
    /// Where it comes back if this machine is lost.
    std::vector<node::RelayPlace> standby{};
    /// Whether conferences are copied there.
    bool replicate{true};
    /// Other relays with the same key, through which people join as well.
    std::vector<node::RelayPlace> peers{};
    /// A register that names them instead, and standbys. Empty: none.
    EtcdOptions etcd{};
    /// Where others reach this relay; absent: found out at the start.
    std::optional<node::RelayPlace> cluster_place{};
    base::Duration drain_time{std::chrono::seconds{3}};
    /// Threads that serve; a power of two.
    std::size_t loops{1};
    LogLevel log_level{LogLevel::info};
    bool log_json{false};
    bool log_addresses{false};
    /// Empty: no metrics.
    std::string metrics_listen;
    /// Files of strangers' floor styles, or folders of them.
    std::vector<std::filesystem::path> floor_plugins{};
    node::RelayLimits limits{};
};

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

/// What would keep a folder from being used, or made.
[[nodiscard]] std::optional<std::string> wrong_with_folder(const std::filesystem::path& folder);
/// What would keep these plug-ins from being used. Loads them, so that their code runs.
[[nodiscard]] std::optional<std::string> wrong_with_plugins(const std::vector<std::filesystem::path>& places);
/// The same of a relay's data: also its key, and conferences whose key is not there.
[[nodiscard]] std::optional<std::string> wrong_with_data(const std::filesystem::path& data);
/// A secret in a configuration that everyone may read.
[[nodiscard]] std::optional<ConfigMistake> wrong_with_secrecy(const ParsedConfig& parsed,
                                                              const std::filesystem::path& file);

/// What in files, folders and addresses would keep plenumd from running with this configuration, as the user who asks.
[[nodiscard]] std::vector<ConfigMistake> check_surroundings(const ParsedConfig& parsed);

/// `create_secret`, or what stands in `create_secret_file` without the newline at its end. Refuses a file that everyone
/// may read.
[[nodiscard]] std::expected<std::string, std::string> creation_secret(const Config& config);

} // namespace plenum::app
