// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/choice.h"

/// Messages of the control stream about tags: who wants how much of a flow (docs/push-pull.md).
namespace plenum::wire {

/// Member to relay: how much of a flow's messages this member wants, until it says otherwise. A new session begins
/// without any, and gets everything.
struct Subscribe {
    static constexpr std::string_view name = "subscribe";
    static constexpr std::uint8_t type = 37;
    base::FlowId flow{};
    base::MemberIndex sender{};
    std::optional<std::uint32_t> rate_hz;
    std::uint8_t place{3};

    static constexpr auto fields() {
        using T = Subscribe;
        return std::tuple{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::sender, Varint>{"sender", "member index; 0 is every sender"},
            Field<&T::rate_hz, Optional<Varint>>{"rate", "messages a second; 0 is none, absent is all"},
            Field<&T::place, U8>{"place", "where they are thinned: 1 at the subscriber, 2 at the publisher, 3 here"},
        };
    }
    friend bool operator==(const Subscribe&, const Subscribe&) = default;
};

/// Relay to a sender: the highest rate at which anybody wants its messages of this flow; absent is all.
struct Demand {
    static constexpr std::string_view name = "demand";
    static constexpr std::uint8_t type = 38;
    base::FlowId flow{};
    std::optional<std::uint32_t> rate_hz;

    static constexpr auto fields() {
        using T = Demand;
        return std::tuple{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::rate_hz, Optional<Varint>>{"rate", "messages a second; absent is all"},
        };
    }
    friend bool operator==(const Demand&, const Demand&) = default;
};

/// Relay to a sender: so many of its fragments on this flow went to nobody since the last such message, because they
/// exceed the rate or size that the flow declares.
struct FlowExcess {
    static constexpr std::string_view name = "flow_excess";
    static constexpr std::uint8_t type = 39;
    base::FlowId flow{};
    std::uint64_t dropped{0};

    static constexpr auto fields() {
        using T = FlowExcess;
        return std::tuple{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::dropped, Varint>{"dropped", "fragments"},
        };
    }
    friend bool operator==(const FlowExcess&, const FlowExcess&) = default;
};

} // namespace plenum::wire
