// SPDX-License-Identifier: Apache-2.0
#include "core/relay/admission/knock_gate.h"

#include <algorithm>

namespace plenum::node {

crypto::SipKey KnockGate::draw_sip_key(crypto::SeededRandom& random) {
    crypto::SipKey key;
    random.fill(key.mutable_view());
    return key;
}

bool KnockGate::bars(const base::ConferenceHandle& conference, const base::IdentityKey& identity,
                     base::LocalTime now) const {
    const auto refused = refused_.find({conference, identity});
    return refused != refused_.end() && now < refused->second.until;
}

void KnockGate::handle_refused(const base::ConferenceHandle& conference, const base::IdentityKey& identity,
                               base::LocalTime now) {
    const auto known = refused_.find({conference, identity});
    if (known != refused_.end()) {
        auto& [wait, until] = known->second;
        wait = std::min(wait * 2, wait_max);
        until = now + wait;
        return;
    }
    make_room(now);
    refused_.emplace(Key{conference, identity}, Refused{wait_first, now + wait_first});
}

/// Who has kept quiet for as long again is as good as new.
void KnockGate::make_room(base::LocalTime now) {
    if (refused_.size() < refused_max) return;
    std::erase_if(refused_, [now](const auto& item) { return now >= item.second.until + item.second.wait; });
    if (refused_.size() < refused_max) return;
    refused_.erase(std::ranges::min_element(refused_, {}, [](const auto& item) { return item.second.until; }));
}

} // namespace plenum::node
