// SPDX-License-Identifier: Apache-2.0
// Sessions whose keys and whose addresses change while people talk.
#include "tests/unit/node/hall_ids.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace plenum::test {
namespace {

class Roaming : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(500ms);
        hall.join(bob, relay, link, "Bob");
        hall.run(500ms);
        ASSERT_TRUE(Hall::joined(alice) && Hall::joined(bob));
        hall.capture = true;
    }
    /// Chat and pictures both ways; everything must arrive, in order, within `patience`.
    void talk(int rounds, base::Duration interval, base::Duration patience = 300ms) {
        for (int i = 0; i < rounds; ++i) {
            for (auto* person : {&alice, &bob}) {
                hall.say(*person, std::to_string(spoken));
                hall.say(*person, "picture", camera);
            }
            expected.push_back(std::to_string(spoken++));
            hall.run(interval);
        }
        hall.run(patience);
        for (const auto* person : {&alice, &bob}) {
            auto heard = Hall::texts(*person);
            const auto pictures = std::erase(heard, "picture");
            std::erase(heard, "held");
            EXPECT_EQ(heard, expected);
            EXPECT_GE(pictures + pictures_missing, expected.size());
        }
    }
    /// What left for `to` since capturing began; of one type, if it is given.
    [[nodiscard]] std::size_t sent(const base::Address& to, std::optional<wire::DatagramType> type = {}) const {
        return static_cast<std::size_t>(std::ranges::count_if(hall.captured, [&](const auto& item) {
            return item.to == to && (!type || item.bytes.front() == static_cast<std::uint8_t>(*type));
        }));
    }
    [[nodiscard]] std::size_t bytes_sent(const base::Address& to) const {
        std::size_t bytes = 0;
        for (const auto& item : hall.captured)
            bytes += item.to == to ? item.bytes.size() : 0;
        return bytes;
    }
    /// Alice's next datagram, which does not arrive.
    base::Bytes intercept() {
        base::Bytes held;
        hall.tamper = [&](const base::Address& from, const base::Address&, base::Bytes bytes) {
            if (from != alice.address || !held.empty()) return bytes;
            held = bytes;
            return base::Bytes{};
        };
        hall.say(alice, "held", camera);
        hall.run(0ms);
        hall.tamper = nullptr;
        ++pictures_missing;
        return held;
    }
    void expect_nobody_noticed() {
        EXPECT_EQ(relay.node->load().sessions, 2U);
        for (const auto* person : {&alice, &bob}) {
            EXPECT_TRUE(Hall::joined(*person));
            EXPECT_THAT(Hall::all<node::PhaseChanged>(*person), testing::SizeIs(phases));
        }
        EXPECT_EQ(relay.stored.entries.size(), entries);
    }
    void remember() {
        phases = Hall::all<node::PhaseChanged>(bob).size();
        // The one who made the conference was connecting once more.
        std::erase_if(alice.events,
                      [](const auto& event) { return std::holds_alternative<node::PhaseChanged>(event); });
        for (std::size_t i = 0; i < phases; ++i)
            alice.events.push_back(node::PhaseChanged{node::Phase::joined});
        entries = relay.stored.entries.size();
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
    std::vector<std::string> expected;
    int spoken{0};
    std::size_t pictures_missing{0};
    std::size_t phases{0};
    std::size_t entries{0};
};

TEST_F(Roaming, new_keys_come_every_two_minutes_and_nobody_notices) {
    remember();
    talk(4000, 100ms);
    EXPECT_GE(sent(relay.address, wire::DatagramType::handshake_init), 6U) << "two people, three times each";
    EXPECT_LE(sent(relay.address, wire::DatagramType::handshake_init), 8U);
    // Content keys turned once meanwhile, after five minutes; sessions leave nothing in the log.
    ++entries;
    expect_nobody_noticed();
}

TEST_F(Roaming, whose_new_keys_cannot_be_agreed_dials_anew_and_loses_no_words) {
    hall.tamper = [](const base::Address&, const base::Address&, base::Bytes bytes) {
        return bytes.front() == static_cast<std::uint8_t>(wire::DatagramType::handshake_init) ? base::Bytes{} : bytes;
    };
    hall.run(185s);
    hall.tamper = nullptr;
    hall.run(5s);
    talk(20, 100ms, 2s);
    EXPECT_EQ(relay.node->load().sessions, 2U);
    EXPECT_TRUE(Hall::joined(alice) && Hall::joined(bob));
}

TEST_F(Roaming, a_client_at_a_new_address_goes_on_without_dialling) {
    remember();
    talk(20, 50ms);
    hall.captured.clear();
    alice.address = elsewhere;
    // Pictures that are on their way to the old address are lost, words are not.
    pictures_missing = 3;
    talk(20, 50ms, 1s);
    EXPECT_EQ(sent(relay.address, wire::DatagramType::handshake_init), 0U);
    EXPECT_GT(sent(elsewhere), 20U);
    // And back to a port that was never seen.
    hall.captured.clear();
    alice.address = base::Address::v4(10, 0, 0, 2, 9999);
    pictures_missing = 6;
    talk(20, 50ms, 1s);
    EXPECT_EQ(sent(relay.address, wire::DatagramType::handshake_init), 0U);
    expect_nobody_noticed();
}

TEST_F(Roaming, a_newer_datagram_from_elsewhere_gets_no_more_than_it_brought) {
    remember();
    talk(5, 50ms);
    hall.captured.clear();
    const auto held = intercept();
    EXPECT_EQ(hall.deliver(elsewhere, relay.address, held).opened, 1U);
    hall.run(10ms);
    EXPECT_GE(sent(elsewhere), 1U) << "it is asked";
    pictures_missing = 8;
    talk(100, 50ms, 1s);
    EXPECT_LE(bytes_sent(elsewhere), held.size());
    EXPECT_EQ(sent(relay.address, wire::DatagramType::handshake_init), 0U);
    expect_nobody_noticed();
}

TEST_F(Roaming, an_older_datagram_from_elsewhere_moves_nothing) {
    remember();
    const auto held = intercept();
    talk(5, 50ms);
    hall.captured.clear();
    EXPECT_EQ(hall.deliver(elsewhere, relay.address, held).opened, 1U);
    hall.run(10s);
    EXPECT_EQ(sent(elsewhere), 0U);
    expect_nobody_noticed();
}

TEST_F(Roaming, what_was_captured_and_is_played_from_elsewhere_moves_nothing) {
    remember();
    talk(20, 50ms);
    const auto tape = hall.captured;
    hall.captured.clear();
    for (const auto& item : tape) {
        if (item.to != relay.address) continue;
        EXPECT_EQ(hall.deliver(elsewhere, relay.address, item.bytes).opened, 0U);
    }
    hall.run(5s);
    EXPECT_EQ(sent(elsewhere), 0U);
    expect_nobody_noticed();
}

/// Each type of datagram, true, repeated and spoilt, from an address that never answers: what comes back is no more
/// than what was sent.
TEST_F(Roaming, no_datagram_of_any_type_is_answered_by_more_than_itself) {
    Stranger stranger{hall, relay, elsewhere, 9};
    auto session = stranger.shake_hands(stranger.with_link(link));
    ASSERT_TRUE(session);
    link::Dialer another{stranger.without_link()};
    std::vector<base::Bytes> datagrams{another.poll_datagram(hall.now).value(), intercept()};
    for (std::uint8_t type = 0; type < 8; ++type)
        datagrams.push_back(base::Bytes(200, type));
    for (const auto& item : hall.captured)
        datagrams.push_back(item.bytes);
    const auto nowhere = base::Address::v4(198, 51, 100, 1, 1);
    std::set<std::uint8_t> types;
    for (const auto& datagram : datagrams) {
        types.insert(datagram.front());
        hall.captured.clear();
        std::size_t brought = 0;
        for (int times = 0; times < 3; ++times) {
            brought += datagram.size();
            (void)hall.deliver(nowhere, relay.address, datagram);
            hall.run(20ms);
        }
        hall.run(4s);
        EXPECT_LE(bytes_sent(nowhere), brought) << int{datagram.front()};
    }
    EXPECT_GE(types.size(), 8U);
}

/// Someone with the link, a static key of its own and the index of a session that it saw on the way.
TEST_F(Roaming, nobody_gives_new_keys_to_somebody_elses_session) {
    remember();
    talk(5, 50ms);
    base::SessionIndex alices{};
    for (const auto& item : hall.captured) {
        if (item.from == alice.address && item.bytes.front() == 4)
            alices = wire::decode<wire::SealedHeader>(base::ByteView{item.bytes}.first(16))->receiver;
    }
    Stranger stranger{hall, relay, elsewhere, 9};
    auto options = stranger.with_link(link);
    options.continues = alices;
    auto session = stranger.shake_hands(std::move(options));
    ASSERT_TRUE(session);
    const auto datagram = seal_by_hand(*session, base::PacketNumber{1U << 20}, {wire::PingFrame{}});
    EXPECT_EQ(hall.deliver(elsewhere, relay.address, datagram).strange, 1U);
    hall.capture = true;
    talk(20, 50ms);
    expect_nobody_noticed();
}

TEST(CrowdMoving, an_address_takes_no_more_sessions_by_moving_than_by_dialling) {
    Hall hall;
    auto& relay = hall.add_relay();
    const auto knock = [&](std::uint8_t host, std::uint8_t number) {
        const auto from = base::Address::v4(203, 0, 113, host, static_cast<std::uint16_t>(5000 + number));
        Stranger stranger{hall, relay, from, number};
        auto session = stranger.shake_hands(stranger.without_link());
        EXPECT_TRUE(session);
        stranger.begin(std::move(*session));
        return stranger;
    };
    constexpr auto most = static_cast<std::uint8_t>(base::limits::sessions_per_address_max);
    for (std::uint8_t number = 0; number + 1 < most; ++number)
        (void)knock(9, number);
    auto first = knock(10, 100);
    auto second = knock(11, 101);
    for (auto* stranger : {&first, &second}) {
        stranger->run(50ms);
        stranger->move_to(base::Address::v4(203, 0, 113, 9, stranger == &first ? 7000 : 7001));
        ASSERT_TRUE(stranger->link().send_stream(base::PriorityClass::chat, base::Bytes(3)));
        stranger->run(200ms);
    }
    // One found the last place there, the other none.
    EXPECT_FALSE(first.closed);
    EXPECT_EQ(second.closed, wire::CloseReason::no_room);
    hall.run(1s);
    // Both left where they came from.
    for (std::uint8_t number = 0; number < 4; ++number)
        (void)knock(10, static_cast<std::uint8_t>(120 + number));
    EXPECT_GE(relay.node->load().sessions, most + 3U);
}

} // namespace
} // namespace plenum::test
