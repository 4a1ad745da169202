// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <expected>
#include <tuple>
#include <utility>

namespace plenum::runtime {

/// What a loop drives: a node's contract (core/node/node.h) and nothing else of it, so that tests drive a loop without
/// a node.
class Core {
  public:
    Core() = default;
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;
    virtual ~Core() = default;
    [[nodiscard]] virtual std::expected<void, node::ContractError> handle(const node::Input& input,
                                                                          base::LocalTime now) = 0;
    [[nodiscard]] virtual node::Output poll() = 0;
    /// Whether a session here takes sealed datagrams of that index.
    [[nodiscard]] virtual bool takes(base::SessionIndex index) const {
        (void)index;
        return true;
    }
    /// Memory of a datagram that left.
    virtual void reuse(base::Bytes datagram) { std::ignore = std::move(datagram); }
};

} // namespace plenum::runtime
