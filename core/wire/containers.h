// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/codec.h"

#include <deque>
#include <map>
#include <set>

/// Codecs of ordered containers, for records that are hashed: of one value there is one encoding, and bytes in another
/// order are malformed.
namespace plenum::wire {

namespace detail {

/// Reads a count; false, with the reader failed, where there cannot be as many items: each takes a byte at least.
[[nodiscard]] inline bool get_count(Reader& from, std::size_t most, std::uint64_t& count) {
    count = from.varint();
    if (count > most || count > from.remaining()) from.fail();
    return from.ok();
}

} // namespace detail

/// A varint count, at most `CountMax`, and as many keys with their values; keys ascend.
template <class Key, class Item, std::size_t CountMax>
struct Map {
    template <class K, class V>
    static void put(Writer& to, const std::map<K, V>& values) {
        to.varint(values.size());
        for (const auto& [key, value] : values) {
            Key::put(to, key);
            Item::put(to, value);
        }
    }
    template <class K, class V>
    static void get(Reader& from, std::map<K, V>& values) {
        std::uint64_t count = 0;
        values.clear();
        if (!detail::get_count(from, CountMax, count)) return;
        for (; count > 0 && from.ok(); --count) {
            K key{};
            Key::get(from, key);
            if (!values.empty() && !(values.rbegin()->first < key)) return from.fail();
            if (from.ok()) Item::get(from, values.emplace_hint(values.end(), key, V{})->second);
        }
    }
    static std::string text() {
        return "varint count (≤ " + std::to_string(CountMax) + "), each " + Key::text() + " and " + Item::text();
    }
};

/// A varint count, at most `CountMax`, and as many items, ascending.
template <class Item, std::size_t CountMax>
struct Set {
    template <class T>
    static void put(Writer& to, const std::set<T>& values) {
        to.varint(values.size());
        for (const auto& value : values)
            Item::put(to, value);
    }
    template <class T>
    static void get(Reader& from, std::set<T>& values) {
        std::uint64_t count = 0;
        values.clear();
        if (!detail::get_count(from, CountMax, count)) return;
        for (; count > 0 && from.ok(); --count) {
            T value{};
            Item::get(from, value);
            if (!values.empty() && !(*values.rbegin() < value)) return from.fail();
            values.emplace_hint(values.end(), value);
        }
    }
    static std::string text() {
        return "varint count (≤ " + std::to_string(CountMax) + "), each " + Item::text() + ", ascending";
    }
};

/// As `List`, of a deque.
template <class Item, std::size_t CountMax>
struct Queue {
    template <class T>
    static void put(Writer& to, const std::deque<T>& values) {
        to.varint(values.size());
        for (const auto& value : values)
            Item::put(to, value);
    }
    template <class T>
    static void get(Reader& from, std::deque<T>& values) {
        std::uint64_t count = 0;
        values.clear();
        if (!detail::get_count(from, CountMax, count)) return;
        for (; count > 0 && from.ok(); --count)
            Item::get(from, values.emplace_back());
    }
    static std::string text() { return List<Item, CountMax>::text(); }
};

} // namespace plenum::wire
