// SPDX-License-Identifier: Apache-2.0
#include "plugins/floor/parameters.h"

#include <algorithm>
#include <charconv>

namespace plenum::floor {

namespace {

bool takes(const base::PluginOption& option, std::string_view value) {
    if (value.empty()) return false;
    if (option.values != nullptr) {
        const auto values = split(option.values, '|');
        return std::ranges::find(values, value) != values.end();
    }
    if (option.most == 0) return true;
    const auto number = read_number(value);
    return number && *number >= option.least && *number <= option.most;
}

} // namespace

std::optional<Parameters> Parameters::read(std::string_view text, Options options) {
    Parameters read;
    read.options_ = options;
    if (text.empty()) return read;
    for (const auto part : split(text, ' ')) {
        const auto equals = part.find('=');
        if (equals == std::string_view::npos) return std::nullopt;
        const Item item{part.substr(0, equals), part.substr(equals + 1)};
        const auto option = std::ranges::find(options, item.key, &base::PluginOption::key);
        if (option == options.end() || read.find(item.key) != nullptr || !takes(*option, item.value))
            return std::nullopt;
        read.items_.push_back(item);
    }
    return read;
}

const Parameters::Item* Parameters::find(std::string_view key) const {
    const auto found = std::ranges::find(items_, key, &Item::key);
    return found == items_.end() ? nullptr : &*found;
}

std::string_view Parameters::value(std::string_view key) const {
    if (const auto* item = find(key)) return item->value;
    const auto option = std::ranges::find(options_, key, &base::PluginOption::key);
    return option == options_.end() || option->values == nullptr ? std::string_view{}
                                                                 : split(option->values, '|').front();
}

std::uint32_t Parameters::number(std::string_view key) const {
    const auto* item = find(key);
    return item != nullptr ? read_number(item->value).value_or(0)
                           : std::ranges::find(options_, key, &base::PluginOption::key)->usual;
}

std::optional<std::uint32_t> read_number(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

} // namespace plenum::floor
