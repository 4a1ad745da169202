// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/master_election.h"

#include <algorithm>
#include <limits>

namespace plenum::cluster {

static_assert(MasterElection::Options{}.patience > round_duration_min, "rounds stay reachable");

bool MasterElection::handle_master(const EnsembleId& latest, base::LocalTime now) {
    if (latest.term < latest_.term) return false;
    heard_at_ = now;
    // Numbers go on from the greatest that anybody used.
    latest_ = {latest.term, std::max(latest.number, latest_.number)};
    return true;
}

base::LocalTime MasterElection::next_wakeup() const {
    if (is_master()) return base::local_time_max;
    auto at = heard_at_ + options_.patience;
    for (const auto candidate : candidates_) {
        if (candidate == self_) return at;
        // The one that is silent is not waited for again.
        if (candidate != latest_.term.master) at += options_.step;
    }
    return base::local_time_max;
}

std::optional<Term> MasterElection::poll(base::LocalTime now) {
    if (now < next_wakeup()) return std::nullopt;
    const auto round = latest_.term.round;
    latest_.term = {round + (round < std::numeric_limits<std::uint32_t>::max() ? 1 : 0), self_};
    return latest_.term;
}

} // namespace plenum::cluster
