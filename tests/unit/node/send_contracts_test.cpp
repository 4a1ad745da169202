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

TEST(SendContracts, report_the_rest_of_a_burst_without_further_excess) {
    SendContracts contracts;
    const auto flow = flow_with(500ms);
    const base::LocalTime start{10s};
    std::ignore = admitted_of_burst(contracts, flow, 1, start);
    EXPECT_EQ(contracts.next_wakeup(), base::local_time_max) << "nothing was dropped that is to be told";
    const auto first = contracts.note_excess(flow.flow, start);
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->dropped, 1U);
    for (int i = 0; i < 46; ++i)
        EXPECT_FALSE(contracts.note_excess(flow.flow, start + 1ms));
    const auto due = start + SendContracts::report_interval;
    EXPECT_EQ(contracts.next_wakeup(), due);
    EXPECT_FALSE(contracts.poll_report(due - 1ms));
    const auto rest = contracts.poll_report(due);
    ASSERT_TRUE(rest.has_value());
    EXPECT_EQ(rest->flow, flow.flow);
    EXPECT_EQ(rest->dropped, 46U);
    EXPECT_FALSE(contracts.poll_report(due)) << "told once";
    EXPECT_EQ(contracts.next_wakeup(), base::local_time_max);
}

} // namespace
} // namespace plenum::node
