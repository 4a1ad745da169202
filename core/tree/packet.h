// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/tree/ids.h"
#include "core/tree/limits.h"
#include "core/wire/choice.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

/// Packets of the service. A header and the rest are apart, so that a node can pass on a packet whose rest is
/// malformed.
namespace plenum::tree {

/// Of SSP and MIP (GMTS, Fig. 8).
struct Header {
    static constexpr std::string_view name = "Header";
    SessionKey session;
    NodeId next_hop;
    std::uint8_t hops{0};
    bool error{false};
    friend bool operator==(const Header&, const Header&) = default;
    static constexpr auto fields() {
        using T = Header;
        return wire::Fields{
            wire::Field<&T::session, wire::Nested<SessionKey>>{"session", "source, group, session"},
            wire::Field<&T::next_hop, wire::Varint>{"next hop", "last node that has the objects, or the source"},
            wire::Field<&T::hops, wire::U8>{"hops", "nodes that have the objects, on the way from the source"},
            wire::Field<&T::error, wire::U8>{"error", "1: malformed; pass on, do not process"}};
    }
};

/// State setup packet (SSP).
struct SetupPacket {
    static constexpr std::uint8_t type = 1;
    Header header;
    base::Bytes body;
    friend bool operator==(const SetupPacket&, const SetupPacket&) = default;
    static constexpr auto fields() {
        using T = SetupPacket;
        return wire::Fields{wire::Field<&T::header, wire::Nested<Header>>{"header", ""},
                            wire::Field<&T::body, wire::Rest<limits::packet_bytes_max>>{"body", "a StateSetup"}};
    }
};

/// Method invocation packet (MIP).
struct InvocationPacket {
    static constexpr std::uint8_t type = 2;
    Header header;
    base::Bytes body;
    friend bool operator==(const InvocationPacket&, const InvocationPacket&) = default;
    static constexpr auto fields() {
        using T = InvocationPacket;
        return wire::Fields{wire::Field<&T::header, wire::Nested<Header>>{"header", ""},
                            wire::Field<&T::body, wire::Rest<limits::packet_bytes_max>>{"body", "a MethodInvocation"}};
    }
};

/// Answer to a reliable invocation, down the tree.
struct AckPacket {
    static constexpr std::uint8_t type = 3;
    SessionKey session;
    NodeId to;
    InvocationId invocation;
    friend bool operator==(const AckPacket&, const AckPacket&) = default;
    static constexpr auto fields() {
        using T = AckPacket;
        return wire::Fields{wire::Field<&T::session, wire::Nested<SessionKey>>{"session", ""},
                            wire::Field<&T::to, wire::Varint>{"to", "the sender of the invocation"},
                            wire::Field<&T::invocation, wire::Varint>{"invocation", "not 0"}};
    }
};

/// A source symbol on its first way: ordinary multicast traffic.
struct DataPacket {
    static constexpr std::uint8_t type = 4;
    SessionKey session;
    std::uint64_t sequence{0};
    base::Bytes payload;
    friend bool operator==(const DataPacket&, const DataPacket&) = default;
    static constexpr auto fields() {
        using T = DataPacket;
        return wire::Fields{wire::Field<&T::session, wire::Nested<SessionKey>>{"session", ""},
                            wire::Field<&T::sequence, wire::Varint>{"sequence", "from 0"},
                            wire::Field<&T::payload, wire::Rest<limits::payload_bytes_max>>{"payload", ""}};
    }
};

using Packet = std::variant<SetupPacket, InvocationPacket, AckPacket, DataPacket>;

[[nodiscard]] base::Bytes encode(const Packet& packet);
/// By how much an encoded packet grows if a node with the longest name writes itself into it as the next hop.
[[nodiscard]] inline std::size_t growth_max(const Header& header) {
    return wire::varint_size(wire::varint_max) - wire::varint_size(header.next_hop.value());
}
/// Nullopt if the bytes are no packet. Bodies are still to be decoded.
[[nodiscard]] std::optional<Packet> decode_packet(base::ByteView bytes);

} // namespace plenum::tree
