// SPDX-License-Identifier: Apache-2.0
#include "plugins/floor/parameters.h"

#include <algorithm>
#include <charconv>

namespace plenum::floor {

std::optional<Parameters> Parameters::read(std::string_view text, std::initializer_list<std::string_view> keys) {
    Parameters read;
    if (text.empty()) return read;
    for (const auto part : split(text, ' ')) {
        const auto equals = part.find('=');
        if (equals == std::string_view::npos) return std::nullopt;
        const auto key = part.substr(0, equals);
        const bool known = std::ranges::find(keys, key) != keys.end();
        if (!known || !read.value(key).empty()) return std::nullopt;
        read.items_.push_back({key, part.substr(equals + 1)});
        if (read.items_.back().value.empty()) return std::nullopt;
    }
    return read;
}

std::string_view Parameters::value(std::string_view key) const {
    const auto found = std::ranges::find(items_, key, &Item::key);
    return found == items_.end() ? std::string_view{} : found->value;
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
