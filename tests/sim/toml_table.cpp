// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/toml_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace plenum::sim {

namespace {

const toml::value empty_table(toml::table{});

} // namespace

TomlTable::TomlTable(const toml::value& table, std::string name) : table_{&table}, name_{std::move(name)} {
    if (!table.is_table()) fail(table, fmt::format("{} must be a table", name_));
}

void TomlTable::fail(const toml::value& where, const std::string& message) const {
    throw ScenarioFailure{{static_cast<std::uint32_t>(where.location().line()), message}};
}

const toml::value* TomlTable::find(const std::string& key) {
    known_.insert(key);
    const auto& entries = table_->as_table();
    const auto found = entries.find(key);
    return found == entries.end() ? nullptr : &found->second;
}

const toml::value& TomlTable::need(const std::string& key) {
    const auto* value = find(key);
    if (value == nullptr) fail(*table_, fmt::format("key '{}' is missing in {}", key, name_));
    return *value;
}

double TomlTable::as_number(const toml::value& value, const std::string& key, double low, double high) const {
    if (!value.is_integer() && !value.is_floating()) {
        fail(value, fmt::format("'{}' in {} must be a number", key, name_));
    }
    const auto number = value.is_integer() ? static_cast<double>(value.as_integer()) : value.as_floating();
    // Written so that "nan" fails too.
    if (!(number >= low && number <= high)) {
        fail(value, fmt::format("'{}' in {} must lie between {} and {}", key, name_, low, high));
    }
    return number;
}

std::int64_t TomlTable::number(const std::string& key, double scale, double low, double high,
                               std::optional<double> fallback) {
    const auto* value = fallback ? find(key) : &need(key);
    const auto number = value == nullptr ? *fallback : as_number(*value, key, low, high);
    return std::llround(number * scale);
}

std::uint32_t TomlTable::whole(const std::string& key, std::uint32_t low, std::uint32_t high,
                               std::optional<std::uint32_t> fallback) {
    const auto* value = fallback ? find(key) : &need(key);
    if (value == nullptr) return *fallback;
    if (!value->is_integer()) fail(*value, fmt::format("'{}' in {} must be a whole number", key, name_));
    return static_cast<std::uint32_t>(as_number(*value, key, low, high));
}

std::string TomlTable::text(const std::string& key, std::optional<std::string> fallback) {
    const auto* value = fallback ? find(key) : &need(key);
    if (value == nullptr) return *fallback;
    if (!value->is_string()) fail(*value, fmt::format("'{}' in {} must be a text in quotes", key, name_));
    return value->as_string().str;
}

std::pair<std::int64_t, std::int64_t> TomlTable::range(const std::string& key, double scale, double low, double high) {
    const auto* value = find(key);
    if (value == nullptr) return {0, 0};
    if (!value->is_array() || value->as_array().size() != 2) {
        fail(*value, fmt::format("'{}' in {} must be two numbers, [lowest, highest]", key, name_));
    }
    const auto& both = value->as_array();
    const auto first = as_number(both[0], key, low, high);
    const auto second = as_number(both[1], key, low, high);
    if (first > second) fail(*value, fmt::format("'{}' in {}: the first must not exceed the second", key, name_));
    return {std::llround(first * scale), std::llround(second * scale)};
}

const std::vector<toml::value>& TomlTable::list(const toml::value& value) const {
    if (!value.is_array()) fail(value, fmt::format("{}: a list is wanted", name_));
    return value.as_array();
}

std::vector<TomlTable> TomlTable::tables(const std::string& key) {
    const auto* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_array()) fail(*value, fmt::format("write [[{}]], since there can be several", key));
    std::vector<TomlTable> result;
    for (const auto& each : value->as_array())
        result.emplace_back(each, fmt::format("[[{}]]", key));
    return result;
}

TomlTable TomlTable::table(const std::string& key) {
    const auto* value = find(key);
    return {value == nullptr ? empty_table : *value, fmt::format("[{}]", key)};
}

void TomlTable::refuse_others() const {
    // The table is hashed: name the first by line, so that the message is always the same.
    const toml::value* first = nullptr;
    std::string unknown;
    for (const auto& [key, value] : table_->as_table()) {
        if (known_.contains(key)) continue;
        if (first != nullptr && value.location().line() >= first->location().line()) continue;
        first = &value;
        unknown = key;
    }
    if (first == nullptr) return;
    fail(*first, fmt::format("unknown key '{}' in {}; known: {}", unknown, name_, fmt::join(known_, ", ")));
}

} // namespace plenum::sim
