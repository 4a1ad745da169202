// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config.h"

#include "app/plenumd/config_keys.h"
#include "app/plenumd/plugins.h"
#include "core/base/bytes.h"
#include "core/runtime/files.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/udp_socket.h"
#include "plugins/floor/floor_styles.h"

#include <toml.hpp>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <sstream>
#include <tuple>

#include <unistd.h>

namespace plenum::app {

namespace {

constexpr std::size_t secret_bytes_max = 4096;
/// Letters to change, add or take away, up to which a key is taken for a misspelt one.
constexpr std::size_t slip_max = 2;

/// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto change = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({change, row[j] + 1, row[j + 1] + 1}));
        }
    }
    return row.back();
}

/// A key that may have been meant, by its letters or because it stands in another table.
std::string_view nearest(std::string_view key) {
    const auto last = [](std::string_view name) { return name.substr(name.rfind('.') + 1); };
    std::string_view best;
    auto best_distance = slip_max + 1;
    for (const auto& each : config_keys()) {
        const auto far = std::min(distance(key, each.name), last(key) == last(each.name) ? 1 : best_distance);
        if (far >= best_distance) continue;
        best = each.name;
        best_distance = far;
    }
    return best;
}

std::string unknown_key(std::string_view key) {
    if (const auto meant = nearest(key); !meant.empty())
        return "there is no such key; did you mean " + std::string{meant} + "?";
    std::string known;
    for (const auto& each : config_keys())
        known += (known.empty() ? "" : ", ") + std::string{each.name};
    return "there is no such key; known are " + known;
}

std::string unknown_table(std::string_view name) {
    std::string known;
    for (const auto& each : config_keys()) {
        const auto dot = each.name.find('.');
        const auto table = each.name.substr(0, dot);
        if (dot == std::string_view::npos || known.find(table) != std::string::npos) continue;
        if (distance(name, table) <= slip_max)
            return "there is no such table; did you mean [" + std::string{table} + "]?";
        known += (known.empty() ? "[" : ", [") + std::string{table} + "]";
    }
    return "there is no such table; known are " + known;
}

bool is_table_name(std::string_view name) {
    return std::ranges::any_of(config_keys(),
                               [&](const ConfigKey& each) { return each.name.starts_with(std::string{name} + "."); });
}

class Reader {
  public:
    ParsedConfig parsed;
    std::vector<ConfigMistake> mistakes;

    void read(const toml::value& table, const std::string& prefix) {
        for (const auto& [name, value] : table.as_table()) {
            const auto key = prefix + name;
            if (prefix.empty() && is_table_name(name))
                read_table(key, value);
            else
                read_value(key, value);
        }
    }
    void check_conflicts() {
        const auto& config = parsed.config;
        if (!config.create_secret.empty() && !config.create_secret_file.empty())
            conflict("create_secret_file", "stands beside create_secret; only one of them can hold");
        for (const std::string_view key : {"standby", "peer"})
            if (!config.etcd.endpoints.empty() && parsed.lines.contains(key))
                conflict(key, "stands beside cluster.etcd, which names the other relays; only one of them can hold");
        if (config.limits.sessions_per_address > config.limits.sessions &&
            parsed.lines.contains("limits.sessions_per_address"))
            conflict("limits.sessions_per_address", "is more than limits.sessions, so it would bound nothing");
    }

  private:
    void read_table(const std::string& key, const toml::value& value) {
        if (value.is_table()) return read(value, key + ".");
        mistakes.push_back({value.location().line(), key + ": should be a table, [" + key + "]"});
    }
    void read_value(const std::string& key, const toml::value& value) {
        const auto known = std::ranges::find(config_keys(), key, &ConfigKey::name);
        const auto unknown = [&] { return value.is_table() ? unknown_table(key) : unknown_key(key); };
        const auto wrong = known == config_keys().end() ? unknown() : known->take(value, parsed.config);
        const auto line = value.location().line();
        if (wrong) mistakes.push_back({line, key + ": " + *wrong});
        parsed.lines.emplace(key, line);
    }
    void conflict(std::string_view key, const std::string& text) {
        mistakes.push_back({parsed.lines.find(key)->second, std::string{key} + ": " + text});
    }
};

/// The first line of the library's many, in which it says what it stumbled over and not what to write; the place is
/// told apart. Of some it says nothing there.
std::string explain(const toml::exception& error) {
    std::string text = error.what();
    text = text.substr(0, text.find('\n'));
    if (const auto colon = text.find(": "); text.starts_with("[error]") && colon != std::string::npos)
        text = text.substr(colon + 2);
    while (text.ends_with('.'))
        text.pop_back();
    const auto said = text.empty() ? text : " (" + text + ")";
    return "this is no TOML" + said +
           "; each line is NAME = VALUE, with text in \"quotes\", or [TABLE], and every name stands once";
}

/// The folder, or where it would be made.
std::filesystem::path existing_part(std::filesystem::path folder) {
    std::error_code error;
    while (!std::filesystem::exists(folder, error) && folder.has_parent_path() && folder != folder.parent_path())
        folder = folder.parent_path();
    return folder;
}

/// The library says of some of it that a key is missing.
std::optional<ConfigMistake> not_utf8(std::string_view text) {
    std::size_t number = 1;
    for (std::string line; !text.empty(); ++number) {
        line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        // Control characters are the library's to refuse.
        std::ranges::replace_if(line, [](char each) { return each == 0x7f || (each >= 0 && each < ' '); }, ' ');
        if (!base::is_clean_text(line))
            return ConfigMistake{number, "has characters that are not UTF-8; save the file as UTF-8 text"};
    }
    return std::nullopt;
}

bool everyone_may_read(const std::filesystem::path& file) {
    std::error_code error;
    const auto permissions = std::filesystem::status(file, error).permissions();
    return !error && (permissions & std::filesystem::perms::others_read) != std::filesystem::perms::none;
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
    for (const auto& folder : {data, data / "conferences"})
        if (auto wrong = wrong_with_folder(folder)) return wrong;
    const auto key = data / "relay.key";
    std::error_code error;
    if (std::filesystem::exists(key, error)) {
        const auto read = runtime::load_or_create_seed(key);
        return read ? std::nullopt : std::optional{read.error()};
    }
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

std::optional<ConfigMistake> wrong_with_secrecy(const ParsedConfig& parsed, const std::filesystem::path& file) {
    if (parsed.config.create_secret.empty() || !everyone_may_read(file)) return std::nullopt;
    return ConfigMistake{parsed.lines.find("create_secret")->second,
                         "create_secret: everyone may read this file, so what stands here is no secret; chmod o-r it, "
                         "or use create_secret_file"};
}

std::expected<ParsedConfig, std::vector<ConfigMistake>> parse_config(std::string_view text) {
    if (auto foreign = not_utf8(text)) return std::unexpected(std::vector{std::move(*foreign)});
    std::istringstream stream{std::string{text}};
    Reader reader;
    try {
        reader.read(toml::parse(stream, "configuration"), "");
    } catch (const toml::exception& error) {
        return std::unexpected(std::vector{ConfigMistake{error.location().line(), explain(error)}});
    } catch (const std::exception& error) {
        return std::unexpected(std::vector{ConfigMistake{1, error.what()}});
    }
    if (reader.mistakes.empty()) reader.check_conflicts();
    if (reader.mistakes.empty()) return reader.parsed;
    std::ranges::sort(reader.mistakes, {}, [](const ConfigMistake& each) { return std::tie(each.line, each.text); });
    return std::unexpected(reader.mistakes);
}

std::expected<std::string, std::string> creation_secret(const Config& config) {
    if (config.create_secret_file.empty()) return config.create_secret;
    const auto name = config.create_secret_file.string();
    std::error_code error;
    if (std::filesystem::is_directory(config.create_secret_file, error))
        return std::unexpected(name + " is a folder, and a file with the secret is needed.");
    if (everyone_may_read(config.create_secret_file))
        return std::unexpected("Everyone may read " + name + ", so what stands there is no secret; chmod o-r it.");
    const auto contents = runtime::read_whole(config.create_secret_file, secret_bytes_max);
    if (!contents) return std::unexpected(contents.error());
    auto secret = base::to_text(*contents);
    // Some editors end lines with two characters.
    for (const auto end : {'\n', '\r'})
        if (secret.ends_with(end)) secret.pop_back();
    if (secret.empty()) return std::unexpected(name + " is empty, and so everyone could make conferences.");
    return secret;
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
    check("plugins.floor", wrong_with_plugins(config.floor_plugins));
    if (const auto secret = creation_secret(config); !secret) check("create_secret_file", secret.error());
    std::ranges::sort(mistakes, {}, [](const ConfigMistake& mistake) { return std::tie(mistake.line, mistake.text); });
    return mistakes;
}

} // namespace plenum::app
