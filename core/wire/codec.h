// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/flow_spec.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/wire/cursor.h"

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// How one field stands on the wire. A codec has `put`, `get` and `text()`, the words that docs/protocol.md uses.
/// A record declares its fields once, with `fields()`; encoding, decoding and the document follow (fields.h).
namespace plenum::wire {

namespace detail {

template <class T>
[[nodiscard]] constexpr std::uint64_t to_number(const T& value) {
    if constexpr (std::is_enum_v<T>)
        return static_cast<std::uint64_t>(static_cast<std::underlying_type_t<T>>(value));
    else if constexpr (std::integral<T>)
        return static_cast<std::uint64_t>(value);
    else if constexpr (std::same_as<T, base::Duration>)
        return static_cast<std::uint64_t>(base::to_us(value));
    else if constexpr (requires { value.time_since_epoch(); })
        return static_cast<std::uint64_t>(base::to_us(value.time_since_epoch()));
    else
        return value.value();
}

/// Sets `value` from a number off the wire; false where the type has no such value.
template <class T>
[[nodiscard]] constexpr bool from_number(std::uint64_t number, T& value) {
    if constexpr (std::same_as<T, bool>) {
        value = number == 1;
        return number <= 1;
    } else if constexpr (std::is_enum_v<T>) {
        value = static_cast<T>(number);
        return base::to_enum<T>(number).has_value();
    } else if constexpr (std::integral<T>) {
        value = static_cast<T>(number);
        return number <= std::uint64_t{std::numeric_limits<T>::max()};
    } else if constexpr (std::same_as<T, base::Duration> || requires { value.time_since_epoch(); }) {
        // 2^53 µs is 285 years, and stays clear of overflow in nanoseconds.
        if (number > std::uint64_t{1} << 53) return false;
        value = T{base::from_us(static_cast<std::int64_t>(number))};
        return true;
    } else {
        value = T{static_cast<typename T::rep>(number)};
        return number <= std::uint64_t{std::numeric_limits<typename T::rep>::max()};
    }
}

template <class T>
constexpr bool is_time =
    std::same_as<T, base::Duration> || std::same_as<T, base::LocalTime> || std::same_as<T, base::ConferenceTime>;

} // namespace detail

/// An unsigned number of `Width` bytes, network byte order. Times stand as whole microseconds.
template <unsigned Width>
struct Unsigned {
    template <class T>
    static void put(Writer& to, const T& value) {
        const auto number = detail::to_number(value);
        if constexpr (Width == 1)
            to.u8(static_cast<std::uint8_t>(number));
        else if constexpr (Width == 2)
            to.u16(static_cast<std::uint16_t>(number));
        else if constexpr (Width == 4)
            to.u32(static_cast<std::uint32_t>(number));
        else
            to.u64(number);
    }
    template <class T>
    static void get(Reader& from, T& value) {
        std::uint64_t number = 0;
        if constexpr (Width == 1)
            number = from.u8();
        else if constexpr (Width == 2)
            number = from.u16();
        else if constexpr (Width == 4)
            number = from.u32();
        else
            number = from.u64();
        if (from.ok() && !detail::from_number(number, value)) from.fail();
    }
    static std::string text() { return "u" + std::to_string(Width * 8); }
};
using U8 = Unsigned<1>;
using U16 = Unsigned<2>;
using U32 = Unsigned<4>;
using U64 = Unsigned<8>;

/// RFC 9000 §16.
struct Varint {
    template <class T>
    static void put(Writer& to, const T& value) {
        to.varint(detail::to_number(value));
    }
    template <class T>
    static void get(Reader& from, T& value) {
        const auto number = from.varint();
        if (from.ok() && !detail::from_number(number, value)) from.fail();
    }
    static std::string text() { return "varint"; }
};

/// Exactly as many bytes as the type has.
template <std::size_t Size>
struct Fixed {
    template <class Tag>
    static void put(Writer& to, const base::FixedBytes<Tag, Size>& value) {
        to.bytes(value.view());
    }
    template <class Tag>
    static void get(Reader& from, base::FixedBytes<Tag, Size>& value) {
        if (const auto taken = base::FixedBytes<Tag, Size>::from(from.bytes(Size))) value = *taken;
    }
    static std::string text() { return std::to_string(Size) + " bytes"; }
};

/// A varint length, at most `SizeMax`, and as many bytes.
template <std::size_t SizeMax>
struct Blob {
    static void put(Writer& to, const base::Bytes& value) {
        to.varint(value.size());
        to.bytes(value);
    }
    static void get(Reader& from, base::Bytes& value) {
        const auto size = from.varint();
        if (size > SizeMax) return from.fail();
        const auto taken = from.bytes(size);
        value.assign(taken.begin(), taken.end());
    }
    static std::string text() { return "varint length, bytes (≤ " + std::to_string(SizeMax) + ")"; }
};

/// As `Blob`; what is read is a view into what it is read from.
template <std::size_t SizeMax>
struct BlobView {
    static void put(Writer& to, base::ByteView value) {
        to.varint(value.size());
        to.bytes(value);
    }
    static void get(Reader& from, base::ByteView& value) {
        const auto size = from.varint();
        if (size > SizeMax) return from.fail();
        value = from.bytes(size);
    }
    static std::string text() { return Blob<SizeMax>::text(); }
};

/// As `Blob`, and well-formed UTF-8 without control characters.
template <std::size_t SizeMax>
struct Text {
    static void put(Writer& to, const std::string& value) {
        to.varint(value.size());
        to.bytes(base::as_bytes(value));
    }
    static void get(Reader& from, std::string& value) {
        const auto size = from.varint();
        if (size > SizeMax) return from.fail();
        value = base::to_text(from.bytes(size));
        if (!base::is_clean_text(value)) from.fail();
    }
    static std::string text() { return "varint length, UTF-8 (≤ " + std::to_string(SizeMax) + ")"; }
};

/// Everything up to the end of what encloses it; only as the last field.
template <std::size_t SizeMax>
struct Rest {
    static void put(Writer& to, const base::Bytes& value) { to.bytes(value); }
    static void get(Reader& from, base::Bytes& value) {
        if (from.remaining() > SizeMax) return from.fail();
        const auto taken = from.rest();
        value.assign(taken.begin(), taken.end());
    }
    static std::string text() { return "the remaining bytes (≤ " + std::to_string(SizeMax) + ")"; }
};

/// A varint count, at most `CountMax`, and as many items.
template <class Item, std::size_t CountMax>
struct List {
    template <class T>
    static void put(Writer& to, const std::vector<T>& values) {
        to.varint(values.size());
        for (const auto& value : values)
            Item::put(to, value);
    }
    template <class T>
    static void get(Reader& from, std::vector<T>& values) {
        const auto count = from.varint();
        // Every item takes at least a byte, so a count beyond what is left is a lie.
        if (count > CountMax || count > from.remaining()) return from.fail();
        values.clear();
        for (std::uint64_t i = 0; i < count && from.ok(); ++i)
            Item::get(from, values.emplace_back());
    }
    static std::string text() { return "varint count (≤ " + std::to_string(CountMax) + "), each " + Item::text(); }
};

/// u8 0 or 1, and the value where it is 1.
template <class Inner>
struct Optional {
    template <class T>
    static void put(Writer& to, const std::optional<T>& value) {
        to.u8(value ? 1 : 0);
        if (value) Inner::put(to, *value);
    }
    template <class T>
    static void get(Reader& from, std::optional<T>& value) {
        const auto present = from.u8();
        if (present > 1) return from.fail();
        value.reset();
        if (present == 1) Inner::get(from, value.emplace());
    }
    static std::string text() { return "u8 0 or 1, then " + Inner::text(); }
};

/// A field that later versions of a message have: absent where it is `usual`, as earlier ones expect. Only as the last
/// field of a message.
template <class Inner, auto Usual>
struct Trailing {
    template <class T>
    static void put(Writer& to, const T& value) {
        if (value != T{Usual}) Inner::put(to, value);
    }
    template <class T>
    static void get(Reader& from, T& value) {
        value = T{Usual};
        if (from.at_end()) return;
        Inner::get(from, value);
        // One message, one encoding.
        if (value == T{Usual}) from.fail();
    }
    static std::string text() { return Inner::text() + ", absent where it is " + std::to_string(Usual); }
};

} // namespace plenum::wire
