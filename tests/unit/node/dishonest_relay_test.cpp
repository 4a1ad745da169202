// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/hall_ids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Two people whose relay is not what it should be. Alice made the conference and moderates it.
class Deceived : public testing::Test {
  protected:
    void SetUp() override {
        link = relay.create(alice);
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
    }
    static std::vector<std::string> shown(const Hall::Place& place) {
        std::vector<std::string> names;
        for (const auto& member : Hall::all<node::MemberJoined>(place))
            names.push_back(member.name);
        return names;
    }
    /// What members submitted since this was last asked.
    std::vector<log::Operation> take_submitted() {
        std::vector<log::Operation> operations;
        for (const auto& by : std::exchange(relay.submitted, {}))
            operations.push_back(wire::decode_choice<log::Operation>(by.operation).value());
        return operations;
    }
    /// A turn that gives nobody a key, though the log then calls everyone keyed.
    log::EpochTurn void_turn() const {
        log::EpochTurn turn;
        turn.epoch = relay.state.epoch.next();
        for (const auto& [index, member] : relay.state.members)
            turn.wraps.push_back({index, {}});
        return turn;
    }
    void say_absent(base::MemberIndex member) { relay.write(log::Presence{member, false}); }
    void say_present(base::MemberIndex member) { relay.write(log::Presence{member, true}); }
    /// A puppet whom the log calls keyed, since it led while everyone else was said to be away.
    DishonestRelay::Puppet crown_puppet() {
        say_absent(alices);
        say_absent(bobs);
        auto puppet = relay.join_puppet(30);
        relay.write(puppet, void_turn());
        EXPECT_TRUE(relay.state.find(puppet.member)->keyed);
        return puppet;
    }
    void expect_talk() {
        hall.say(alice, "can you hear me");
        hall.say(bob, "I can hear you");
        relay.run(300ms);
        ASSERT_FALSE(Hall::texts(bob).empty() || Hall::texts(alice).empty());
        EXPECT_EQ(Hall::texts(bob).back(), "can you hear me");
        EXPECT_EQ(Hall::texts(alice).back(), "I can hear you");
    }
    void expect_taken_out_unseen(const DishonestRelay::Puppet& puppet) {
        EXPECT_EQ(relay.state.find(puppet.member), nullptr);
        for (const auto* person : {&alice, &bob}) {
            EXPECT_THAT(shown(*person), ElementsAre("Alice", "Bob"));
            EXPECT_THAT(Hall::all<node::MemberLeft>(*person), IsEmpty());
        }
        expect_talk();
    }
    /// Sound in all that a relay can see, sealed with a key that nobody has.
    wire::ReliableMessage invent(base::MemberIndex sender, std::uint64_t sequence, base::KeyEpoch epoch) const {
        wire::MessageHeader header;
        header.flow = chat;
        header.sender = sender;
        header.sequence = base::SequenceNumber{sequence};
        header.sent_at = base::ConferenceTime{hall.now.time_since_epoch()};
        header.priority = base::PriorityClass::chat;
        auto sealed = wire::encode(header);
        crypto::FrameSealer sealer{crypto::SecretKey{}, epoch.value()};
        base::append(sealed, sealer.seal(sequence, {}, base::Bytes(200)));
        return {chat, sender, header.sequence, sealed};
    }
    /// Holds back what Alice says.
    wire::ReliableMessage intercept(std::string_view text) {
        relay.hold_messages = true;
        hall.say(alice, text);
        relay.run(200ms);
        relay.hold_messages = false;
        return relay.messages.back();
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
};

TEST_F(Deceived, a_newcomer_without_the_link_is_taken_out_unseen) {
    relay.submitted.clear();
    const auto puppet = relay.join_puppet(30);
    relay.run(1s);
    EXPECT_THAT(take_submitted(), ElementsAre(log::Leave{puppet.member, base::LeaveReason::removed}));
    expect_taken_out_unseen(puppet);
}

TEST_F(Deceived, whoever_never_had_the_link_gets_no_key_from_a_leader_who_cannot_take_it_out) {
    relay.hold_submitted = true;
    auto puppet = crown_puppet();
    const auto second = relay.join_puppet(31);
    const auto guest = relay.join_puppet(32, &link);
    relay.write(puppet, void_turn());
    // A key is due in any case, since somebody who is called keyed has left.
    say_absent(second.member);
    relay.write(log::Leave{second.member, base::LeaveReason::lost});
    say_present(bobs);
    relay.submitted.clear();
    relay.run(3s);
    ASSERT_FALSE(relay.submitted.empty());
    const auto by_bob = relay.submitted.back();
    for (const auto& operation : take_submitted()) {
        const auto* turn = std::get_if<log::EpochTurn>(&operation);
        ASSERT_NE(turn, nullptr);
        EXPECT_THAT(turn->wraps, SizeIs(4));
        EXPECT_FALSE(relay.can_open(puppet, *turn));
        EXPECT_TRUE(relay.can_open(guest, *turn));
    }
    relay.hold_submitted = false;
    relay.sequence(by_bob);
    relay.run(500ms);
    for (const auto* person : {&alice, &bob})
        EXPECT_THAT(shown(*person), ElementsAre("Alice", "Bob", "?"));
    expect_talk();
}

TEST_F(Deceived, whoever_never_had_the_link_is_taken_out_by_a_leader_who_moderates_keyed_or_not) {
    const auto puppet = crown_puppet();
    relay.submitted.clear();
    say_present(alices);
    relay.run(1s);
    const auto operations = take_submitted();
    ASSERT_THAT(operations, SizeIs(2));
    EXPECT_EQ(operations[0], (log::Operation{log::Leave{puppet.member, base::LeaveReason::removed}}));
    EXPECT_TRUE(std::holds_alternative<log::EpochTurn>(operations[1]));
    expect_taken_out_unseen(puppet);
}

TEST_F(Deceived, a_leader_who_was_given_no_key_of_the_newest_epoch_makes_another) {
    crown_puppet();
    const auto epoch = relay.state.epoch;
    relay.submitted.clear();
    say_present(bobs);
    relay.run(1s);
    const auto operations = take_submitted();
    ASSERT_THAT(operations, SizeIs(1));
    const auto* turn = std::get_if<log::EpochTurn>(&operations.front());
    ASSERT_NE(turn, nullptr);
    EXPECT_EQ(turn->epoch, epoch.next());
    EXPECT_EQ(turn->mode, log::EpochMode::fresh);
    for (const auto* person : {&alice, &bob}) {
        EXPECT_EQ(Hall::all<node::EpochChanged>(*person).back().epoch, turn->epoch);
        EXPECT_THAT(shown(*person), ElementsAre("Alice", "Bob"));
    }
    expect_talk();
}

/// The keys are good ones, but for who made them: with them the relay would read along.
TEST_F(Deceived, nobody_takes_keys_from_a_leader_who_never_had_the_link) {
    const auto epoch = relay.state.epoch;
    say_absent(alices);
    say_absent(bobs);
    auto puppet = relay.join_puppet(30);
    const node::KeyRing keys{relay.state.conference, puppet.exchange.copy()};
    crypto::SeededRandom random{seed_of(9)};
    const auto turn = keys.make_turn(relay.state, {alices, bobs, puppet.member}, true, random).value();
    ASSERT_TRUE(relay.can_open(puppet, turn));
    relay.write(puppet, turn);
    relay.run(200ms);
    ASSERT_EQ(relay.state.epoch, epoch.next());
    for (const auto* person : {&alice, &bob})
        EXPECT_EQ(Hall::all<node::EpochChanged>(*person).back().epoch, epoch);
    say_present(alices);
    relay.run(1s);
    expect_taken_out_unseen(puppet);
}

TEST_F(Deceived, whom_somebody_without_the_link_lets_in_is_taken_out_as_well) {
    auto puppet = crown_puppet();
    const DishonestRelay::Puppet friend_of_it{crypto::IdentityKeyPair::from_seed(seed_of(31)),
                                              crypto::ExchangeKeyPair::from_seed(seed_of(31)), 1,
                                              relay.state.next_member};
    log::SignedOperation draft;
    draft.conference = relay.state.door.handle;
    draft.author_exchange = friend_of_it.exchange.public_key;
    draft.author_sequence = friend_of_it.sequence;
    const auto join = log::sign_operation(std::move(draft), log::Join{}, friend_of_it.identity);
    relay.write(puppet, log::Admit{{wire::encode(join)}});
    ASSERT_NE(relay.state.find(friend_of_it.member), nullptr);
    say_present(alices);
    relay.run(1s);
    expect_taken_out_unseen(puppet);
    expect_taken_out_unseen(friend_of_it);
}

TEST_F(Deceived, what_is_forged_with_the_next_number_does_not_stand_in_the_way_of_the_true_one) {
    for (const auto* text : {"one", "two", "three"}) {
        const auto message = intercept(text);
        auto forged = message;
        forged.sealed.back() ^= 1;
        relay.send(bob, forged);
        relay.send(bob, invent(alices, message.sequence.value(), relay.state.epoch));
        relay.send(bob, invent(alices, message.sequence.value() + 1000, relay.state.epoch));
        // Of an epoch before Bob's time: as if there were something that he cannot read.
        relay.send(bob, invent(alices, message.sequence.value(), base::KeyEpoch{1}));
        relay.send(bob, invent(alices, message.sequence.value() + 1000, base::KeyEpoch{1}));
        relay.send(bob, message);
        relay.send(bob, message);
        relay.run(100ms);
    }
    EXPECT_THAT(Hall::texts(bob), ElementsAre("one", "two", "three"));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(bob), IsEmpty());
    expect_talk();
}

/// Its proof is another's, who once knocked; nobody is asked about a knock that its author did not make.
TEST_F(Deceived, a_knock_that_nobody_signed_is_none) {
    hall.command(alice, node::SetPolicy{{base::Admission::lobby, true, false}});
    relay.run(300ms);
    node::Outbox nowhere{false};
    const node::Roster roster{{link, "Carol", crypto::IdentityKeyPair::from_seed(seed_of(70)),
                               crypto::ExchangeKeyPair::from_seed(seed_of(70))},
                              nowhere};
    crypto::SeededRandom random{seed_of(9)};
    const auto genuine = node::make_knock(roster, random);
    auto forged = wire::decode<log::SignedOperation>(genuine).value();
    forged.author_sequence += 1;
    const auto tell = [&](const base::Bytes& join) {
        relay.say(alice, base::PriorityClass::control, wire::encode_choice(wire::ControlMessage{wire::Knocking{join}}));
        relay.run(200ms);
        return Hall::all<node::KnockHeard>(alice).size();
    };
    EXPECT_EQ(tell(wire::encode(forged)), 0U);
    EXPECT_EQ(tell(genuine), 1U);
}

/// Who was away knows nothing of what the leader did meanwhile.
TEST_F(Deceived, patience_with_the_leader_begins_anew_with_each_link) {
    const auto passed_over = [&] {
        const auto operations = take_submitted();
        return std::ranges::count(operations, log::Operation{log::PassOver{alices}});
    };
    relay.hold_submitted = true;
    const auto guest = relay.join_puppet(40, &link);
    ASSERT_EQ(relay.state.key_leader()->index, alices);
    relay.run(4s);
    relay.cut_off(bob);
    relay.run(4s);
    EXPECT_TRUE(Hall::joined(bob));
    EXPECT_EQ(passed_over(), 0) << "8 s after the turn was owed, 4 s after Bob came back";
    relay.run(2s);
    EXPECT_GT(passed_over(), 0);
}

/// An honest relay says so itself; whoever decides must not be shown people whom a former link brought.
TEST_F(Deceived, a_knock_ends_with_its_link_though_the_relay_says_nothing) {
    hall.command(alice, node::SetPolicy{{base::Admission::lobby, true, false}});
    relay.run(300ms);
    auto& carol = hall.add_endpoint();
    hall.command(carol, node::JoinConference{link, relay.address, "Carol"});
    relay.run(500ms);
    const auto knocks = Hall::all<node::KnockHeard>(alice);
    ASSERT_THAT(knocks, SizeIs(1));
    hall.command(alice, node::ChangeLink{});
    relay.run(500ms);
    ASSERT_THAT(Hall::all<node::LinkChanged>(alice), SizeIs(1));
    ASSERT_THAT(Hall::all<node::KnockOver>(alice), SizeIs(1));
    EXPECT_EQ(Hall::all<node::KnockOver>(alice)[0].exchange, knocks[0].exchange);
    hall.command(alice, node::AdmitKnock{knocks[0].exchange});
    const auto refused = Hall::all<node::CommandRefused>(alice);
    ASSERT_THAT(refused, SizeIs(1));
    EXPECT_EQ(refused[0].error, node::CommandError::unknown_person);
}

/// A live message that is too old must not be heard, and without the clock each may be.
TEST_F(Deceived, who_is_not_told_the_time_hears_no_live_message) {
    relay.tells_time = false;
    auto& carol = hall.add_endpoint();
    hall.command(carol, node::JoinConference{link, relay.address, "Carol"});
    relay.run(2s);
    EXPECT_FALSE(Hall::joined(carol)) << "without the clock nobody is told that it may speak";
    relay.live_flows = {camera};
    hall.say(alice, "a picture", camera);
    hall.say(alice, "a word", chat);
    relay.run(200ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("a picture", "a word"));
    EXPECT_THAT(Hall::texts(carol), ElementsAre("a word"));
}

TEST_F(Deceived, an_invented_number_that_has_no_next_is_refused) {
    for (const auto epoch : {std::uint64_t{1}, relay.state.epoch.value(), relay.state.epoch.value() + 1})
        relay.send(bob, invent(alices, wire::varint_max, base::KeyEpoch{epoch}));
    relay.run(200ms);
    const auto attaches = relay.attaches.size();
    relay.cut_off(bob);
    relay.run(2s);
    ASSERT_GT(relay.attaches.size(), attaches);
    for (const auto& position : relay.attaches.back().positions)
        EXPECT_LT(position.next, base::SequenceNumber{wire::varint_max});
    EXPECT_TRUE(Hall::joined(bob));
    expect_talk();
}

TEST_F(Deceived, half_messages_of_somebody_who_left_are_not_kept) {
    const auto guest = relay.join_puppet(32, &link);
    relay.run(500ms);
    ASSERT_TRUE(relay.state.find(guest.member)->keyed);
    wire::FragmentFrame half;
    half.flow = camera;
    half.sender = guest.member;
    half.count = 2;
    half.data.resize(base::limits::fragment_bytes_max);
    const auto send_half = [&] {
        half.sequence = half.sequence.next();
        relay.send(bob, half);
        relay.run(100ms);
        return bob.node->load().reassembly_bytes;
    };
    EXPECT_EQ(send_half(), base::limits::fragment_bytes_max);
    EXPECT_EQ(send_half(), 2 * base::limits::fragment_bytes_max);
    say_absent(guest.member);
    relay.write(log::Leave{guest.member, base::LeaveReason::lost});
    relay.run(100ms);
    EXPECT_EQ(bob.node->load().reassembly_bytes, 0U);
    EXPECT_EQ(send_half(), 0U);
    half.sender = base::MemberIndex{77};
    EXPECT_EQ(send_half(), 0U);
}

/// Bob, whose link was lost, is back, and has not yet been told that he was written out.
class WrittenOut : public Deceived {
  protected:
    void lose_bob() {
        say_absent(bobs);
        relay.run(100ms);
        relay.hold_entries = true;
        relay.write(log::Leave{bobs, base::LeaveReason::lost});
    }
    void return_bob() {
        relay.cut_off(bob);
        relay.run(1s);
        ASSERT_FALSE(Hall::joined(bob));
        bob.events.clear();
        relay.hold_entries = false;
        relay.run(2s);
    }
    std::vector<node::Phase> phases() const {
        std::vector<node::Phase> phases;
        for (const auto& change : Hall::all<node::PhaseChanged>(bob))
            phases.push_back(change.phase);
        return phases;
    }
};

TEST_F(WrittenOut, and_told_in_the_same_go_that_it_is_over_someone_ends_once) {
    relay.hold_submitted = true;
    hall.command(alice, node::EndConference{});
    relay.run(100ms);
    const auto end = relay.submitted.back();
    lose_bob();
    relay.sequence(end);
    return_bob();
    EXPECT_THAT(phases(), testing::Not(testing::Contains(node::Phase::joined)));
    const auto ends = Hall::all<node::Ended>(bob);
    ASSERT_THAT(ends, SizeIs(1));
    EXPECT_EQ(ends[0].reason, node::EndReason::ended_for_all);
}

TEST_F(WrittenOut, someone_is_not_joined_before_they_joined_anew) {
    lose_bob();
    return_bob();
    EXPECT_THAT(phases(), ElementsAre(node::Phase::connecting, node::Phase::joining, node::Phase::joined));
    EXPECT_THAT(Hall::all<node::Ended>(bob), IsEmpty());
    expect_talk();
}

TEST_F(Deceived, what_a_relay_sends_back_to_whoever_said_it_is_not_heard) {
    hall.say(alice, "a picture", camera);
    relay.run(300ms);
    ASSERT_FALSE(relay.fragments.empty());
    for (const auto& fragment : relay.fragments)
        relay.send(alice, fragment);
    relay.run(300ms);
    EXPECT_THAT(Hall::texts(alice), IsEmpty());
}

} // namespace
} // namespace plenum::test
