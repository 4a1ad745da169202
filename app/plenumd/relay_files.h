// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/config.h"
#include "core/node/node.h"
#include "core/runtime/net/udp_socket.h"
#include "core/runtime/store/store.h"

#include <expected>
#include <span>
#include <string>
#include <vector>

/// What a relay opens before it runs. Errors are one sentence.
namespace plenum::app {

[[nodiscard]] std::expected<std::filesystem::path, std::string> data_folder(const Config& config);
/// The same, made if it was not there.
[[nodiscard]] std::expected<std::filesystem::path, std::string> usable_data_folder(const Config& config);
/// One for each of `loops`.
[[nodiscard]] std::expected<std::vector<runtime::UdpSocket>, std::string> open_sockets(const Config& config);
/// Of `metrics_listen`, which must not be empty.
[[nodiscard]] std::expected<base::Address, std::string> metrics_address(const Config& config);
/// Where others reach this relay in its cluster: as the settings say, else from where it reaches etcd.
[[nodiscard]] std::expected<node::RelayPlace, std::string> cluster_place(const Config& config);
/// One for each of `loops`, with the relay's key, made on first use, or the cluster's.
[[nodiscard]] std::expected<std::vector<node::NodeOptions>, std::string>
node_options(const Config& config, const std::filesystem::path& data,
             std::span<const base::PluginDescriptor> floor_styles);
/// Of a relay's key, as in links and on other relays' screens: the first 16 bytes of BLAKE2b-256.
[[nodiscard]] std::string fingerprint(const base::ExchangeKey& key);

} // namespace plenum::app
