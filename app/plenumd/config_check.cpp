// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config_check.h"

#include "app/plenumd/creation_secret.h"
#include "app/plenumd/plugins.h"
#include "core/runtime/files.h"
#include "core/runtime/net/local_address.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "core/runtime/net/udp_socket.h"
#include "plugins/floor/floor_styles.h"

#include <algorithm>
#include <cerrno>
#include <tuple>

#include <unistd.h>

namespace plenum::app {

namespace {

/// The folder, or where it would be made.
std::filesystem::path existing_part(std::filesystem::path folder) {
    std::error_code error;
    while (!std::filesystem::exists(folder, error) && folder.has_parent_path() && folder != folder.parent_path())
        folder = folder.parent_path();
    return folder;
}

/// A port of the system's choice, so that whatever runs at the wanted one does not count.
std::optional<std::string> wrong_with_place(std::string_view place) {
    const auto where = runtime::parse_host_port(place);
    if (!where) return where.error();
    const auto addresses = runtime::resolve({where->host, 0});
    if (!addresses) return addresses.error();
    const auto socket = runtime::UdpSocket::open({.bind = addresses->front()});
    if (socket) return std::nullopt;
    if (socket.error().kind != runtime::SocketError::Kind::no_such_address) return socket.error().sentence;
    return where->host + " is no address of this machine; `ip address` lists those that it has";
}

/// Permissions of the files inside do not help where somebody else may replace them.
std::optional<std::string> wrong_with_writers(const std::filesystem::path& folder) {
    using std::filesystem::perms;
    std::error_code error;
    const auto status = std::filesystem::status(folder, error);
    if (!std::filesystem::is_directory(status)) return std::nullopt;
    if ((status.permissions() & (perms::group_write | perms::others_write)) == perms::none) return std::nullopt;
    return folder.string() + " can be written by other users, who could replace the relay's key or its conferences: " +
           "run \"chmod go-w\" on it";
}

std::optional<std::string> wrong_with_file(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return file.string() + " does not exist";
    if (!std::filesystem::is_regular_file(file, error)) return file.string() + " is no file";
    if (::access(file.c_str(), R_OK) != 0) return file.string() + " cannot be read by this user";
    return std::nullopt;
}

/// Whether datagrams to that address come to a relay with this configuration.
bool is_own_address(const Config& config, const base::Address& there) {
    if (config.cluster_place && config.cluster_place->address == there) return true;
    const auto listen = runtime::parse_host_port(config.listen);
    const auto listening = listen ? runtime::resolve(*listen) : std::unexpected(listen.error());
    if (!listening || listening->front().port != there.port) return false;
    if (!runtime::is_any(listening->front())) return std::ranges::find(*listening, there) != listening->end();
    if (runtime::scope_of(there) == runtime::AddressScope::machine) return true;
    return std::ranges::any_of(runtime::local_addresses(), [&](const auto& own) { return own.ip == there.ip; });
}

std::optional<std::string> wrong_with_relays(const Config& config, const std::vector<node::RelayPlace>& relays) {
    for (auto relay = relays.begin(); relay != relays.end(); ++relay) {
        const auto text = runtime::to_text(relay->address);
        if (is_own_address(config, relay->address)) return text + " is this relay itself; name the other relays alone";
        const bool twice =
            std::ranges::find(relays.begin(), relay, relay->address, &node::RelayPlace::address) != relay;
        if (twice) return text + " stands there twice; name each relay once";
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> wrong_with_folder(const std::filesystem::path& folder) {
    const auto existing = existing_part(folder);
    std::error_code error;
    const auto made = existing == folder ? std::string{} : folder.string() + " does not exist and cannot be made: ";
    if (!std::filesystem::is_directory(existing, error)) return made + existing.string() + " is no folder";
    if (::access(existing.c_str(), R_OK | W_OK | X_OK) == 0) return std::nullopt;
    if (errno == EROFS)
        return made + existing.string() +
               " cannot be written: its file system is read-only here (a systemd unit opens it by ReadWritePaths=)";
    return made + existing.string() + " cannot be written by this user";
}

std::optional<std::string> wrong_with_plugins(const std::vector<std::filesystem::path>& places) {
    runtime::StyleRegistry registry{floor::floor_styles()};
    std::string wrong;
    load_plugins(registry, places, [&](const std::filesystem::path&, const PluginLoad& loaded) {
        if (!loaded) wrong += (wrong.empty() ? "" : " ") + loaded.error();
    });
    return wrong.empty() ? std::nullopt : std::optional{wrong};
}

std::optional<std::string> wrong_with_data(const std::filesystem::path& data) {
    for (const auto& folder : {data, data / "conferences"}) {
        if (auto wrong = wrong_with_folder(folder)) return wrong;
        if (auto wrong = wrong_with_writers(folder)) return wrong;
    }
    const auto key = data / "relay.key";
    std::error_code error;
    if (std::filesystem::exists(key, error)) {
        const auto read = runtime::load_or_create_seed(key);
        return read ? std::nullopt : std::optional{read.error()};
    }
    if (std::filesystem::is_symlink(key, error))
        return key.string() + " is a link to a file that does not exist: restore that file, or remove the link";
    // A new key would set aside every conference that there is.
    const auto conferences = data / "conferences";
    for (std::filesystem::directory_iterator file{conferences, error}, end; !error && file != end;
         file.increment(error)) {
        if (file->path().extension() != ".sqlite") continue;
        return key.string() +
               " is missing, and only it opens the conferences beside it: restore it from a backup; or, "
               "to begin anew with new links, move " +
               conferences.string() + " away";
    }
    if (error && error != std::errc::no_such_file_or_directory)
        return conferences.string() + " cannot be read: " + error.message();
    return std::nullopt;
}

std::vector<ConfigMistake> check_surroundings(const ParsedConfig& parsed) {
    std::vector<ConfigMistake> mistakes;
    const auto line_of = [&](std::string_view key) {
        const auto found = parsed.lines.find(key);
        return found == parsed.lines.end() ? 0 : found->second;
    };
    const auto check = [&](std::string_view key, const std::optional<std::string>& wrong) {
        if (wrong) mistakes.push_back({line_of(key), std::string{key} + ": " + *wrong});
    };
    const auto& config = parsed.config;
    check("listen", wrong_with_place(config.listen));
    if (!config.metrics_listen.empty()) check("metrics.listen", wrong_with_place(config.metrics_listen));
    if (!config.data.empty()) check("data", wrong_with_data(config.data));
    check("standby", wrong_with_relays(config, config.standby));
    check("peer", wrong_with_relays(config, config.peers));
    for (const auto& [key, file] : {std::pair{"cluster.ca", config.etcd.ca},
                                    {"cluster.certificate", config.etcd.certificate},
                                    {"cluster.key", config.etcd.key}})
        if (!file.empty()) check(key, wrong_with_file(file));
    check("plugins.floor", wrong_with_plugins(config.floor_plugins));
    if (const auto secret = creation_secret(config); !secret) check("create_secret_file", secret.error());
    std::ranges::sort(mistakes, {}, [](const ConfigMistake& mistake) { return std::tie(mistake.line, mistake.text); });
    return mistakes;
}

} // namespace plenum::app
