// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
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

} // namespace plenum::base
