// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/picture_size.h"
#include "core/base/random.h"
#include "core/base/variant.h"
#include "core/wire/choice.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

/// Records with random values that their fields can have: what the real encoders make of them are the inputs to begin
/// with.
namespace plenum::fuzz {

template <wire::Record T>
void fill(T& record, base::Random& random);
template <class T>
void fill(std::vector<T>& items, base::Random& random);

/// As likely small as large.
inline std::uint64_t some_number(base::Random& random, std::uint64_t most) {
    const auto value = random.next() >> random.below(64);
    return most == ~std::uint64_t{0} ? value : value % (most + 1);
}

template <class T>
    requires std::integral<T> || std::is_enum_v<T>
void fill(T& value, base::Random& random) {
    if constexpr (std::same_as<T, bool>)
        value = random.below(2) == 1;
    else if constexpr (std::is_enum_v<T>) {
        do
            value = static_cast<T>(random.below(32));
        while (!base::is_enumerator(value));
    } else
        value = static_cast<T>(some_number(random, std::min<std::uint64_t>(std::numeric_limits<T>::max(), 1ULL << 60)));
}
template <class Tag, class Rep>
void fill(base::Number<Tag, Rep>& value, base::Random& random) {
    Rep number{};
    fill(number, random);
    value = base::Number<Tag, Rep>{number};
}
inline void fill(base::Duration& value, base::Random& random) {
    value = base::from_us(static_cast<std::int64_t>(some_number(random, std::uint64_t{1} << 53)));
}
template <class Clock>
void fill(std::chrono::time_point<Clock, base::Duration>& value, base::Random& random) {
    base::Duration since{};
    fill(since, random);
    value = std::chrono::time_point<Clock, base::Duration>{since};
}
template <class Tag, std::size_t Size>
void fill(base::FixedBytes<Tag, Size>& value, base::Random& random) {
    for (auto& byte : value.bytes)
        byte = static_cast<std::uint8_t>(random.next());
}
inline void fill(base::Bytes& value, base::Random& random) {
    value.resize(random.below(24));
    for (auto& byte : value)
        byte = static_cast<std::uint8_t>(random.next());
}
inline void fill(std::string& value, base::Random& random) {
    value = std::string(random.below(16), static_cast<char>('a' + random.below(26)));
    if (random.chance(300'000)) value += "ä€\xF0\x9F\x8E\xA7";
}
inline void fill(wire::MessageFlags& value, base::Random& random) {
    value.bits = static_cast<std::uint8_t>(random.below(0x100));
}
inline void fill(base::PictureSizes& value, base::Random& random) {
    const auto bits = 1 + random.below(3);
    value = {(bits & 1) != 0, (bits & 2) != 0};
}
inline void fill(wire::CipherSet& value, base::Random& random) {
    value.bits = static_cast<std::uint8_t>(random.next());
}
template <class T>
void fill(std::optional<T>& value, base::Random& random) {
    value.reset();
    if (random.below(2) == 1) fill(value.emplace(), random);
}
template <class T>
void fill(std::vector<T>& items, base::Random& random) {
    items.resize(random.below(4));
    for (auto& item : items)
        fill(item, random);
}

namespace detail {
template <class T, auto Member, class Codec>
void fill_field(T& record, wire::Field<Member, Codec>, base::Random& random) {
    fill(record.*Member, random);
}
} // namespace detail

template <wire::Record T>
void fill(T& record, base::Random& random) {
    T::fields().for_each([&](auto field) { detail::fill_field(record, field, random); });
}

/// `count` of each type, encoded.
template <class T>
void add_seeds(std::vector<base::Bytes>& to, std::size_t count, base::Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
        T record{};
        if (i > 0) fill(record, random);
        to.push_back(wire::encode(record));
    }
}

namespace detail {
template <class Choice, std::size_t... Index>
void add_choices(std::vector<base::Bytes>& to, std::size_t count, base::Random& random, std::index_sequence<Index...>) {
    const auto add = [&]<std::size_t I>() {
        for (std::size_t i = 0; i < count; ++i) {
            Choice choice{std::in_place_index<I>};
            if (i > 0) fill(std::get<I>(choice), random);
            to.push_back(wire::encode_choice(choice));
        }
    };
    (add.template operator()<Index>(), ...);
}
} // namespace detail

template <class Choice>
void add_choice_seeds(std::vector<base::Bytes>& to, std::size_t count, base::Random& random) {
    using Alternatives = base::AlternativesOf<Choice>;
    detail::add_choices<Choice>(to, count, random, std::make_index_sequence<std::variant_size_v<Alternatives>>{});
}

} // namespace plenum::fuzz
