// SPDX-License-Identifier: Apache-2.0
#include "core/relay/receiver_proxy.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// What a link carries beside pictures: voices, acknowledgements and what is sent again.
constexpr std::uint64_t share_percent = 80;
/// One dropped fragment in so many, at so many decisions in a row, is an overload.
constexpr std::uint64_t overload_share = 5;
constexpr int dropping_min = 4;
/// Everything passed and nothing was dropped for so many decisions (10 s): the overload is over.
constexpr int calm_min = 20;

} // namespace

bool ReceiverProxy::look_at(const link::Link& link) {
    const auto stats = link.stats();
    rates_[next_rate_] = stats.pace_rate;
    next_rate_ = (next_rate_ + 1) % rates_.size();
    const auto drops = stats.drops.of(base::PriorityClass::video);
    const auto dropped = drops - std::exchange(drops_seen_, drops);
    dropping_ = dropped * overload_share > std::exchange(offered_, 0) ? dropping_ + 1 : 0;
    calm_ = dropping_ > 0 || !pictures_.is_idle() ? 0 : calm_ + 1;
    const bool over = overloaded_ && calm_ >= calm_min;
    if (over) pictures_ = {};
    // The link has just found its rate: what it was before that counts no more.
    if (!overloaded_ && dropping_ >= dropping_min)
        for (std::size_t older = dropping_min; older < rates_.size(); ++older)
            rates_[(next_rate_ + rates_.size() - 1 - older) % rates_.size()] = {};
    overloaded_ = dropping_ >= dropping_min || (overloaded_ && !over);
    return dropped > 0;
}

bool ReceiverProxy::is_of_chosen_size(const tag::Subscriber::Message& message) {
    if (!message.two_sizes && !sizes_.knows(message.source)) return true;
    const auto* subscription = subscriber_.find(message.source);
    tag::SizeChoice::Wanted wanted{base::PictureSize::large};
    if (!message.two_sizes) return sizes_.passes({message.source, message.sequence, message.flags}, wanted);
    if (overloaded_) wanted = pictures_.size_of(message.source);
    if (wanted && subscription != nullptr && subscription->small) wanted = base::PictureSize::small;
    if (subscription != nullptr && subscription->rate_hz == 0U) wanted.reset();
    return sizes_.passes({message.source, message.sequence, message.flags}, wanted);
}

tag::LayerBudget::Ladder ReceiverProxy::ladder_of(const tag::Subscriber::Message& message) const {
    using enum tag::LayerBudget::Ladder;
    if (!message.two_sizes) return one_size;
    const auto* subscription = subscriber_.find(message.source);
    return subscription != nullptr && subscription->small ? small_only : two_sizes;
}

base::ByteRate ReceiverProxy::budget() const {
    return base::ByteRate{std::ranges::max(rates_).value() * share_percent / 100};
}

} // namespace plenum::node
