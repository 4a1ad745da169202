// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <expected>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

/// What the world drives: the node's contract as an interface, so that the world itself can be tested with nodes that
/// break promises on purpose.
namespace plenum::sim {

class NodeUnderTest {
  public:
    NodeUnderTest() = default;
    NodeUnderTest(const NodeUnderTest&) = delete;
    NodeUnderTest& operator=(const NodeUnderTest&) = delete;
    virtual ~NodeUnderTest() = default;

    [[nodiscard]] virtual std::expected<void, node::ContractError> handle(const node::Input& input,
                                                                          base::LocalTime now) = 0;
    [[nodiscard]] virtual node::Output poll() = 0;
    /// Memory of a datagram that has arrived.
    virtual void reuse(base::Bytes datagram) { std::ignore = std::move(datagram); }
    [[nodiscard]] virtual node::NodeLoad load() const = 0;
};

using NodeFactory = std::function<std::unique_ptr<NodeUnderTest>(const node::NodeOptions&)>;

/// Makes the real node of core.
[[nodiscard]] NodeFactory core_nodes();

} // namespace plenum::sim
