// SPDX-License-Identifier: Apache-2.0
#include "core/tag/subscriber.h"

#include "core/base/limits.h"

namespace plenum::tag {
namespace {

constexpr std::size_t thinners_max = base::limits::members_max * 8;

Thinner::Stream stream_of(base::FlowKind kind) {
    const bool layered = kind == base::FlowKind::video || kind == base::FlowKind::screen;
    return layered ? Thinner::Stream::layered : Thinner::Stream::plain;
}

} // namespace

bool Subscriber::subscribe(Source source, const Subscription& subscription) {
    const auto found = subscriptions_.find(source);
    if (found == subscriptions_.end() && subscriptions_.size() >= subscriptions_max) return false;
    subscriptions_.insert_or_assign(found, source, subscription);
    return true;
}

void Subscriber::unsubscribe(Source source) {
    subscriptions_.erase(source);
    std::erase_if(thinners_, [&](const auto& each) { return find(each.first.first) == nullptr; });
}

const Subscription* Subscriber::find(Source source) const {
    auto found = subscriptions_.find(source);
    if (found == subscriptions_.end()) found = subscriptions_.find({source.first, base::MemberIndex{}});
    return found == subscriptions_.end() ? nullptr : &found->second;
}

bool Subscriber::passes(const Message& message, ProxyPlace here) {
    if (subscriptions_.empty()) return true;
    const auto* wanted = find(message.source);
    if (wanted == nullptr || !wanted->rate_hz) return true;
    // Nothing at all needs no proxy, wherever it should be.
    if (*wanted->rate_hz == 0) return false;
    // A publisher sends as much as the one wants who wants most of it.
    const bool spared = wanted->place == ProxyPlace::publisher && here == ProxyPlace::relay;
    if (wanted->place != here && !spared) return true;
    const std::pair stream{message.source, message.flags.size()};
    if (thinners_.size() >= thinners_max && !thinners_.contains(stream)) thinners_.clear();
    auto& thinner = thinners_.try_emplace(stream, stream_of(message.kind), *wanted->rate_hz).first->second;
    thinner.set_rate(*wanted->rate_hz);
    return thinner.passes(message.sequence, message.sent_at, message.flags);
}

} // namespace plenum::tag
