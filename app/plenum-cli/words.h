// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

/// The words of a line of the shell.
namespace plenum::cli {

using Words = std::istringstream;

/// Empty where there is none.
inline std::string next(Words& words) {
    std::string word;
    words >> word;
    return word;
}

/// What follows the words taken, without the space before it.
inline std::string rest(Words& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    return text;
}

/// Nullopt where the word is anything but a number that fits.
template <class Number = std::uint32_t>
std::optional<Number> number(std::string_view word) {
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

} // namespace plenum::cli
