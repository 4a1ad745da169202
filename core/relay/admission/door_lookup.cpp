// SPDX-License-Identifier: Apache-2.0
#include "core/relay/admission/door_lookup.h"

namespace plenum::node {

std::optional<base::ConferenceHandle> find_behind(ConferenceRegistry& registry, const base::ConferenceHandle& door,
                                                  const base::ExchangeKey& member) {
    if (const auto found = registry.doors().find(door)) return found;
    const auto* old = registry.doors().find_old(door);
    const auto* conference = old == nullptr ? nullptr : registry.served().find(old->conference);
    const bool known = conference != nullptr && conference->state().find(member) != nullptr;
    return known ? std::optional{old->conference} : std::nullopt;
}

const crypto::SecretKey* access_key(ConferenceRegistry& registry, const base::ConferenceHandle& door) {
    if (const auto* old = registry.doors().find_old(door)) return &old->access;
    const auto found = registry.doors().find(door);
    auto* behind = found ? registry.served().find(*found) : nullptr;
    return behind == nullptr ? nullptr : &behind->admission().access();
}

} // namespace plenum::node
