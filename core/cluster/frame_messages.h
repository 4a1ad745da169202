// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/cluster/limits.h"
#include "core/wire/choice.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

/// Datagrams of the frame transport (CP-RUDP).
namespace plenum::cluster {

/// A part of a frame. Pieces of all frames are numbered in one order; a piece that is sent again has the same number.
struct FramePiece {
    static constexpr std::uint8_t type = 1;
    std::uint64_t transmission{0};
    std::uint64_t number{0};
    std::uint64_t left{0};
    base::Bytes bytes;
    friend bool operator==(const FramePiece&, const FramePiece&) = default;
    static constexpr auto fields() {
        using T = FramePiece;
        return wire::Fields{
            wire::Field<&T::transmission, wire::Varint>{"transmission", "of this datagram, rises by one from 0"},
            wire::Field<&T::number, wire::Varint>{"number", "of the piece, from 0"},
            wire::Field<&T::left, wire::Varint>{"left", "pieces of the same frame behind it"},
            wire::Field<&T::bytes, wire::Rest<limits::piece_bytes_max>>{"bytes", "at least one"}};
    }
};

/// Numbers from `first` to `last`, both included.
struct TransmissionRange {
    static constexpr std::string_view name = "TransmissionRange";
    std::uint64_t first{0};
    std::uint64_t last{0};
    friend bool operator==(const TransmissionRange&, const TransmissionRange&) = default;
    static constexpr auto fields() {
        using T = TransmissionRange;
        return wire::Fields{wire::Field<&T::first, wire::Varint>{"first", ""},
                            wire::Field<&T::last, wire::Varint>{"last", "not below first"}};
    }
};

struct FrameAck {
    static constexpr std::uint8_t type = 2;
    std::uint64_t next{0};
    base::Duration delay{};
    /// Highest first.
    std::vector<TransmissionRange> received;
    friend bool operator==(const FrameAck&, const FrameAck&) = default;
    static constexpr auto fields() {
        using T = FrameAck;
        using Ranges = wire::List<wire::Nested<TransmissionRange>, limits::acknowledged_ranges_max>;
        return wire::Fields{wire::Field<&T::next, wire::Varint>{"next", "all pieces below it have arrived"},
                            wire::Field<&T::delay, wire::Varint>{"delay", "µs since the highest transmission arrived"},
                            wire::Field<&T::received, Ranges>{"received", "transmissions, highest first, disjoint"}};
    }
};

using FrameMessage = std::variant<FramePiece, FrameAck>;

[[nodiscard]] base::Bytes encode(const FrameMessage& message);
/// Nullopt if the bytes are no message. Decoded messages keep the bounds and the order above.
[[nodiscard]] std::optional<FrameMessage> decode_frame_message(base::ByteView bytes);

} // namespace plenum::cluster
