// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/fec/block_limits.h"
#include "core/tree/fec/erasure_code.h"

#include <memory>
#include <optional>

namespace plenum::tree {

/// The Reed-Solomon code of RFC 5510 (FEC encoding id 5): a systematic Vandermonde matrix over GF(2^8), generator
/// polynomial 0x11d.
class ReedSolomon final : public ErasureCode {
  public:
    /// Null unless 1 ≤ `source_count` ≤ `limits::block_symbols_max`.
    [[nodiscard]] static std::unique_ptr<ReedSolomon> make(std::size_t source_count);

    [[nodiscard]] std::size_t source_count() const override { return source_count_; }
    [[nodiscard]] base::Bytes encode(std::span<const base::Bytes> source, SymbolIndex index) const override;
    [[nodiscard]] std::optional<std::vector<base::Bytes>>
    decode(const std::map<SymbolIndex, base::Bytes>& symbols) const override;

  private:
    ReedSolomon(std::size_t source_count, base::Bytes inverse)
        : source_count_{source_count},
          inverse_{std::move(inverse)} {}
    /// The coefficients of one symbol (RFC 5510 §8.2): a column of the generator matrix.
    [[nodiscard]] base::Bytes coefficients(SymbolIndex index) const;

    std::size_t source_count_;
    /// Of the first columns of the Vandermonde matrix, by rows.
    base::Bytes inverse_;
};

} // namespace plenum::tree
