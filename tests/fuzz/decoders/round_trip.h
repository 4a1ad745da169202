// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"
#include "core/wire/choice.h"

#include <algorithm>

/// What every decoder of core/wire holds: a value has one encoding, so whatever decodes encodes to the same bytes, and
/// what hashes and signatures cover is unambiguous.
namespace plenum::fuzz {

namespace detail {

template <class T, class Decode, class Encode>
std::optional<T> check_round_trip(base::ByteView bytes, Decode decode, Encode encode) {
    const std::expected<T, wire::DecodeError> value = decode(bytes);
    if (!value) {
        CHECK(value.error() >= wire::DecodeError::malformed && value.error() <= wire::DecodeError::unknown);
        return std::nullopt;
    }
    const auto again = encode(*value);
    CHECK(std::ranges::equal(again, bytes));
    const std::expected<T, wire::DecodeError> twice = decode(again);
    CHECK(twice && *twice == *value);
    // A byte more or less is another value or none.
    auto longer = again;
    longer.push_back(0);
    const std::expected<T, wire::DecodeError> extended = decode(longer);
    CHECK(!extended || !(*extended == *value));
    if (!again.empty()) {
        const std::expected<T, wire::DecodeError> shortened = decode(base::ByteView{again}.first(again.size() - 1));
        CHECK(!shortened || !(*shortened == *value));
    }
    return *value;
}

} // namespace detail

/// The record, where the whole of `bytes` is one.
template <wire::Record T>
std::optional<T> round_trip(base::ByteView bytes) {
    return detail::check_round_trip<T>(
        bytes, [](base::ByteView from) { return wire::decode<T>(from); },
        [](const T& record) { return wire::encode(record); });
}
template <class Choice>
std::optional<Choice> round_trip_choice(base::ByteView bytes) {
    return detail::check_round_trip<Choice>(
        bytes, [](base::ByteView from) { return wire::decode_choice<Choice>(from); },
        [](const Choice& choice) { return wire::encode_choice(choice); });
}

} // namespace plenum::fuzz
