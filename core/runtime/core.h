// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/node.h"

#include <expected>
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
};

/// The node that is driven everywhere but in tests of the loop.
class NodeCore final : public Core {
  public:
    explicit NodeCore(const node::NodeOptions& options) : node_{options} {}
    std::expected<void, node::ContractError> handle(const node::Input& input, base::LocalTime now) override {
        return node_.handle(input, now);
    }
    node::Output poll() override { return node_.poll(); }
    [[nodiscard]] const node::Node& node() const { return node_; }

  private:
    node::Node node_;
};

} // namespace plenum::runtime
