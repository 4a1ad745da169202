// SPDX-License-Identifier: Apache-2.0
#include "core/relay/receiver_proxy.h"

namespace plenum::node {
namespace {

/// What a link carries beside pictures: voices, acknowledgements and what is sent again.
constexpr std::uint64_t share_percent = 80;
/// Everything passed and nothing was dropped for so many decisions (10 s): the overload is over.
constexpr int calm_min = 20;
constexpr base::ByteRate unlimited{1'250'000'000};

} // namespace

base::ByteRate ReceiverProxy::budget_of(const link::Link& link) {
    const auto stats = link.stats();
    const auto drops = stats.drops.of(base::PriorityClass::video);
    const bool dropped = std::exchange(drops_seen_, drops) < drops;
    calm_ = dropped || !pictures_.is_idle() ? 0 : calm_ + 1;
    overloaded_ = dropped || (overloaded_ && calm_ < calm_min);
    if (!overloaded_) return unlimited;
    return base::ByteRate{stats.pace_rate.value() * share_percent / 100};
}

} // namespace plenum::node
