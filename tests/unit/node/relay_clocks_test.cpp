// SPDX-License-Identifier: Apache-2.0
// A relay's conferences have clocks of their own: a log from a run whose clock was ahead moves nobody else's.
#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

using test::Hall;
using namespace std::chrono_literals;

constexpr auto far_ahead = 24h;

/// A conference on a relay with the same keys, whose clock is a day ahead.
struct Elsewhere {
    Elsewhere() {
        hall.now += far_ahead;
        // The first in any hall have the same keys: the founder is nobody of the other.
        for (int i = 0; i < 4; ++i)
            hall.add_endpoint();
        auto& founder = hall.add_endpoint();
        link = hall.create(founder, relay);
        hall.join(founder, relay, link, "Cem");
        hall.run(3s);
    }
    Hall hall;
    Hall::Place& relay = hall.add_relay();
    ConferenceLink link;
};

struct RelayClocks : testing::Test {
    RelayClocks() {
        hall.give(relay, elsewhere.relay.stored);
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.join(bob, relay, link, "Bob");
        hall.run(5s);
        EXPECT_TRUE(Hall::joined(bob));
    }
    /// What the node has for the conference's time, less its own.
    static base::Duration clock_of(const Hall::Place& place) {
        const auto health = Hall::all<LinkHealth>(place);
        return health.empty() ? base::Duration::min() : health.back().clock.value;
    }
    void expect_undisturbed() {
        hall.run(5s);
        for (auto* place : {&alice, &bob}) {
            EXPECT_LT(std::chrono::abs(clock_of(*place)), 1s);
            place->events.clear();
        }
        hall.say(alice, "hello");
        hall.run(1s);
        EXPECT_EQ(Hall::texts(bob), std::vector<std::string>{"hello"});
    }
    Elsewhere elsewhere;
    Hall hall;
    Hall::Place& relay = hall.add_relay();
    Hall::Place& alice = hall.add_endpoint();
    Hall::Place& bob = hall.add_endpoint();
    Hall::Place& carol = hall.add_endpoint();
    ConferenceLink link;
};

TEST_F(RelayClocks, of_a_conference_that_is_loaded_is_its_own) {
    expect_undisturbed();
    hall.join(carol, relay, elsewhere.link, "Carol");
    // Those who were there are waited for first.
    hall.run(40s);
    ASSERT_TRUE(Hall::joined(carol));
    EXPECT_GE(clock_of(carol), far_ahead - 10s);
    EXPECT_LE(clock_of(carol), far_ahead + 10s);
}

TEST_F(RelayClocks, of_a_conference_that_a_member_restores_is_its_own) {
    hall.join(carol, relay, elsewhere.link, "Carol");
    hall.run(45s);
    ASSERT_TRUE(Hall::joined(carol));
    hall.restart_relay_empty(relay);
    hall.run(30s);
    expect_undisturbed();
    // It goes on from the last entry.
    EXPECT_GE(clock_of(carol), far_ahead - 90s);
    EXPECT_LE(clock_of(carol), far_ahead + 10s);
}

} // namespace
} // namespace plenum::node
