// SPDX-License-Identifier: Apache-2.0
// What a relay must show before a program says anything to it: that it is who it says, on this very handshake.
#include "core/crypto/initialise.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace plenum::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class Greeting : public testing::Test {
  protected:
    using Make = std::function<wire::Hello(const link::Session&)>;
    wire::Hello true_one(const link::Session& session) const {
        return node::make_hello(relay.keys.identity, session.handshake_hash, false);
    }
    /// Sessions of the relay begin with this, and nothing else happens on them.
    void greet_with(const Make& make) {
        relay.on_session = [this, make](link::Session session) {
            const auto message = wire::encode_choice(wire::ControlMessage{make(session)});
            wire::StreamFrame frame;
            frame.stream = base::PriorityClass::control;
            wire::Writer to{frame.data};
            to.varint(message.size());
            to.bytes(message);
            hall.inject(relay.address, alice.address, seal_by_hand(session, {}, {frame}));
            sessions.push_back(std::move(session));
        };
    }
    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    std::vector<link::Session> sessions;
    const crypto::IdentityKeyPair other{crypto::IdentityKeyPair::from_seed(seed_of(77))};
};

TEST_F(Greeting, of_a_relay_that_proves_nothing_makes_no_conference) {
    const std::vector<Make> lies{
        [&](const auto& session) { return node::make_hello(relay.keys.identity, session.handshake_hash, true); },
        [&](const auto&) { return node::make_hello(relay.keys.identity, {}, false); },
        [&](const auto& session) {
            auto hello = true_one(session);
            hello.identity = other.public_key;
            return hello;
        },
    };
    for (const auto& lie : lies) {
        alice.events.clear();
        greet_with(lie);
        hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Design review"});
        relay.run(1s);
        EXPECT_THAT(Hall::all<node::Ended>(alice), SizeIs(1));
    }
    greet_with([&](const auto& session) { return true_one(session); });
    alice.events.clear();
    hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Design review"});
    relay.run(1s);
    EXPECT_THAT(Hall::all<node::Ended>(alice), IsEmpty()) << "to this one it says what it wants";
}

/// Whether a processor can seal faster is known only then.
struct Initialised {
    Initialised() { EXPECT_TRUE(crypto::initialise()); }
};

class SealedGreeting : private Initialised, public Greeting {};

TEST_F(SealedGreeting, has_the_best_cipher_that_both_have) {
    if (!crypto::available(crypto::Cipher::aes256_gcm)) GTEST_SKIP() << "this processor has no AES instructions";
    const auto link = relay.create(alice);
    greet_with([&](const auto& session) { return true_one(session); });
    hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Design review"});
    relay.run(1s);
    auto& bob = hall.add_endpoint();
    hall.command(bob, node::JoinConference{link, relay.address, "Bob"});
    relay.run(1s);
    ASSERT_THAT(sessions, SizeIs(testing::Ge(2U)));
    for (const auto& session : sessions)
        EXPECT_EQ(session.cipher, wire::Cipher::aes256_gcm);
}

TEST_F(Greeting, of_another_than_the_relay_of_the_conference_brings_nobody_back) {
    const auto link = relay.create(alice);
    relay.join(alice, link, "Alice");
    alice.events.clear();
    greet_with([&](const auto& session) { return node::make_hello(other, session.handshake_hash, false); });
    relay.cut_off(alice);
    relay.run(500ms);
    ASSERT_THAT(sessions, SizeIs(1));
    EXPECT_THAT(Hall::all<node::Ended>(alice), SizeIs(1));
}

} // namespace
} // namespace plenum::test
