// SPDX-License-Identifier: Apache-2.0
#include "core/node/pipeline.h"

namespace plenum::node {

std::optional<Route> route(base::ByteView datagram) {
    if (datagram.empty() || datagram.size() > base::limits::datagram_bytes_top) return std::nullopt;
    Route route;
    const auto type = base::to_enum<wire::DatagramType>(datagram.front());
    if (!type) return std::nullopt;
    route.type = *type;
    wire::Reader from{datagram.subspan(1)};
    switch (route.type) {
    case wire::DatagramType::handshake_init: return route;
    case wire::DatagramType::handshake_response:
    case wire::DatagramType::cookie_reply:
    case wire::DatagramType::handshake_final: route.receiver = base::SessionIndex{from.u32()}; break;
    case wire::DatagramType::sealed: {
        wire::Reader header{datagram};
        wire::get(header, route.header);
        if (!header.ok()) return std::nullopt;
        route.receiver = route.header.receiver;
        return route;
    }
    }
    return from.ok() ? std::optional{route} : std::nullopt;
}

std::optional<base::PriorityClass> class_of_sealed(base::ByteView datagram) {
    const bool sealed = datagram.size() >= wire::SealedHeader::size &&
                        static_cast<wire::DatagramType>(datagram.front()) == wire::DatagramType::sealed;
    if (!sealed) return std::nullopt;
    return base::to_enum<base::PriorityClass>(datagram[1]);
}

} // namespace plenum::node
