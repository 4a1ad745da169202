// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/tag/layer_budget.h"
#include "core/tag/size_choice.h"
#include "core/tag/subscriber.h"

#include <array>

namespace plenum::node {

/// The relay's proxy for one receiver: it thins streams as the receiver subscribed, and pictures as far as its link
/// overflows (push-pull §2.2; mechanisms: audio degrades last, so it is never thinned here).
class ReceiverProxy {
  public:
    [[nodiscard]] tag::Subscriber& subscriber() { return subscriber_; }
    [[nodiscard]] const tag::Subscriber& subscriber() const { return subscriber_; }

    /// Whether the fragment goes to the receiver. `priority_of(source)`: lower is more important.
    template <class Priority>
    [[nodiscard]] bool passes(const tag::Subscriber::Message& message, std::size_t bytes, const link::Link& link,
                              const Priority& priority_of, base::LocalTime now) {
        if ((message.two_sizes || !sizes_.empty()) && !is_of_chosen_size(message)) {
            if (overloaded_) pictures_.note(message.source, {message.flags, bytes, ladder_of(message)});
            return false;
        }
        if (!subscriber_.empty() && !subscriber_.passes(message, tag::ProxyPlace::relay)) return false;
        if (message.kind != base::FlowKind::video && message.kind != base::FlowKind::screen) return true;
        ++offered_;
        if (now >= decide_at_) {
            decide_at_ = now + tag::LayerBudget::interval;
            const bool dropped = look_at(link);
            if (overloaded_) pictures_.decide(budget(), dropped, priority_of);
        }
        if (!overloaded_) return true;
        pictures_.note(message.source, {message.flags, bytes, ladder_of(message)});
        return pictures_.passes(message.source, message.flags);
    }
    /// Of cameras in two sizes: which of them goes to the receiver, and of which it needs a key frame.
    [[nodiscard]] tag::SizeChoice& sizes() { return sizes_; }

  private:
    /// True for all that is no camera in two sizes, and was none.
    [[nodiscard]] bool is_of_chosen_size(const tag::Subscriber::Message& message);
    [[nodiscard]] tag::LayerBudget::Ladder ladder_of(const tag::Subscriber::Message& message) const;
    /// Whether the link drops many fragments of pictures, again and again. As long as it does not there is no limit: on
    /// a path that loses, some come too late to be sent again, and less would not help.
    /// Gives whether it dropped any since the last time.
    bool look_at(const link::Link& link);
    /// Bytes a second for pictures: of the most that the link carried of late, since its rate dips for moments.
    [[nodiscard]] base::ByteRate budget() const;

    tag::Subscriber subscriber_;
    tag::LayerBudget pictures_;
    tag::SizeChoice sizes_;
    base::LocalTime decide_at_{};
    std::uint64_t drops_seen_{0};
    /// Fragments of pictures since the last decision.
    std::uint64_t offered_{0};
    /// Decisions in a row at which many were dropped.
    int dropping_{0};
    std::array<base::ByteRate, 8> rates_{};
    std::size_t next_rate_{0};
    /// Decisions since the link dropped a picture.
    int calm_{0};
    bool overloaded_{false};
};

} // namespace plenum::node
