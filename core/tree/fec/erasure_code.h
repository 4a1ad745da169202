// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace plenum::tree {

/// An encoding symbol's number in its block: source symbols are first (RFC 5510: encoding symbol id).
using SymbolIndex = base::Number<struct SymbolTag, std::uint8_t>;

/// A systematic erasure code for blocks of one size: any as many symbols of a block as it has source symbols give all
/// of them.
class ErasureCode {
  public:
    ErasureCode() = default;
    ErasureCode(const ErasureCode&) = delete;
    ErasureCode& operator=(const ErasureCode&) = delete;
    virtual ~ErasureCode() = default;

    /// Source symbols of a block, at most `limits::block_symbols_max`.
    [[nodiscard]] virtual std::size_t source_count() const = 0;
    /// The symbol `index` of a block. Empty if there are not `source_count` symbols of one length, or the code has no
    /// such symbol.
    [[nodiscard]] virtual base::Bytes encode(std::span<const base::Bytes> source, SymbolIndex index) const = 0;
    /// All source symbols. Nullopt if there are too few symbols, or they differ in length.
    [[nodiscard]] virtual std::optional<std::vector<base::Bytes>>
    decode(const std::map<SymbolIndex, base::Bytes>& symbols) const = 0;
};

} // namespace plenum::tree
