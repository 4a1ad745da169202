// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/hall.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

/// Datagrams that reach a relay together, and what it makes of them.
class Together : public testing::Test {
  protected:
    void SetUp() override {
        const auto link = hall.create(alice, relay);
        hall.run(1s);
        hall.join(alice, relay, link, "Alice");
        hall.join(bob, relay, link, "Bob");
        hall.run(3s);
        ASSERT_TRUE(Hall::joined(alice) && Hall::joined(bob));
    }
    /// Five small voice messages, each a datagram of its own, that have left Alice and not arrived.
    std::vector<node::DatagramReceived> said() {
        hall.capture = true;
        hall.drop_all_to(relay.address, true);
        for (std::uint8_t i = 0; i < 5; ++i)
            hall.say(alice, std::string(64, static_cast<char>('a' + i)), base::FlowId{1});
        std::vector<node::DatagramReceived> datagrams;
        for (const auto& sent : hall.captured)
            if (sent.from == alice.address) datagrams.push_back({sent.from, sent.bytes});
        return datagrams;
    }
    /// Datagrams that the relay then sends to Bob.
    std::vector<base::Bytes> passed_on(const node::Input& input) {
        EXPECT_TRUE(relay.node->handle(input, hall.now).has_value());
        std::vector<base::Bytes> result;
        for (;;) {
            auto output = relay.node->poll();
            if (std::holds_alternative<node::Wake>(output)) return result;
            if (auto* transmit = std::get_if<node::Transmit>(&output))
                if (transmit->to == bob.address) result.push_back(std::move(transmit->datagram));
        }
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
};

TEST_F(Together, small_messages_leave_in_one_datagram_and_all_arrive) {
    const auto datagrams = said();
    ASSERT_EQ(datagrams.size(), 5U);
    const auto sent = passed_on(node::DatagramsReceived{datagrams});
    ASSERT_EQ(sent.size(), 1U);
    const auto before = Hall::all<node::MessageReceived>(bob).size();
    (void)hall.deliver(relay.address, bob.address, sent.front());
    EXPECT_EQ(Hall::all<node::MessageReceived>(bob).size(), before + 5);
}

TEST_F(Together, one_after_the_other_each_leaves_at_once) {
    std::size_t count = 0;
    for (const auto& datagram : said())
        count += passed_on(datagram).size();
    EXPECT_EQ(count, 5U);
}

TEST_F(Together, a_bad_one_among_them_harms_no_other) {
    auto datagrams = said();
    base::Bytes altered{datagrams[2].bytes.begin(), datagrams[2].bytes.end()};
    altered.back() ^= 1;
    datagrams[2].bytes = altered;
    datagrams.push_back(datagrams[0]);
    datagrams.push_back({alice.address, {}});
    const auto before = relay.node->datagrams();
    const auto sent = passed_on(node::DatagramsReceived{datagrams});
    const auto& after = relay.node->datagrams();
    EXPECT_EQ(after.opened - before.opened, 4U);
    EXPECT_EQ(after.forged - before.forged, 1U);
    EXPECT_EQ(after.replayed - before.replayed, 1U);
    EXPECT_EQ(after.strange - before.strange, 1U);
    ASSERT_EQ(sent.size(), 1U);
    (void)hall.deliver(relay.address, bob.address, sent.front());
    EXPECT_EQ(Hall::all<node::MessageReceived>(bob).size(), 2U) << "the third is waited for";
    hall.run(200ms);
    EXPECT_GE(Hall::all<node::MessageReceived>(bob).size(), 4U);
}

TEST_F(Together, operations_are_taken_in_the_order_in_which_they_came) {
    hall.capture = true;
    hall.drop_all_to(relay.address, true);
    hall.say(bob, "Bob's session is the first of them", base::FlowId{1});
    hall.command(alice, node::RemoveMember{base::MemberIndex{2}, false});
    hall.command(bob, node::LeaveConference{});
    std::vector<node::DatagramReceived> datagrams;
    for (const auto& sent : hall.captured)
        if (sent.to == relay.address) datagrams.push_back({sent.from, sent.bytes});
    ASSERT_GE(datagrams.size(), 3U);
    hall.drop_all_to(relay.address, false);
    hall.give(relay, node::DatagramsReceived{datagrams});
    hall.run(1s);
    const auto left = Hall::all<node::MemberLeft>(alice);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().reason, node::LeaveReason::removed);
}

TEST_F(Together, whose_session_is_here_is_told_by_its_index_alone) {
    const auto datagrams = said();
    const auto receiver = [](base::ByteView bytes) {
        std::uint32_t index = 0;
        for (const auto byte : bytes.subspan(4, 4))
            index = index << 8 | byte;
        return base::SessionIndex{index};
    };
    const auto at_relay = receiver(datagrams.front().bytes);
    EXPECT_TRUE(relay.node->takes(at_relay));
    EXPECT_FALSE(alice.node->takes(at_relay));
    const auto sent = passed_on(node::DatagramsReceived{datagrams});
    const auto at_bob = receiver(sent.front());
    EXPECT_TRUE(bob.node->takes(at_bob));
    EXPECT_FALSE(relay.node->takes(at_bob));
    EXPECT_FALSE(alice.node->takes(at_bob));
}

} // namespace
} // namespace plenum::test
