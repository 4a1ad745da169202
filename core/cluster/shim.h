// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/cell.h"
#include "core/wire/choice.h"

#include <optional>
#include <string_view>
#include <variant>

/// Cells in a datagram, for aggregation points. They stand beside its header and are authenticated (docs/cluster.md).
namespace plenum::cluster {

/// Up to four records. One byte tells which of the four places are taken; its upper half is zero.
template <class Record>
struct FourPlaces {
    template <class T>
    static void put(wire::Writer& to, const T& places) {
        unsigned taken = 0;
        for (std::size_t i = 0; i < places.size(); ++i)
            if (places[i]) taken |= 1U << i;
        to.u8(static_cast<std::uint8_t>(taken));
        for (const auto& place : places)
            if (place) wire::put(to, *place);
    }
    template <class T>
    static void get(wire::Reader& from, T& places) {
        const unsigned taken = from.u8();
        if (taken >= 1U << limits::cells_per_datagram) return from.fail();
        for (std::size_t i = 0; i < places.size(); ++i)
            if ((taken >> i & 1) != 0) wire::get(from, places[i].emplace());
    }
    static std::string text() {
        return "u8, bit n for the n-th of four, then each " + std::string{Record::name} + " whose bit is set";
    }
};

/// From an endpoint towards the other cluster: sets cells (CP §2.2.1).
struct OutboundShim {
    static constexpr std::string_view name = "OutboundShim";
    static constexpr std::uint8_t type = 1;
    ApplicationId application;
    FlowNumber flow;
    Operations operations{};
    friend bool operator==(const OutboundShim&, const OutboundShim&) = default;
    static constexpr auto fields() {
        using T = OutboundShim;
        return wire::Fields{wire::Field<&T::application, wire::U8>{"application", "of the conference"},
                            wire::Field<&T::flow, wire::U8>{"flow", "of the datagram, below 64"},
                            wire::Field<&T::operations, FourPlaces<Operation>>{"operations", "in this order"}};
    }
};

/// From an aggregation point to an endpoint: reports cells (CP §2.2.2).
struct InboundShim {
    static constexpr std::string_view name = "InboundShim";
    static constexpr std::uint8_t type = 2;
    ApplicationId application;
    FlowNumber flow;
    Reports reports{};
    friend bool operator==(const InboundShim&, const InboundShim&) = default;
    static constexpr auto fields() {
        using T = InboundShim;
        return wire::Fields{wire::Field<&T::application, wire::U8>{"application", "of the conference"},
                            wire::Field<&T::flow, wire::U8>{"flow", "whose pointers name the cells, below 64"},
                            wire::Field<&T::reports, FourPlaces<Report>>{"reports", "by report pointer"}};
    }
};

using Shim = std::variant<OutboundShim, InboundShim>;

inline constexpr std::size_t shim_bytes_min = 4;
inline constexpr std::size_t shim_bytes_max = shim_bytes_min + limits::cells_per_datagram * 4;

[[nodiscard]] base::Bytes encode(const Shim& shim);
/// The whole of `bytes`; nullopt if they are no shim.
[[nodiscard]] std::optional<Shim> decode_shim(base::ByteView bytes);

} // namespace plenum::cluster
