// SPDX-License-Identifier: Apache-2.0
#include "core/tree/setup_repetition.h"

#include "core/tree/limits.h"

#include <algorithm>
#include <utility>

namespace plenum::tree {

void SetupRepetition::start(base::LocalTime now) {
    for (auto& [id, child] : children_)
        child.heard = false;
    unheard_ = children_.size();
    started_at_ = now;
    repetitions_ = 0;
    lossy_rounds_ -= lossy_rounds_ > 0 ? 1 : 0;
    schedule(now);
    doubles_ = lossy_rounds_ > 0 && unheard_ > 0;
    if (doubles_) due_ = now + retry_.wait(1) / 4;
}

void SetupRepetition::hear(NodeId id, InterfaceIndex interface, base::LocalTime now) {
    const auto [entry, is_new] = children_.try_emplace(id);
    auto& child = entry->second;
    child.interface = interface;
    const auto took = now - started_at_;
    if (is_new) {
        // Who registers later than that has missed the first SSP, or was not there.
        if (took < initial_) retry_.add(took);
        return;
    }
    if (child.heard) return;
    repetitions_ == 0 ? retry_.add(took) : retry_.add_repeated(took);
    child.heard = true;
    --unheard_;
    if (unheard_ == 0) due_ = base::local_time_max;
}

void SetupRepetition::remove(NodeId id) {
    const auto entry = children_.find(id);
    if (entry == children_.end()) return;
    unheard_ -= entry->second.heard ? 0 : 1;
    if (unheard_ == 0) due_ = base::local_time_max;
    children_.erase(entry);
}

std::vector<InterfaceIndex> SetupRepetition::take_due(base::LocalTime now) {
    std::vector<InterfaceIndex> interfaces;
    if (due_ > now) return interfaces;
    for (const auto& [id, child] : children_) {
        if (!child.heard && std::ranges::find(interfaces, child.interface) == interfaces.end())
            interfaces.push_back(child.interface);
    }
    if (std::exchange(doubles_, false)) {
        schedule(started_at_);
        return interfaces;
    }
    ++repetitions_;
    lossy_rounds_ = lossy_rounds_max;
    schedule(now);
    return interfaces;
}

void SetupRepetition::schedule(base::LocalTime at) {
    const bool repeats = unheard_ > 0 && repetitions_ < limits::question_repetitions_max;
    due_ = repeats ? at + retry_.wait(repetitions_ + 1) : base::local_time_max;
}

} // namespace plenum::tree
