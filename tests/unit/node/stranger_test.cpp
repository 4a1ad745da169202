// SPDX-License-Identifier: Apache-2.0
#include "core/base/home.h"
#include "core/relay/relay_conference.h"
#include "core/wire/message.h"
#include "tests/unit/node/hall_ids.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A conference with two people in it, and somebody else.
class Door : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(500ms);
        hall.join(bob, relay, link, "Bob");
        hall.run(500ms);
        ASSERT_TRUE(Hall::joined(alice) && Hall::joined(bob));
    }
    void expect_alive() {
        hall.say(alice, "still here");
        hall.run(500ms);
        EXPECT_EQ(Hall::texts(bob).back(), "still here");
    }
    /// Neither an answer to `options` nor a session.
    void expect_silence(link::DialOptions options) {
        Stranger stranger{hall, relay, elsewhere, 9};
        const auto sessions = relay.node->load().sessions;
        EXPECT_FALSE(stranger.shake_hands(std::move(options)).has_value());
        EXPECT_EQ(relay.node->load().sessions, sessions);
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
};

/// However long it was silent before.
TEST_F(Door, whoever_says_goodbye_is_away_at_once) {
    HandMember member{hall, relay, link, 30};
    member.run(500ms);
    ASSERT_TRUE(member.keyed());
    alice.events.clear();
    hall.say(alice, "are you there");
    hall.run(1600ms);
    EXPECT_THAT(Hall::all<node::MemberPresence>(alice), IsEmpty());
    member.link().close(wire::CloseReason::leaving, hall.now);
    member.run(300ms);
    const auto told = Hall::all<node::MemberPresence>(alice);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_FALSE(told[0].present);
}

TEST_F(Door, a_packet_number_that_no_acknowledgement_could_name_changes_nothing) {
    Stranger stranger{hall, relay, elsewhere, 9};
    const auto session = stranger.shake_hands(stranger.without_link()).value();
    for (const auto number : {std::uint64_t{1} << 62, (std::uint64_t{1} << 62) + 1, ~std::uint64_t{1}}) {
        const auto datagram = seal_by_hand(session, base::PacketNumber{number}, {wire::PingFrame{}});
        const auto counted = hall.deliver(elsewhere, relay.address, datagram);
        EXPECT_EQ(counted.opened, 0U);
        EXPECT_EQ(counted.forged, 1U);
        hall.run(200ms);
    }
    // The session is where it was: its first number still counts, and so does the last there is.
    for (const auto number : {std::uint64_t{0}, wire::varint_max}) {
        const auto datagram = seal_by_hand(session, base::PacketNumber{number}, {wire::PingFrame{}});
        EXPECT_EQ(hall.deliver(elsewhere, relay.address, datagram).opened, 1U);
        hall.run(200ms);
    }
    expect_alive();
}

TEST_F(Door, noise_postpones_nothing_that_a_handshake_left_to_be_done) {
    Stranger stranger{hall, relay, elsewhere, 9};
    ASSERT_TRUE(stranger.shake_hands(stranger.without_link()).has_value());
    hall.run(500us);
    const auto wake = relay.wake;
    ASSERT_LE(wake, hall.now + 1500us);
    base::Bytes noise(117, 0x5a);
    noise[0] = static_cast<std::uint8_t>(wire::DatagramType::handshake_init);
    EXPECT_EQ(hall.deliver(elsewhere, relay.address, noise).opened, 0U);
    EXPECT_EQ(relay.wake, wake);
}

TEST_F(Door, whoever_names_a_conference_without_its_link_meets_silence) {
    const Stranger stranger{hall, relay, elsewhere, 9};
    auto options = stranger.without_link();
    options.conference = node::LinkKeys::from(link.secret).door;
    expect_silence(std::move(options));
    options = stranger.with_link(link);
    options.psk = node::creation_key("");
    expect_silence(std::move(options));
    options = stranger.with_link(link);
    options.conference = {};
    expect_silence(std::move(options));
    EXPECT_TRUE(Stranger(hall, relay, elsewhere, 9).shake_hands(stranger.with_link(link)).has_value());
}

TEST_F(Door, whoever_came_to_make_a_conference_attaches_to_none) {
    const auto keys = node::LinkKeys::from(link.secret);
    const std::vector<wire::ControlMessage> attempts{
        wire::Attach{},
        wire::Submit{wire::encode(log::SignedOperation{})},
        wire::KeyFrameRequest{camera, base::MemberIndex{1}},
        wire::CreateConference{keys.door, {}, {}},
    };
    const auto told = bob.events.size() - Hall::all<node::LinkHealth>(bob).size();
    std::uint8_t salt = 10;
    for (const auto& attempt : attempts) {
        Stranger stranger{hall, relay, elsewhere, ++salt};
        auto session = stranger.shake_hands(stranger.without_link());
        ASSERT_TRUE(session.has_value());
        stranger.begin(std::move(*session));
        stranger.say(attempt);
        stranger.say(wire::Attach{});
        stranger.run(500ms);
        EXPECT_TRUE(stranger.closed.has_value());
        for (const auto& message : stranger.heard) {
            EXPECT_FALSE(std::holds_alternative<wire::Attached>(message));
            EXPECT_FALSE(std::holds_alternative<wire::LogEntry>(message));
        }
    }
    EXPECT_EQ(bob.events.size() - Hall::all<node::LinkHealth>(bob).size(), told);
    expect_alive();
}

TEST_F(Door, is_asked_with_another_ephemeral_key_each_time) {
    hall.capture = true;
    for (auto* each : {&hall.add_endpoint(), &hall.add_endpoint()}) {
        hall.join(*each, relay, link, "Someone");
        hall.run(1s);
    }
    // Long enough for new keys.
    hall.run(3min);
    std::size_t requests = 0;
    std::set<base::Bytes> keys;
    for (const auto& sent : hall.captured) {
        const auto request = wire::decode<wire::HandshakeInit>(sent.bytes);
        if (sent.to != relay.address || !request) continue;
        ++requests;
        const auto key = request->noise.view().first(32);
        keys.emplace(key.begin(), key.end());
    }
    EXPECT_GE(requests, 6U);
    EXPECT_EQ(keys.size(), requests);
}

TEST_F(Door, of_a_former_link_is_shut_after_a_while) {
    hall.command(alice, node::ChangeLink{});
    hall.run(1s);
    Stranger guest{hall, relay, elsewhere, 9};
    EXPECT_TRUE(guest.shake_hands(guest.with_link(link)).has_value());
    hall.run(20s);
    EXPECT_FALSE(guest.shake_hands(guest.with_link(link)).has_value());
}

/// A member comes back where its relay, or its network, does not know of its session any more.
class Again : public Door {
  protected:
    void SetUp() override {
        Door::SetUp();
        HandMember member{hall, relay, link, salt};
        member.run(500ms);
        ASSERT_TRUE(member.keyed());
    }
    void dial() {
        auto session = again.shake_hands(again.with_link(link));
        ASSERT_TRUE(session.has_value());
        again.begin(std::move(*session));
    }
    static constexpr std::uint8_t salt = 30;
    Stranger again{hall, relay, elsewhere, salt};
};

TEST_F(Again, has_the_newer_session_alone) {
    const auto sessions = relay.node->load().sessions;
    dial();
    again.say(wire::Attach{});
    again.run(500ms);
    EXPECT_EQ(again.closed, std::nullopt);
    EXPECT_EQ(relay.node->load().sessions, sessions);
    expect_alive();
}

TEST_F(Again, waits_with_no_more_than_so_much_for_a_conference_to_settle) {
    hall.restart_relay(relay);
    dial();
    constexpr int most = 1024;
    for (int i = 0; i < most; ++i)
        again.say(wire::Submit{{1}});
    again.run(500ms);
    EXPECT_EQ(again.closed, std::nullopt);
    again.say(wire::Submit{{1}});
    again.run(500ms);
    EXPECT_EQ(again.closed, wire::CloseReason::too_slow);
}

/// Whoever may make conferences, on a relay where others have theirs.
class Neighbour : public Door {
  protected:
    void SetUp() override {
        Door::SetUp();
        hall.command(alice, node::ChangeLink{});
        hall.run(1s);
        link = Hall::all<node::LinkChanged>(alice).at(0).link;
        own = hall.create(mallory, relay, "Mine");
        hall.join(mallory, relay, own, "Mallory");
        hall.run(1s);
    }
    base::ConferenceHandle door() const { return node::LinkKeys::from(link.secret).door; }
    void expect_open() {
        Stranger guest{hall, relay, elsewhere, 9};
        EXPECT_TRUE(guest.shake_hands(guest.with_link(link)).has_value());
    }
    Hall::Place& mallory{hall.add_endpoint()};
    node::ConferenceLink own;
};

TEST_F(Neighbour, does_not_give_their_conference_another_ones_door) {
    HandMember moderator{hall, relay, own, 40};
    moderator.run(1s);
    hall.command(mallory, node::SetRole{moderator.self(), node::MemberRole::moderator});
    moderator.run(500ms);
    log::ChangeLink change;
    change.epoch = moderator.roster().state().epoch;
    change.secret = change.secret_before = {1};
    for (const auto& taken : {door(), moderator.roster().state().conference}) {
        change.door = taken;
        moderator.submit(change);
        moderator.run(500ms);
    }
    EXPECT_EQ(moderator.roster().state().door.generation, 0U);
    change.door.bytes.fill(77);
    change.door = base::at_home_of(moderator.roster().state().conference, change.door);
    moderator.submit(change);
    moderator.run(500ms);
    EXPECT_EQ(moderator.roster().state().door.generation, 1U) << "one that is free is";
    expect_open();
}

TEST_F(Neighbour, does_not_make_a_conference_of_another_ones_door) {
    Stranger maker{hall, relay, elsewhere, 41};
    auto options = maker.without_link();
    options.conference = base::at_home_of(door(), node::creation_door());
    auto session = maker.shake_hands(std::move(options));
    ASSERT_TRUE(session.has_value());
    log::Genesis genesis;
    genesis.relay_exchange = link.relay_key;
    base::Seed halls;
    halls.bytes.fill(77);
    genesis.relay_identity = node::RelayKeys::from(halls).identity.public_key;
    log::SignedOperation draft;
    draft.conference = door();
    draft.author_sequence = 1;
    maker.begin(std::move(*session));
    maker.say(wire::CreateConference{
        door(), {}, wire::encode(log::sign_operation(std::move(draft), genesis, maker.identity()))});
    maker.run(500ms);
    ASSERT_FALSE(maker.heard.empty());
    EXPECT_EQ(maker.heard.back(), wire::ControlMessage{wire::CreateAnswer{wire::CreateOutcome::refused}});
    expect_open();
}

TEST_F(Door, a_number_that_has_no_next_is_not_taken_from_a_member) {
    HandMember member{hall, relay, link, 30};
    member.run(500ms);
    ASSERT_TRUE(member.keyed());
    const auto say = [&](std::uint64_t sequence) {
        const wire::ReliableMessage message{chat, member.self(), base::SequenceNumber{sequence}, base::Bytes(100)};
        ASSERT_TRUE(member.link().send_stream(base::PriorityClass::chat, wire::encode(message)).has_value());
        member.run(200ms);
    };
    say(wire::varint_max);
    EXPECT_THAT(member.accepted, IsEmpty());
    EXPECT_EQ(relay.node->load().history_bytes, 0U);
    say(0);
    EXPECT_THAT(member.accepted, IsEmpty());
    say(wire::varint_max - 1);
    EXPECT_THAT(member.accepted, ElementsAre(wire::Accepted{chat, base::SequenceNumber{wire::varint_max}}));
    expect_alive();
    // Nor does it stand in the way of whoever comes back or comes new.
    hall.drop_all_to(bob.address, true);
    hall.run(5s);
    hall.drop_all_to(bob.address, false);
    hall.run(3s);
    expect_alive();
}

TEST_F(Door, a_fragment_of_a_key_frame_is_passed_on_once) {
    HandMember member{hall, relay, link, 30};
    member.run(500ms);
    ASSERT_TRUE(member.keyed());
    const auto passed_on = [&](wire::MessageFlags flags) {
        const auto before = relay.transmitted;
        wire::FragmentFrame piece;
        piece.flow = camera;
        piece.sender = member.self();
        piece.sequence = base::SequenceNumber{flags.bits + 1U};
        piece.flags = flags;
        piece.count = 2;
        piece.data.resize(base::limits::fragment_bytes_max);
        for (int i = 0; i < 100; ++i) {
            member.link().send_fragment(
                {link::encode_fragment(piece), base::PriorityClass::video, hall.now + 500ms, flags}, hall.now);
        }
        member.run(300ms);
        return relay.transmitted - before;
    };
    // To two people each; besides there are acknowledgements.
    EXPECT_GT(passed_on(wire::MessageFlags::of(false, false, 0)), 200U);
    EXPECT_LT(passed_on(wire::MessageFlags::of(true, false, 0)), 150U);
    expect_alive();
}

TEST_F(Door, of_a_sender_of_half_messages_nothing_stays_once_it_left) {
    for (std::uint8_t round = 0; round < 4; ++round) {
        HandMember member{hall, relay, link, static_cast<std::uint8_t>(30 + round)};
        member.run(500ms);
        ASSERT_TRUE(member.keyed());
        for (std::uint64_t sequence = 1; sequence <= 20; ++sequence) {
            wire::FragmentFrame half;
            half.flow = camera;
            half.sender = member.self();
            half.sequence = base::SequenceNumber{sequence};
            half.count = 2;
            half.data.resize(base::limits::fragment_bytes_max);
            member.link().send_fragment({link::encode_fragment(half), base::PriorityClass::video, hall.now + 500ms},
                                        hall.now);
        }
        member.run(300ms);
        for (const auto* person : {&alice, &bob})
            EXPECT_EQ(person->node->load().reassembly_bytes, 20 * base::limits::fragment_bytes_max);
        member.leave();
        member.run(300ms);
        for (const auto* person : {&alice, &bob})
            EXPECT_EQ(person->node->load().reassembly_bytes, 0U);
    }
    expect_alive();
}

TEST(IpQuota, no_more_sessions_than_one_address_may_have_whatever_the_ports) {
    Hall hall;
    auto& relay = hall.add_relay();
    const auto knock = [&](std::uint8_t host, std::uint8_t number) {
        const auto from = base::Address::v4(203, 0, 113, host, static_cast<std::uint16_t>(5000 + number));
        Stranger stranger{hall, relay, from, number};
        EXPECT_TRUE(stranger.shake_hands(stranger.without_link()).has_value());
    };
    constexpr auto most = static_cast<std::uint8_t>(base::limits::sessions_per_address_max);
    for (int round = 0; round < 2; ++round) {
        for (std::uint8_t number = 0; number < most + 10; ++number) {
            knock(9, number);
            EXPECT_EQ(relay.node->load().sessions, std::min<std::size_t>(number + 1U, most));
        }
        knock(10, 0);
        EXPECT_EQ(relay.node->load().sessions, most + 1U);
        // Nothing comes of them.
        hall.run(15s);
        EXPECT_EQ(relay.node->load().sessions, 0U);
    }
}

/// 2001:db8:SITE:SUBNET::HOST.
base::Address v6(std::uint8_t site, std::uint8_t subnet, std::uint8_t host) {
    return {{0x20, 0x01, 0x0d, 0xb8, 0, site, 0, subnet, 0, 0, 0, 0, 0, 0, 0, host}, 5000};
}

TEST(IpQuota, is_counted_by_subnet_and_site_where_addresses_are_free) {
    Hall hall;
    auto& relay = hall.add_relay();
    constexpr std::size_t most = 4;
    hall.command(relay, node::SetRelayLimits{{.sessions_per_address = most}});
    std::uint8_t number = 0;
    const auto knock = [&](const base::Address& from) {
        Stranger stranger{hall, relay, from, ++number};
        EXPECT_TRUE(stranger.shake_hands(stranger.without_link()).has_value());
        return relay.node->load().sessions;
    };
    for (std::uint8_t host = 0; host < 10; ++host)
        EXPECT_EQ(knock(v6(1, 1, host)), std::min<std::size_t>(host + 1U, most)) << "one subnet";
    for (std::uint8_t subnet = 2; subnet < 12; ++subnet) {
        for (std::uint8_t host = 0; host < 2; ++host)
            (void)knock(v6(1, subnet, host));
    }
    EXPECT_EQ(relay.node->load().sessions, 4 * most) << "one site";
    EXPECT_EQ(knock(v6(2, 1, 1)), 4 * most + 1) << "its neighbour";
    hall.run(15s);
    EXPECT_EQ(relay.node->load().sessions, 0U);
    EXPECT_EQ(knock(v6(1, 1, 1)), 1U) << "who left makes room";
}

TEST(IpQuota, whoever_dials_anew_gets_past_it_once_beside_the_old_session) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    const auto link = hall.create(alice, relay);
    hall.run(5s);
    const auto dial = [&](std::uint8_t number, std::uint16_t port) {
        Stranger stranger{hall, relay, base::Address::v4(203, 0, 113, 9, port), number};
        EXPECT_TRUE(stranger.shake_hands(stranger.with_link(link)).has_value());
        return relay.node->load().sessions;
    };
    constexpr auto most = static_cast<std::uint8_t>(base::limits::sessions_per_address_max);
    for (std::uint8_t number = 0; number < most; ++number)
        EXPECT_EQ(dial(number, static_cast<std::uint16_t>(5000 + number)), number + 1U);
    EXPECT_EQ(dial(most, 5999), most) << "someone new";
    Stranger roaming{hall, relay, base::Address::v4(203, 0, 113, 10, 5000), most};
    ASSERT_TRUE(roaming.shake_hands(roaming.with_link(link)).has_value());
    EXPECT_EQ(dial(most, 5998), most + 1U) << "someone who is there already, at another address";
    EXPECT_EQ(dial(7, 6000), most + 2U) << "someone who is there already";
    EXPECT_EQ(dial(7, 6001), most + 2U) << "who is there twice already";
}

TEST(Hello, proves_who_speaks_in_this_handshake_and_on_this_side) {
    const auto alice = crypto::IdentityKeyPair::from_seed(seed_of(1));
    const auto eve = crypto::IdentityKeyPair::from_seed(seed_of(2));
    crypto::Sha512 handshake{};
    const auto hello = node::make_hello(alice, handshake, true);
    EXPECT_TRUE(node::hello_is_genuine(hello, handshake, true));
    EXPECT_FALSE(node::hello_is_genuine(hello, handshake, false)) << "not reflected";
    auto another = handshake;
    another[0] = 1;
    EXPECT_FALSE(node::hello_is_genuine(hello, another, true)) << "not in another session";
    auto claimed = node::make_hello(eve, handshake, true);
    claimed.identity = alice.public_key;
    EXPECT_FALSE(node::hello_is_genuine(claimed, handshake, true));
}

} // namespace
} // namespace plenum::test
