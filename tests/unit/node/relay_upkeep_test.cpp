// SPDX-License-Identifier: Apache-2.0
#include "core/wire/datagram.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace plenum::test {
namespace {

using Kind = node::RelayIncident::Kind;

class RelayUpkeep : public testing::Test {
  protected:
    void limit(const node::RelayLimits& limits) { hall.command(relay, node::SetRelayLimits{limits}); }
    std::size_t count(Kind kind, std::optional<node::SessionEnd> end = {}) const {
        const auto incidents = Hall::all<node::RelayIncident>(relay);
        return static_cast<std::size_t>(std::ranges::count_if(
            incidents, [&](const auto& each) { return each.kind == kind && (!end || each.end == end); }));
    }
    static std::uint64_t closed(const node::RelayStatistics& statistics, node::SessionEnd end) {
        return statistics.sessions_closed[end];
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
};

TEST_F(RelayUpkeep, takes_as_many_sessions_as_it_is_told) {
    const auto link = hall.create(alice, relay);
    hall.run(1s);
    limit({.sessions = 1});
    hall.join(alice, relay, link, "Alice");
    hall.run(1s);
    hall.join(bob, relay, link, "Bob");
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(alice));
    EXPECT_FALSE(Hall::joined(bob));
    EXPECT_GE(count(Kind::sessions_full), 1U);
    EXPECT_EQ(count(Kind::address_full), 0U);
    EXPECT_EQ(relay.node->relay_statistics().sessions_refused_full, count(Kind::sessions_full));
    const auto incidents = Hall::all<node::RelayIncident>(relay);
    EXPECT_TRUE(std::ranges::any_of(
        incidents, [&](const auto& each) { return each.kind == Kind::sessions_full && each.from == bob.address; }));
    // What it answers is told from silence, to whoever makes a conference too.
    auto& carol = hall.add_endpoint();
    hall.command(carol, node::CreateConference{relay.address, "127.0.0.1", 7700, "Another", {}});
    hall.run(8s);
    for (const auto* person : {&bob, &carol}) {
        ASSERT_EQ(Hall::all<node::Ended>(*person).size(), 1U);
        EXPECT_EQ(Hall::all<node::Ended>(*person)[0].reason, node::EndReason::relay_refused);
    }
    // Raised again, the next try gets in.
    limit({});
    hall.join(bob, relay, link, "Bob");
    hall.run(3s);
    EXPECT_TRUE(Hall::joined(bob));
}

TEST_F(RelayUpkeep, takes_a_stored_conference_once) {
    std::ignore = hall.create(alice, relay);
    hall.run(1s);
    hall.restart_relay(relay);
    const auto again = relay.node->handle(relay.stored, hall.now);
    ASSERT_FALSE(again.has_value());
    EXPECT_EQ(again.error(), node::ContractError::stored_invalid);
    while (!std::holds_alternative<node::Wake>(relay.node->poll())) {
    }
    EXPECT_EQ(relay.node->relay_statistics().conferences, 1U);
}

TEST_F(RelayUpkeep, keeps_an_address_to_its_share) {
    const auto link = hall.create(alice, relay);
    hall.run(1s);
    limit({.sessions_per_address = 0});
    hall.join(alice, relay, link, "Alice");
    hall.run(1s);
    EXPECT_FALSE(Hall::joined(alice));
    EXPECT_GE(count(Kind::address_full), 1U);
    EXPECT_EQ(relay.node->relay_statistics().sessions_refused_address, count(Kind::address_full));
}

TEST_F(RelayUpkeep, makes_as_many_conferences_as_it_is_told) {
    limit({.conferences = 1});
    std::ignore = hall.create(alice, relay);
    hall.run(1s);
    hall.command(bob, node::CreateConference{relay.address, "relay.test", 7700, "One too many"});
    hall.run(1s);
    ASSERT_EQ(Hall::all<node::Ended>(bob).size(), 1U);
    EXPECT_EQ(Hall::all<node::Ended>(bob)[0].reason, node::EndReason::relay_refused);
    EXPECT_EQ(count(Kind::conference_created), 1U);
    EXPECT_EQ(count(Kind::conferences_full), 1U);
    const auto statistics = relay.node->relay_statistics();
    EXPECT_EQ(statistics.conferences, 1U);
    EXPECT_EQ(statistics.conferences_created, 1U);
    EXPECT_EQ(statistics.conferences_refused_full, 1U);
}

TEST_F(RelayUpkeep, makes_room_by_what_was_empty_for_longest_and_for_a_day) {
    limit({.conferences = 4});
    std::vector<node::ConferenceLink> links;
    for (int i = 0; i < 4; ++i) {
        links.push_back(hall.create(hall.add_endpoint(), relay));
        hall.run(1h);
    }
    hall.run(19h);
    hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Too early"});
    hall.run(1s);
    EXPECT_EQ(count(Kind::conferences_full), 1U);
    hall.run(2h);
    links.push_back(hall.create(hall.add_endpoint(), relay));
    EXPECT_EQ(relay.forgotten, 1U);
    for (std::size_t i = 1; i < links.size(); ++i) {
        auto& guest = hall.add_endpoint();
        hall.join(guest, relay, links[i], "Someone");
        hall.run(1s);
        EXPECT_TRUE(Hall::joined(guest)) << i;
    }
}

TEST_F(RelayUpkeep, forgets_what_nobody_used_for_as_long_as_told_and_no_sooner) {
    const auto link = hall.create(alice, relay);
    hall.run(1s);
    limit({.retention = 1h});
    hall.join(alice, relay, link, "Alice");
    hall.run(2h);
    EXPECT_EQ(relay.forgotten, 0U) << "somebody is in it";
    hall.command(alice, node::LeaveConference{});
    hall.run(59min);
    EXPECT_EQ(relay.forgotten, 0U);
    hall.run(3min);
    EXPECT_EQ(relay.forgotten, 1U);
    EXPECT_EQ(count(Kind::conference_forgotten), 1U);
    EXPECT_EQ(relay.node->relay_statistics().conferences, 0U);
    EXPECT_EQ(Hall::all<node::RelayStatus>(relay).back().conferences, 0U);
}

TEST_F(RelayUpkeep, keeps_what_nobody_used_where_no_end_is_told) {
    std::ignore = hall.create(alice, relay);
    hall.run(5h);
    EXPECT_EQ(relay.forgotten, 0U);
}

TEST_F(RelayUpkeep, lowered_histories_shrink_at_once) {
    const auto link = hall.create(alice, relay);
    for (auto* each : {&alice, &bob}) {
        hall.join(*each, relay, link, "Someone");
        hall.run(1s);
    }
    for (int line = 0; line < 20; ++line)
        hall.say(alice, std::string(1000, 'x'));
    hall.run(1s);
    EXPECT_GT(relay.node->relay_statistics().history_bytes, 20'000U);
    limit({.history_bytes = 5000});
    EXPECT_LE(relay.node->relay_statistics().history_bytes, 5000U);
    EXPECT_GT(relay.node->relay_statistics().history_bytes, 3000U);
    for (int line = 0; line < 20; ++line)
        hall.say(alice, std::string(1000, 'y'));
    hall.run(1s);
    EXPECT_LE(relay.node->relay_statistics().history_bytes, 5000U);
    EXPECT_EQ(Hall::texts(bob).size(), 40U) << "who is there misses nothing";
}

TEST_F(RelayUpkeep, counts_what_happens) {
    const auto link = hall.create(alice, relay);
    for (auto* each : {&alice, &bob}) {
        hall.join(*each, relay, link, "Someone");
        hall.run(1s);
    }
    hall.say(alice, std::string(50'000, 'x'), base::FlowId{2});
    hall.run(1s);
    auto statistics = relay.node->relay_statistics();
    EXPECT_EQ(statistics.sessions, 2U);
    EXPECT_EQ(statistics.conferences_in_use, 1U);
    EXPECT_EQ(statistics.members, 2U);
    EXPECT_EQ(statistics.members_present, 2U);
    EXPECT_GT(statistics.log_entries, 3U);
    // The maker's, and one a member.
    EXPECT_EQ(statistics.sessions_opened, 3U);
    EXPECT_EQ(closed(statistics, node::SessionEnd::left), 1U);
    constexpr auto video = base::PriorityClass::video;
    for (const auto* traffic : {&statistics.received, &statistics.sent}) {
        EXPECT_GE(traffic->datagrams[video], 50'000U / base::limits::fragment_bytes_max);
        EXPECT_GE(traffic->bytes[video], 50'000U);
        EXPECT_LE(traffic->bytes[video], 60'000U);
    }
    base::Bytes junk(40, 0);
    junk[0] = static_cast<std::uint8_t>(wire::DatagramType::sealed);
    junk[1] = static_cast<std::uint8_t>(base::PriorityClass::video);
    std::ignore = hall.deliver(bob.address, relay.address, junk);
    EXPECT_EQ(relay.node->relay_statistics().received.datagrams, statistics.received.datagrams) << "not opened";
    hall.drop_all_to(bob.address, true);
    hall.run(60s);
    hall.drop_all_to(bob.address, false);
    statistics = relay.node->relay_statistics();
    EXPECT_EQ(statistics.members, 1U);
    EXPECT_EQ(closed(statistics, node::SessionEnd::lost), 1U);
    EXPECT_EQ(count(Kind::session_closed, node::SessionEnd::lost), 1U);
    EXPECT_EQ(statistics.sessions_opened, count(Kind::session_opened));
    EXPECT_EQ(std::accumulate(statistics.sessions_closed.begin(), statistics.sessions_closed.end(), std::uint64_t{}),
              count(Kind::session_closed));
}

TEST_F(RelayUpkeep, what_links_counted_outlives_them) {
    const auto link = hall.create(alice, relay);
    for (auto* each : {&alice, &bob}) {
        hall.join(*each, relay, link, "Someone");
        hall.run(1s);
    }
    hall.drop_all_to(bob.address, true);
    hall.say(alice, "into the void");
    hall.run(300ms);
    hall.drop_all_to(bob.address, false);
    hall.say(alice, "and after it");
    hall.run(1s);
    const auto before = relay.node->relay_statistics().links;
    EXPECT_GT(before.packets_lost, 0U);
    EXPECT_GT(before.stream_bytes_resent, 0U);
    hall.command(bob, node::LeaveConference{});
    hall.run(5s);
    EXPECT_EQ(relay.node->relay_statistics().sessions, 1U);
    EXPECT_EQ(relay.node->relay_statistics().links.packets_lost, before.packets_lost);
    EXPECT_EQ(relay.node->relay_statistics().links.stream_bytes_resent, before.stream_bytes_resent);
}

} // namespace
} // namespace plenum::test
