// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/picture_size.h"
#include "core/base/units.h"
#include "core/cluster/shim.h"

#include <cstdint>
#include <optional>
#include <string>

/// What a node tells an application of flows: which there are, and how much goes on them.
namespace plenum::node {

/// A flow on which this conference's members may publish.
struct FlowDeclared {
    base::FlowId flow;
    std::string name;
    base::FlowSpec spec;
    /// 0 for none; a group's are for those who are in it (`MembersPlaced`).
    base::ConversationId conversation{};
    /// The member who created it; 0 where the conference or a group began with it.
    base::MemberIndex owner{};
    /// Of a two-party flow: the other member besides its owner who sends and receives it; else 0. Others can ignore it.
    base::MemberIndex peer{};
    /// Of a capture flow: what shims name it by.
    cluster::FlowNumber capture_number{};
};
/// A created flow has another spec from here on.
struct FlowChanged {
    base::FlowId flow;
    base::FlowSpec spec;
};
/// By itself, or with its conversation. Messages that the relay had accepted before may still come.
struct FlowRemoved {
    base::FlowId flow;
};

/// This node exceeded the rate or message size that a flow of its own declares: the relay dropped so many fragments
/// since the last such event.
struct FlowExceeded {
    base::FlowId flow;
    std::uint64_t dropped{0};
};

/// The most that any receiver wants of this node's messages on a flow, in messages a second; absent is everything.
/// The node drops the rest before it sends. Of a camera that is offered in two sizes: which of them are wanted. What is
/// not wanted need not be encoded.
struct FlowDemand {
    base::FlowId flow;
    std::optional<std::uint32_t> rate_hz;
    base::PictureSizes sizes{true, false};
};

/// Cells of the aggregation point that a capture flow of this node asked for (core/cluster/cell_exchange.h).
struct CellsReported {
    cluster::InboundShim shim;
};

/// A packet of the multicast service (core/tree), passed on by the relay; anybody's word until it is checked.
struct TreePacketReceived {
    base::Bytes packet;
};

} // namespace plenum::node
