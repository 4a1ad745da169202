// SPDX-License-Identifier: Apache-2.0
// A relay whose machine is lost, and another with its keys that stands in, at another address.
#include "core/member/state_recovery.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace plenum::node {
namespace {

using test::Hall;
using testing::Contains;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr auto reserve_address = base::Address::v4(10, 0, 0, 4, 7700);

class Standby : public testing::Test {
  protected:
    explicit Standby(std::vector<RelayPlace> places = {{"10.0.0.4", reserve_address}}) {
        hall.trace = true;
        hall.replicate = false;
        hall.standby = std::move(places);
        home = &hall.add_relay();
        hall.standby.clear();
        alice = &hall.add_endpoint();
        bob = &hall.add_endpoint();
        link = hall.create(*alice, *home);
        hall.join(*alice, *home, link, "Alice");
        hall.run(1s);
        hall.join(*bob, *home, link, "Bob");
        hall.run(2s);
    }
    void lose_home() {
        hall.capture = true;
        hall.drop_all_to(home->address, true);
    }
    void add_reserve() {
        reserve = &hall.add_relay();
        ASSERT_EQ(reserve->address, reserve_address);
    }
    [[nodiscard]] std::size_t sent_to(const base::Address& address) const {
        return static_cast<std::size_t>(std::ranges::count(hall.captured, address, &Hall::Sent::to));
    }
    [[nodiscard]] static std::vector<base::TraceEvent> takeovers(const Hall::Place& place) {
        std::vector<base::TraceEvent> found;
        std::ranges::copy_if(place.steps, std::back_inserter(found), [](const base::TraceEvent& step) {
            return step.kind == base::TraceEvent::Kind::takeover;
        });
        return found;
    }

    Hall hall;
    Hall::Place* home{nullptr};
    Hall::Place* alice{nullptr};
    Hall::Place* bob{nullptr};
    Hall::Place* reserve{nullptr};
    ConferenceLink link;
};

TEST_F(Standby, is_where_members_bring_the_conference_once_the_relay_is_lost) {
    ASSERT_TRUE(Hall::joined(*alice));
    ASSERT_TRUE(Hall::joined(*bob));
    hall.say(*alice, "before");
    hall.run(1s);
    lose_home();
    add_reserve();
    hall.run(12s);
    ASSERT_TRUE(Hall::joined(*alice));
    ASSERT_TRUE(Hall::joined(*bob));
    const auto taken = takeovers(*reserve);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(takeovers(*home).size(), 0U);
    hall.say(*alice, "after");
    hall.say(*bob, "me too");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), testing::ElementsAre("before", "after"));
    EXPECT_THAT(Hall::texts(*alice), testing::ElementsAre("me too"));
    // Whoever shares the link from now on shares where the relay is.
    const auto moved = Hall::all<LinkChanged>(*bob);
    ASSERT_EQ(moved.size(), 1U);
    EXPECT_EQ(moved.front().link.host, "10.0.0.4");
    EXPECT_EQ(moved.front().link.port, 7700);
    EXPECT_EQ(moved.front().link.secret, link.secret);
    auto& carol = hall.add_endpoint();
    hall.join(carol, *reserve, moved.front().link, "Carol");
    hall.run(2s);
    EXPECT_TRUE(Hall::joined(carol));
    EXPECT_THAT(Hall::texts(carol), Contains("before"));
}

TEST_F(Standby, is_left_for_the_first_machine_once_that_stands_in_for_it) {
    lose_home();
    add_reserve();
    hall.run(8s);
    ASSERT_EQ(Hall::all<LinkChanged>(*bob).size(), 1U);
    hall.drop_all_to(reserve_address, true);
    hall.drop_all_to(home->address, false);
    hall.restart_relay_empty(*home);
    hall.run(15s);
    hall.say(*alice, "home again");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), testing::ElementsAre("home again"));
    const auto moved = Hall::all<LinkChanged>(*bob);
    ASSERT_EQ(moved.size(), 2U);
    EXPECT_EQ(moved.back().link, link);
}

TEST_F(Standby, goes_on_from_the_longest_log_that_members_hold) {
    // Bob does not hear of the last entry.
    hall.drop_all_to(bob->address, true);
    hall.command(*alice, SetPolicy{{base::Admission::lobby, true, false}});
    hall.run(300ms);
    ASSERT_EQ(Hall::all<PolicyChanged>(*alice).size(), 2U);
    lose_home();
    hall.drop_all_to(bob->address, false);
    // Alice, who has all of it, is away while Bob brings what he has.
    hall.drop_all_to(alice->address, true);
    add_reserve();
    hall.run(8s);
    ASSERT_EQ(takeovers(*reserve).size(), 1U);
    hall.drop_all_to(alice->address, false);
    hall.run(8s);
    ASSERT_TRUE(Hall::joined(*bob));
    ASSERT_TRUE(Hall::joined(*alice));
    const auto known = Hall::all<PolicyChanged>(*bob);
    ASSERT_FALSE(known.empty());
    EXPECT_EQ(known.back().policy.admission, base::Admission::lobby);
}

TEST_F(Standby, is_left_alone_while_the_relay_is_there) {
    hall.capture = true;
    hall.run(20s);
    EXPECT_EQ(sent_to(reserve_address), 0U);
}

TEST_F(Standby, is_dialled_at_once_by_whoever_brought_it_the_conference) {
    lose_home();
    add_reserve();
    // Silence is noticed within 1.3 s.
    hall.run(StateRecovery::begin_after + 1500ms);
    const auto phases = Hall::all<PhaseChanged>(*alice);
    ASSERT_FALSE(phases.empty());
    EXPECT_EQ(phases.back().phase, Phase::joined);
}

/// Whichever of the two is dialled at that moment.
TEST_F(Standby, is_left_again_by_those_who_hear_the_relay) {
    for (const auto away : {1800ms, 2800ms, 3800ms}) {
        lose_home();
        hall.run(away);
        hall.drop_all_to(home->address, false);
        hall.run(5s);
        hall.captured.clear();
        const auto events = bob->events.size();
        // Longer than the keys of a session live.
        hall.run(200s);
        EXPECT_EQ(sent_to(reserve_address), 0U) << away.count();
        for (auto at = events; at < bob->events.size(); ++at)
            EXPECT_FALSE(std::holds_alternative<PhaseChanged>(bob->events[at])) << away.count();
    }
    hall.say(*alice, "still here");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*bob), testing::ElementsAre("still here"));
    EXPECT_THAT(Hall::all<LinkChanged>(*bob), IsEmpty());
}

TEST_F(Standby, is_found_where_answers_take_longer_than_the_first_patience) {
    hall.set_delay(700ms);
    hall.run(20s);
    lose_home();
    add_reserve();
    hall.run(40s);
    hall.say(*alice, "from far away");
    hall.run(5s);
    EXPECT_THAT(Hall::texts(*bob), testing::ElementsAre("from far away"));
}

class OddStandby : public Standby {
  protected:
    OddStandby() : Standby{{{"10.0.0.4/x#y", reserve_address}, {"", reserve_address}}} {}
};

TEST_F(OddStandby, is_passed_over_where_its_name_would_spoil_links) {
    lose_home();
    hall.run(15s);
    EXPECT_EQ(sent_to(reserve_address), 0U);
}

} // namespace
} // namespace plenum::node
