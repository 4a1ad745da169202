// SPDX-License-Identifier: Apache-2.0
// Members at several relays of one operator: edges relay their sessions to the conference's home.
#include "core/crypto/random.h"
#include "core/link/dialer.h"
#include "tests/unit/node/edge_fixture.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST_F(Edge, members_join_through_any_relay_and_read_the_same) {
    auto& bob = join(*edge, "Bob");
    auto& cem = join(*far, "Cem");
    hall.say(*alice, "from the home");
    hall.run(500ms);
    hall.say(bob, "from the edge");
    hall.run(500ms);
    hall.say(cem, "from afar");
    hall.run(500ms);
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("from the edge", "from afar"));
    EXPECT_THAT(Hall::texts(bob), ElementsAre("from the home", "from afar"));
    EXPECT_THAT(Hall::texts(cem), ElementsAre("from the home", "from the edge"));
}

TEST_F(Edge, voices_go_both_ways) {
    auto& bob = join(*edge, "Bob");
    auto& cem = join(*far, "Cem");
    talk(*alice, 1s);
    hall.run(500ms);
    EXPECT_EQ(heard(bob, voice), 50U);
    EXPECT_EQ(heard(cem, voice), 50U);
    talk(cem, 1s);
    hall.run(500ms);
    EXPECT_EQ(heard(*alice, voice), 50U);
    EXPECT_EQ(heard(bob, voice), 100U);
}

TEST_F(Edge, a_voice_goes_once_to_an_edge_with_several_receivers) {
    for (const auto* name : {"Bob", "Cem", "Dina", "Erik"})
        std::ignore = join(*edge, name);
    hall.run(2s);
    const auto bytes_to_edge = [&] {
        hall.captured.clear();
        hall.capture = true;
        const auto before = hall.now;
        talk(*alice, 2s);
        EXPECT_GE(hall.now - before, 2s);
        hall.capture = false;
        std::size_t large = 0;
        for (const auto& sent : hall.captured)
            large += sent.to == edge->address && sent.from == home->address && sent.bytes.size() > 120 ? 1 : 0;
        return large;
    };
    const auto copies = bytes_to_edge();
    EXPECT_GE(copies, 100U);
    EXPECT_LE(copies, 130U);
}

TEST_F(Edge, whoever_leaves_politely_is_gone_at_once_and_whoever_falls_silent_soon) {
    auto& bob = join(*edge, "Bob");
    auto& cem = join(*edge, "Cem");
    hall.command(bob, node::LeaveConference{});
    hall.run(3s);
    EXPECT_EQ(Hall::all<node::MemberLeft>(*alice).size(), 1U);
    hall.drop_all_to(cem.address, true);
    hall.tamper = [&](const base::Address& from, const base::Address&, base::Bytes bytes) {
        return from == cem.address ? base::Bytes{} : bytes;
    };
    hall.run(8s);
    const auto presence = Hall::all<node::MemberPresence>(*alice);
    ASSERT_FALSE(presence.empty());
    EXPECT_FALSE(presence.back().present);
}

TEST_F(Edge, a_lost_edge_costs_its_members_a_new_connection) {
    auto& bob = join(*edge, "Bob");
    hall.drop_all_to(edge->address, true);
    hall.say(*alice, "meanwhile");
    hall.run(15s);
    EXPECT_TRUE(Hall::joined(bob));
    hall.say(bob, "back");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("meanwhile"));
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("back"));
}

TEST_F(Edge, a_short_silence_between_relays_costs_nobody_their_session) {
    std::vector<Hall::Place*> members;
    for (const auto* name : {"Bob", "Cem", "Dina"})
        members.push_back(&join(*edge, name));
    const auto phases = [&] {
        std::size_t count = 0;
        for (const auto* member : members)
            count += Hall::all<node::PhaseChanged>(*member).size();
        return count;
    };
    const auto before = phases();
    hall.tamper = [&](const base::Address& from, const base::Address& to, base::Bytes bytes) {
        const bool between =
            (from == home->address && to == edge->address) || (from == edge->address && to == home->address);
        return between ? base::Bytes{} : bytes;
    };
    hall.run(2200ms);
    hall.say(*alice, "meanwhile");
    hall.run(200ms);
    hall.tamper = {};
    hall.run(3s);
    EXPECT_EQ(phases(), before);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), ElementsAre("meanwhile"));
}

TEST_F(Edge, a_restarted_home_is_found_again) {
    auto& bob = join(*edge, "Bob");
    hall.restart_relay(*home);
    hall.run(12s);
    hall.say(*alice, "still here");
    hall.say(bob, "so am I");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("still here"));
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("so am I"));
}

TEST_F(Edge, a_silent_peer_is_told_once_and_so_is_its_return) {
    using Kind = node::RelayIncident::Kind;
    const auto told = [this](Kind kind) {
        return std::ranges::count(Hall::all<node::RelayIncident>(*edge), kind, &node::RelayIncident::kind);
    };
    hall.drop_all_to(home->address, true);
    auto& bob = hall.add_endpoint();
    hall.join(bob, *edge, link, "Bob");
    hall.run(10s);
    EXPECT_EQ(told(Kind::peer_silent), 1);
    EXPECT_EQ(told(Kind::peer_answers), 0);
    hall.drop_all_to(home->address, false);
    std::ignore = join(*edge, "Cem");
    EXPECT_EQ(told(Kind::peer_silent), 1);
    EXPECT_EQ(told(Kind::peer_answers), 1);
}

TEST_F(Edge, a_relayed_session_gets_new_keys) {
    auto& bob = join(*edge, "Bob");
    auto& cem = join(*far, "Cem");
    const auto connections = [](const Hall::Place& place) { return Hall::all<node::PhaseChanged>(place).size(); };
    const auto before = connections(bob) + connections(cem);
    hall.run(400s);
    hall.say(*alice, "later");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("later"));
    EXPECT_EQ(connections(bob) + connections(cem), before);
}

TEST_F(Edge, a_long_chat_is_read_by_whoever_comes_late) {
    for (int line = 0; line < 300; ++line) {
        hall.say(*alice, std::string(2000, 'x'));
        hall.run(20ms);
    }
    auto& bob = join(*far, "Bob");
    hall.run(20s);
    EXPECT_EQ(Hall::texts(bob).size(), 300U);
    hall.say(*alice, "the end");
    hall.run(1s);
    EXPECT_EQ(Hall::texts(bob).back(), "the end");
}

TEST_F(Edge, nobody_founds_the_conference_anew_at_an_edge) {
    auto& bob = join(*edge, "Bob");
    hall.drop_all_to(home->address, true);
    hall.run(60s);
    hall.drop_all_to(home->address, false);
    hall.run(20s);
    hall.say(*alice, "after the cut");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), Contains("after the cut"));
}

TEST_F(Edge, a_door_that_nobody_knows_leads_nowhere) {
    auto& stranger = hall.add_endpoint();
    auto wrong = link;
    wrong.secret.bytes.front() ^= 1;
    hall.join(stranger, *edge, wrong, "Stranger");
    hall.run(8s);
    EXPECT_FALSE(Hall::joined(stranger));
    EXPECT_EQ(Hall::all<node::Ended>(stranger).size(), 1U);
}

/// Each question dials every other relay, so strangers must not be able to make many.
TEST_F(Edge, strangers_who_name_doors_make_few_questions_and_keep_nobody_out) {
    crypto::SeededRandom draw{base::Seed{}};
    const auto name_doors = [&](base::Duration lasts) {
        for (const auto end = hall.now + lasts; hall.now < end; hall.run(100ms)) {
            for (std::uint16_t stranger = 1; stranger <= 20; ++stranger) {
                link::DialOptions dial;
                dial.conference = draw.draw<base::ConferenceHandle>();
                dial.static_keys = crypto::ExchangeKeyPair::from_seed(draw.draw<base::Seed>());
                dial.remote_static = edge->node->relay_key();
                dial.psk = crypto::SecretKey{};
                dial.ephemeral_seed = draw.draw<base::Seed>();
                dial.now = hall.now;
                link::Dialer dialer{std::move(dial)};
                hall.inject(base::Address::v4(10, 9, 0, 1, stranger), edge->address, *dialer.poll_datagram(hall.now));
            }
        }
    };
    hall.capture = true;
    name_doors(5s);
    hall.capture = false;
    const auto dials = std::ranges::count_if(hall.captured, [&](const Hall::Sent& sent) {
        const auto init = wire::decode<wire::HandshakeInit>(sent.bytes);
        return sent.from == edge->address && init && init->datagram_type == wire::DatagramType::handshake_init;
    });
    // What comes at once after a pause, and four a second.
    EXPECT_GE(dials, 32);
    EXPECT_LE(dials, 32 + 4 * 6);
    auto& bob = hall.add_endpoint();
    hall.join(bob, *edge, link, "Bob");
    name_doors(3s);
    EXPECT_TRUE(Hall::joined(bob));
}

} // namespace
} // namespace plenum::test
