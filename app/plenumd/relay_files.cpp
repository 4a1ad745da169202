// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/relay_files.h"

#include "app/plenumd/cluster_register.h"
#include "app/plenumd/config_check.h"
#include "app/plenumd/creation_secret.h"
#include "core/crypto/hash.h"
#include "core/runtime/entropy.h"
#include "core/runtime/files.h"
#include "core/runtime/net/local_address.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "core/runtime/net/socket_group.h"

#include <cstdlib>

namespace plenum::app {

std::expected<std::filesystem::path, std::string> data_folder(const Config& config) {
    if (!config.data.empty()) return config.data;
    // systemd.exec(5), StateDirectory=: several stand with colons between.
    if (const auto* given = std::getenv("STATE_DIRECTORY"); given != nullptr && *given == '/') {
        const std::string folders{given};
        return folders.substr(0, folders.find(':'));
    }
    const auto state = runtime::state_folder();
    if (!state) return std::unexpected(state.error());
    return *state / "plenumd";
}

std::expected<std::filesystem::path, std::string> usable_data_folder(const Config& config) {
    auto data = data_folder(config);
    if (!data) return data;
    if (const auto wrong = wrong_with_data(*data)) {
        const auto end = wrong->ends_with('.') ? "" : ".";
        return std::unexpected("The relay's data: " + *wrong + end);
    }
    if (const auto made = runtime::make_folder(*data); !made) return std::unexpected(made.error());
    return data;
}

std::expected<std::vector<runtime::UdpSocket>, std::string> open_sockets(const Config& config) {
    const auto where = runtime::parse_host_port(config.listen);
    if (!where) return std::unexpected(where.error());
    const auto addresses = runtime::resolve(*where);
    if (!addresses) return std::unexpected(addresses.error());
    auto sockets = runtime::open_group({.bind = addresses->front()}, config.loops);
    if (!sockets) return std::unexpected(sockets.error().sentence);
    return std::move(*sockets);
}

std::expected<base::Address, std::string> metrics_address(const Config& config) {
    const auto where = runtime::parse_host_port(config.metrics_listen);
    if (!where) return std::unexpected(where.error());
    const auto addresses = runtime::resolve(*where);
    if (!addresses) return std::unexpected(addresses.error());
    return addresses->front();
}

namespace {

constexpr std::uint16_t probe_port = 9;

/// The relay's own, or its cluster's, which a new relay takes over.
std::expected<base::Seed, std::string> identity_of(const Config& config, const std::filesystem::path& data) {
    const auto file = data / "relay.key";
    std::error_code error;
    const bool known = std::filesystem::exists(file, error);
    const auto own = runtime::load_or_create_seed(file);
    if (!own || config.etcd.endpoints.empty()) return own;
    auto shared = ClusterRegister::share_identity(config.etcd, *own);
    if (!shared || *shared == *own) return shared;
    const bool empty = std::filesystem::is_empty(data / "conferences", error) || error;
    if (known && !empty)
        return std::unexpected("This relay has conferences, and " + file.string() +
                               " is not the key of the cluster: begin with an empty data folder, or leave out "
                               "cluster.etcd.");
    if (const auto written = runtime::write_atomically(file, shared->view()); !written)
        return std::unexpected(written.error());
    return shared;
}

} // namespace

std::expected<node::RelayPlace, std::string> cluster_place(const Config& config) {
    if (config.cluster_place) return *config.cluster_place;
    const auto listen = runtime::parse_host_port(config.listen);
    if (!listen) return std::unexpected(listen.error());
    auto address = runtime::parse_address(listen->host, listen->port);
    if (!address || runtime::is_any(*address)) {
        const auto& endpoint = config.etcd.endpoints.front();
        const auto etcd = runtime::parse_host_port(endpoint.substr(endpoint.find("://") + 3));
        const auto there = runtime::resolve({etcd->host, probe_port});
        if (!there) return std::unexpected(there.error());
        address = runtime::local_address_towards(there->front());
        if (!address)
            return std::unexpected("It is not clear where others reach this relay; set cluster.address to its "
                                   "ADDRESS:PORT.");
    }
    address->port = listen->port;
    return node::RelayPlace{runtime::host_text(*address), *address};
}

std::expected<std::vector<node::NodeOptions>, std::string>
node_options(const Config& config, const std::filesystem::path& data,
             std::span<const base::PluginDescriptor> floor_styles) {
    auto secret = creation_secret(config);
    if (!secret) return std::unexpected(secret.error());
    const auto identity = identity_of(config, data);
    if (!identity) return std::unexpected(identity.error());
    std::optional<node::RelayPlace> place;
    if (!config.etcd.endpoints.empty()) {
        auto found = cluster_place(config);
        if (!found) return std::unexpected(found.error());
        place = std::move(*found);
    }
    std::vector<node::NodeOptions> all;
    for (std::uint32_t loop = 0; loop < config.loops; ++loop) {
        const auto seed = runtime::draw_seed();
        if (!seed) return std::unexpected(seed.error());
        const node::LoopShare share{loop, static_cast<std::uint32_t>(config.loops)};
        auto& options = all.emplace_back();
        options.seed = *seed;
        options.relay = node::RelayOptions{*identity, *secret,      config.limits,  true,
                                           share,     floor_styles, config.standby, config.replicate};
        options.relay->peers = config.peers;
        options.relay->cluster_place = place;
    }
    return all;
}

std::string fingerprint(const base::ExchangeKey& key) {
    return base::to_hex(crypto::hash(key.view()).view().first(node::KeyFingerprint::size));
}

} // namespace plenum::app
