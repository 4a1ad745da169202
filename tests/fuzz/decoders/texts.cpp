// SPDX-License-Identifier: Apache-2.0
// UTF-8, hexadecimal and base64url, each beside another way to do it.
#include "core/base/check.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>
#include <optional>

namespace plenum::fuzz {
namespace {

/// RFC 3629 §4, its grammar as a table: first byte, then the bounds of the second.
struct Row {
    std::uint8_t first_min, first_max, second_min, second_max;
    std::size_t size;
};
constexpr Row rows[] = {
    {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

std::size_t length_at(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    for (const auto& row : rows) {
        if (byte(0) < row.first_min || byte(0) > row.first_max) continue;
        if (text.size() < row.size) return 0;
        if (row.size > 1 && (byte(1) < row.second_min || byte(1) > row.second_max)) return 0;
        for (std::size_t i = 2; i < row.size; ++i) {
            if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
        }
        return row.size;
    }
    return 0;
}

/// Control characters are C0 but tab and newline, delete, and C1 (Unicode category Cc).
bool is_clean(std::string_view text) {
    while (!text.empty()) {
        const auto size = length_at(text);
        if (size == 0) return false;
        const auto first = static_cast<std::uint8_t>(text[0]);
        if ((first < 0x20 && first != '\t' && first != '\n') || first == 0x7f) return false;
        if (first == 0xc2 && static_cast<std::uint8_t>(text[1]) < 0xa0) return false;
        text.remove_prefix(size);
    }
    return true;
}

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bit by bit.
std::optional<base::Bytes> base64url(std::string_view text) {
    std::vector<bool> bits;
    for (const char c : text) {
        const auto digit = base64_digits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        for (int bit = 5; bit >= 0; --bit)
            bits.push_back((digit >> bit & 1) != 0);
    }
    const auto stray = bits.size() % 8;
    if (stray == 6) return std::nullopt;
    base::Bytes bytes;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (i >= bits.size() - stray) {
            if (bits[i]) return std::nullopt;
            continue;
        }
        if (i % 8 == 0) bytes.push_back(0);
        bytes.back() = static_cast<std::uint8_t>(bytes.back() << 1 | (bits[i] ? 1 : 0));
    }
    return bytes;
}

} // namespace

void run_texts(base::ByteView input) {
    const auto text = base::to_text(input);
    CHECK(base::is_clean_text(text) == is_clean(text));

    CHECK(base::from_hex(base::to_hex(input)).value() == base::Bytes(input.begin(), input.end()));
    const auto is_digit = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    CHECK(base::from_hex(text).has_value() == (text.size() % 2 == 0 && std::ranges::all_of(text, is_digit)));

    CHECK(base::from_base64url(base::to_base64url(input)).value() == base::Bytes(input.begin(), input.end()));
    CHECK(base::from_base64url(text) == base64url(text));
}

std::vector<base::Bytes> texts_seeds() {
    std::vector<base::Bytes> seeds;
    for (const std::string_view text :
         {"plain", "tab\tand\nnewline", "äöü", "€", "\xF0\x9F\x8E\xA7", "\xC2\x85", "\x7f", "00ffAb", "aGVsbG8", "aA",
          "_-8", "\xED\xA0\x80", "\xC0\x80", "\xF4\x90\x80\x80", "\xE0\x9F\xBF", "\xEF\xBF\xBE"}) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace plenum::fuzz
