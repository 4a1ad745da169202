// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config_file.h"

#include "app/plenumd/config_keys.h"
#include "core/base/bytes.h"

#include <toml.hpp>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <tuple>

namespace plenum::app {

namespace {

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

} // namespace

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

} // namespace plenum::app
