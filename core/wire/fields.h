// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/codec.h"

#include <array>
#include <expected>
#include <string_view>

namespace plenum::wire {

/// One declared field: which member, which codec, its name and what it means (docs/protocol.md prints both).
template <auto Member, class Codec>
struct Field {
    std::string_view name;
    std::string_view about;
};

/// The fields of a record in the order of the wire. A class of its own, since std::tuple costs compilers much more.
template <class... Ts>
class Fields {
  public:
    constexpr explicit(false) Fields(Ts... fields) : words_{{{fields.name, fields.about}...}} {}

    static constexpr std::size_t size() { return sizeof...(Ts); }
    template <class F>
    constexpr void for_each([[maybe_unused]] F handle) const {
        [[maybe_unused]] auto words = words_.begin();
        (handle(with(Ts{}, *words++)), ...);
    }

  private:
    struct Words {
        std::string_view name;
        std::string_view about;
    };
    std::array<Words, sizeof...(Ts)> words_;

    template <class T>
    static constexpr T with(T, const Words& words) {
        return {words.name, words.about};
    }
};

/// A record has `static constexpr auto fields()` giving its `Fields`. A codec with `stands(record)` is of a field that
/// is there only where fields before it say so.
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

template <class Codec, class T, class Value>
void put_field(Writer& to, const T& record, const Value& value) {
    if (stands<T, Codec>(record)) Codec::put(to, value);
}
template <class T, auto... Members, class... Codecs>
void put_fields([[maybe_unused]] Writer& to, [[maybe_unused]] const T& record,
                const Fields<Field<Members, Codecs>...>&) {
    (put_field<Codecs>(to, record, record.*Members), ...);
}
template <class Codec, class T, class Value>
void get_field(Reader& from, const T& record, Value& value) {
    if (from.ok() && stands<T, Codec>(record)) Codec::get(from, value);
}
template <class T, auto... Members, class... Codecs>
void get_fields([[maybe_unused]] Reader& from, [[maybe_unused]] T& record, const Fields<Field<Members, Codecs>...>&) {
    (get_field<Codecs>(from, record, record.*Members), ...);
}

} // namespace detail

template <Record T>
void put(Writer& to, const T& record) {
    to.together([&] { detail::put_fields(to, record, T::fields()); });
}
template <Record T>
void get(Reader& from, T& record) {
    detail::get_fields(from, record, T::fields());
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
