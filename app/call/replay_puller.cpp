// SPDX-License-Identifier: Apache-2.0
#include "app/call/replay_puller.h"

#include <utility>

namespace plenum::app {

using tag::PullError;

void ReplayPuller::want(std::vector<Range> ranges) {
    wanted_.assign(ranges.begin(), ranges.end());
    pump();
}

void ReplayPuller::pump() {
    while (!wanted_.empty() && asked_.size() < asked_max) {
        const auto range = wanted_.front();
        wanted_.pop_front();
        const auto number = std::exchange(next_, next_.next());
        const node::Pull pull{.flow = range.flow,
                              .sender = range.sender,
                              .what = tag::PullRange{range.from, range.to},
                              .place = tag::ProxyPlace::relay,
                              .request = number};
        if (!ask_(pull)) return wanted_.clear();
        asked_.emplace(number, range);
    }
}

bool ReplayPuller::handle(const node::SamplePulled& sample) {
    const auto found = asked_.find(sample.request);
    if (found == asked_.end()) return false;
    const auto range = found->second;
    if (sample.last) asked_.erase(found);
    if (!sample.readable) {
        unreadable_.insert(range.sender);
        give_up(range.flow, range.sender);
    }
    pump();
    return sample.readable;
}

void ReplayPuller::handle(const node::PullFailed& failure) {
    const auto found = asked_.find(failure.request);
    if (found == asked_.end()) return;
    const auto range = found->second;
    asked_.erase(found);
    const auto length = range.to - range.from;
    if (failure.error == PullError::too_much && length > range_min) {
        const auto middle = range.from + length / 2;
        wanted_.push_front({range.flow, range.sender, range.from, middle});
        wanted_.push_front({range.flow, range.sender, middle, range.to});
    } else if (failure.error != PullError::missing && failure.error != PullError::future) {
        give_up(range.flow, range.sender);
    }
    pump();
}

void ReplayPuller::give_up(base::FlowId flow, base::MemberIndex sender) {
    std::erase_if(wanted_, [&](const Range& range) { return range.flow == flow && range.sender == sender; });
}

} // namespace plenum::app
