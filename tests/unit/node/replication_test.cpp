// SPDX-License-Identifier: Apache-2.0
// A relay and a standby that has a copy of its conferences (docs/replication.md).
#include "core/member/state_recovery.h"
#include "core/relay/replication/replicas.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace plenum::node {
namespace {

using test::Hall;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

constexpr auto standby_address = base::Address::v4(10, 0, 0, 2, 7700);
constexpr auto taken_over_after = Replicas::silence_max + Replicas::second_look + 5s;

class Replicated : public testing::Test {
  protected:
    Replicated() {
        hall.trace = true;
        hall.standby = {{"10.0.0.2", standby_address}};
        primary = &hall.add_relay();
        hall.standby.clear();
    }
    void add_standby() {
        standby = &hall.add_relay();
        ASSERT_EQ(standby->address, standby_address);
        // It runs from now on.
        hall.give(*standby, WakeUp{});
    }
    void meet() {
        alice = &hall.add_endpoint();
        bob = &hall.add_endpoint();
        link = hall.create(*alice, *primary);
        hall.join(*alice, *primary, link, "Alice");
        hall.run(1s);
        hall.join(*bob, *primary, link, "Bob");
        hall.run(2s);
        ASSERT_TRUE(Hall::joined(*alice));
        ASSERT_TRUE(Hall::joined(*bob));
    }
    /// What one of the relays sends to the other does not arrive.
    void part_relays(bool parted) {
        if (!parted) {
            hall.tamper = {};
            return;
        }
        hall.tamper = [this](const base::Address& from, const base::Address& to, base::Bytes bytes) {
            const auto relay = [this](const base::Address& each) {
                return each == primary->address || each == standby->address;
            };
            return relay(from) && relay(to) ? base::Bytes{} : std::move(bytes);
        };
    }
    /// Members bring it to a standby that never had a copy, since they hear nothing of the primary.
    void restore_at_standby() {
        add_standby();
        part_relays(true);
        meet();
        hall.run(RecoveryOffers::start_max);
        hall.drop_all_to(primary->address, true);
        hall.run(StateRecovery::begin_after + StateRecovery::interval + 5s);
        ASSERT_EQ(standby->node->relay_statistics().conferences_restored, 1U);
    }
    [[nodiscard]] static std::size_t told(const Hall::Place& place, RelayIncident::Kind kind) {
        const auto all = Hall::all<RelayIncident>(place);
        return static_cast<std::size_t>(std::ranges::count(all, kind, &RelayIncident::kind));
    }
    [[nodiscard]] static std::vector<base::Hash> log_of(const Hall::Place& place) {
        std::vector<base::Hash> hashes;
        for (const auto& step : place.steps) {
            if (step.kind == base::TraceEvent::Kind::log) hashes.push_back(*step.hash);
        }
        return hashes;
    }

    Hall hall;
    Hall::Place* primary{nullptr};
    Hall::Place* standby{nullptr};
    Hall::Place* alice{nullptr};
    Hall::Place* bob{nullptr};
    ConferenceLink link;
};

TEST_F(Replicated, conference_goes_on_at_the_standby_once_the_primary_is_lost) {
    add_standby();
    meet();
    EXPECT_EQ(told(*primary, RelayIncident::Kind::standby_synced), 1U);
    hall.say(*alice, "before");
    hall.run(1s);
    hall.drop_all_to(primary->address, true);
    hall.run(taken_over_after);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 1U);
    hall.say(*alice, "after");
    hall.say(*bob, "me too");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("before", "after"));
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("me too"));
    EXPECT_THAT(Hall::all<Ended>(*bob), IsEmpty());
    const auto moved = Hall::all<LinkChanged>(*bob);
    ASSERT_EQ(moved.size(), 1U);
    auto& carol = hall.add_endpoint();
    hall.join(carol, *standby, moved.front().link, "Carol");
    hall.run(2s);
    EXPECT_TRUE(Hall::joined(carol));
    EXPECT_THAT(Hall::texts(carol), Contains("before"));
    EXPECT_EQ(log_of(*alice), log_of(*bob));
}

TEST_F(Replicated, nothing_is_told_before_the_standby_has_it) {
    add_standby();
    meet();
    part_relays(true);
    hall.say(*alice, "held back");
    hall.run(2s);
    EXPECT_THAT(Hall::texts(*bob), IsEmpty());
    part_relays(false);
    hall.run(5s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("held back"));
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 0U);
}

TEST_F(Replicated, operator_is_told_of_a_standby_that_is_gone) {
    add_standby();
    meet();
    hall.drop_all_to(standby_address, true);
    hall.say(*alice, "held back");
    hall.run(10s);
    EXPECT_THAT(Hall::texts(*bob), IsEmpty());
    EXPECT_EQ(told(*primary, RelayIncident::Kind::standby_silent), 1U);
    hall.drop_all_to(standby_address, false);
    hall.restart_relay(*standby);
    hall.run(10s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("held back"));
}

TEST_F(Replicated, deposed_relay_takes_the_conference_from_nobody) {
    add_standby();
    meet();
    part_relays(true);
    hall.run(taken_over_after);
    part_relays(false);
    hall.run(10s);
    ASSERT_EQ(told(*primary, RelayIncident::Kind::conference_deposed), 1U);
    // Members who reach neither for long offer what they have to both.
    hall.drop_all_to(standby_address, true);
    hall.run(30s);
    EXPECT_EQ(primary->node->relay_statistics().conferences_restored, 0U);
    hall.drop_all_to(standby_address, false);
    hall.run(20s);
    hall.say(*alice, "at the standby");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("at the standby"));
}

TEST_F(Replicated, primary_that_is_cut_off_gives_way_to_the_standby) {
    add_standby();
    meet();
    part_relays(true);
    hall.say(*alice, "said while the relays were parted");
    hall.run(taken_over_after);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 1U);
    EXPECT_THAT(Hall::texts(*bob), IsEmpty()) << "two relays spoke for one conference";
    part_relays(false);
    hall.run(20s);
    EXPECT_EQ(told(*primary, RelayIncident::Kind::conference_deposed), 1U);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("said while the relays were parted"));
    hall.say(*bob, "and at the standby");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("and at the standby"));
    EXPECT_THAT(Hall::all<Ended>(*alice), IsEmpty());
    EXPECT_EQ(log_of(*alice), log_of(*bob));
}

TEST_F(Replicated, creator_who_missed_the_answer_learns_that_the_standby_has_the_conference) {
    add_standby();
    alice = &hall.add_endpoint();
    hall.command(*alice, CreateConference{primary->address, "relay.test", 7700, "Hall", {}});
    for (int tries = 0; tries < 1000 && told(*primary, RelayIncident::Kind::conference_created) == 0; ++tries)
        hall.run(1ms);
    hall.drop_all_to(alice->address, true);
    hall.run(1s);
    part_relays(true);
    hall.run(taken_over_after);
    part_relays(false);
    hall.run(20s);
    ASSERT_EQ(told(*primary, RelayIncident::Kind::conference_deposed), 1U);
    ASSERT_THAT(Hall::all<ConferenceCreated>(*alice), IsEmpty());
    hall.drop_all_to(alice->address, false);
    hall.run(20s);
    EXPECT_THAT(Hall::all<Ended>(*alice), IsEmpty());
    EXPECT_EQ(Hall::all<ConferenceCreated>(*alice).size(), 1U);
}

TEST_F(Replicated, primary_that_is_cut_off_takes_back_nobody_who_read_on_at_the_standby) {
    add_standby();
    meet();
    part_relays(true);
    hall.drop_all_to(primary->address, true);
    hall.run(taken_over_after + SettlingPeriod::settle_time_behind);
    hall.join(hall.add_endpoint(), *standby, link, "Carol");
    hall.run(2s);
    ASSERT_GT(log_of(*alice).size(), log_of(*primary).size());
    hall.drop_all_to(primary->address, false);
    hall.drop_all_to(standby->address, true);
    hall.run(20s);
    for (const auto* each : {alice, bob})
        EXPECT_EQ(Hall::all<PhaseChanged>(*each).back().phase, Phase::reconnecting);
    hall.drop_all_to(standby->address, false);
    hall.run(20s);
    hall.say(*alice, "at the standby");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("at the standby"));
}

/// Whoever is told before there is a copy may bring the log to another relay while this one goes on.
TEST_F(Replicated, first_conference_waits_three_seconds_for_a_standby_that_never_ran) {
    const auto created = [this](Hall::Place& creator) {
        hall.command(creator, CreateConference{primary->address, "relay.test", 7700, "Hall", {}});
        hall.run(900ms);
        const bool at_once = !Hall::all<ConferenceCreated>(creator).empty();
        hall.run(3s);
        EXPECT_EQ(Hall::all<ConferenceCreated>(creator).size(), 1U);
        return at_once;
    };
    EXPECT_FALSE(created(hall.add_endpoint()));
    EXPECT_TRUE(created(hall.add_endpoint()));
    meet();
    hall.say(*alice, "hello");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("hello"));
}

TEST_F(Replicated, standby_that_comes_late_gets_everything) {
    add_standby();
    hall.drop_all_to(standby_address, true);
    meet();
    hall.say(*alice, "before it came");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("before it came"));
    hall.drop_all_to(standby_address, false);
    hall.run(10s);
    EXPECT_EQ(told(*primary, RelayIncident::Kind::standby_synced), 1U);
    hall.drop_all_to(primary->address, true);
    hall.run(taken_over_after);
    auto& carol = hall.add_endpoint();
    const auto moved = Hall::all<LinkChanged>(*bob);
    ASSERT_EQ(moved.size(), 1U);
    hall.join(carol, *standby, moved.front().link, "Carol");
    hall.run(2s);
    EXPECT_THAT(Hall::texts(carol), Contains("before it came"));
}

TEST_F(Replicated, primary_gets_back_what_its_disk_lost) {
    add_standby();
    meet();
    hall.say(*alice, "kept by the standby");
    hall.run(1s);
    const auto entries = primary->stored.entries.size();
    primary->stored.entries.resize(entries - 2);
    primary->stored.words.clear();
    // The members who know of them are gone.
    hall.drop_all_to(alice->address, true);
    hall.drop_all_to(bob->address, true);
    hall.restart_relay(*primary);
    hall.run(8s);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 0U);
    EXPECT_GE(primary->stored.entries.size(), entries);
    EXPECT_EQ(primary->stored.words.size(), 1U);
    EXPECT_THAT(log_of(*primary), Contains(log_of(*bob).back()));
}

TEST_F(Replicated, standby_that_was_restarted_takes_over_from_its_disk) {
    add_standby();
    meet();
    hall.say(*alice, "before");
    hall.run(1s);
    EXPECT_EQ(standby->stored.role, ConferenceRole::standby);
    hall.drop_all_to(primary->address, true);
    hall.restart_relay(*standby);
    hall.run(taken_over_after);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 1U);
    EXPECT_EQ(standby->stored.role, ConferenceRole::primary);
    hall.say(*bob, "after");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("after"));
}

TEST_F(Replicated, copy_that_lacks_something_takes_nothing_over) {
    add_standby();
    meet();
    hall.say(*alice, "before");
    hall.run(1s);
    hall.drop_all_to(primary->address, true);
    hall.drop_all_to(alice->address, true);
    hall.drop_all_to(bob->address, true);
    standby->stored.behind = true;
    standby->stored.entries.pop_back();
    hall.restart_relay(*standby);
    hall.run(60s);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 0U);
    // Members give it the rest.
    hall.drop_all_to(alice->address, false);
    hall.drop_all_to(bob->address, false);
    hall.run(60s);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 1U);
    hall.say(*bob, "after");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("after"));
    EXPECT_EQ(log_of(*alice), log_of(*bob));
}

TEST_F(Replicated, standby_that_never_had_a_copy_takes_nothing_from_members_while_the_primary_stands_still) {
    add_standby();
    part_relays(true);
    meet();
    hall.run(RecoveryOffers::start_max);
    hall.drop_all_to(primary->address, true);
    hall.run(StateRecovery::begin_after + 3s);
    hall.drop_all_to(primary->address, false);
    hall.run(10s);
    EXPECT_EQ(standby->node->relay_statistics().conferences_restored, 0U);
    EXPECT_EQ(told(*primary, RelayIncident::Kind::conference_deposed), 0U);
    hall.say(*alice, "still here");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("still here"));
}

TEST_F(Replicated, standby_that_never_had_a_copy_takes_the_conference_of_a_primary_that_is_lost) {
    restore_at_standby();
    hall.run(SettlingPeriod::settle_time_behind);
    hall.say(*alice, "after");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("after"));
}

TEST_F(Replicated, primary_that_restarts_asks_a_standby_that_never_had_a_copy) {
    restore_at_standby();
    hall.restart_relay(*primary);
    const auto before = log_of(*primary).size();
    hall.drop_all_to(primary->address, false);
    hall.join(hall.add_endpoint(), *primary, link, "Carol");
    hall.run(SettlingPeriod::settle_time + 2s);
    EXPECT_EQ(log_of(*primary).size(), before) << "the standby has another";
    part_relays(false);
    hall.run(10s);
    const auto deposed = [](const Hall::Place& place) { return told(place, RelayIncident::Kind::conference_deposed); };
    EXPECT_EQ(deposed(*primary) + deposed(*standby), 1U);
}

TEST_F(Replicated, primary_that_restarts_waits_for_a_standby_that_is_gone_for_a_while_only) {
    meet();
    hall.restart_relay(*primary);
    hall.run(SettlingPeriod::settle_time_behind + 1s);
    auto& carol = hall.add_endpoint();
    hall.join(carol, *primary, link, "Carol");
    hall.run(2s);
    EXPECT_TRUE(Hall::joined(carol));
}

TEST_F(Replicated, nobody_is_told_to_join_anew_before_it_is_known_what_of_theirs_was_taken) {
    hall.checkpoints.entries = 12;
    add_standby();
    meet();
    hall.say(*bob, "once");
    hall.run(8ms);
    hall.drop_all_to(bob->address, true);
    for (int checkpoints = 0; checkpoints < 2; ++checkpoints) {
        const auto before = primary->stored.first;
        for (int visits = 0; visits < 10 && primary->stored.first == before; ++visits) {
            auto& visitor = hall.add_endpoint();
            hall.join(visitor, *primary, link, "Visitor");
            hall.run(2s);
            hall.command(visitor, LeaveConference{});
            hall.run(2s);
        }
        ASSERT_GT(primary->stored.first, before);
    }
    ASSERT_THAT(Hall::texts(*alice), ElementsAre("once"));
    part_relays(true);
    hall.restart_relay(*primary);
    hall.drop_all_to(bob->address, false);
    hall.run(2s);
    part_relays(false);
    hall.run(30s);
    EXPECT_TRUE(Hall::joined(*bob));
    hall.say(*bob, "as somebody new");
    hall.run(2s);
    EXPECT_THAT(Hall::texts(*alice), ElementsAre("once", "as somebody new"));
}

TEST_F(Replicated, conference_that_its_host_closed_is_taken_over_by_nobody) {
    add_standby();
    meet();
    hall.command(*primary, CloseRelay{RelayClosing::for_good});
    hall.run(30s);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 0U);
    hall.restart_relay(*primary);
    hall.run(10s);
    EXPECT_EQ(told(*primary, RelayIncident::Kind::conference_deposed), 0U);
    EXPECT_EQ(told(*primary, RelayIncident::Kind::standby_synced), 2U);
}

TEST_F(Replicated, primary_that_was_deposed_stays_so_after_a_restart) {
    add_standby();
    meet();
    part_relays(true);
    hall.run(taken_over_after);
    hall.restart_relay(*primary);
    part_relays(false);
    hall.run(15s);
    EXPECT_EQ(told(*primary, RelayIncident::Kind::conference_deposed), 1U);
    hall.say(*alice, "at the standby");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("at the standby"));
}

TEST_F(Replicated, conference_that_is_over_is_forgotten_by_the_standby) {
    add_standby();
    meet();
    hall.command(*alice, EndConference{});
    hall.run(30s);
    EXPECT_EQ(primary->forgotten, 1U);
    EXPECT_EQ(standby->forgotten, 1U);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 0U);
}

TEST_F(Replicated, session_between_relays_outlives_its_keys) {
    add_standby();
    meet();
    hall.run(400s);
    hall.say(*alice, "late");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), ElementsAre("late"));
    EXPECT_EQ(told(*primary, RelayIncident::Kind::standby_silent), 0U);
    EXPECT_EQ(told(*standby, RelayIncident::Kind::conference_taken_over), 0U);
}

} // namespace
} // namespace plenum::node
