// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/held_messages.h"

namespace plenum::node {

bool HeldMessages::add(base::PriorityClass stream, base::Bytes message) {
    bytes_ += message.size();
    ++added_[stream];
    streams_[stream].emplace_back(std::move(message));
    return fits();
}

bool HeldMessages::add(base::PriorityClass stream, const wire::BodyReference& reference, base::LocalTime now) {
    if (holes_.size() >= holes_max) return false;
    bytes_ += reference_bytes;
    ++added_[stream];
    auto& place = streams_[stream].emplace_back(std::nullopt);
    holes_.push_back({stream, reference, now, base::local_time_max, false, &place});
    return fits();
}

bool HeldMessages::fill(const Hole& hole, base::Bytes body) {
    bytes_ += body.size();
    bytes_ -= reference_bytes;
    *hole.message = std::move(body);
    return fits();
}

void HeldMessages::forget_filled() {
    std::erase_if(holes_, [](const Hole& hole) { return hole.message->has_value(); });
}

} // namespace plenum::node
