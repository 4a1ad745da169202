// SPDX-License-Identifier: Apache-2.0
#include "core/relay/receiver_proxy.h"

namespace plenum::node {
namespace {

/// What a link carries beside pictures: voices, acknowledgements and what is sent again.
constexpr std::uint64_t share_percent = 80;
/// Everything passed and nothing was dropped for so many decisions (10 s): the overload is over.
constexpr int calm_min = 20;

} // namespace

void ReceiverProxy::look_at(const link::Link& link) {
    const auto drops = link.stats().drops.of(base::PriorityClass::video);
    const bool dropped = std::exchange(drops_seen_, drops) < drops;
    calm_ = dropped || !pictures_.is_idle() ? 0 : calm_ + 1;
    const bool over = overloaded_ && calm_ >= calm_min;
    if (over) pictures_ = {};
    overloaded_ = dropped || (overloaded_ && !over);
}

base::ByteRate ReceiverProxy::budget_of(const link::Link& link) {
    return base::ByteRate{link.stats().pace_rate.value() * share_percent / 100};
}

} // namespace plenum::node
