// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <utility>
#include <variant>

namespace plenum::base {

namespace detail {
template <class... Ts>
std::variant<Ts...> alternatives_of(const std::variant<Ts...>&);
template <class... Ts>
constexpr bool comparable(const std::variant<Ts...>*) {
    return (std::equality_comparable<Ts> && ...);
}
} // namespace detail

/// The std::variant of either kind, for std::variant_size_v and the like.
template <class Choice>
using AlternativesOf = decltype(detail::alternatives_of(std::declval<const Choice&>()));

/// A std::variant whose special members are compiled once. A variant of fifty records otherwise costs seconds of
/// compilation in each file that moves it. One source file includes variant_members.h and instantiates the class.
template <class V>
class Variant : public V {
  public:
    using V::V;
    using V::operator=;
    Variant();
    Variant(const Variant& other);
    Variant(Variant&& other) noexcept;
    Variant& operator=(const Variant& other);
    Variant& operator=(Variant&& other) noexcept;
    ~Variant();

    friend bool operator==(const Variant& a, const Variant& b)
        requires(detail::comparable(static_cast<const V*>(nullptr)))
    {
        return static_cast<const V&>(a) == static_cast<const V&>(b);
    }
    /// Those of std::variant claim to compare whatever it holds.
    friend auto operator<=>(const Variant& a, const Variant& b) = delete;
    friend bool operator==(const Variant& a, const Variant& b)
        requires(!detail::comparable(static_cast<const V*>(nullptr)))
    = delete;
};

/// Which alternative of a variant: a value of its own, which no hand-kept list has to follow.
template <class V>
class Kind {
  public:
    template <class T>
    [[nodiscard]] static constexpr Kind of() {
        return Kind{place_of<T>(static_cast<const AlternativesOf<V>*>(nullptr))};
    }
    explicit Kind(const V& value) : Kind{value.index()} {}

    friend bool operator==(Kind a, Kind b) = default;

  private:
    explicit constexpr Kind(std::size_t place) : place_{place} {}
    template <class T, class... Ts>
    [[nodiscard]] static constexpr std::size_t place_of(const std::variant<Ts...>*) {
        static_assert((std::same_as<T, Ts> || ...), "no alternative of the variant");
        std::size_t place = 0;
        std::ignore = ((std::same_as<T, Ts> || (++place, false)) || ...);
        return place;
    }

    std::size_t place_;
};

} // namespace plenum::base
