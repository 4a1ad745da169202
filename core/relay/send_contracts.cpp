// SPDX-License-Identifier: Apache-2.0
#include "core/relay/send_contracts.h"

#include <algorithm>
#include <utility>

namespace plenum::node {
namespace {

/// The small size of a camera may have as many messages as the flow declares, of this part of their size.
constexpr std::uint32_t small_share = 4;

} // namespace

bool SendContracts::admits(const log::FlowDeclaration& flow, const wire::FragmentFrame& fragment, base::LocalTime now) {
    const auto spec = flow.spec();
    auto found = contracts_.find(flow.flow);
    if (found == contracts_.end() || found->second.spec != spec) {
        auto of_small = spec;
        of_small.message_bytes_max = std::max(1U, spec.message_bytes_max / small_share);
        const Contract contract{spec, tag::FlowPolicer{spec}, tag::FlowPolicer{of_small}, 0, {}};
        found = contracts_.insert_or_assign(flow.flow, contract).first;
    }
    const bool small = fragment.flags.size() == base::PictureSize::small;
    return (small ? found->second.small : found->second.policer).admits(fragment.sequence, fragment.data.size(), now);
}

std::optional<wire::FlowExcess> SendContracts::note_excess(base::FlowId flow, base::LocalTime now) {
    const auto found = contracts_.find(flow);
    if (found == contracts_.end()) return std::nullopt;
    auto& contract = found->second;
    ++contract.dropped;
    if (contract.told_at && now - *contract.told_at < report_interval) return std::nullopt;
    contract.told_at = now;
    return wire::FlowExcess{flow, std::exchange(contract.dropped, 0)};
}

void SendContracts::forget_closed(const log::State& state) {
    std::erase_if(contracts_, [&](const auto& item) { return state.find_open(item.first) == nullptr; });
}

} // namespace plenum::node
