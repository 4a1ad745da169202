// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/core.h"

#include <utility>

namespace plenum::runtime {

/// The node that is driven everywhere but in tests of the loop.
class NodeCore final : public Core {
  public:
    explicit NodeCore(const node::NodeOptions& options) : node_{options} {}
    std::expected<void, node::ContractError> handle(const node::Input& input, base::LocalTime now) override {
        return node_.handle(input, now);
    }
    node::Output poll() override { return node_.poll(); }
    [[nodiscard]] bool takes(base::SessionIndex index) const override { return node_.takes(index); }
    void reuse(base::Bytes datagram) override { node_.reuse(std::move(datagram)); }
    [[nodiscard]] const node::Node& node() const { return node_; }

  private:
    node::Node node_;
};

} // namespace plenum::runtime
