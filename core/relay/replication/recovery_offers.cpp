// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/recovery_offers.h"

#include <algorithm>

namespace plenum::node {

bool RecoveryOffers::take(const base::ConferenceHandle& conference, const base::ExchangeKey& member,
                          base::LocalTime now) {
    if (!is_standby_ && now < began_at_.value_or(now) + start_max) return true;
    std::erase_if(offers_, [now](const auto& item) { return now > item.second.last + remembered; });
    const std::pair key{conference, member};
    if (!offers_.contains(key)) make_room();
    auto& offer = offers_.try_emplace(key, Offer{now, now}).first->second;
    offer.last = now;
    return now >= offer.first + patience;
}

void RecoveryOffers::make_room() {
    if (offers_.size() < offers_max) return;
    offers_.erase(std::ranges::min_element(offers_, {}, [](const auto& item) { return item.second.last; }));
}

} // namespace plenum::node
