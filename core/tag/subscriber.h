// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/tag/subscription.h"
#include "core/tag/thinner.h"

#include <map>
#include <utility>

namespace plenum::tag {

/// What one subscriber wants of each tag, and the proxy that thins for it (push-pull §2.2). Without a subscription of
/// its own a subscriber gets everything that reaches its member.
class Subscriber {
  public:
    /// A flow, and one of its publishers; 0 is all of them.
    using Source = std::pair<base::FlowId, base::MemberIndex>;
    static constexpr std::size_t subscriptions_max = 1024;

    /// In place of the one before; one for a publisher goes before one for all. False if there are too many.
    [[nodiscard]] bool subscribe(Source source, const Subscription& subscription);
    /// Everything again.
    void unsubscribe(Source source);
    template <class Predicate>
    void unsubscribe_if(const Predicate& is_gone) {
        std::erase_if(subscriptions_, [&](const auto& each) { return is_gone(each.first); });
        std::erase_if(thinners_, [&](const auto& each) { return is_gone(each.first.first); });
    }
    /// What holds for this publisher; null where nothing was said.
    [[nodiscard]] const Subscription* find(Source source) const;
    [[nodiscard]] bool empty() const { return subscriptions_.empty(); }
    [[nodiscard]] const std::map<Source, Subscription>& subscriptions() const { return subscriptions_; }

    struct Message {
        Source source;
        base::FlowKind kind{base::FlowKind::live};
        base::SequenceNumber sequence;
        base::ConferenceTime sent_at;
        wire::MessageFlags flags;
        /// Its sender offers this camera in two sizes.
        bool two_sizes{false};
    };
    /// Whether a message, or a fragment of it, goes to this subscriber by way of a proxy in this place.
    [[nodiscard]] bool passes(const Message& message, ProxyPlace here);

  private:
    std::map<Source, Subscription> subscriptions_;
    /// One for each publisher and size of pictures, also where one subscription is for all.
    std::map<std::pair<Source, base::PictureSize>, Thinner> thinners_;
};

} // namespace plenum::tag
