// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/tree/fec/block_limits.h"
#include "core/tree/fec/erasure_code.h"
#include "core/tree/ids.h"
#include "core/tree/limits.h"
#include "core/wire/choice.h"

#include <cstdint>
#include <optional>
#include <variant>

/// What the two ends of a stream agree on.
namespace plenum::tree {

/// General-purpose object: requests for single packets.
inline constexpr ObjectId packet_repairs{1};
/// Tally object: acknowledgements and reception statistics.
inline constexpr ObjectId reception_reports{2};
/// General-purpose object: requests for repair symbols of blocks.
inline constexpr ObjectId block_repairs{3};

/// A packet in one round of repair, as objects number it. A receiver whose repair was lost asks again in the next
/// round, and meets no state of the round before, however long that lives.
struct PacketRequest {
    std::uint64_t sequence{0};
    std::uint64_t round{0};
    [[nodiscard]] constexpr std::uint64_t number() const { return sequence * limits::repair_rounds_max + round; }
    [[nodiscard]] static constexpr PacketRequest of(std::uint64_t number) {
        return {number / limits::repair_rounds_max, number % limits::repair_rounds_max};
    }
};

/// A repair symbol of a block in one round. A receiver that lacks n symbols asks for slots 0 to n - 1, so that nodes
/// merge it with others who lack more or fewer, and each branch gets as many as its neediest receiver asked for.
struct SymbolRequest {
    static constexpr std::uint64_t numbers_per_block = limits::repair_rounds_max * limits::block_symbols_max;
    std::uint64_t block{0};
    std::uint64_t round{0};
    std::uint64_t slot{0};
    [[nodiscard]] constexpr std::uint64_t number() const {
        return block * numbers_per_block + round * limits::block_symbols_max + slot;
    }
    [[nodiscard]] static constexpr SymbolRequest of(std::uint64_t number) {
        return {number / numbers_per_block, number % numbers_per_block / limits::block_symbols_max,
                number % limits::block_symbols_max};
    }
};

/// Columns of a receiver's report.
enum class ReceptionColumn : std::uint8_t {
    through = 1,  ///< minimum: all data packets below it have arrived
    received = 2, ///< sum: data packets that came on their first way
    missed = 3,   ///< sum: data packets that did not
    worst = 4,    ///< maximum: missed data packets in a million
};

/// The aggregated acknowledgement and reception statistics of a stream.
struct ReceptionStatistics {
    std::uint64_t receivers{0};
    /// Of these, how many have reported.
    std::uint64_t reported{0};
    std::uint64_t through{0};
    std::uint64_t received{0};
    std::uint64_t missed{0};
    std::uint32_t worst_loss_ppm{0};
    friend bool operator==(const ReceptionStatistics&, const ReceptionStatistics&) = default;
};

/// A data packet again.
struct SourceSymbol {
    static constexpr std::uint8_t type = 1;
    std::uint64_t sequence{0};
    base::Bytes payload;
    friend bool operator==(const SourceSymbol&, const SourceSymbol&) = default;
    static constexpr auto fields() {
        using T = SourceSymbol;
        return wire::Fields{wire::Field<&T::sequence, wire::Varint>{"sequence", ""},
                            wire::Field<&T::payload, wire::Rest<limits::payload_bytes_max>>{"payload", ""}};
    }
};

/// A repair symbol (RFC 5740: parity) of a block.
struct RepairSymbol {
    static constexpr std::uint8_t type = 2;
    std::uint64_t block{0};
    SymbolIndex index;
    base::Bytes symbol;
    friend bool operator==(const RepairSymbol&, const RepairSymbol&) = default;
    static constexpr auto fields() {
        using T = RepairSymbol;
        return wire::Fields{wire::Field<&T::block, wire::Varint>{"block", "sequence / source symbols of a block"},
                            wire::Field<&T::index, wire::U8>{"index", "encoding symbol id"},
                            wire::Field<&T::symbol, wire::Rest<limits::payload_bytes_max + 2>>{"symbol", ""}};
    }
};

/// The data of a forward.
using RepairData = std::variant<SourceSymbol, RepairSymbol>;

[[nodiscard]] base::Bytes encode(const RepairData& data);
/// Nullopt if the bytes are no repair.
[[nodiscard]] std::optional<RepairData> decode_repair_data(base::ByteView bytes);

} // namespace plenum::tree
