// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.h"

#include <algorithm>
#include <array>

namespace plenum::base {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::optional<std::uint8_t> hex_value(char digit) {
    if (digit >= '0' && digit <= '9') return static_cast<std::uint8_t>(digit - '0');
    if (digit >= 'a' && digit <= 'f') return static_cast<std::uint8_t>(digit - 'a' + 10);
    if (digit >= 'A' && digit <= 'F') return static_cast<std::uint8_t>(digit - 'A' + 10);
    return std::nullopt;
}

/// Length of the UTF-8 sequence that begins with `lead`, 0 where none does.
std::size_t sequence_length(std::uint8_t lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead < 0xe0) return 2;
    if (lead >= 0xe0 && lead < 0xf0) return 3;
    if (lead >= 0xf0 && lead < 0xf5) return 4;
    return 0;
}

/// The bounds of the second byte that rule out overlong forms, surrogates and what lies past U+10FFFF.
bool second_byte_fits(std::uint8_t lead, std::uint8_t second) {
    switch (lead) {
    case 0xe0: return second >= 0xa0;
    case 0xed: return second < 0xa0;
    case 0xf0: return second >= 0x90;
    case 0xf4: return second < 0x90;
    default: return true;
    }
}

/// Unicode's category Cc but tab and newline: C0, delete, and C1, which terminals obey like escape sequences.
bool is_control(std::uint8_t lead, std::uint8_t second) {
    if (lead == 0xc2) return second < 0xa0;
    return (lead < 0x20 && lead != '\t' && lead != '\n') || lead == 0x7f;
}

} // namespace

std::string to_hex(ByteView bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const auto byte : bytes) {
        text.push_back(hex_digits[byte >> 4]);
        text.push_back(hex_digits[byte & 15]);
    }
    return text;
}

std::optional<Bytes> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    Bytes bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto high = hex_value(text[i]);
        const auto low = hex_value(text[i + 1]);
        if (!high || !low) return std::nullopt;
        bytes.push_back(static_cast<std::uint8_t>(*high << 4 | *low));
    }
    return bytes;
}

std::string to_base64url(ByteView bytes) {
    std::string text;
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const auto byte : bytes) {
        bits = bits << 8 | byte;
        held += 8;
        while (held >= 6) {
            held -= 6;
            text.push_back(base64_digits[bits >> held & 63]);
        }
        bits &= (1U << held) - 1;
    }
    if (held > 0) text.push_back(base64_digits[bits << (6 - held) & 63]);
    return text;
}

std::optional<Bytes> from_base64url(std::string_view text) {
    Bytes bytes;
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const auto digit : text) {
        const auto value = base64_digits.find(digit);
        if (value == std::string_view::npos) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes.push_back(static_cast<std::uint8_t>(bits >> held));
        }
        bits &= (1U << held) - 1;
    }
    if (held >= 6 || bits != 0) return std::nullopt;
    return bytes;
}

bool is_clean_text(std::string_view text) {
    const auto bytes = as_bytes(text);
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = bytes[i];
        const auto length = sequence_length(lead);
        if (length == 0 || length > bytes.size() - i) return false;
        const auto second = length > 1 ? bytes[i + 1] : std::uint8_t{0};
        if (is_control(lead, second) || (length > 1 && !second_byte_fits(lead, second))) return false;
        for (std::size_t k = 1; k < length; ++k) {
            if ((bytes[i + k] & 0xc0) != 0x80) return false;
        }
        i += length;
    }
    return true;
}

bool is_clean_line(std::string_view text) {
    // U+2028 and U+2029, which windows take for line breaks.
    constexpr std::array<std::string_view, 4> breaks{"\n", "\t", "\xe2\x80\xa8", "\xe2\x80\xa9"};
    if (!is_clean_text(text) || text.find_first_not_of(' ') == std::string_view::npos) return false;
    return std::ranges::none_of(breaks, [&](std::string_view each) { return text.contains(each); });
}

} // namespace plenum::base
