// SPDX-License-Identifier: Apache-2.0
// A relay whose standby is a member's program (docs/replication.md#succession).
#include "core/member/standby_witness.h"
#include "tests/unit/node/dishonest_relay.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace plenum::node {
namespace {

using test::Hall;
using testing::Contains;
using testing::Not;
using namespace std::chrono_literals;

/// From the end of the primary to when everyone is back.
constexpr auto back_within = 5s;

class Appointed : public testing::Test {
  protected:
    Appointed() {
        hall.trace = true;
        hall.succession = true;
        // Finer than the wire.
        hall.now += 123ns;
        primary = &hall.add_relay();
    }
    void meet(std::size_t people) {
        for (std::size_t number = 0; number < people; ++number) {
            auto& person = hall.add_endpoint();
            if (members.empty()) link = hall.create(person, *primary);
            hall.join(person, *primary, link, "Member " + std::to_string(number));
            members.push_back(&person);
            hall.run(1s);
        }
        hall.run(2s);
        ASSERT_TRUE(std::ranges::all_of(members, [](const auto* each) { return Hall::joined(*each); }));
    }
    [[nodiscard]] bool synced() const {
        return std::ranges::count(Hall::all<RelayIncident>(*primary), RelayIncident::Kind::standby_synced,
                                  &RelayIncident::kind) > 0;
    }
    [[nodiscard]] static bool took_over(const Hall::Place& place) {
        return place.node->relay_statistics().conferences_taken_over > 0;
    }
    /// Nothing goes between `one` and everyone else.
    void part(std::vector<const Hall::Place*> one) {
        hall.tamper = [one = std::move(one)](const base::Address& from, const base::Address& to, base::Bytes bytes) {
            const auto in = [&](const base::Address& at) {
                return std::ranges::any_of(one, [&](const auto* each) { return each->address == at; });
            };
            return in(from) == in(to) ? std::move(bytes) : base::Bytes{};
        };
    }
    void say_and_run(Hall::Place& from, std::string_view text) {
        hall.say(from, text);
        hall.run(1s);
    }
    /// The log of one is the beginning of the other's.
    void expect_one_log() {
        std::vector<std::vector<base::Hash>> logs;
        for (const auto* member : members) {
            auto& log = logs.emplace_back();
            for (const auto& step : member->steps) {
                if (step.kind == base::TraceEvent::Kind::log && !step.conference) log.push_back(*step.hash);
            }
        }
        for (const auto& one : logs)
            for (const auto& other : logs)
                EXPECT_TRUE(std::ranges::equal(one.begin(), one.begin() + std::min(one.size(), other.size()),
                                               other.begin(), other.begin() + std::min(one.size(), other.size())));
    }

    Hall hall;
    Hall::Place* primary{nullptr};
    std::vector<Hall::Place*> members;
    ConferenceLink link;
};

TEST_F(Appointed, first_member_that_offers_itself_becomes_the_standby) {
    meet(3);
    EXPECT_TRUE(synced());
    EXPECT_EQ(members[0]->node->relay_key(), primary->node->relay_key());
    EXPECT_NE(members[1]->node->relay_key(), primary->node->relay_key());
}

TEST_F(Appointed, two_members_have_no_standby) {
    meet(2);
    EXPECT_FALSE(synced());
    say_and_run(*members[0], "hello");
    EXPECT_THAT(Hall::texts(*members[1]), Contains("hello"));
}

TEST_F(Appointed, standby_takes_over_within_five_seconds_of_the_primarys_death) {
    meet(4);
    say_and_run(*members[1], "before");
    hall.drop_all_to(primary->address, true);
    hall.run(back_within - 1s);
    ASSERT_TRUE(took_over(*members[0]));
    say_and_run(*members[1], "after");
    for (const auto number : {0U, 2U, 3U}) {
        EXPECT_THAT(Hall::texts(*members[number]), Contains("before")) << number;
        EXPECT_THAT(Hall::texts(*members[number]), Contains("after")) << number;
    }
    hall.run(10s);
    expect_one_log();
}

TEST_F(Appointed, another_member_follows_the_standby_that_took_over) {
    meet(5);
    hall.drop_all_to(primary->address, true);
    hall.run(15s);
    ASSERT_TRUE(took_over(*members[0]));
    hall.drop_all_to(members[0]->address, true);
    hall.run(15s);
    ASSERT_TRUE(took_over(*members[1]));
    say_and_run(*members[2], "third relay");
    EXPECT_THAT(Hall::texts(*members[3]), Contains("third relay"));
    expect_one_log();
}

TEST_F(Appointed, standby_that_dies_costs_seconds) {
    meet(3);
    ASSERT_TRUE(synced());
    hall.drop_all_to(members[0]->address, true);
    say_and_run(*members[1], "waits");
    EXPECT_THAT(Hall::texts(*members[2]), Not(Contains("waits")));
    hall.run(4s);
    EXPECT_THAT(Hall::texts(*members[2]), Contains("waits"));
}

TEST_F(Appointed, standby_of_two_that_are_left_costs_seconds) {
    meet(3);
    hall.command(*members[2], LeaveConference{});
    hall.run(3s);
    hall.drop_all_to(members[0]->address, true);
    hall.run(20s);
    auto& newcomer = hall.add_endpoint();
    hall.join(newcomer, *primary, link, "New");
    hall.run(5s);
    EXPECT_TRUE(Hall::joined(newcomer));
}

TEST_F(Appointed, majority_goes_on_with_the_standby_and_the_primary_yields) {
    meet(5);
    part({primary, members[4]});
    hall.run(back_within);
    ASSERT_TRUE(took_over(*members[0]));
    say_and_run(*members[4], "alone");
    say_and_run(*members[1], "together");
    EXPECT_THAT(Hall::texts(*members[2]), Contains("together"));
    hall.tamper = {};
    hall.run(20s);
    EXPECT_EQ(primary->node->relay_statistics().conferences_deposed, 1U);
    EXPECT_THAT(Hall::texts(*members[4]), Contains("together"));
    EXPECT_THAT(Hall::texts(*members[2]), Contains("alone"));
    expect_one_log();
}

TEST_F(Appointed, majority_goes_on_with_the_primary_without_the_standby) {
    meet(5);
    part({members[0], members[4]});
    hall.run(back_within);
    EXPECT_FALSE(took_over(*members[0]));
    say_and_run(*members[1], "together");
    EXPECT_THAT(Hall::texts(*members[2]), Contains("together"));
    hall.tamper = {};
    hall.run(20s);
    EXPECT_FALSE(took_over(*members[0]));
    EXPECT_THAT(Hall::texts(*members[0]), Contains("together"));
    expect_one_log();
}

TEST_F(Appointed, standby_that_few_reach_takes_nothing_over) {
    meet(5);
    part({members[0], members[4]});
    hall.drop_all_to(primary->address, true);
    hall.run(10s);
    EXPECT_FALSE(took_over(*members[0]));
}

TEST_F(Appointed, members_who_bore_witness_may_still_lose_the_standby_later) {
    meet(3);
    // Too few to take over, since one of three is still with the primary.
    part({members[0]});
    hall.run(2500ms);
    hall.tamper = {};
    hall.run(5s);
    hall.drop_all_to(primary->address, true);
    hall.run(back_within);
    ASSERT_TRUE(took_over(*members[0]) || took_over(*members[1]));
    say_and_run(*members[1], "after");
    EXPECT_THAT(Hall::texts(*members[2]), Contains("after"));
    expect_one_log();
}

/// Its program was the relay, so nobody else knows that the relay is over.
TEST_F(Appointed, host_that_starts_anew_bears_the_witness_that_the_standby_lacks) {
    // The host's own program offers nothing.
    hall.succession = false;
    auto& host = hall.add_endpoint();
    hall.succession = true;
    link = hall.create(host, *primary);
    hall.join(host, *primary, link, "Host");
    members.push_back(&host);
    hall.run(1s);
    for (const auto* name : {"Ben", "Cleo", "Dan"}) {
        members.push_back(&hall.add_endpoint());
        hall.join(*members.back(), *primary, link, name);
        hall.run(1s);
    }
    hall.run(2s);
    ASSERT_TRUE(synced());
    const auto told = Hall::all<RelayStandby>(host);
    ASSERT_FALSE(told.empty());
    for (const auto* lost : {primary, members[0], members[3]})
        hall.drop_all_to(lost->address, true);
    hall.run(10s);
    ASSERT_FALSE(took_over(*members[1])) << "two of four are away";

    hall.drop_all_to(host.address, false);
    hall.restart_endpoint(host);
    host.events.clear();
    hall.command(host, JoinConference{link, primary->address, "Host", told.back()});
    hall.run(10s);
    EXPECT_TRUE(took_over(*members[1]));
    EXPECT_TRUE(Hall::joined(host));
    say_and_run(host, "back again");
    for (const auto number : {1U, 2U})
        EXPECT_THAT(Hall::texts(*members[number]), Contains("back again")) << number;
    members = {members[1], members[2]};
    expect_one_log();
}

TEST_F(Appointed, moderators_stand_by_before_others) {
    meet(4);
    ASSERT_TRUE(synced());
    hall.command(*members[0], SetRole{Hall::all<MemberJoined>(*members[3]).back().member, base::MemberRole::moderator});
    hall.run(1s);
    hall.drop_all_to(members[0]->address, true);
    hall.run(8s);
    EXPECT_EQ(members[3]->node->relay_key(), primary->node->relay_key());
    EXPECT_NE(members[1]->node->relay_key(), primary->node->relay_key());
}

TEST_F(Appointed, standby_that_acknowledges_nothing_is_removed) {
    meet(4);
    ASSERT_TRUE(synced());
    // It hears the primary, and the primary hears it; but what it says of its copy is held back.
    auto& replica = *members[0];
    hall.tamper = [&](const base::Address& from, const base::Address& to, base::Bytes bytes) {
        const bool streams = from == replica.address && to == primary->address && bytes.size() > 40;
        return streams ? base::Bytes{} : std::move(bytes);
    };
    say_and_run(*members[1], "waits");
    EXPECT_THAT(Hall::texts(*members[2]), Not(Contains("waits")));
    hall.run(8s);
    EXPECT_THAT(Hall::texts(*members[2]), Contains("waits"));
    EXPECT_EQ(members[1]->node->relay_key(), primary->node->relay_key());
}

TEST_F(Appointed, standby_whose_member_leaves_resigns_and_another_stands_by_at_once) {
    meet(4);
    ASSERT_TRUE(synced());
    hall.command(*members[0], LeaveConference{});
    hall.run(500ms);
    say_and_run(*members[1], "no pause");
    EXPECT_THAT(Hall::texts(*members[2]), Contains("no pause"));
    EXPECT_EQ(members[1]->node->relay_key(), primary->node->relay_key());
    hall.run(2s);
    hall.drop_all_to(primary->address, true);
    hall.run(back_within);
    EXPECT_FALSE(took_over(*members[0]));
    EXPECT_TRUE(took_over(*members[1]));
    expect_one_log();
}

TEST_F(Appointed, successor_that_leaves_hands_over) {
    meet(5);
    hall.drop_all_to(primary->address, true);
    hall.run(15s);
    ASSERT_TRUE(took_over(*members[0]));
    hall.command(*members[0], LeaveConference{});
    hall.run(500ms);
    hall.command(*members[0], CloseRelay{RelayClosing::handing_over});
    hall.run(1s);
    EXPECT_TRUE(took_over(*members[1]));
    hall.drop_all_to(members[0]->address, true);
    hall.run(2s);
    say_and_run(*members[2], "handed over");
    EXPECT_THAT(Hall::texts(*members[3]), Contains("handed over"));
    hall.run(10s);
    expect_one_log();
}

TEST_F(Appointed, successor_without_a_standby_that_leaves_ends_the_call) {
    meet(3);
    hall.drop_all_to(primary->address, true);
    hall.run(15s);
    ASSERT_TRUE(took_over(*members[0]));
    hall.command(*members[1], LeaveConference{});
    hall.run(1s);
    hall.drop_all_to(members[1]->address, true);
    hall.run(8s);
    hall.command(*members[0], LeaveConference{});
    hall.command(*members[0], CloseRelay{RelayClosing::handing_over});
    hall.run(1s);
    ASSERT_EQ(Hall::all<Ended>(*members[2]).size(), 1U);
    EXPECT_EQ(Hall::all<Ended>(*members[2])[0].reason, EndReason::relay_closed);
}

TEST_F(Appointed, host_that_ends_the_call_while_the_standby_is_cut_off_is_not_succeeded) {
    meet(4);
    ASSERT_TRUE(synced());
    part({members[0]});
    hall.run(500ms);
    hall.command(*primary, CloseRelay{RelayClosing::for_good});
    hall.run(500ms);
    hall.tamper = {};
    hall.drop_all_to(primary->address, true);
    hall.run(20s);
    EXPECT_FALSE(took_over(*members[0]));
    for (const auto number : {1U, 2U, 3U})
        EXPECT_EQ(Hall::all<Ended>(*members[number]).size(), 1U) << number;
}

TEST_F(Appointed, program_of_a_member_whose_call_is_over_takes_nothing_over) {
    meet(4);
    ASSERT_TRUE(synced());
    // All but the standby's member miss the end.
    hall.tamper = [this](const base::Address& from, const base::Address& to, base::Bytes bytes) {
        const bool heard = from != primary->address || to == members[0]->address;
        return heard ? std::move(bytes) : base::Bytes{};
    };
    hall.command(*primary, CloseRelay{RelayClosing::for_good});
    hall.run(100ms);
    hall.drop_all_to(primary->address, true);
    hall.run(20s);
    EXPECT_FALSE(took_over(*members[0]));
}

TEST_F(Appointed, former_standby_cannot_depose_a_host_that_lives) {
    meet(4);
    ASSERT_TRUE(synced());
    // Whoever stood by has the relay's keys and a log, and says that the conference is its own.
    hall.succession = false;
    hall.standby = {{"10.0.0.1", primary->address}};
    auto& former = hall.add_relay();
    auto log = primary->stored;
    log.role = ConferenceRole::primary;
    hall.give(former, log);
    hall.run(20s);
    EXPECT_EQ(primary->node->relay_statistics().conferences_deposed, 0U);
    say_and_run(*members[1], "still here");
    EXPECT_THAT(Hall::texts(*members[2]), Contains("still here"));
}

TEST(Appointment, counts_only_from_the_relay_whose_keys_the_link_names) {
    Hall hall;
    hall.succession = true;
    test::DishonestRelay relay{hall};
    auto& member = hall.add_endpoint();
    const auto link = relay.create(member);
    relay.join(member, link, "Ben");
    relay.run(2s);
    ASSERT_TRUE(Hall::joined(member));
    wire::StandbyAppointed appointed{{}, {"10.0.0.9", {member.address.ip}, member.address.port}, {}};
    appointed.identity.bytes.fill(42);
    relay.say(member, base::PriorityClass::control, wire::encode_choice(wire::ControlMessage{appointed}));
    relay.run(500ms);
    EXPECT_EQ(member.node->relay_key(), base::ExchangeKey{});
    appointed.identity.bytes = test::seed_of(200).bytes;
    relay.say(member, base::PriorityClass::control, wire::encode_choice(wire::ControlMessage{appointed}));
    relay.run(500ms);
    EXPECT_EQ(member.node->relay_key(), relay.keys.exchange.public_key);
}

TEST_F(Appointed, members_learn_who_stands_by_and_where_the_relay_has_moved) {
    meet(4);
    const auto standbys = Hall::all<RelayStandby>(*members[1]);
    ASSERT_FALSE(standbys.empty());
    EXPECT_EQ(standbys.back().member, base::MemberIndex{1});
    ASSERT_FALSE(standbys.back().places.empty());
    EXPECT_EQ(standbys.back().places[0].address, members[0]->address);
    hall.drop_all_to(primary->address, true);
    hall.run(back_within);
    for (const auto* member : members) {
        const auto moved = Hall::all<RelayMoved>(*member);
        ASSERT_EQ(moved.size(), 1U);
        EXPECT_EQ(moved[0].to, base::MemberIndex{1});
        EXPECT_FALSE(moved[0].handed_over);
    }
}

TEST(StandbyWitness, promises_one_side_only_at_one_fence) {
    const wire::RelayPlace place{"10.0.0.9", {}, 7700};
    const base::ConferenceTime first{1s};
    const base::ConferenceTime second{2s};
    StandbyWitness witness;
    EXPECT_FALSE(witness.witness_silence());
    ASSERT_TRUE(witness.handle({{place}, first, base::MemberIndex{1}}));
    EXPECT_EQ(witness.witness_silence(), first);
    EXPECT_FALSE(witness.agree_to({first, false}));
    ASSERT_TRUE(witness.handle({{place}, second, base::MemberIndex{1}}));
    EXPECT_FALSE(witness.agree_to({first, false}));
    EXPECT_TRUE(witness.agree_to({second, false}));
    EXPECT_FALSE(witness.witness_silence());
}

TEST(StandbyWitness, ignores_an_earlier_appointment) {
    const wire::RelayPlace place{"10.0.0.9", {}, 7700};
    StandbyWitness witness;
    ASSERT_TRUE(witness.handle({{place}, base::ConferenceTime{2s}, base::MemberIndex{1}}));
    ASSERT_TRUE(witness.agree_to({base::ConferenceTime{2s}, false}));
    EXPECT_FALSE(witness.handle({{place}, base::ConferenceTime{1s}, base::MemberIndex{1}}));
    EXPECT_FALSE(witness.witness_silence());
}

} // namespace
} // namespace plenum::node
