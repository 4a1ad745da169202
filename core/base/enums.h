// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

/// Which values an enumeration has, and what they are called, as the compiler knows it. Counts, tables and checks of
/// bytes from outside follow from the enumeration itself, so that none can miss a value. A list beside each enumeration
/// was the alternative: one more thing to forget. Until C++26 (P2996) the source is the name that a function template
/// gives itself: GCC and Clang write `Type::name` there for an enumerator and `(Type)5` for any other value.
namespace plenum::base {

template <class E>
concept SmallEnum = std::is_enum_v<E> && std::same_as<std::underlying_type_t<E>, std::uint8_t>;

namespace detail {

/// Enumerators lie below this. Each number up to there costs every translation unit compile time.
inline constexpr std::size_t enum_numbers = 64;

template <class E, E... Values>
[[nodiscard]] consteval std::string_view signature_with_values() {
    return __PRETTY_FUNCTION__;
}

/// "Type::one, (Type)2, ..., (Type)63}; ...]"
template <SmallEnum E>
[[nodiscard]] consteval std::string_view text_of_values() {
    constexpr auto text = []<std::size_t... Number>(std::index_sequence<Number...>) {
        return signature_with_values<E, static_cast<E>(Number)...>();
    }(std::make_index_sequence<enum_numbers>{});
    constexpr std::string_view before{"Values = "};
    return text.substr(text.rfind(before) + before.size() + 1);
}

/// The enumerators of one enum, found at compile time.
struct Enumerators {
    /// Bit n is set where n is an enumerator.
    std::uint64_t numbers{0};
    std::array<std::string_view, enum_numbers> names{};
};

template <SmallEnum E>
[[nodiscard]] consteval Enumerators find_enumerators() {
    constexpr auto text = text_of_values<E>();
    // "(Type)", and as long "Type::": compilers are slow at looking at characters one by one.
    constexpr auto prefix = text.rfind(')') - text.rfind('(') + 1;
    Enumerators found;
    std::size_t at = 0;
    for (std::size_t number = 0; number < enum_numbers; ++number, at += 2) {
        const bool named = text[at] != '(';
        const auto begin = at + prefix;
        for (at = begin; at < text.size() && text[at] != ',';)
            ++at;
        if (!named) continue;
        found.numbers |= std::uint64_t{1} << number;
        found.names[number] = text.substr(begin, at - begin);
    }
    return found;
}

template <SmallEnum E>
inline constexpr Enumerators enumerators = find_enumerators<E>();

} // namespace detail

template <SmallEnum E>
inline constexpr auto enum_count = static_cast<std::size_t>(std::popcount(detail::enumerators<E>.numbers));

/// Ascending.
template <SmallEnum E>
inline constexpr auto enum_values = [] {
    std::array<E, enum_count<E>> values{};
    std::size_t at = 0;
    for (auto left = detail::enumerators<E>.numbers; left != 0; left &= left - 1)
        values[at++] = static_cast<E>(std::countr_zero(left));
    return values;
}();

/// False for what a cast of some other number gave.
template <SmallEnum E>
[[nodiscard]] constexpr bool is_enumerator(E value) {
    const auto number = static_cast<std::uint8_t>(value);
    return number < detail::enum_numbers && (detail::enumerators<E>.numbers >> number & 1) != 0;
}

/// The only way from a number that came from outside.
template <SmallEnum E>
[[nodiscard]] constexpr std::optional<E> to_enum(std::uint64_t number) {
    const auto value = static_cast<E>(number);
    if (number < detail::enum_numbers && is_enumerator(value)) return value;
    return std::nullopt;
}

/// As it is written in the code; "unknown" where it is no enumerator.
template <SmallEnum E>
[[nodiscard]] constexpr std::string_view enumerator_name(E value) {
    if (!is_enumerator(value)) return "unknown";
    return detail::enumerators<E>.names[static_cast<std::uint8_t>(value)];
}

/// One `T` for each value of `E`. Whatever number an `E` holds, there is something at it: what is no enumerator has one
/// place of its own, which no loop shows.
template <SmallEnum E, class T>
class EnumArray {
  public:
    [[nodiscard]] constexpr T& operator[](E value) { return slots_[slot(value)]; }
    [[nodiscard]] constexpr const T& operator[](E value) const { return slots_[slot(value)]; }

    /// Of the enumerators, ascending.
    [[nodiscard]] constexpr auto begin() { return slots_.begin(); }
    [[nodiscard]] constexpr auto end() { return slots_.begin() + enum_count<E>; }
    [[nodiscard]] constexpr auto begin() const { return slots_.begin(); }
    [[nodiscard]] constexpr auto end() const { return slots_.begin() + enum_count<E>; }
    [[nodiscard]] static constexpr std::size_t size() { return enum_count<E>; }

    friend bool operator==(const EnumArray&, const EnumArray&) = default;

  private:
    static constexpr auto numbers_ = detail::enumerators<E>.numbers;
    static constexpr auto first_ = static_cast<std::size_t>(std::countr_zero(numbers_));
    static_assert(numbers_ >> first_ == (std::uint64_t{1} << enum_count<E>)-1, "the values follow one another");

    [[nodiscard]] static constexpr std::size_t slot(E value) {
        return std::min(static_cast<std::size_t>(value) - first_, enum_count<E>);
    }

    std::array<T, enum_count<E> + 1> slots_{};
};

} // namespace plenum::base
