// SPDX-License-Identifier: Apache-2.0
#include "core/member/standby_witness.h"

#include <utility>

namespace plenum::node {

bool StandbyWitness::handle(const wire::Standby& standby) {
    if (standby.fence <= fence_) return standby.fence == fence_;
    fence_ = standby.fence;
    place_ = standby.places.empty() ? std::nullopt : std::optional{standby.places.front()};
    promise_ = Promise::none;
    spent_ = false;
    return true;
}

bool StandbyWitness::agree_to(const wire::StandbyRemoval& removal) {
    if (removal.fence != fence_ || !place_ || promise_ == Promise::to_standby) return false;
    promise_ = Promise::to_primary;
    return true;
}

std::optional<base::ConferenceTime> StandbyWitness::witness_silence() {
    if (!place_ || promise_ == Promise::to_primary) return std::nullopt;
    promise_ = Promise::to_standby;
    spent_ = true;
    return fence_;
}

std::optional<base::ConferenceTime> StandbyWitness::take_spent() {
    return std::exchange(spent_, false) ? std::optional{fence_} : std::nullopt;
}

} // namespace plenum::node
