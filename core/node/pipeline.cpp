// SPDX-License-Identifier: Apache-2.0
#include "core/node/pipeline.h"

namespace plenum::node {

std::optional<Route> route(base::ByteView datagram) {
    if (datagram.empty() || datagram.size() > base::limits::datagram_bytes_top) return std::nullopt;
    Route route;
    route.type = static_cast<wire::DatagramType>(datagram.front());
    if (!is_valid(route.type)) return std::nullopt;
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

} // namespace plenum::node
