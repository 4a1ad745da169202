// SPDX-License-Identifier: Apache-2.0
#include "core/client/private_flow.h"

#include "core/base/limits.h"

#include <algorithm>
#include <string>

namespace plenum::client {

using namespace std::chrono_literals;

std::optional<base::MemberIndex> private_partner(const ConferenceView& view, const node::FlowDeclared& flow) {
    const bool is_private =
        flow.peer.value() != 0 && flow.spec.kind == base::FlowKind::chat && flow.name.starts_with(private_flow_prefix);
    if (!is_private) return std::nullopt;
    if (flow.owner == view.self()) return flow.peer;
    return flow.peer == view.self() ? std::optional{flow.owner} : std::nullopt;
}

base::FlowId find_private_flow(const ConferenceView& view, base::MemberIndex other) {
    const auto found = std::ranges::find_if(
        view.flows(), [&](const auto& item) { return private_partner(view, item.second) == std::optional{other}; });
    return found == view.flows().end() ? base::FlowId{} : found->first;
}

node::CreateFlow private_flow_with(base::MemberIndex other, base::MemberIndex self, std::uint32_t count) {
    node::CreateFlow create;
    create.name = std::string{private_flow_prefix} + std::to_string(self.value()) + "/" + std::to_string(count);
    create.kind = base::FlowKind::chat;
    create.terms.desired_delay = 80ms;
    create.terms.rate_hz = 5;
    create.terms.message_bytes_max = base::limits::chat_bytes_max;
    create.with = other;
    return create;
}

} // namespace plenum::client
