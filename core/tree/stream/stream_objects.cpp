// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/stream_objects.h"

namespace plenum::tree {

base::Bytes encode(const RepairData& data) { return wire::encode_choice(data); }

std::optional<RepairData> decode_repair_data(base::ByteView bytes) {
    auto data = wire::decode_choice<RepairData>(bytes);
    if (!data) return std::nullopt;
    if (const auto* source = std::get_if<SourceSymbol>(&*data); source && source->sequence >= limits::data_sequence_max)
        return std::nullopt;
    if (const auto* repair = std::get_if<RepairSymbol>(&*data);
        repair && (repair->block >= limits::data_sequence_max || repair->index.value() >= limits::encoding_symbols_max))
        return std::nullopt;
    return *std::move(data);
}

} // namespace plenum::tree
