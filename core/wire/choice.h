// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/fields.h"

#include <variant>

/// A variant of records, each with `static constexpr std::uint8_t type`: a type byte, then the record's fields.
/// Adding a member to the variant is all it takes to add a type to the wire.
namespace plenum::wire {

namespace detail {

template <class Choice, std::size_t Index = 0>
bool get_alternative(Reader& from, std::uint8_t type, Choice& choice) {
    if constexpr (Index == std::variant_size_v<Choice>) {
        return false;
    } else {
        using T = std::variant_alternative_t<Index, Choice>;
        if (T::type == type) {
            get(from, choice.template emplace<Index>());
            return true;
        }
        return get_alternative<Choice, Index + 1>(from, type, choice);
    }
}

template <class Choice>
struct TypesDiffer;
template <class... Ts>
struct TypesDiffer<std::variant<Ts...>> {
    static constexpr bool value = [] {
        const std::uint8_t types[] = {Ts::type...};
        for (std::size_t i = 0; i < sizeof...(Ts); ++i) {
            if (types[i] == 0) return false;
            for (std::size_t k = i + 1; k < sizeof...(Ts); ++k) {
                if (types[i] == types[k]) return false;
            }
        }
        return true;
    }();
};

} // namespace detail

namespace detail {
template <class... Choices>
struct Joined;
template <class... Ts, class... Us>
struct Joined<std::variant<Ts...>, std::variant<Us...>> {
    using Type = std::variant<Ts..., Us...>;
};
} // namespace detail

/// A choice of what either can be.
template <class One, class Other>
using Joined = typename detail::Joined<One, Other>::Type;

template <class T, class Choice>
struct IsAlternative : std::false_type {};
template <class T, class... Ts>
struct IsAlternative<T, std::variant<Ts...>> : std::disjunction<std::is_same<T, Ts>...> {};
/// T is one of what `Choice` can be.
template <class T, class Choice>
concept AlternativeOf = IsAlternative<T, Choice>::value;

template <class... Ts>
void put_choice(Writer& to, const std::variant<Ts...>& choice) {
    std::visit(
        [&]<class T>(const T& record) {
            to.together([&] {
                to.u8(T::type);
                put(to, record);
            });
        },
        choice);
}

/// Reads a type byte and its record into `choice`; false, with the reader failed, for a type nobody declared.
template <class... Ts>
[[nodiscard]] bool get_choice(Reader& from, std::variant<Ts...>& choice) {
    static_assert(detail::TypesDiffer<std::variant<Ts...>>::value, "types must differ and not be zero");
    const auto type = from.u8();
    if (!from.ok()) return true;
    if (detail::get_alternative(from, type, choice)) return true;
    from.fail();
    return false;
}

template <class... Ts>
[[nodiscard]] base::Bytes encode_choice(const std::variant<Ts...>& choice) {
    base::Bytes bytes;
    Writer to{bytes};
    put_choice(to, choice);
    return bytes;
}

/// The whole of `bytes` as one type byte and its record.
template <class Choice>
[[nodiscard]] std::expected<Choice, DecodeError> decode_choice(base::ByteView bytes) {
    Reader from{bytes};
    Choice choice;
    if (!get_choice(from, choice)) return std::unexpected{DecodeError::unknown};
    if (!from.ok()) return std::unexpected{DecodeError::malformed};
    if (!from.at_end()) return std::unexpected{DecodeError::trailing};
    return choice;
}

} // namespace plenum::wire
