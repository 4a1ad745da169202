// SPDX-License-Identifier: Apache-2.0
#include "core/tree/fec/reed_solomon.h"

#include <isa-l/erasure_code.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace plenum::tree {
namespace {

/// Order of the multiplicative group.
constexpr std::size_t group_order = 255;

/// Powers of the primitive element 2 modulo x^8 + x^4 + x^3 + x^2 + 1 (RFC 5510 §8.1).
constexpr auto powers = [] {
    std::array<std::uint8_t, group_order> all{};
    unsigned power = 1;
    for (auto& each : all) {
        each = static_cast<std::uint8_t>(power);
        power = power << 1 ^ (power >= 0x80 ? 0x11dU : 0U);
    }
    return all;
}();

std::uint8_t power(std::size_t exponent) { return powers[exponent % group_order]; }

/// `coefficients` has rows of as many numbers as there are sources, which are of one length.
std::vector<base::Bytes> combine(base::Bytes coefficients, std::span<const base::Bytes> sources) {
    const auto count = sources.size();
    const auto rows = coefficients.size() / count;
    base::Bytes tables(32 * count * rows);
    ec_init_tables(static_cast<int>(count), static_cast<int>(rows), coefficients.data(), tables.data());
    std::vector<std::uint8_t*> from;
    for (const auto& source : sources)
        from.push_back(const_cast<std::uint8_t*>(source.data())); // The library only reads them.
    std::vector<base::Bytes> results(rows, base::Bytes(sources.front().size()));
    std::vector<std::uint8_t*> to;
    for (auto& result : results)
        to.push_back(result.data());
    ec_encode_data(static_cast<int>(sources.front().size()), static_cast<int>(count), static_cast<int>(rows),
                   tables.data(), from.data(), to.data());
    return results;
}

bool are_of_one_length(std::span<const base::Bytes> symbols) {
    const auto length = symbols.front().size();
    return length > 0 && std::ranges::all_of(symbols, [&](const auto& each) { return each.size() == length; });
}

} // namespace

std::unique_ptr<ReedSolomon> ReedSolomon::make(std::size_t source_count) {
    if (source_count == 0 || source_count > limits::block_symbols_max) return nullptr;
    base::Bytes matrix;
    for (std::size_t row = 0; row < source_count; ++row) {
        for (std::size_t column = 0; column < source_count; ++column)
            matrix.push_back(power(row * column));
    }
    base::Bytes inverse(matrix.size());
    if (gf_invert_matrix(matrix.data(), inverse.data(), static_cast<int>(source_count)) != 0) return nullptr;
    return std::unique_ptr<ReedSolomon>{new ReedSolomon{source_count, std::move(inverse)}};
}

base::Bytes ReedSolomon::encode(std::span<const base::Bytes> source, SymbolIndex index) const {
    if (source.size() != source_count_ || index.value() >= limits::encoding_symbols_max) return {};
    if (!are_of_one_length(source)) return {};
    return combine(coefficients(index), source).front();
}

std::optional<std::vector<base::Bytes>> ReedSolomon::decode(const std::map<SymbolIndex, base::Bytes>& symbols) const {
    if (symbols.size() < source_count_) return std::nullopt;
    std::vector<base::Bytes> received;
    base::Bytes matrix;
    for (const auto& [index, symbol] : symbols) {
        if (index.value() >= limits::encoding_symbols_max) return std::nullopt;
        const auto row = coefficients(index);
        matrix.insert(matrix.end(), row.begin(), row.end());
        received.push_back(symbol);
        if (received.size() == source_count_) break;
    }
    if (!are_of_one_length(received)) return std::nullopt;
    base::Bytes inverse(matrix.size());
    if (gf_invert_matrix(matrix.data(), inverse.data(), static_cast<int>(source_count_)) != 0) return std::nullopt;
    return combine(std::move(inverse), received);
}

base::Bytes ReedSolomon::coefficients(SymbolIndex index) const {
    base::Bytes column;
    if (index.value() < source_count_) {
        column.resize(source_count_);
        column[index.value()] = 1;
        return column;
    }
    for (std::size_t row = 0; row < source_count_; ++row) {
        std::uint8_t sum = 0;
        for (std::size_t i = 0; i < source_count_; ++i)
            sum ^= gf_mul(inverse_[row * source_count_ + i], power(i * index.value()));
        column.push_back(sum);
    }
    return column;
}

} // namespace plenum::tree
