// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/fields.h"

namespace plenum::wire {

/// How far a node has come in one sender's reliable flow.
struct StreamPosition {
    static constexpr std::string_view name = "stream_position";
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::SequenceNumber next{};

    static constexpr auto fields() {
        using T = StreamPosition;
        return Fields{
            Field<&T::flow, U16>{"flow", "a reliable flow"},
            Field<&T::sender, Varint>{"sender", "member index"},
            Field<&T::next, Varint>{"next", "first sequence number that is missing"},
        };
    }
    friend bool operator==(const StreamPosition&, const StreamPosition&) = default;
};

/// Positions that one message names at most.
inline constexpr std::size_t stream_positions_max = 2048;

} // namespace plenum::wire
