// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/client/conference_view.h"

#include <optional>
#include <string_view>

/// Where this member and one other write to each other alone: a two-party flow of the kind chat, which whoever writes
/// first creates (docs/chat.md).
namespace plenum::client {

inline constexpr std::string_view private_flow_prefix = "private/";

/// The other one; nullopt of a flow that is none between us and one person.
[[nodiscard]] std::optional<base::MemberIndex> private_partner(const ConferenceView& view,
                                                               const node::FlowDeclared& flow);
/// Between us and that person; 0 where there is none.
[[nodiscard]] base::FlowId find_private_flow(const ConferenceView& view, base::MemberIndex other);
/// The `count`th that we ask for: names of closed flows stay in use for a while.
[[nodiscard]] node::CreateFlow private_flow_with(base::MemberIndex other, base::MemberIndex self, std::uint32_t count);

} // namespace plenum::client
