// SPDX-License-Identifier: Apache-2.0
#include "core/peer/connection.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace plenum::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// Closes in the first datagram of a session, with or without a hello before that.
class CurtRelay : public testing::TestWithParam<std::tuple<wire::CloseReason, bool>> {
  protected:
    void SetUp() override {
        std::optional<link::Session> session;
        relay.on_session = [&](link::Session opened) { session = std::move(opened); };
        hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Design review"});
        relay.run(100ms);
        relay.on_session = {};
        ASSERT_TRUE(session.has_value());
        const auto [reason, greets] = GetParam();
        std::vector<wire::Frame> frames;
        if (greets) frames.emplace_back(hello(*session));
        frames.emplace_back(wire::CloseFrame{reason});
        const auto datagram = seal_by_hand(*session, {}, frames);
        EXPECT_EQ(hall.deliver(relay.address, alice.address, datagram).opened, 1U);
        relay.run(2s);
    }
    wire::StreamFrame hello(const link::Session& session) const {
        const wire::ControlMessage hello = node::make_hello(relay.keys.identity, session.handshake_hash, false);
        const auto message = wire::encode_choice(hello);
        wire::StreamFrame frame;
        wire::Writer to{frame.data};
        to.varint(message.size());
        to.bytes(message);
        return frame;
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
};

using FinallyCurt = CurtRelay;
TEST_P(FinallyCurt, ends_the_attempt_to_make_a_conference) {
    const auto ends = Hall::all<node::Ended>(alice);
    ASSERT_THAT(ends, SizeIs(1));
    EXPECT_EQ(ends[0].reason, node::EndReason::relay_refused);
    EXPECT_THAT(Hall::all<node::ConferenceCreated>(alice), IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(Reasons, FinallyCurt,
                         testing::Combine(testing::Values(wire::CloseReason::leaving, wire::CloseReason::host_closed,
                                                          wire::CloseReason::refused,
                                                          wire::CloseReason::unknown_version),
                                          testing::Bool()));

/// Ends each session at once, and not for good.
TEST(AlwaysCurt, is_asked_more_and_more_rarely) {
    Hall hall;
    DishonestRelay relay{hall};
    auto& alice = hall.add_endpoint();
    const auto link = relay.create(alice);
    relay.join(alice, link, "Alice");
    relay.run(10s);
    int sessions = 0;
    relay.on_session = [&](link::Session opened) {
        ++sessions;
        const auto datagram = seal_by_hand(opened, {}, {wire::CloseFrame{wire::CloseReason::protocol_error}});
        hall.inject(relay.address, alice.address, datagram);
    };
    relay.cut_off(alice);
    relay.run(1s);
    EXPECT_GE(sessions, 2) << "at once, and soon again";
    relay.run(59s);
    EXPECT_LE(sessions, 16);
    EXPECT_GE(sessions, 8);
    relay.on_session = {};
    relay.run(node::RelayDialer::wait_max);
    EXPECT_THAT(Hall::all<node::Ended>(alice), IsEmpty());
    EXPECT_EQ(relay.attaches.size(), 2U) << "and taken back when it may";
}

struct Reason {
    wire::CloseReason said;
    node::EndReason told;
};
class NeverIn : public testing::TestWithParam<Reason> {};

/// Only who was told that there is no room may say so: other ends come of bad paths as well.
TEST_P(NeverIn, is_told_why) {
    Hall hall;
    DishonestRelay relay{hall};
    auto& bob = hall.add_endpoint();
    const auto link = relay.create(bob);
    relay.on_session = [&](link::Session opened) {
        const auto datagram = seal_by_hand(opened, {}, {wire::CloseFrame{GetParam().said}});
        hall.inject(relay.address, bob.address, datagram);
    };
    hall.command(bob, node::JoinConference{link, relay.address, "Bob"});
    relay.run(8s);
    const auto ends = Hall::all<node::Ended>(bob);
    ASSERT_THAT(ends, SizeIs(1));
    EXPECT_EQ(ends[0].reason, GetParam().told);
}
INSTANTIATE_TEST_SUITE_P(Reasons, NeverIn,
                         testing::Values(Reason{wire::CloseReason::no_room, node::EndReason::relay_refused},
                                         Reason{wire::CloseReason::too_slow, node::EndReason::no_answer},
                                         Reason{wire::CloseReason::restarting, node::EndReason::no_answer}));

using CurtAtFirst = CurtRelay;
TEST_P(CurtAtFirst, is_asked_again) {
    EXPECT_THAT(Hall::all<node::Ended>(alice), IsEmpty());
    EXPECT_THAT(Hall::all<node::ConferenceCreated>(alice), SizeIs(1));
}
INSTANTIATE_TEST_SUITE_P(Reasons, CurtAtFirst,
                         testing::Combine(testing::Values(wire::CloseReason::replaced,
                                                          wire::CloseReason::protocol_error,
                                                          wire::CloseReason::too_slow, wire::CloseReason::restarting),
                                          testing::Bool()));

} // namespace
} // namespace plenum::test
