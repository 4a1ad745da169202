// SPDX-License-Identifier: Apache-2.0
#include "core/wire/message.h"
#include "tests/unit/node/hall_ids.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::test {
namespace {

using testing::IsEmpty;

/// A member who has all keys and speaks under another's number; the relay alone can tell.
class Impostor : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.join(bob, relay, link, "Bob");
        hall.run(1s);
        ASSERT_TRUE(Hall::joined(alice) && Hall::joined(bob));
        bobs = Hall::all<node::MemberJoined>(alice).back().member;
        member.emplace(hall, relay, link, 30);
        member->run(500ms);
        ASSERT_TRUE(member->keyed());
        ASSERT_NE(member->self(), bobs);
    }
    /// Half a picture; gives how much of it reached Alice.
    std::size_t show(base::MemberIndex sender, std::uint64_t sequence, base::ConferenceTime sent_at = {}) {
        const auto before = alice.node->load().reassembly_bytes;
        wire::FragmentFrame half;
        half.flow = camera;
        half.sender = sender;
        half.sequence = base::SequenceNumber{sequence};
        half.sent_at = sent_at;
        half.count = 2;
        half.data.resize(base::limits::fragment_bytes_max);
        member->link().send_fragment({link::encode_fragment(half), base::PriorityClass::video, hall.now + 500ms},
                                     hall.now);
        member->run(200ms);
        return alice.node->load().reassembly_bytes - before;
    }
    /// Words; gives how much of them the relay kept.
    std::size_t say(base::MemberIndex sender) {
        const auto before = relay.node->load().history_bytes;
        const wire::ReliableMessage message{chat, sender, base::SequenceNumber{1}, base::Bytes(100)};
        EXPECT_TRUE(member->link().send_stream(base::PriorityClass::chat, wire::encode(message)).has_value());
        member->run(200ms);
        return relay.node->load().history_bytes - before;
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
    base::MemberIndex bobs;
    std::optional<HandMember> member;
};

TEST_F(Impostor, gets_no_picture_past_the_relay) {
    EXPECT_EQ(show(bobs, 1), 0U);
    EXPECT_EQ(show(base::MemberIndex{}, 2), 0U);
    EXPECT_EQ(show(base::MemberIndex{4711}, 3), 0U);
    EXPECT_EQ(show(member->self(), 4), base::limits::fragment_bytes_max);
}

/// Whoever gets it would only throw it away.
TEST_F(Impostor, gets_no_picture_past_the_relay_that_comes_too_late) {
    const auto now = member->link().clock(hall.now).value().to_conference(hall.now);
    EXPECT_EQ(show(member->self(), 1, now - 1s), 0U);
    EXPECT_EQ(show(member->self(), 2, now), base::limits::fragment_bytes_max);
}

TEST_F(Impostor, gets_no_word_past_the_relay) {
    EXPECT_EQ(say(bobs), 0U);
    EXPECT_EQ(say(base::MemberIndex{}), 0U);
    EXPECT_EQ(say(base::MemberIndex{4711}), 0U);
    EXPECT_THAT(member->accepted, IsEmpty());
    EXPECT_EQ(say(member->self()), 100U);
}

/// In the log, and given no key: who turns the keys is away.
TEST(Unkeyed, says_nothing_that_a_relay_takes) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    const auto link = hall.create(alice, relay);
    hall.join(alice, relay, link, "Alice");
    hall.run(1s);
    hall.drop_all_to(alice.address, true);
    hall.run(5s);
    HandMember eve{hall, relay, link, 30};
    eve.does_its_duties = false;
    eve.run(3s);
    ASSERT_NE(eve.self(), base::MemberIndex{});
    ASSERT_FALSE(eve.keyed());
    const wire::ReliableMessage message{chat, eve.self(), base::SequenceNumber{1}, base::Bytes(100)};
    EXPECT_TRUE(eve.link().send_stream(base::PriorityClass::chat, wire::encode(message)).has_value());
    eve.run(200ms);
    EXPECT_EQ(relay.node->load().history_bytes, 0U);
    EXPECT_THAT(eve.accepted, IsEmpty());
}

} // namespace
} // namespace plenum::test
