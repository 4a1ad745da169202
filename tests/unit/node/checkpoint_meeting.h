// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::test {

/// A meeting at an honest relay, with checkpoints close together.
class CheckpointMeeting : public testing::Test {
  protected:
    static constexpr std::uint64_t interval = 12;

    void SetUp() override {
        hall.checkpoints.entries = interval;
        hall.trace = true;
        relay = &hall.add_relay();
        alice = &hall.add_endpoint();
        bob = &hall.add_endpoint();
        link = hall.create(*alice, *relay);
        hall.join(*alice, *relay, link, "Alice");
        hall.join(*bob, *relay, link, "Bob");
    }
    void TearDown() override {
        for (const auto* place : {alice, bob})
            EXPECT_THAT(Hall::all<node::ProtocolViolation>(*place), testing::IsEmpty());
    }
    /// Somebody comes and goes: four entries.
    void visit() {
        auto& visitor = hall.add_endpoint();
        hall.join(visitor, *relay, link, "Visitor");
        hall.run(2s);
        hall.command(visitor, node::LeaveConference{});
        hall.run(2s);
    }

    Hall hall;
    Hall::Place* relay{nullptr};
    Hall::Place* alice{nullptr};
    Hall::Place* bob{nullptr};
    node::ConferenceLink link;
};

} // namespace plenum::test
