// SPDX-License-Identifier: Apache-2.0
// What members say, to each other and to the log, while the keys are due to be turned.
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/hall_ids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Alice made the conference and moderates it; the relay sequences what the test tells it to.
class KeysDue : public testing::Test {
  protected:
    void SetUp() override {
        link = relay.create(alice);
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        relay.join(carol, link, "Carol");
        relay.hold_submitted = true;
    }
    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    Hall::Place& carol{hall.add_endpoint()};
    node::ConferenceLink link;
};

TEST_F(KeysDue, each_leader_is_waited_for_as_long) {
    const auto passed_over = [&](base::MemberIndex leader) {
        return std::ranges::any_of(std::exchange(relay.submitted, {}), [&](const log::SignedOperation& by) {
            return wire::decode_choice<log::Operation>(by.operation) == log::Operation{log::PassOver{leader}};
        });
    };
    const auto guest = relay.join_puppet(40, &link);
    ASSERT_TRUE(relay.state.epoch_due());
    relay.run(4s);
    relay.write(log::Presence{alices, false});
    ASSERT_EQ(relay.state.key_leader()->index, bobs);
    relay.run(4s);
    EXPECT_FALSE(passed_over(bobs)) << "8 s after the turn was owed, 4 s after Bob began to lead";
    relay.run(2s);
    EXPECT_TRUE(passed_over(bobs));
}

/// The key comes, and with it the end of the link, before anything can be said.
TEST_F(KeysDue, what_waited_for_a_key_is_said_before_what_comes_after) {
    hall.command(alice, node::RemoveMember{base::MemberIndex{3}, false});
    relay.run(100ms);
    relay.sequence(relay.submitted.back());
    relay.run(1s);
    const auto turn = relay.submitted.back();
    hall.say(bob, "one");
    relay.run(100ms);
    ASSERT_THAT(relay.messages, IsEmpty());

    std::vector<base::Bytes> held;
    hall.tamper = [&](const base::Address&, const base::Address& to, base::Bytes bytes) {
        if (to == bob.address) held.push_back(std::exchange(bytes, {}));
        return bytes;
    };
    relay.sequence(turn);
    relay.run(10ms);
    relay.cut_off(bob);
    relay.run(10ms);
    hall.tamper = {};
    std::vector<node::DatagramReceived> together;
    for (const auto& bytes : held)
        together.push_back({relay.address, bytes});
    hall.give(bob, node::DatagramsReceived{together});
    ASSERT_FALSE(Hall::joined(bob));
    ASSERT_EQ(Hall::all<node::EpochChanged>(bob).back().epoch, relay.state.epoch);
    hall.say(bob, "two");
    relay.run(3s);
    EXPECT_THAT(Hall::texts(alice), ElementsAre("one", "two"));
}

} // namespace
} // namespace plenum::test
