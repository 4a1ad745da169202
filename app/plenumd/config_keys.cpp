// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config_keys.h"

#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "core/wire/control.h"

#include <array>
#include <bit>
#include <limits>

namespace plenum::app {

namespace {

constexpr std::size_t plugin_places_max = 64;
/// A relay asks all of them for a conference that it does not know.
constexpr std::size_t peers_max = 16;

using Mistake = std::optional<std::string>;

std::string type_of(const toml::value& value) {
    if (value.is_string()) return "a text";
    if (value.is_boolean()) return "true or false";
    if (value.is_integer()) return "a number";
    if (value.is_floating()) return "a number with a fraction";
    if (value.is_array()) return "a list";
    if (value.is_table()) return "a table";
    return "a date or time";
}

std::string wrong_type(std::string_view wanted, const toml::value& value) {
    return "should be " + std::string{wanted} + ", not " + type_of(value);
}

std::string in_quotes(std::string_view text) {
    std::string result{"\""};
    for (const auto letter : text) {
        if (letter == '"' || letter == '\\') result += '\\';
        result += letter;
    }
    return result + '"';
}

Mistake take_text(const toml::value& value, std::string& into) {
    if (!value.is_string()) return wrong_type("a text", value);
    into = value.as_string().str;
    return std::nullopt;
}

Mistake take_flag(const toml::value& value, bool& into) {
    if (!value.is_boolean()) return wrong_type("true or false", value);
    into = value.as_boolean();
    return std::nullopt;
}

Mistake take_path(const toml::value& value, std::filesystem::path& into, std::string_view what) {
    if (!value.is_string()) return wrong_type("the path of a " + std::string{what} + " as a text", value);
    into = value.as_string().str;
    if (!into.empty() && !into.is_absolute()) return "should be a path from the root, beginning with /";
    return std::nullopt;
}

Mistake take_plugins(const toml::value& value, Config& config) {
    if (!value.is_array()) return wrong_type("a list of paths, as [\"/usr/lib/plenum/STYLE.so\"]", value);
    if (value.as_array().size() > plugin_places_max)
        return "should name at most " + std::to_string(plugin_places_max) + " files or folders";
    for (const auto& each : value.as_array()) {
        auto& place = config.floor_plugins.emplace_back();
        if (auto wrong = take_path(each, place, "file or folder")) return wrong;
        if (place.empty()) return "has an empty text where a path should be";
    }
    return std::nullopt;
}

std::string add_to_list(std::string list, std::string_view next) {
    return list + (list.empty() ? "" : ", ") + in_quotes(next);
}

std::string show_plugins(const Config& config) {
    std::string text;
    for (const auto& place : config.floor_plugins)
        text = add_to_list(std::move(text), place.string());
    return "[" + text + "]";
}

struct Bounds {
    std::int64_t least;
    std::int64_t most;
};

std::string between(const Bounds& bounds) {
    return std::to_string(bounds.least) + " to " + std::to_string(bounds.most);
}

Mistake take_number(const toml::value& value, std::int64_t& into, const Bounds& bounds) {
    if (!value.is_integer()) return wrong_type("a whole number", value);
    into = value.as_integer();
    if (into >= bounds.least && into <= bounds.most) return std::nullopt;
    const auto wanted = "should be from " + between(bounds);
    // What is larger is read as the largest.
    const auto largest = std::numeric_limits<std::int64_t>::max();
    return into == largest ? wanted : wanted + ", not " + std::to_string(into);
}

Mistake take_size(const toml::value& value, std::size_t& into, const Bounds& bounds) {
    std::int64_t number = 0;
    const auto wrong = take_number(value, number, bounds);
    if (!wrong) into = static_cast<std::size_t>(number);
    return wrong;
}

template <class Unit>
Mistake take_duration(const toml::value& value, base::Duration& into, const Bounds& bounds) {
    std::int64_t number = 0;
    const auto wrong = take_number(value, number, bounds);
    if (!wrong) into = Unit{number};
    return wrong;
}

Mistake take_place(const toml::value& value, std::string& into, std::string_view example) {
    if (!value.is_string()) return wrong_type("a text like " + in_quotes(example), value);
    into = value.as_string().str;
    const auto parsed = runtime::parse_host_port(into);
    if (!parsed) return parsed.error();
    // Where another port can be added there is none.
    const bool without_port = runtime::parse_host_port(into + ":1") || runtime::parse_address(into, 0);
    if (without_port || parsed->port == 0)
        return in_quotes(into) + " names no port that others could know; write HOST:PORT, like " + in_quotes(example);
    return std::nullopt;
}

Mistake take_relay(const toml::value& value, std::vector<node::RelayPlace>& into) {
    std::string text;
    if (auto wrong = take_place(value, text, "198.51.100.7:7700")) return wrong;
    const auto parsed = runtime::parse_host_port(text);
    // Clients have nobody to ask while the relay is gone.
    const auto address = runtime::parse_address(parsed->host, parsed->port);
    if (!address) return in_quotes(text) + " should be an address, not a name";
    auto host = runtime::host_text(*address);
    if (host == "0.0.0.0" || host == "::") return in_quotes(text) + " is no place where people could find the relay";
    into.push_back({std::move(host), *address});
    return std::nullopt;
}

Mistake take_standby(const toml::value& value, Config& config) {
    if (!value.is_array()) return wrong_type("a list of addresses, as [\"198.51.100.7:7700\"]", value);
    if (value.as_array().size() > wire::Standby::places_max)
        return "should name at most " + std::to_string(wire::Standby::places_max) + " places";
    for (const auto& each : value.as_array())
        if (auto wrong = take_relay(each, config.standby)) return wrong;
    return std::nullopt;
}

Mistake take_peers(const toml::value& value, Config& config) {
    constexpr std::string_view wanted{"tables, each [[peer]] with address = \"198.51.100.7:7700\""};
    if (!value.is_array()) return wrong_type(wanted, value);
    if (value.as_array().size() > peers_max) return "should be at most " + std::to_string(peers_max) + " tables";
    for (const auto& each : value.as_array()) {
        if (!each.is_table()) return wrong_type(wanted, each);
        for (const auto& [name, ignored] : each.as_table())
            if (name != "address") return "has a key " + in_quotes(name) + "; only address is known here";
        if (!each.contains("address")) return "lacks an address, as address = \"198.51.100.7:7700\"";
        if (auto wrong = take_relay(each.at("address"), config.peers)) return wrong;
    }
    return std::nullopt;
}

Mistake take_etcd(const toml::value& value, Config& config) {
    if (!value.is_array()) return wrong_type("a list of URLs, as [\"http://198.51.100.9:2379\"]", value);
    if (value.as_array().size() > peers_max) return "should name at most " + std::to_string(peers_max) + " URLs";
    for (const auto& each : value.as_array()) {
        std::string text;
        if (auto wrong = take_text(each, text)) return wrong;
        while (text.ends_with('/'))
            text.pop_back();
        const bool secure = text.starts_with("https://");
        const auto rest = text.substr(std::min(text.size(), std::size_t{secure ? 8U : 7U}));
        if ((!secure && !text.starts_with("http://")) || !runtime::parse_host_port(rest))
            return in_quotes(text) + " should be http://HOST:PORT or https://HOST:PORT";
        config.etcd.endpoints.push_back(std::move(text));
    }
    return std::nullopt;
}

std::string show_etcd(const Config& config) {
    std::string text;
    for (const auto& endpoint : config.etcd.endpoints)
        text = add_to_list(std::move(text), endpoint);
    return "[" + text + "]";
}

Mistake take_cluster_address(const toml::value& value, Config& config) {
    if (value.is_string() && value.as_string().str.empty()) return std::nullopt;
    std::vector<node::RelayPlace> place;
    if (auto wrong = take_relay(value, place)) return wrong;
    config.cluster_place = std::move(place.front());
    return std::nullopt;
}

std::string show_cluster_address(const Config& config) {
    return in_quotes(config.cluster_place ? runtime::to_text(config.cluster_place->address) : std::string{});
}

std::string show_peers(const Config& config) {
    std::string text;
    for (const auto& place : config.peers)
        text += (text.empty() ? "" : ", ") + ("{ address = " + in_quotes(runtime::to_text(place.address))) + " }";
    return "[" + text + "]";
}

std::string show_standby(const Config& config) {
    std::string text;
    for (const auto& place : config.standby)
        text = add_to_list(std::move(text), runtime::to_text(place.address));
    return "[" + text + "]";
}

constexpr std::array level_names{std::pair{"error", LogLevel::error}, std::pair{"warning", LogLevel::warning},
                                 std::pair{"info", LogLevel::info}, std::pair{"debug", LogLevel::debug}};

Mistake take_level(const toml::value& value, Config& config) {
    std::string text;
    if (const auto wrong = take_text(value, text)) return wrong;
    for (const auto& [name, level] : level_names) {
        if (text != name) continue;
        config.log_level = level;
        return std::nullopt;
    }
    return "should be \"error\", \"warning\", \"info\" or \"debug\", not " + in_quotes(text);
}

std::string show_level(const Config& config) {
    for (const auto& [name, level] : level_names)
        if (level == config.log_level) return in_quotes(name);
    return {};
}

std::string show(bool value) { return value ? "true" : "false"; }
std::string show(std::size_t value) { return std::to_string(value); }

constexpr std::int64_t mebibyte = 1024 * 1024;
constexpr Bounds sessions_bounds{1, base::limits::sessions_per_node_max};
constexpr Bounds conferences_bounds{1, base::limits::conferences_per_relay_max};
constexpr Bounds history_bounds{1, base::limits::conference_history_bytes_max / mebibyte};
constexpr Bounds retention_bounds{0, 3650};
constexpr Bounds speakers_bounds{1, base::limits::members_max};
constexpr Bounds drain_bounds{1, 60};
constexpr Bounds loops_bounds{1, 16};

Mistake take_loops(const toml::value& value, Config& config) {
    std::size_t loops = 0;
    if (const auto wrong = take_size(value, loops, loops_bounds)) return wrong;
    if (!std::has_single_bit(loops)) return "should be 1, 2, 4, 8 or 16, not " + std::to_string(loops);
    config.loops = loops;
    return std::nullopt;
}

Mistake take_history(const toml::value& value, Config& config) {
    std::int64_t number = 0;
    const auto wrong = take_number(value, number, history_bounds);
    if (!wrong) config.limits.history_bytes = static_cast<std::size_t>(number * mebibyte);
    return wrong;
}

Mistake take_retention(const toml::value& value, Config& config) {
    std::int64_t days = 0;
    const auto wrong = take_number(value, days, retention_bounds);
    if (!wrong) config.limits.retention = days == 0 ? std::nullopt : std::optional{std::chrono::days{days}};
    return wrong;
}

std::string show_retention(const Config& config) {
    const auto days = config.limits.retention.value_or(base::Duration{}) / std::chrono::days{1};
    return std::to_string(days);
}

std::vector<ConfigKey> general_keys() {
    return {
        {"listen", "string", "HOST:PORT; `[::]:7700` accepts IPv6 and IPv4",
         "The UDP address at which clients reach the relay.",
         "Links name the address and port by which people reach the relay. A different port invalidates them.", false,
         [](auto& value, auto& config) { return take_place(value, config.listen, "0.0.0.0:7700"); },
         [](auto& config) { return in_quotes(config.listen); }},
        {"data", "path", "absolute; empty: `/var/lib/plenumd` in the unit, else `~/.local/state/plenum/plenumd`",
         "The folder with the relay's key and its conferences, used by one process at a time.",
         "Another folder means another key, which invalidates all links.", false,
         [](auto& value, auto& config) { return take_path(value, config.data, "folder"); },
         [](auto& config) { return in_quotes(config.data.string()); }},
        {"create_secret", "string", "any; empty: none",
         "The secret that people need to create a conference (`plenum-cli create --create-secret`).",
         "Without a secret, strangers can fill the relay with conferences. Each new one then replaces the conference "
         "that has been empty longest, a day or more. The links of that conference become invalid.",
         false, [](auto& value, auto& config) { return take_text(value, config.create_secret); },
         [](auto& config) { return in_quotes(config.create_secret); }},
        {"create_secret_file", "path", "absolute; empty: none",
         "A file that contains the creation secret; a newline at its end is ignored.",
         "The file must not be readable by everyone. Set this or `create_secret`, not both.", false,
         [](auto& value, auto& config) { return take_path(value, config.create_secret_file, "file"); },
         [](auto& config) { return in_quotes(config.create_secret_file.string()); }},
        {"drain_time_s", "integer", between(drain_bounds) + " seconds",
         "The longest time that a stopping relay waits for its clients to confirm that they know.",
         "If it is too short, people on bad links notice only by silence. If it is too long, upgrades take longer.",
         true,
         [](auto& value, auto& config) {
             return take_duration<std::chrono::seconds>(value, config.drain_time, drain_bounds);
         },
         [](auto& config) { return std::to_string(config.drain_time / std::chrono::seconds{1}); }},
        {"standby", "list of strings", "up to four ADDRESS:PORT of one machine, such as `[\"198.51.100.7:7700\"]`",
         "The addresses of the standby, another machine that runs plenumd with the same `relay.key`.",
         "The standby gets a copy of each conference. It takes over if this relay is silent for three seconds, and "
         "clients then connect to it. See \"Standby and replication\" in guide-operator.md.",
         false, take_standby, show_standby},
        {"replicate", "boolean", "`true` or `false`", "Whether the standby gets copies of the conferences.",
         "With `true`, chat, floor and joining wait until the standby has acknowledged each step. They stop while it "
         "is unreachable. With `false`, start the standby by hand, and only after this relay has ended for good. "
         "Members then give it the log and the messages that they have.",
         false, [](auto& value, auto& config) { return take_flag(value, config.replicate); },
         [](auto& config) { return show(config.replicate); }},
        {"peer", "list of tables", "up to 16, each `[[peer]]` with `address = \"198.51.100.7:7700\"`",
         "The other relays of a cluster, which run plenumd with the same `relay.key`.",
         "People join a conference through any of the relays. A relay that does not serve the conference asks its "
         "peers "
         "and relays the session. Conferences then move only to a `standby`. See \"Several relays\" in "
         "guide-operator.md.",
         false, take_peers, show_peers},
        {"loops", "integer", "1, 2, 4, 8 or 16",
         "The number of threads that serve conferences; each conference belongs to one of them.",
         "More threads than processors gain nothing. Each thread has limits of its own: with 4, the relay accepts four "
         "times `limits.sessions`.",
         false, take_loops, [](auto& config) { return show(config.loops); }},
    };
}

std::vector<ConfigKey> cluster_keys() {
    return {
        {"cluster.etcd", "list of strings", "up to 16, such as `[\"http://198.51.100.9:2379\"]`; empty: no cluster",
         "The endpoints of etcd, the register of a cluster of relays.",
         "All relays with the same etcd form one cluster: they share a key, find each other, and take over conferences "
         "from a relay that is lost. Whoever can read this etcd can act as a relay. See \"Several relays\" in "
         "guide-operator.md.",
         false, take_etcd, show_etcd},
        {"cluster.address", "string", "ADDRESS:PORT, such as `198.51.100.7:7700`; empty: found out at the start",
         "Where clients and the other relays reach this relay.",
         "Without it, the relay uses the address from which it reaches etcd, which is wrong behind an address "
         "translator.",
         false, take_cluster_address, show_cluster_address},
        {"cluster.ca", "path", "absolute; empty: the system's certificates",
         "The certificates that etcd's certificate must follow from, with `https`.",
         "With a wrong file, etcd counts as "
         "unreachable.",
         false, [](auto& value, auto& config) { return take_path(value, config.etcd.ca, "file"); },
         [](auto& config) { return in_quotes(config.etcd.ca.string()); }},
        {"cluster.certificate", "path", "absolute; empty: none", "This relay's certificate for etcd.",
         "Needed if etcd asks for certificates.", false,
         [](auto& value, auto& config) { return take_path(value, config.etcd.certificate, "file"); },
         [](auto& config) { return in_quotes(config.etcd.certificate.string()); }},
        {"cluster.key", "path", "absolute; empty: none", "The key of `cluster.certificate`.",
         "It must be readable by this relay alone.", false,
         [](auto& value, auto& config) { return take_path(value, config.etcd.key, "file"); },
         [](auto& config) { return in_quotes(config.etcd.key.string()); }},
    };
}

std::vector<ConfigKey> table_keys() {
    return {
        {"log.level", "string", R"(`"error"`, `"warning"`, `"info"` or `"debug"`)",
         "The lowest level of events that are logged.", "`debug` logs every session that opens or closes.", true,
         take_level, show_level},
        {"log.json", "boolean", "`true` or `false`", "Whether each event is one JSON object in a line instead of text.",
         "Programs that read the log must expect the chosen form.", true,
         [](auto& value, auto& config) { return take_flag(value, config.log_json); },
         [](auto& config) { return show(config.log_json); }},
        {"log.addresses", "boolean", "`true` or `false`",
         "Whether the log contains clients' addresses, as fail2ban needs them.",
         "Addresses are personal data. With `true`, the log shows who was connected and when.", true,
         [](auto& value, auto& config) { return take_flag(value, config.log_addresses); },
         [](auto& config) { return show(config.log_addresses); }},
        {"metrics.listen", "string", "HOST:PORT, such as `127.0.0.1:9700`; empty: no metrics",
         "The TCP address at which Prometheus reads `http://HOST:PORT/metrics`.",
         "There is no encryption and no password. Use an address that only this machine can reach.", false,
         [](auto& value, auto& config) {
             const bool empty = value.is_string() && value.as_string().str.empty();
             return empty ? Mistake{} : take_place(value, config.metrics_listen, "127.0.0.1:9700");
         },
         [](auto& config) { return in_quotes(config.metrics_listen); }},
        {"plugins.floor", "list of paths",
         "up to " + std::to_string(plugin_places_max) + ", absolute, such as `[\"/usr/lib/plenum/STYLE.so\"]`",
         "Plug-ins with more floor styles: files, or folders from which every `*.so` is loaded.",
         "Plug-ins run with all rights of the relay. Load only plug-ins that you trust. A plug-in that cannot be "
         "loaded "
         "is skipped (`plugin_refused`), and only moderators decide on floors with its styles.",
         false, take_plugins, show_plugins},
        {"limits.sessions", "integer", between(sessions_bounds), "The largest number of people connected at a time.",
         "If it is too low, people are refused. If it is too high for the machine, sound breaks for everyone.", true,
         [](auto& value, auto& config) { return take_size(value, config.limits.sessions, sessions_bounds); },
         [](auto& config) { return show(config.limits.sessions); }},
        {"limits.sessions_per_address", "integer", between(sessions_bounds) + ", at most `limits.sessions`",
         "The largest number from one IPv4 address or IPv6 /64; an IPv6 /48 may have four times as many.",
         "If it is too low, people who share a company's address are refused. If it is too high, one stranger can take "
         "all places.",
         true,
         [](auto& value, auto& config) {
             return take_size(value, config.limits.sessions_per_address, sessions_bounds);
         },
         [](auto& config) { return show(config.limits.sessions_per_address); }},
        {"limits.conferences", "integer", between(conferences_bounds),
         "The largest number of conferences that the relay keeps, in use or not.",
         "If it is too low, new conferences are refused until one has been empty for a day. That one is then deleted.",
         true,
         [](auto& value, auto& config) { return take_size(value, config.limits.conferences, conferences_bounds); },
         [](auto& config) { return show(config.limits.conferences); }},
        {"limits.history_mib", "integer", between(history_bounds) + " MiB",
         "Memory per conference for the chat and other reliable messages that returning members need.",
         "If it is too low, members who were away miss messages. Each conference may use this much.", true,
         take_history,
         [](auto& config) { return show(config.limits.history_bytes / static_cast<std::size_t>(mebibyte)); }},
        {"limits.speakers", "integer", between(speakers_bounds),
         "The largest number of people on a voice flow whom others hear at once. Holders of the flow's token are "
         "always heard.",
         "If it is too low, people cannot interrupt. If it is too high, large conferences with open microphones need "
         "bandwidth for all of them.",
         true, [](auto& value, auto& config) { return take_size(value, config.limits.speakers, speakers_bounds); },
         [](auto& config) { return show(config.limits.speakers); }},
        {"limits.retention_days", "integer", between(retention_bounds) + " days in which the relay ran; 0: no limit",
         "The time after which an unused conference is deleted with its links.",
         "If it is too low, links of weekly meetings become invalid between meetings. With 0, conferences can still be "
         "deleted to make room (`limits.conferences`).",
         true, take_retention, show_retention},
    };
}

} // namespace

std::span<const ConfigKey> config_keys() {
    static const auto all = [] {
        auto list = general_keys();
        for (auto& key : cluster_keys())
            list.push_back(std::move(key));
        for (auto& key : table_keys())
            list.push_back(std::move(key));
        return list;
    }();
    return all;
}

std::vector<const ConfigKey*> differences(const Config& before, const Config& after) {
    std::vector<const ConfigKey*> result;
    for (const auto& key : config_keys())
        if (key.show(before) != key.show(after)) result.push_back(&key);
    return result;
}

Config reloaded(const Config& running, const Config& fresh) {
    auto result = running;
    result.drain_time = fresh.drain_time;
    result.log_level = fresh.log_level;
    result.log_json = fresh.log_json;
    result.log_addresses = fresh.log_addresses;
    result.limits = fresh.limits;
    return result;
}

} // namespace plenum::app
