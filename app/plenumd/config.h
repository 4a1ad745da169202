// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/etcd_client.h"
#include "core/node/node.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
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

} // namespace plenum::app
