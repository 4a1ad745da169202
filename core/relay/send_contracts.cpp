// SPDX-License-Identifier: Apache-2.0
#include "core/relay/send_contracts.h"

#include <utility>

namespace plenum::node {

bool SendContracts::admits(const log::FlowDeclaration& flow, const wire::FragmentFrame& fragment, base::LocalTime now) {
    const auto spec = flow.spec();
    auto found = contracts_.find(flow.flow);
    if (found == contracts_.end() || found->second.spec != spec)
        found = contracts_.insert_or_assign(flow.flow, Contract{spec, tag::FlowPolicer{spec}, 0, {}}).first;
    return found->second.policer.admits(fragment.sequence, fragment.data.size(), now);
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

} // namespace plenum::node
