// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/causal_order.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace plenum::test {

using namespace std::chrono_literals;
using base::MemberIndex;
using conversation::CausalOrder;

inline constexpr MemberIndex ann{1};
inline constexpr MemberIndex bob{2};
inline constexpr MemberIndex cem{3};
inline constexpr conversation::DeltaInterval interval{100ms, 400ms};

inline base::ConferenceTime at(base::Duration time) { return base::ConferenceTime{10s + time}; }

/// The same by this node's own clock.
inline constexpr base::ClockOffset clock{3s, 1ms};
inline base::LocalTime local(base::Duration time) { return clock.to_local(at(time)); }

/// One of those who talk, as far as order goes.
struct Talker {
    explicit Talker(MemberIndex who) : self{who}, order{who, interval, {64, 100'000, 400ms}} {
        for (const auto other : {ann, bob, cem})
            order.expect(other, true);
    }
    wire::MessageHeader says(base::Duration now, bool lasting = true, base::Duration captured_ago = 0ms) {
        wire::MessageHeader header;
        header.sender = self;
        header.sent_at = at(now - captured_ago);
        if (!lasting) header.lifetime = 500ms;
        order.stamp(header, captured_ago > 0ms, at(now));
        return header;
    }
    /// Whether it was taken.
    bool hears(const wire::MessageHeader& header, base::Duration now, const base::ClockOffset& by = clock) {
        const auto taken = order.take({header, {}, base::Bytes(10)}, by, local(now));
        const bool goes =
            taken == conversation::CausalOrder::Taken::goes || taken == conversation::CausalOrder::Taken::goes_late;
        if (goes) gone.push_back(static_cast<int>(header.sender.value()));
        return taken != conversation::CausalOrder::Taken::refused;
    }
    std::vector<int> told(base::Duration now) {
        auto senders = std::exchange(gone, {});
        while (const auto release = order.poll(at(now), local(now)))
            senders.push_back(static_cast<int>(release->held.header.sender.value()));
        return senders;
    }
    static conversation::Context context_of(const wire::MessageHeader& header) {
        conversation::Context context;
        EXPECT_TRUE(conversation::decode(header.context, context));
        return context;
    }
    MemberIndex self;
    conversation::CausalOrder order;
    /// Handed over at once.
    std::vector<int> gone;
};

} // namespace plenum::test
