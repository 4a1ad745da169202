// SPDX-License-Identifier: Apache-2.0
// Relays with a register: it says which one is a conference's home, and which one stands by.
#include "core/relay/replication/cluster_standbys.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace plenum::test {
namespace {

using testing::Contains;

class Cluster : public testing::Test {
  protected:
    Cluster() {
        hall.cluster = true;
        // The second has a disk, which the test answers for.
        for (int number = 0; number < 3; ++number)
            relays.push_back(&hall.add_relay({}, number == 1));
        tell_peers();
        alice = &hall.add_endpoint();
        bob = &hall.add_endpoint();
        link = hall.create(*alice, *relays[0]);
        run(200ms);
        hall.join(*alice, *relays[0], link, "Alice");
        hall.join(*bob, *relays[2], link, "Bob");
        run(4s);
    }
    void tell_peers() {
        for (auto* relay : relays) {
            node::SetPeers peers;
            for (const auto* other : relays)
                if (other != relay && !lost.contains(other)) peers.peers.push_back({"10.0.0.9", other->address});
            if (!lost.contains(relay)) hall.command(*relay, peers);
        }
    }
    /// Time goes on, and the register answers those that reach it.
    void run(base::Duration duration) {
        for (const auto end = hall.now + duration; hall.now < end; hall.run(20ms))
            for (auto* relay : relays) {
                answer(*relay);
                if (relay == relays[1] && !disk_hangs && !lost.contains(relay) && relay->put > 0)
                    hall.tell_kept(*relay);
            }
    }
    void answer(Hall::Place& relay) {
        if (lost.contains(&relay) || cut.contains(&relay)) return;
        auto& seen = answered[&relay];
        while (seen < relay.events.size()) {
            const auto event = relay.events[seen++];
            const auto* wanted = std::get_if<node::AssignmentWanted>(&event);
            if (wanted == nullptr) continue;
            auto& current = assignments[wanted->conference];
            if (wanted->writes() && current.revision == wanted->expected)
                current = {wanted->home, wanted->standby, ++revision};
            if (unanswered.contains(&relay)) continue;
            hall.command(relay, node::AnswerAssignment{wanted->conference, wanted->number, current});
        }
    }
    [[nodiscard]] const node::Assignment& assignment() const { return assignments.begin()->second; }
    [[nodiscard]] Hall::Place& relay_at(const base::Address& address) const {
        return **std::ranges::find(relays, address, &Hall::Place::address);
    }
    void lose(Hall::Place& relay) {
        lost.insert(&relay);
        hall.drop_all_to(relay.address, true);
    }
    void talk(const std::string& text) {
        hall.say(*alice, text);
        run(1s);
    }

    Hall hall;
    std::vector<Hall::Place*> relays;
    Hall::Place* alice{nullptr};
    Hall::Place* bob{nullptr};
    node::ConferenceLink link;
    std::map<base::ConferenceHandle, node::Assignment> assignments;
    std::uint64_t revision{0};
    std::map<const Hall::Place*, std::size_t> answered;
    std::set<const Hall::Place*> lost;
    /// That of the second relay.
    bool disk_hangs{false};
    /// From the register.
    std::set<const Hall::Place*> cut;
    std::set<const Hall::Place*> unanswered;
};

TEST_F(Cluster, each_conference_has_a_home_and_a_standby) {
    ASSERT_TRUE(Hall::joined(*alice));
    ASSERT_TRUE(Hall::joined(*bob));
    ASSERT_EQ(assignments.size(), 1U);
    EXPECT_EQ(assignment().home, relays[0]->address);
    EXPECT_EQ(assignment().standby, relays[1]->address);
    talk("hello");
    EXPECT_THAT(Hall::texts(*bob), Contains("hello"));
}

TEST_F(Cluster, the_standby_takes_over_and_another_stands_by) {
    talk("before");
    lose(*relays[0]);
    run(1s);
    talk("at the last moment");
    tell_peers();
    run(15s);
    EXPECT_EQ(assignment().home, relays[1]->address);
    EXPECT_EQ(assignment().standby, relays[2]->address);
    talk("after");
    const auto texts = Hall::texts(*bob);
    EXPECT_THAT(texts, testing::ElementsAre("before", "at the last moment", "after"));
}

TEST_F(Cluster, edges_with_several_members_follow_the_conference_to_another_home) {
    std::vector<Hall::Place*> members{bob};
    for (const auto* name : {"Cem", "Dina"}) {
        members.push_back(&hall.add_endpoint());
        hall.join(*members.back(), *relays[2], link, name);
        run(3s);
    }
    for (const auto* text : {"one", "two", "three"})
        talk(text);
    lose(*relays[0]);
    run(1s);
    tell_peers();
    run(15s);
    ASSERT_EQ(assignment().home, relays[1]->address);
    for (const auto* text : {"four", "five", "six"})
        talk(text);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), testing::ElementsAre("one", "two", "three", "four", "five", "six"));
}

TEST_F(Cluster, a_lost_standby_is_replaced_and_nothing_stops) {
    lose(*relays[1]);
    run(5s);
    tell_peers();
    talk("goes on");
    run(5s);
    EXPECT_THAT(Hall::texts(*bob), Contains("goes on"));
    EXPECT_EQ(assignment().home, relays[0]->address);
    EXPECT_EQ(assignment().standby, relays[2]->address);
}

TEST_F(Cluster, a_standby_that_acknowledges_nothing_is_replaced) {
    disk_hangs = true;
    talk("held up");
    run(8s);
    talk("goes on");
    EXPECT_THAT(Hall::texts(*bob), testing::IsSupersetOf({"held up", "goes on"}));
    EXPECT_EQ(assignment().standby, relays[2]->address);
}

TEST_F(Cluster, nothing_is_told_while_the_register_may_name_a_standby_that_is_lost) {
    lose(*relays[1]);
    while (assignment().standby)
        run(20ms);
    // The next one has a copy, and the answer that names it is on its way.
    cut.insert(relays[0]);
    run(1s);
    lose(*relays[2]);
    run(6s);
    const auto accepted = [&] { return Hall::all<node::MessageAccepted>(*alice).size(); };
    const auto before = accepted();
    hall.say(*alice, "held up");
    run(2s);
    EXPECT_EQ(accepted(), before);
    cut.clear();
    run(2s);
    EXPECT_EQ(accepted(), before + 1);
}

TEST_F(Cluster, a_standby_takes_over_that_nobody_told_of_its_name_in_the_register) {
    talk("before");
    lose(*relays[1]);
    while (assignment().standby)
        run(20ms);
    // What the home asks is written, and the home dies before the answer.
    unanswered.insert(relays[0]);
    while (!assignment().standby)
        run(20ms);
    ASSERT_EQ(assignment().standby, relays[2]->address);
    lose(*relays[0]);
    hall.tamper = [&](const base::Address& from, const base::Address&, base::Bytes bytes) {
        return from == relays[0]->address ? base::Bytes{} : bytes;
    };
    run(5s);
    tell_peers();
    run(15s);
    EXPECT_EQ(assignment().home, relays[2]->address);
    talk("after");
    EXPECT_THAT(Hall::texts(*bob), testing::ElementsAre("before", "after"));
}

TEST_F(Cluster, a_copy_that_the_register_does_not_name_takes_nothing_over) {
    lose(*relays[1]);
    while (assignment().standby)
        run(20ms);
    cut.insert(relays[0]);
    run(2s);
    lose(*relays[0]);
    run(20s);
    EXPECT_EQ(assignment().home, relays[0]->address);
}

TEST_F(Cluster, a_copy_that_asks_a_silent_register_follows_its_home_again) {
    lose(*relays[1]);
    while (assignment().standby)
        run(20ms);
    cut = {relays[0], relays[2]};
    run(1s);
    hall.tamper = [&](const base::Address& from, const base::Address& to, base::Bytes bytes) {
        const auto home = relays[0]->address;
        const auto copy = relays[2]->address;
        return (from == home && to == copy) || (from == copy && to == home) ? base::Bytes{} : bytes;
    };
    run(6s);
    hall.tamper = {};
    cut.erase(relays[0]);
    run(5s);
    talk("again");
    lose(*relays[0]);
    hall.tamper = [&](const base::Address& from, const base::Address&, base::Bytes bytes) {
        return from == relays[0]->address ? base::Bytes{} : bytes;
    };
    cut.clear();
    run(5s);
    tell_peers();
    run(15s);
    EXPECT_EQ(assignment().home, relays[2]->address);
    talk("after");
    EXPECT_THAT(Hall::texts(*bob), testing::ElementsAre("again", "after"));
}

TEST_F(Cluster, two_losses_in_turn_are_survived) {
    lose(*relays[0]);
    run(5s);
    tell_peers();
    run(15s);
    talk("one");
    ASSERT_EQ(assignment().home, relays[1]->address);
    ASSERT_EQ(assignment().standby, relays[2]->address);
    lose(*relays[1]);
    run(5s);
    tell_peers();
    run(15s);
    talk("two");
    EXPECT_EQ(assignment().home, relays[2]->address);
    EXPECT_THAT(Hall::texts(*bob), testing::IsSupersetOf({"one", "two"}));
}

TEST_F(Cluster, of_two_that_lose_each_other_one_goes_on) {
    // The home and its standby hear nothing of each other, and both reach the register.
    auto& home = *relays[0];
    auto& standby = relay_at(*assignment().standby);
    hall.tamper = [&](const base::Address& from, const base::Address& to, base::Bytes bytes) {
        const bool between =
            (from == home.address && to == standby.address) || (from == standby.address && to == home.address);
        return between ? base::Bytes{} : bytes;
    };
    run(10s);
    talk("still one");
    run(10s);
    EXPECT_THAT(Hall::texts(*bob), Contains("still one"));
    const auto taken = std::ranges::count_if(relays, [](const Hall::Place* relay) {
        return !Hall::all<node::RelayIncident>(*relay).empty() &&
               std::ranges::any_of(Hall::all<node::RelayIncident>(*relay), [](const node::RelayIncident& incident) {
                   return incident.kind == node::RelayIncident::Kind::conference_taken_over;
               });
    });
    EXPECT_EQ(taken, assignment().home == home.address ? 0 : 1);
}

TEST_F(Cluster, nothing_changes_hands_while_the_register_is_silent) {
    for (auto* relay : relays)
        cut.insert(relay);
    run(10s);
    talk("without a register");
    EXPECT_THAT(Hall::texts(*bob), Contains("without a register"));
    EXPECT_EQ(assignment().home, relays[0]->address);
}

TEST_F(Cluster, a_home_that_was_away_yields) {
    auto& home = *relays[0];
    hall.drop_all_to(home.address, true);
    cut.insert(&home);
    run(15s);
    ASSERT_EQ(assignment().home, relays[1]->address);
    hall.drop_all_to(home.address, false);
    cut.erase(&home);
    run(15s);
    talk("one conference");
    EXPECT_THAT(Hall::texts(*bob), Contains("one conference"));
    EXPECT_EQ(assignment().home, relays[1]->address);
}

TEST_F(Cluster, a_restarted_home_goes_on_with_its_standby) {
    talk("before");
    answered.erase(relays[0]);
    relays[0]->events.clear();
    hall.restart_relay(*relays[0]);
    tell_peers();
    run(12s);
    talk("after");
    EXPECT_THAT(Hall::texts(*bob), testing::IsSupersetOf({"before", "after"}));
}

TEST_F(Cluster, a_restarted_home_replaces_what_its_former_run_may_still_write) {
    talk("before");
    // The standby's removal is written, and the home ends before it hears so.
    unanswered.insert(relays[0]);
    lose(*relays[1]);
    while (assignment().standby)
        run(20ms);
    const auto known_to_former_run = assignment().revision;
    lost.insert(relays[2]);
    tell_peers();
    answered.erase(relays[0]);
    relays[0]->events.clear();
    unanswered.clear();
    hall.restart_relay(*relays[0]);
    run(12s);
    EXPECT_GT(assignment().revision, known_to_former_run);
    EXPECT_EQ(assignment().home, relays[0]->address);
    talk("after");
    EXPECT_THAT(Hall::texts(*bob), testing::IsSupersetOf({"before", "after"}));
}

/// Whoever has a link to a relay can name any conference as one to be brought back.
TEST(ClusterStandbys, asks_a_silent_register_for_few_conferences) {
    node::Outbox outbox{false};
    node::Replications replications{{}, crypto::SeededRandom{base::Seed{}}};
    node::ClusterStandbys standbys{base::Address::v4(10, 0, 0, 1, 7700), replications, outbox};
    const auto handle_of = [](std::uint8_t number) {
        base::ConferenceHandle handle;
        handle.bytes.fill(number);
        return handle;
    };
    std::vector<node::AssignmentWanted> asked;
    const auto offer = [&](std::uint8_t number) {
        const bool may = standbys.may_be_restored(handle_of(number));
        while (!outbox.empty())
            asked.push_back(std::get<node::AssignmentWanted>(std::get<node::Event>(outbox.pop())));
        return may;
    };
    for (std::uint8_t number = 1; number <= 200; ++number)
        EXPECT_FALSE(offer(number));
    EXPECT_EQ(asked.size(), 64U);
    // The register answers: nobody has these.
    for (const auto& each : std::exchange(asked, {}))
        EXPECT_EQ(standbys.handle({each.conference, each.number, {}}, {}), node::ClusterStandbys::Outcome::nothing);
    EXPECT_TRUE(offer(1));
    EXPECT_FALSE(offer(200));
    ASSERT_EQ(asked.size(), 1U);
    EXPECT_FALSE(asked[0].writes());
}

} // namespace
} // namespace plenum::test
