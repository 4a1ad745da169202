// SPDX-License-Identifier: Apache-2.0
#include "core/client/session_setup.h"

#include "core/base/limits.h"
#include "core/runtime/entropy.h"
#include "core/runtime/identity_file.h"
#include "core/runtime/net/local_address.h"
#include "core/runtime/net/socket_address.h"
#include "core/wire/control.h"

#include <chrono>
#include <ranges>
#include <utility>

namespace plenum::client {

namespace {

using Seed = std::expected<base::Seed, std::string>;

std::expected<void, std::string> check_name(std::string_view what, std::string_view text) {
    const auto name = std::string{what};
    if (text.find_first_not_of(' ') == std::string_view::npos) return std::unexpected(name + " is missing; give one.");
    if (text.size() > base::limits::name_bytes_max)
        return std::unexpected(name + " is longer than " + std::to_string(base::limits::name_bytes_max) +
                               " bytes; shorten it.");
    if (!base::is_clean_text(text)) return std::unexpected(name + " has characters that cannot be shown.");
    if (!base::is_clean_line(text)) return std::unexpected(name + " has more than one line; write it in one.");
    return {};
}

std::expected<base::Seed, std::string> load_identity(const Identity& identity) {
    if (identity.kind == Identity::Kind::ephemeral) return runtime::draw_seed();
    using File = std::expected<std::filesystem::path, std::string>;
    const auto file = identity.file.empty() ? runtime::device_identity_file() : File{identity.file};
    if (!file) return std::unexpected(file.error());
    const auto seed = runtime::load_identity(*file, identity.passphrase);
    if (!seed) return std::unexpected(seed.error().sentence);
    return *seed;
}

std::expected<node::NodeOptions, std::string>
endpoint_options(const Identity& identity, std::span<const base::PluginDescriptor> floor_styles = {}) {
    const auto seed = runtime::draw_seed();
    if (!seed) return std::unexpected(seed.error());
    const auto own = load_identity(identity);
    if (!own) return std::unexpected(own.error());
    node::NodeOptions options;
    options.seed = *seed;
    options.endpoint = node::EndpointOptions{*own, {}, floor_styles};
    return options;
}

/// IPv6 and IPv4, where the system has both.
std::expected<runtime::UdpSocket, std::string> open_socket(std::uint16_t port_preferred) {
    auto socket = runtime::UdpSocket::open({.bind = {{}, port_preferred}});
    if (!socket && port_preferred != 0) socket = runtime::UdpSocket::open({.bind = {}});
    if (!socket) return std::unexpected(socket.error().sentence);
    return std::move(*socket);
}

std::expected<runtime::UdpSocket, std::string> open_socket_at(std::uint16_t port) {
    auto socket = runtime::UdpSocket::open({.bind = {{}, port}});
    if (!socket) return std::unexpected(socket.error().sentence);
    return std::move(*socket);
}

/// Those of this machine, as far as the relay looks at them. The loopback serves a relay on the same machine.
std::vector<node::RelayPlace> places_at(std::uint16_t port) {
    std::vector<node::RelayPlace> places;
    const auto add = [&](base::Address address) {
        address.port = port;
        places.push_back({runtime::host_text(address), address});
    };
    for (const auto& address : runtime::local_addresses() | std::views::take(wire::Standby::places_max - 1))
        add(address);
    add(base::Address::v4(127, 0, 0, 1, port));
    return places;
}

bool expired(const node::ConferenceLink& link) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return link.expires_at != 0 && std::chrono::duration_cast<std::chrono::seconds>(now).count() >= link.expires_at;
}

} // namespace

std::expected<SessionSetup, std::string> prepare(const HostOptions& options) {
    if (const auto sound = check_name("The conference's title", options.title); !sound)
        return std::unexpected(sound.error());
    if (const auto sound = check_name("Your name", options.display_name); !sound) return std::unexpected(sound.error());
    auto node = endpoint_options(options.identity, options.floor_styles);
    if (!node) return std::unexpected(node.error());
    const auto relay = options.relay ? Seed{options.relay->identity} : runtime::draw_seed();
    if (!relay) return std::unexpected(relay.error());
    std::optional<node::ConferenceLink> resumed;
    if (options.relay && !options.relay->link.empty()) {
        const auto link = node::parse_link(options.relay->link);
        if (!link) return std::unexpected(std::string{node::explain(link.error())});
        resumed = *link;
    }
    auto socket = resumed ? open_socket_at(resumed->port) : open_socket(options.port_preferred);
    if (!socket) return std::unexpected(socket.error());
    const auto port = socket->local().port;
    HostGoal goal;
    goal.self = base::Address::v4(127, 0, 0, 1, port);
    goal.host = options.public_host.empty() ? runtime::host_text(runtime::local_address()) : options.public_host;
    goal.port = port;
    goal.title = options.title;
    goal.display_name = options.display_name;
    goal.policy = options.policy;
    goal.relay_linger = options.relay_linger;
    goal.resumed = std::move(resumed);
    const auto create_secret = runtime::draw_seed();
    if (!create_secret) return std::unexpected(create_secret.error());
    // On a host's relay nobody else makes conferences.
    node->endpoint->create_secret = base::to_hex(create_secret->view());
    node->relay = node::RelayOptions{*relay, node->endpoint->create_secret, {}, false, {}, options.floor_styles};
    node->relay->succession = options.succession;
    node->self = goal.self;
    return SessionSetup{std::move(goal), std::move(*node), std::move(*socket)};
}

std::expected<SessionSetup, std::string> prepare(const JoinOptions& options) {
    auto link = node::parse_link(options.link);
    if (!link) return std::unexpected(std::string{node::explain(link.error())});
    if (expired(*link)) return std::unexpected(std::string{explain(node::EndReason::link_expired)});
    if (const auto sound = check_name("Your name", options.display_name); !sound) return std::unexpected(sound.error());
    auto node = endpoint_options(options.identity, options.floor_styles);
    if (!node) return std::unexpected(node.error());
    auto socket = open_socket(0);
    if (!socket) return std::unexpected(socket.error());
    if (options.stands_by) node->endpoint->standby_places = places_at(socket->local().port);
    return SessionSetup{JoinGoal{std::move(*link), options.display_name, options.standby}, std::move(*node),
                        std::move(*socket)};
}

std::expected<SessionSetup, std::string> prepare(const CreateOptions& options) {
    const auto relay = runtime::parse_host_port(options.relay);
    if (!relay) return std::unexpected(relay.error());
    if (relay->port == 0) return std::unexpected("\"" + options.relay + "\" has port 0, which nobody listens on.");
    if (const auto sound = check_name("The conference's title", options.title); !sound)
        return std::unexpected(sound.error());
    auto node = endpoint_options(options.identity);
    if (!node) return std::unexpected(node.error());
    node->endpoint->create_secret = options.create_secret;
    auto socket = open_socket(0);
    if (!socket) return std::unexpected(socket.error());
    return SessionSetup{CreateGoal{*relay, options.title, options.policy}, std::move(*node), std::move(*socket)};
}

} // namespace plenum::client
