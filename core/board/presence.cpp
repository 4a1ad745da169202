// SPDX-License-Identifier: Apache-2.0
#include "core/board/presence.h"

namespace plenum::board {

base::Bytes encode_presence(Presence presence) {
    if (auto* laser = std::get_if<LaserTrail>(&presence); laser != nullptr) {
        auto& trail = laser->trail;
        const auto over = trail.size() - std::min(trail.size(), limits::trail_points_max);
        trail.erase(trail.begin(), trail.begin() + static_cast<std::ptrdiff_t>(over));
    }
    if (auto* drag = std::get_if<DragPreview>(&presence); drag != nullptr)
        drag->objects.resize(std::min(drag->objects.size(), limits::preview_objects_max));
    return wire::encode_choice(presence);
}

std::optional<Presence> decode_presence(base::ByteView bytes) {
    if (bytes.size() > limits::presence_bytes_max) return std::nullopt;
    auto presence = wire::decode_choice<Presence>(bytes);
    if (!presence) return std::nullopt;
    return std::move(*presence);
}

} // namespace plenum::board
