// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delivery_order.h"

#include <gtest/gtest.h>

#include <string>

namespace plenum::conversation {

using namespace std::chrono_literals;

inline constexpr base::MemberIndex self{1};
inline constexpr base::MemberIndex ann{2};
inline constexpr base::MemberIndex bob{3};
inline constexpr base::MemberIndex cem{4};

inline base::ConferenceTime at(base::Duration time) { return base::ConferenceTime{time}; }
inline Dependency on(base::MemberIndex sender, std::uint64_t ordinal) { return {sender, base::Ordinal{ordinal}}; }
inline Span span(base::MemberIndex sender, std::uint64_t first, std::uint64_t last) {
    return {sender, base::Ordinal{first}, base::Ordinal{last}};
}

/// A receiver; what it hands over is written down as "sender ordinal", with ! where forced and < where behind.
struct Receiver {
    explicit Receiver(DeliveryOrder::Bounds bounds = {}) : order{self, bounds} {
        for (const auto member : {self, ann, bob, cem})
            order.expect(member);
    }

    void hears(Span span, std::vector<Dependency> dependencies = {}, base::Duration deadline = 200ms,
               base::Duration now = 0ms, std::size_t bytes = 1) {
        DeliveryOrder::Arrival arrival;
        arrival.span = span;
        arrival.deadline = at(deadline);
        arrival.dependencies = dependencies;
        arrival.bytes = bytes;
        ASSERT_TRUE(order.add(arrival, at(now)).has_value());
    }
    void hears(base::MemberIndex sender, std::uint64_t ordinal, std::vector<Dependency> dependencies = {},
               base::Duration deadline = 200ms, base::Duration now = 0ms) {
        hears(span(sender, ordinal, ordinal), std::move(dependencies), deadline, now);
    }
    std::string hands_over(base::Duration now = 0ms) {
        std::string text;
        missing.clear();
        while (const auto release = order.poll(at(now))) {
            if (!text.empty()) text += ", ";
            text += std::string(1, "?sabc"[release->span.sender.value()]) + std::to_string(release->span.first.value());
            if (release->order == Order::forced) text += '!';
            if (release->order == Order::behind) text += '<';
            missing.insert(missing.end(), release->missing.begin(), release->missing.end());
        }
        return text;
    }
    void told_gap(Span span, std::vector<Dependency> dependencies = {}, base::Duration now = 0ms) {
        order.add_gap(span, dependencies, at(now));
    }

    DeliveryOrder order;
    std::vector<Span> missing;
};

} // namespace plenum::conversation
