// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/relay_files.h"

#include "core/crypto/hash.h"
#include "core/runtime/entropy.h"
#include "core/runtime/files.h"
#include "core/runtime/net/resolver.h"
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

std::expected<std::vector<node::NodeOptions>, std::string>
node_options(const Config& config, const std::filesystem::path& data,
             std::span<const base::PluginDescriptor> floor_styles) {
    auto secret = creation_secret(config);
    if (!secret) return std::unexpected(secret.error());
    const auto identity = runtime::load_or_create_seed(data / "relay.key");
    if (!identity) return std::unexpected(identity.error());
    std::vector<node::NodeOptions> all;
    for (std::uint32_t loop = 0; loop < config.loops; ++loop) {
        const auto seed = runtime::draw_seed();
        if (!seed) return std::unexpected(seed.error());
        const node::LoopShare share{loop, static_cast<std::uint32_t>(config.loops)};
        auto& options = all.emplace_back();
        options.seed = *seed;
        options.relay = node::RelayOptions{*identity, *secret,      config.limits,  true,
                                           share,     floor_styles, config.standby, config.replicate};
    }
    return all;
}

std::string fingerprint(const base::ExchangeKey& key) {
    return base::to_hex(crypto::hash(key.view()).view().first(node::KeyFingerprint::size));
}

} // namespace plenum::app
