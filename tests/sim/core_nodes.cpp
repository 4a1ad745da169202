// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/node_under_test.h"

namespace plenum::sim {

namespace {

class CoreNode final : public NodeUnderTest {
  public:
    explicit CoreNode(const node::NodeOptions& options) : node_{options} {}

    std::expected<void, node::ContractError> handle(const node::Input& input, base::LocalTime now) override {
        return node_.handle(input, now);
    }
    node::Output poll() override { return node_.poll(); }
    void reuse(base::Bytes datagram) override { node_.reuse(std::move(datagram)); }
    node::NodeLoad load() const override { return node_.load(); }

  private:
    node::Node node_;
};

} // namespace

NodeFactory core_nodes() {
    return [](const node::NodeOptions& options) { return std::make_unique<CoreNode>(options); };
}

} // namespace plenum::sim
