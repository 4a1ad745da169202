// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/codec.h"

#include <expected>
#include <string_view>
#include <tuple>

namespace plenum::wire {

/// One declared field: which member, which codec, its name and what it means (docs/protocol.md prints both).
template <auto Member, class Codec>
struct Field {
    std::string_view name;
    std::string_view about;
};

/// A record has `static constexpr auto fields()` giving a tuple of `Field`s. A codec with `stands(record)` is of a
/// field that is there only where fields before it say so.
template <class T>
concept Record = requires { T::fields(); };

namespace detail {

template <class T, class Codec>
[[nodiscard]] constexpr bool stands(const T& record) {
    if constexpr (requires { Codec::stands(record); })
        return Codec::stands(record);
    else
        return true;
}

template <class T, auto Member, class Codec>
void put_field(Writer& to, const T& record, Field<Member, Codec>) {
    if (stands<T, Codec>(record)) Codec::put(to, record.*Member);
}
template <class T, auto Member, class Codec>
void get_field(Reader& from, T& record, Field<Member, Codec>) {
    if (from.ok() && stands<T, Codec>(record)) Codec::get(from, record.*Member);
}

} // namespace detail

template <Record T>
void put(Writer& to, const T& record) {
    to.together([&] { std::apply([&](auto... field) { (detail::put_field(to, record, field), ...); }, T::fields()); });
}
template <Record T>
void get(Reader& from, T& record) {
    std::apply([&](auto... field) { (detail::get_field(from, record, field), ...); }, T::fields());
}

/// A record inside a record.
template <class T>
struct Nested {
    static void put(Writer& to, const T& value) { wire::put(to, value); }
    static void get(Reader& from, T& value) { wire::get(from, value); }
    static std::string text() { return std::string{T::name}; }
};

enum class DecodeError : std::uint8_t {
    malformed = 1, ///< ends too early, or a value that its field cannot have
    trailing = 2,  ///< bytes follow the last field
    unknown = 3,   ///< a type that this version does not know
};

namespace detail {

/// Most records are shorter than this; memory that grows byte by byte is taken many times.
inline constexpr std::size_t record_bytes_usual = 64;

} // namespace detail

template <Record T>
[[nodiscard]] base::Bytes encode(const T& record) {
    base::Bytes bytes;
    bytes.reserve(detail::record_bytes_usual);
    Writer to{bytes};
    put(to, record);
    return bytes;
}

/// The whole of `bytes` as one record.
template <Record T>
[[nodiscard]] std::expected<T, DecodeError> decode(base::ByteView bytes) {
    Reader from{bytes};
    T record{};
    get(from, record);
    if (!from.ok()) return std::unexpected{DecodeError::malformed};
    if (!from.at_end()) return std::unexpected{DecodeError::trailing};
    return record;
}

} // namespace plenum::wire
