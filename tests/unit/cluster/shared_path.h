// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/link/rate/controller.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace plenum::cluster {

using namespace std::chrono_literals;

/// Flows that send packets of one size at a rate over one path, in virtual time: a bottleneck with a queue, random loss
/// and a delay. Each packet's fate is told to the controller of its link.
class SharedPath {
  public:
    static constexpr std::size_t packet_bytes = 1200;
    struct Conditions {
        std::uint64_t capacity{100'000'000}; ///< bytes a second
        base::Duration queue_max{100ms};
        base::Duration delay{25ms}; ///< one way
        std::uint32_t loss_ppm{0};
        /// Packets that pass between a loss and the next of its burst: a queue that overflows drops many.
        std::uint32_t burst{1};
    };
    struct Link {
        link::RateController& controller;
        base::Duration peer_clock{}; ///< ahead of ours
        base::Duration more_delay{}; ///< one way
        bool limited{false};         ///< what its feedback says
    };
    /// The rate of one flow.
    using Rate = std::function<base::ByteRate()>;

    SharedPath(const Conditions& conditions, std::uint64_t seed) : conditions_{conditions}, random_{seed} {}

    void add_flow(const Link& link, Rate rate) {
        flows_.push_back(
            {link, std::move(rate), now_ + base::Duration{static_cast<std::int64_t>(flows_.size())} * 137});
    }
    void run_until(base::LocalTime until) {
        for (;;) {
            const auto flow = std::ranges::min_element(flows_, {}, &Flow::next_at);
            const bool fate_first = !fates_.empty() && fates_.top().at <= flow->next_at;
            const auto at = fate_first ? fates_.top().at : flow->next_at;
            if (at > until) break;
            now_ = at;
            if (fate_first)
                tell();
            else
                send(*flow);
        }
        now_ = until;
    }
    [[nodiscard]] base::LocalTime now() const { return now_; }
    /// The wait in the queue that 95 of 100 packets did not exceed, since the last call.
    base::Duration take_queue() {
        if (waits_.empty()) return {};
        const auto place = waits_.begin() + static_cast<std::ptrdiff_t>(waits_.size() * 95 / 100);
        std::ranges::nth_element(waits_, place);
        const auto wait = *place;
        waits_.clear();
        return wait;
    }
    std::uint64_t take_bytes() { return std::exchange(bytes_, 0); }

  private:
    struct Flow {
        Link link;
        Rate rate;
        base::LocalTime next_at;
    };
    struct Fate {
        base::LocalTime at;
        base::LocalTime sent_at;
        base::LocalTime arrived_at;
        std::size_t flow;
        bool lost;
        bool operator>(const Fate& other) const { return at > other.at; }
    };

    void send(Flow& flow) {
        const auto gap = packet_bytes * 1'000'000'000 / std::max<std::uint64_t>(flow.rate().value(), 1);
        flow.next_at = now_ + base::Duration{static_cast<std::int64_t>(gap)};
        flow.link.controller.handle_sent({now_, packet_bytes, true});
        const auto wait = std::max(free_at_, now_) - now_;
        if (random_.chance(conditions_.loss_ppm)) burst_left_ = conditions_.burst;
        const bool lost = wait > conditions_.queue_max || burst_left_ > 0;
        if (burst_left_ > 0) --burst_left_;
        if (!lost) {
            waits_.push_back(wait);
            bytes_ += packet_bytes;
            free_at_ = now_ + wait + base::Duration{packet_bytes * 1'000'000'000 / conditions_.capacity};
        }
        const auto delay = conditions_.delay + flow.link.more_delay;
        const auto arrived_at = std::max(free_at_, now_) + delay;
        const auto index = static_cast<std::size_t>(&flow - flows_.data());
        fates_.push({arrived_at + delay + (lost ? delay / 4 : 0ns), now_, arrived_at, index, lost});
    }
    void tell() {
        const auto fate = fates_.top();
        fates_.pop();
        const auto& link = flows_[fate.flow].link;
        if (fate.lost) return link.controller.handle_lost({now_, fate.sent_at, packet_bytes});
        const auto rtt = now_ - fate.sent_at;
        const auto stamp = base::to_us((fate.arrived_at + link.peer_clock).time_since_epoch());
        link.controller.handle_acknowledged({now_, fate.sent_at, packet_bytes});
        link.controller.handle_feedback(
            {now_, fate.sent_at, rtt, rtt, static_cast<std::uint32_t>(stamp), link.limited});
        link.controller.expire(now_);
    }

    Conditions conditions_;
    base::Random random_;
    std::vector<Flow> flows_;
    std::priority_queue<Fate, std::vector<Fate>, std::greater<>> fates_;
    base::LocalTime now_{1000s};
    base::LocalTime free_at_{};
    std::vector<base::Duration> waits_;
    std::uint64_t bytes_{0};
    std::uint32_t burst_left_{0};
};

} // namespace plenum::cluster
