// SPDX-License-Identifier: Apache-2.0
#include "core/member/carried_over.h"

#include "core/member/reliable_streams.h"

namespace plenum::node {

CarriedOver::CarriedOver(Flows flows, std::vector<Publish> unconfirmed)
    : flows_{std::move(flows)},
      messages_{std::move(unconfirmed)} {}

std::expected<void, CommandError> CarriedOver::add(const Publish& message) {
    const auto flow = flows_.find(message.flow);
    if (flow == flows_.end()) return std::unexpected{CommandError::wrong_state};
    if (message.body.size() > flow->second) return std::unexpected{CommandError::too_large};
    std::size_t count = 1;
    auto bytes = message.body.size();
    for (const auto& other : messages_) {
        if (other.flow != message.flow) continue;
        ++count;
        bytes += other.body.size();
    }
    if (!ReliableStreams::has_room(count, bytes)) return std::unexpected{CommandError::queue_full};
    messages_.push_back(message);
    return {};
}

} // namespace plenum::node
