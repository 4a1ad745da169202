// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/shim.h"

namespace plenum::cluster {

base::Bytes encode(const Shim& shim) { return wire::encode_choice(shim); }

std::optional<Shim> decode_shim(base::ByteView bytes) {
    if (bytes.size() > shim_bytes_max) return std::nullopt;
    auto shim = wire::decode_choice<Shim>(bytes);
    if (!shim) return std::nullopt;
    const auto flow = std::visit([](const auto& each) { return each.flow; }, *shim);
    if (!is_flow(flow)) return std::nullopt;
    return *shim;
}

} // namespace plenum::cluster
