// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::base {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;
using MutableByteView = std::span<std::uint8_t>;

/// `Size` bytes with a meaning; a hash, a key and an identifier of the same length do not mix.
template <class Tag, std::size_t Size>
struct FixedBytes {
    static constexpr std::size_t size = Size;
    std::array<std::uint8_t, Size> bytes{};

    [[nodiscard]] ByteView view() const { return bytes; }
    [[nodiscard]] static std::optional<FixedBytes> from(ByteView source) {
        if (source.size() != Size) return std::nullopt;
        FixedBytes result;
        std::copy(source.begin(), source.end(), result.bytes.begin());
        return result;
    }
    [[nodiscard]] bool is_zero() const { return *this == FixedBytes{}; }
    friend auto operator<=>(const FixedBytes&, const FixedBytes&) = default;
};

[[nodiscard]] inline ByteView as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
[[nodiscard]] inline std::string to_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline void append(Bytes& to, ByteView from) { to.insert(to.end(), from.begin(), from.end()); }

/// Lower-case hexadecimal, and back; nullopt for an odd length or a stranger's digit.
[[nodiscard]] std::string to_hex(ByteView bytes);
[[nodiscard]] std::optional<Bytes> from_hex(std::string_view text);
/// RFC 4648 §5 without padding; decoding refuses padding, foreign characters and stray bits.
[[nodiscard]] std::string to_base64url(ByteView bytes);
[[nodiscard]] std::optional<Bytes> from_base64url(std::string_view text);

/// Whether `text` is well-formed UTF-8 (RFC 3629) without control characters other than tab and newline.
[[nodiscard]] bool is_clean_text(std::string_view text);
/// The same on one line and not blank, as names are: a line break in a name would let it pass for what others said.
[[nodiscard]] bool is_clean_line(std::string_view text);

} // namespace plenum::base
