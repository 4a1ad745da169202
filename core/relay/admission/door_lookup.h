// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference_registry.h"

/// What is behind the doors of a relay.
namespace plenum::node {

/// Where a session of that member goes; nullopt if the door leads nowhere here, or is an old one and the member no
/// member.
[[nodiscard]] std::optional<base::ConferenceHandle>
find_behind(ConferenceRegistry& registry, const base::ConferenceHandle& door, const base::ExchangeKey& member);
/// Null where the door leads nowhere here.
[[nodiscard]] const crypto::SecretKey* access_key(ConferenceRegistry& registry, const base::ConferenceHandle& door);

} // namespace plenum::node
