// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/tree/limits.h"

#include <optional>

/// Payloads of different lengths as symbols of one length, for the erasure code: length in two bytes, payload, zeros.
namespace plenum::tree {

/// Bytes of a symbol that a payload needs.
[[nodiscard]] inline std::size_t symbol_bytes(base::ByteView payload) { return payload.size() + 2; }

/// Precondition: `bytes` ≥ symbol_bytes(payload).
[[nodiscard]] inline base::Bytes to_symbol(base::ByteView payload, std::size_t bytes) {
    base::Bytes symbol{static_cast<std::uint8_t>(payload.size() >> 8),
                       static_cast<std::uint8_t>(payload.size() & 0xff)};
    base::append(symbol, payload);
    symbol.resize(bytes);
    return symbol;
}

/// Nullopt if the length is wrong.
[[nodiscard]] inline std::optional<base::Bytes> from_symbol(base::ByteView symbol) {
    if (symbol.size() < 2) return std::nullopt;
    const auto length = static_cast<std::size_t>(symbol[0] << 8 | symbol[1]);
    if (length > symbol.size() - 2 || length > limits::payload_bytes_max) return std::nullopt;
    const auto payload = symbol.subspan(2, length);
    return base::Bytes{payload.begin(), payload.end()};
}

} // namespace plenum::tree
