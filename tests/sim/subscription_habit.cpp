// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/subscription_habit.h"

#include "tests/sim/odds.h"

#include <algorithm>
#include <iterator>

namespace plenum::sim {
namespace {

template <class Container>
const auto& any_of(const Container& from, base::Random& random) {
    return *std::next(from.begin(), static_cast<std::ptrdiff_t>(random.below(from.size())));
}

} // namespace

void SubscriptionHabit::begin(const std::map<base::FlowId, base::FlowSpec>& declared, VirtualTime now) {
    if (every_ == base::Duration{}) return;
    live_.clear();
    for (const auto& [flow, spec] : declared)
        if (!spec.reliable()) live_.emplace(flow, spec);
    draw_due(now);
}

void SubscriptionHabit::draw_due(VirtualTime now) {
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

std::optional<node::Command> SubscriptionHabit::act(VirtualTime now) {
    if (now < due_ || live_.empty()) return std::nullopt;
    draw_due(now);
    const auto& [flow, spec] = any_of(live_, random_);
    node::Subscribe subscribe{flow, {}, {}};
    if (!senders_.empty() && random_.chance(half_ppm)) subscribe.sender = any_of(senders_, random_);
    if (!random_.chance(quarter_ppm)) {
        const auto none = random_.chance(quarter_ppm);
        const auto most = std::uint64_t{spec.rate_hz} * 3 / 2;
        subscribe.wanted.rate_hz =
            none ? 0 : static_cast<std::uint32_t>(1 + random_.below(std::max(most, std::uint64_t{1})));
    }
    constexpr auto& places = base::enum_values<tag::ProxyPlace>;
    subscribe.wanted.place = places[random_.below(places.size())];
    return subscribe;
}

} // namespace plenum::sim
