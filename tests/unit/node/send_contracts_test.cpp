// SPDX-License-Identifier: Apache-2.0
#include "core/relay/send_contracts.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;

log::FlowDeclaration flow_with(base::Duration loss_delay) {
    log::FlowDeclaration flow;
    flow.flow = base::FlowId{1};
    flow.loss_delay = loss_delay;
    flow.rate_hz = 50;
    flow.message_bytes_max = 200;
    return flow;
}

/// How many of a hundred small messages pass that arrive at once.
int admitted_of_burst(SendContracts& contracts, const log::FlowDeclaration& flow, std::uint64_t first,
                      base::LocalTime now) {
    wire::FragmentFrame fragment;
    fragment.flow = flow.flow;
    fragment.data.resize(10);
    int admitted = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        fragment.sequence = base::SequenceNumber{first + i};
        admitted += contracts.admits(flow, fragment, now);
    }
    return admitted;
}

TEST(SendContracts, take_the_burst_from_the_newest_loss_delay) {
    SendContracts contracts;
    EXPECT_EQ(admitted_of_burst(contracts, flow_with(2s), 1, base::LocalTime{10s}), 100);
    const auto admitted = admitted_of_burst(contracts, flow_with(500ms), 101, base::LocalTime{20s});
    EXPECT_GE(admitted, 25);
    EXPECT_LE(admitted, 28);
}

} // namespace
} // namespace plenum::node
