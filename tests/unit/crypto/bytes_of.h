// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/check.h"

#include <string_view>

/// What the tests of this folder share.
namespace plenum::crypto::test {

inline base::Bytes hex(std::string_view text) {
    auto bytes = base::from_hex(text);
    CHECK(bytes);
    return *bytes;
}

template <class Fixed>
Fixed fixed(std::string_view text) {
    const auto value = Fixed::from(hex(text));
    CHECK(value);
    return *value;
}

/// Every byte the same.
template <class Fixed>
Fixed filled(std::uint8_t byte) {
    Fixed result;
    result.bytes.fill(byte);
    return result;
}

/// 0, 1, 2, …: the key of the figures below, which another implementation (hashlib, OpenSSL) computed.
template <class Fixed>
Fixed counting() {
    Fixed result;
    for (std::size_t i = 0; i < Fixed::size; ++i)
        result.bytes[i] = static_cast<std::uint8_t>(i);
    return result;
}

} // namespace plenum::crypto::test
