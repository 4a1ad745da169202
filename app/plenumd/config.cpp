// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config.h"

#include "core/runtime/resolver.h"

#include <toml.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <sstream>
#include <tuple>

namespace plenum::app {

namespace {

/// Takes one value over into the configuration; the result says what is wrong with it.
using Take = std::function<std::optional<std::string>(const toml::value&, Config&)>;

struct Key {
    std::string_view name;
    Take take;
};

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

std::optional<std::string> take_listen(const toml::value& value, Config& config) {
    if (!value.is_string()) return wrong_type("a text like \"0.0.0.0:7700\"", value);
    config.listen = value.as_string().str;
    const auto parsed = runtime::parse_host_port(config.listen);
    if (!parsed) return parsed.error();
    return std::nullopt;
}

std::optional<std::string> take_data(const toml::value& value, Config& config) {
    if (!value.is_string()) return wrong_type("the path of a folder as a text", value);
    config.data = value.as_string().str;
    if (!config.data.is_absolute()) return "should be a path from the root, beginning with /";
    return std::nullopt;
}

std::optional<std::string> take_create_secret(const toml::value& value, Config& config) {
    if (!value.is_string()) return wrong_type("a text", value);
    config.create_secret = value.as_string().str;
    return std::nullopt;
}

std::optional<std::string> take_level(const toml::value& value, Config& config) {
    constexpr std::array levels{std::pair{"error", LogLevel::error}, std::pair{"warning", LogLevel::warning},
                                std::pair{"info", LogLevel::info}, std::pair{"debug", LogLevel::debug}};
    if (!value.is_string()) return wrong_type("a text", value);
    for (const auto& [name, level] : levels) {
        if (value.as_string().str != name) continue;
        config.log_level = level;
        return std::nullopt;
    }
    return "should be \"error\", \"warning\", \"info\" or \"debug\", not \"" + value.as_string().str + "\"";
}

std::optional<std::string> take_json(const toml::value& value, Config& config) {
    if (!value.is_boolean()) return wrong_type("true or false", value);
    config.log_json = value.as_boolean();
    return std::nullopt;
}

class Reader {
  public:
    Config config;
    std::vector<ConfigMistake> mistakes;

    void read(const toml::value& table, const std::string& prefix, const std::vector<Key>& keys) {
        for (const auto& [name, value] : table.as_table()) {
            const auto key = std::find_if(keys.begin(), keys.end(), [&n = name](const Key& k) { return k.name == n; });
            const auto wrong = key == keys.end() ? unknown(keys) : key->take(value, config);
            if (wrong) mistakes.push_back({value.location().line(), prefix + name + ": " + *wrong});
        }
    }

  private:
    static std::optional<std::string> unknown(const std::vector<Key>& keys) {
        std::string known;
        for (const auto& key : keys)
            known += (known.empty() ? "" : ", ") + std::string{key.name};
        return "there is no such key here; known are " + known;
    }
};

/// The first line of the library's many; the place is told apart.
std::string first_line(const toml::exception& error) {
    std::string text = error.what();
    text = text.substr(0, text.find('\n'));
    if (const auto colon = text.find(": "); text.starts_with("[error]") && colon != std::string::npos)
        text = text.substr(colon + 2);
    return text;
}

} // namespace

std::expected<Config, std::vector<ConfigMistake>> parse_config(std::string_view text) {
    std::istringstream stream{std::string{text}};
    Reader reader;
    try {
        const auto root = toml::parse(stream, "configuration");
        const std::vector<Key> log_keys{{"level", take_level}, {"json", take_json}};
        const auto take_log = [&](const toml::value& value, Config&) -> std::optional<std::string> {
            if (!value.is_table()) return wrong_type("a table", value);
            reader.read(value, "log.", log_keys);
            return std::nullopt;
        };
        reader.read(
            root, "",
            {{"listen", take_listen}, {"data", take_data}, {"create_secret", take_create_secret}, {"log", take_log}});
    } catch (const toml::exception& error) {
        return std::unexpected(std::vector{ConfigMistake{error.location().line(), first_line(error)}});
    } catch (const std::exception& error) {
        return std::unexpected(std::vector{ConfigMistake{1, error.what()}});
    }
    if (reader.mistakes.empty()) return reader.config;
    std::sort(reader.mistakes.begin(), reader.mistakes.end(), [](const ConfigMistake& a, const ConfigMistake& b) {
        return std::tie(a.line, a.text) < std::tie(b.line, b.text);
    });
    return std::unexpected(reader.mistakes);
}

} // namespace plenum::app
