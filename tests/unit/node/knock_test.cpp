// SPDX-License-Identifier: Apache-2.0
// People at the door who are no help: false proofs, the same knock over and over, links that broke, a leader who does
// nothing.
#include "core/relay/admission/join_queue.h"
#include "core/relay/admission/knock_gate.h"
#include "tests/unit/node/at_the_door.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>

namespace plenum::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr auto knocked_from = base::Address::v4(203, 0, 113, 77, 4242);

class Knocks : public AtTheDoor {
  protected:
    /// Signed as it should be, by someone who has what the relay knows of the link; the proof of the rest is made up
    /// unless `with_link`.
    wire::Knock knock_of(const Stranger& stranger, bool with_link) const {
        node::Outbox nowhere{false};
        auto claimed = link;
        const node::Roster roster{{claimed, "Stranger", stranger.identity(), stranger.exchange()}, nowhere};
        crypto::SeededRandom random{seed_of(9)};
        const auto true_one = node::make_knock(roster, random);
        if (with_link) return {true_one};
        auto operation = *wire::decode<log::SignedOperation>(true_one);
        auto join = std::get<log::Join>(*wire::decode_choice<log::Operation>(operation.operation));
        join.proof.bytes[0] ^= 1;
        return {wire::encode(log::sign_operation(std::move(operation), join, stranger.identity()))};
    }
    Stranger come(std::uint8_t salt, const base::Address& from = knocked_from) {
        Stranger stranger{hall, relay, from, salt};
        auto session = stranger.shake_hands(stranger.with_link(link));
        EXPECT_TRUE(session.has_value());
        if (session) stranger.begin(std::move(*session));
        return stranger;
    }
    static std::optional<wire::KnockOutcome> outcome(const Stranger& stranger) {
        std::optional<wire::KnockOutcome> last;
        for (const auto& message : stranger.heard) {
            if (const auto* answer = std::get_if<wire::KnockAnswer>(&message)) last = answer->outcome;
        }
        return last;
    }
    static bool attached(const Stranger& stranger) {
        return std::ranges::any_of(stranger.heard,
                                   [](const auto& item) { return std::holds_alternative<wire::Attached>(item); });
    }
};

TEST_F(Knocks, without_a_proof_are_turned_away_by_the_programs_of_those_who_decide) {
    for (const auto admission : {base::Admission::lobby, base::Admission::open}) {
        alice.events.clear();
        hall.command(alice, node::LeaveConference{});
        hall.run(1s);
        alice.events.clear();
        open(admission);
        auto stranger = come(31);
        stranger.say(knock_of(stranger, false));
        stranger.run(300ms);
        EXPECT_EQ(outcome(stranger), wire::KnockOutcome::refused);
        EXPECT_THAT(knocks(), IsEmpty()) << "and nobody is asked";
    }
}

/// More than the waiting room holds, and then someone with the link.
TEST_F(Knocks, without_a_proof_take_nobodys_place) {
    open(base::Admission::lobby);
    for (std::uint8_t number = 0; number < base::limits::knocks_max + 4; ++number) {
        auto stranger = come(static_cast<std::uint8_t>(20 + number),
                             base::Address::v4(203, 0, static_cast<std::uint8_t>(number), 1, 4242));
        stranger.say(knock_of(stranger, false));
        stranger.run(40ms);
        EXPECT_EQ(outcome(stranger), wire::KnockOutcome::refused) << int{number};
    }
    enter(bob, "Bob");
    EXPECT_EQ(phase(bob), node::Phase::lobby);
    ASSERT_THAT(knocks(), SizeIs(1));
    EXPECT_EQ(knocks()[0].name, "Bob");
}

TEST_F(Knocks, after_a_refusal_come_too_soon_and_are_told_so) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::RefuseKnock{knocks().at(0).exchange});
    hall.run(1s);
    enter(bob, "Bob");
    EXPECT_EQ(ended(bob), node::EndReason::too_often);
    EXPECT_THAT(knocks(), SizeIs(1)) << "nobody is asked again";
    enter(eve, "Eve");
    EXPECT_EQ(phase(eve), node::Phase::lobby) << "others are not kept waiting for it";
    hall.run(30s);
    enter(bob, "Bob");
    EXPECT_EQ(phase(bob), node::Phase::lobby);
    EXPECT_THAT(knocks(), SizeIs(3));
    hall.command(alice, node::RefuseKnock{knocks().at(2).exchange});
    hall.run(40s);
    enter(bob, "Bob");
    EXPECT_EQ(ended(bob), node::EndReason::too_often) << "twice as long";
    hall.run(30s);
    enter(bob, "Bob");
    EXPECT_EQ(phase(bob), node::Phase::lobby);
}

/// Under ever new names, from one place: people are asked so often and no more, and programs go on letting people in.
TEST_F(Knocks, of_one_network_ask_people_so_often_and_no_more) {
    open(base::Admission::lobby);
    constexpr auto most = 2 * base::limits::sessions_per_address_max;
    std::size_t asked = 0;
    std::size_t told = 0;
    for (std::uint8_t number = 0; number < most + 40; ++number) {
        const auto from = base::Address::v4(203, 0, 113, number, 4242);
        auto stranger = come(static_cast<std::uint8_t>(number), from);
        stranger.say(knock_of(stranger, true));
        stranger.run(10ms);
        asked += outcome(stranger) == wire::KnockOutcome::waiting || outcome(stranger) == wire::KnockOutcome::full;
        told += outcome(stranger) == wire::KnockOutcome::too_often;
    }
    EXPECT_GE(asked, most);
    EXPECT_LE(asked, most + 5);
    EXPECT_EQ(asked + told, most + 40);
    hall.command(alice, node::SetPolicy{{base::Admission::open, true, false}});
    hall.run(1s);
    auto stranger = come(250, base::Address::v4(203, 0, 113, 250, 4242));
    stranger.say(knock_of(stranger, true));
    stranger.run(300ms);
    EXPECT_NE(outcome(stranger), wire::KnockOutcome::too_often);
}

TEST_F(Knocks, of_one_session_are_answered_so_often_and_no_more) {
    open(base::Admission::open);
    auto stranger = come(31);
    const auto knock = knock_of(stranger, false);
    for (int i = 0; i < 300; ++i) {
        stranger.say(knock);
        stranger.run(1ms);
    }
    stranger.run(500ms);
    const auto answers = std::ranges::count_if(
        stranger.heard, [](const auto& item) { return std::holds_alternative<wire::KnockAnswer>(item); });
    EXPECT_GE(answers, 90);
    EXPECT_LE(answers, 120);
}

/// A member says no, whom nobody asked.
TEST_F(Knocks, are_refused_by_nobody_who_may_not_let_in) {
    open(base::Admission::open);
    HandMember member{hall, relay, link, 40};
    member.run(500ms);
    ASSERT_TRUE(member.keyed());
    hall.command(alice, node::SetPolicy{{base::Admission::lobby, true, false}});
    member.run(500ms);
    hall.join(bob, relay, link, "Bob");
    member.run(2s);
    ASSERT_THAT(knocks(), SizeIs(1));
    ASSERT_TRUE(node::send_control(member.link(), wire::RefuseKnock{knocks()[0].exchange}));
    member.run(500ms);
    EXPECT_EQ(phase(bob), node::Phase::lobby);
    EXPECT_THAT(Hall::all<node::KnockOver>(alice), IsEmpty());
    hall.command(alice, node::AdmitKnock{knocks()[0].exchange});
    member.run(1s);
    EXPECT_TRUE(Hall::joined(bob));
}

TEST_F(Knocks, are_refused_by_nobody_who_waits) {
    open(base::Admission::lobby);
    auto stranger = come(31);
    stranger.say(knock_of(stranger, true));
    stranger.run(300ms);
    ASSERT_EQ(outcome(stranger), wire::KnockOutcome::waiting);
    stranger.say(wire::RefuseKnock{stranger.exchange().public_key});
    stranger.run(500ms);
    EXPECT_EQ(outcome(stranger), wire::KnockOutcome::waiting);
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    stranger.run(500ms);
    EXPECT_TRUE(attached(stranger));
}

/// Whoever waits there makes a new link to the relay, and is let in before they knock on it.
TEST_F(Knocks, on_a_link_that_broke_let_their_owner_in_on_the_next) {
    open(base::Admission::lobby);
    auto before = come(31);
    const auto knock = knock_of(before, true);
    before.say(knock);
    before.run(300ms);
    ASSERT_EQ(outcome(before), wire::KnockOutcome::waiting);
    Stranger after{hall, relay, base::Address::v4(203, 0, 113, 78, 4242), 31};
    auto options = after.with_link(link);
    options.local = base::SessionIndex{9999};
    options.ephemeral_seed = seed_of(99);
    auto session = after.shake_hands(std::move(options));
    ASSERT_TRUE(session.has_value());
    after.begin(std::move(*session));
    after.run(50ms);
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    after.run(200ms);
    EXPECT_FALSE(attached(after));
    after.say(knock);
    after.run(200ms);
    EXPECT_TRUE(attached(after));
    EXPECT_FALSE(after.closed);
}

/// The moderator's way to the relay was cut while the link changed; who knocks with the new one is named to it before
/// it has read the change.
TEST_F(Knocks, with_a_link_that_a_moderator_has_not_read_of_yet_are_heard_once_it_has) {
    open(base::Admission::lobby);
    enter(bob, "Bob");
    hall.command(alice, node::AdmitKnock{knocks().at(0).exchange});
    hall.run(1s);
    hall.command(alice, node::SetRole{index_of(alice, "Bob"), node::MemberRole::moderator});
    hall.run(1s);
    hall.drop_all_to(bob.address, true);
    hall.run(100ms);
    hall.command(alice, node::ChangeLink{});
    hall.run(1s);
    link = Hall::all<node::LinkChanged>(alice).at(0).link;
    enter(eve, "Eve");
    ASSERT_EQ(phase(eve), node::Phase::lobby);
    // Until the relay has given the session up, and not the member: on the next one knocks come before entries.
    hall.run(9s);
    EXPECT_THAT(Hall::all<node::KnockHeard>(bob), IsEmpty());
    hall.drop_all_to(bob.address, false);
    hall.run(4s);
    ASSERT_TRUE(Hall::joined(bob));
    ASSERT_THAT(Hall::all<node::KnockHeard>(bob), SizeIs(1));
    EXPECT_EQ(Hall::all<node::KnockHeard>(bob)[0].name, "Eve");
    hall.command(bob, node::AdmitKnock{Hall::all<node::KnockHeard>(bob)[0].exchange});
    hall.run(1s);
    EXPECT_TRUE(Hall::joined(eve));
}

TEST_F(Knocks, of_who_was_lost_and_then_removed_need_a_moderator) {
    open(base::Admission::open);
    enter(bob, "Bob");
    ASSERT_TRUE(Hall::joined(bob));
    const auto bobs = index_of(alice, "Bob");
    hall.drop_all_to(bob.address, true);
    hall.run(25s);
    ASSERT_THAT(Hall::all<node::MemberLeft>(alice), SizeIs(1));
    hall.command(alice, node::RemoveMember{bobs, false});
    hall.run(1s);
    EXPECT_THAT(Hall::all<node::CommandRefused>(alice), IsEmpty());
    hall.drop_all_to(bob.address, false);
    hall.run(10s);
    EXPECT_FALSE(Hall::joined(bob));
    EXPECT_THAT(knocks(), SizeIs(1)) << "the way back leads past a moderator";
    hall.command(alice, node::RemoveMember{base::MemberIndex{50}, false});
    EXPECT_THAT(Hall::all<node::CommandRefused>(alice), SizeIs(1)) << "nobody ever had that number";
}

/// The first in an open conference, who leads it, and never turns the keys.
class IdleLeader : public Knocks {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        idle.emplace(hall, relay, link, std::uint8_t{40});
        idle->does_its_duties = false;
        idle->run(500ms);
        ASSERT_EQ(idle->self(), base::MemberIndex{1});
    }
    std::optional<HandMember> idle;
};

TEST_F(IdleLeader, does_not_keep_the_maker_waiting) {
    hall.join(alice, relay, link, "Alice");
    idle->run(4s);
    EXPECT_FALSE(Hall::joined(alice)) << "it may take a while";
    idle->run(4s);
    EXPECT_TRUE(Hall::joined(alice));
}

TEST_F(IdleLeader, does_not_keep_anyone_out) {
    hall.join(bob, relay, link, "Bob");
    idle->run(3s);
    EXPECT_FALSE(Hall::joined(bob));
    idle->run(9s);
    ASSERT_TRUE(Hall::joined(bob));
    // Who took its place leads on, and the next one waits for nothing.
    hall.join(eve, relay, link, "Eve");
    idle->run(2s);
    EXPECT_TRUE(Hall::joined(eve));
    hall.say(bob, "At last");
    idle->run(500ms);
    EXPECT_THAT(Hall::texts(eve), testing::Contains("At last"));
}

/// Nobody is asked about strangers without end.
TEST(KnockGate, a_network_knocks_as_often_as_a_room_of_people) {
    node::KnockGate gate{crypto::SeededRandom{seed_of(1)}};
    const base::LocalTime start{100s};
    std::size_t passed = 0;
    for (std::size_t number = 0; number < 1000; ++number)
        passed += gate.take(knocked_from, start) ? 1 : 0;
    EXPECT_EQ(passed, 2 * base::limits::sessions_per_address_max);
    EXPECT_TRUE(gate.take(base::Address::v4(198, 51, 100, 1, 1), start));
    EXPECT_TRUE(gate.take(knocked_from, start + 1s));
    EXPECT_FALSE(gate.take(knocked_from, start + 1s));
}

TEST(KnockGate, who_is_turned_away_waits_twice_as_long_each_time_and_there_alone) {
    node::KnockGate gate{crypto::SeededRandom{seed_of(1)}};
    base::LocalTime now{100s};
    const base::ConferenceHandle here{{1}};
    const base::IdentityKey person{{5}};
    auto wait = node::KnockGate::wait_first;
    for (int times = 0; times < 12; ++times) {
        EXPECT_FALSE(gate.bars(here, person, now));
        gate.handle_refused(here, person, now);
        EXPECT_TRUE(gate.bars(here, person, now + wait - 1ms));
        EXPECT_FALSE(gate.bars({{2}}, person, now + wait - 1ms));
        now += wait;
        wait = std::min(wait * 2, node::KnockGate::wait_max);
    }
    EXPECT_EQ(wait, node::KnockGate::wait_max);
}

/// Whoever is turned away under a thousand names more has not made the first forgotten for long.
TEST(KnockGate, remembers_so_many_and_no_more) {
    node::KnockGate gate{crypto::SeededRandom{seed_of(1)}};
    const base::ConferenceHandle here{{1}};
    base::LocalTime now{100s};
    const auto person = [](std::size_t number) {
        return base::IdentityKey{{static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8)}};
    };
    for (std::size_t number = 0; number <= node::KnockGate::refused_max; ++number)
        gate.handle_refused(here, person(number), now += 1us);
    EXPECT_FALSE(gate.bars(here, person(0), now)) << "whose wait would end first";
    EXPECT_TRUE(gate.bars(here, person(1), now));
    EXPECT_TRUE(gate.bars(here, person(node::KnockGate::refused_max), now));
}

TEST(JoinQueue, asks_who_leads_with_the_key_and_else_who_moderates) {
    log::State state;
    for (const auto number : {std::uint8_t{1}, std::uint8_t{2}}) {
        log::Member member;
        member.index = base::MemberIndex{number};
        member.identity = base::IdentityKey{seed_of(number).bytes};
        member.present = true;
        state.members.emplace(member.index, member);
    }
    auto& leader = state.members.at(base::MemberIndex{1});
    auto& other = state.members.at(base::MemberIndex{2});
    const auto asks = [&](const log::Member& member) {
        return node::JoinQueue::asks(state, member, base::IdentityKey{seed_of(3).bytes}, {});
    };
    ASSERT_EQ(state.key_leader(), &leader);
    EXPECT_FALSE(asks(leader)) << "who has no key lets nobody in";
    leader.keyed = other.keyed = true;
    EXPECT_TRUE(asks(leader));
    EXPECT_FALSE(asks(other));
    state.policy.admission = base::Admission::lobby;
    EXPECT_FALSE(asks(leader));
    other.role = base::MemberRole::moderator;
    EXPECT_TRUE(asks(other));
    other.present = false;
    EXPECT_FALSE(asks(other));
}

TEST(JoinQueue, a_network_that_fills_it_gives_way_to_others) {
    node::JoinQueue room;
    const auto from = [](std::uint8_t network) { return base::subnet_of(base::Address::v4(10, 0, 0, network, 1)); };
    for (std::uint32_t number = 0; number < base::limits::knocks_max; ++number) {
        EXPECT_TRUE(room.has_room(from(1)));
        EXPECT_FALSE(room.crowder(from(1)));
        room.add(base::SessionIndex{number}, {{}, {}, {}, from(1), {}});
    }
    EXPECT_FALSE(room.has_room(from(1))) << "its own people have no better right";
    for (std::uint32_t number = 0; number < base::limits::knocks_max / 2; ++number) {
        ASSERT_TRUE(room.has_room(from(2)));
        const auto crowder = room.crowder(from(2));
        ASSERT_TRUE(crowder);
        EXPECT_EQ(room.take(*crowder)->from, from(1));
        room.add(base::SessionIndex{1000 + number}, {{}, {}, {}, from(2), {}});
    }
    EXPECT_FALSE(room.has_room(from(2))) << "as many as the others";
    EXPECT_FALSE(room.has_room(from(1)));
    EXPECT_TRUE(room.has_room(from(3)));
    ASSERT_TRUE(room.take(base::SessionIndex{1000}));
    EXPECT_FALSE(room.crowder(from(3))) << "there is room";
    room.add(base::SessionIndex{2000}, {{}, {}, {}, from(3), {}});
    EXPECT_FALSE(room.has_room(from(2))) << "one less than the others, and with it as many";
}

} // namespace
} // namespace plenum::test
