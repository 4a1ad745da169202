// SPDX-License-Identifier: Apache-2.0
// Members confirm each other: heartbeats of the key leader, digests of what was sent.
#include "core/member/attestation/attestation.h"
#include "core/wire/pulse.h"
#include "tests/unit/node/dishonest_relay.h"
#include "tests/unit/node/hall_ids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

using node::Agreement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Agreement> agreements(const Hall::Place& place) {
    std::vector<Agreement> all;
    for (const auto& changed : Hall::all<node::AgreementChanged>(place))
        all.push_back(changed.agreement);
    return all;
}

TEST(Heartbeat, keeps_everyone_agreed_through_leaving_and_crashing_leaders) {
    Hall hall;
    auto& relay = hall.add_relay();
    std::vector<Hall::Place*> people;
    for (int i = 0; i < 4; ++i)
        people.push_back(&hall.add_endpoint());
    const auto link = hall.create(*people[0], relay);
    for (auto* person : people) {
        hall.join(*person, relay, link, "Person");
        hall.run(1s);
    }
    hall.run(30s);
    hall.command(*people[0], node::LeaveConference{});
    hall.run(30s);
    hall.drop_all_to(people[1]->address, true);
    hall.run(60s);
    for (const auto* person : {people[2], people[3]}) {
        EXPECT_THAT(agreements(*person), IsEmpty());
        EXPECT_THAT(Hall::all<node::ProtocolViolation>(*person), IsEmpty());
    }
}

/// A link that closes wakes its node some more times, and one of them may be when the leader has been silent for too
/// long.
TEST(Heartbeat, nothing_is_said_after_the_end) {
    for (auto leaves_after = 5s + 0ms; leaves_after < 9s; leaves_after += 20ms) {
        Hall hall;
        DishonestRelay relay{hall};
        auto& alice = hall.add_endpoint();
        auto& bob = hall.add_endpoint();
        const auto link = relay.create(alice);
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        relay.run(leaves_after);
        hall.command(bob, node::LeaveConference{});
        relay.run(1s);
        ASSERT_THAT(Hall::all<node::Ended>(bob), SizeIs(1));
        ASSERT_TRUE(std::holds_alternative<node::Ended>(bob.events.back())) << base::to_ms(leaves_after) << " ms";
    }
}

/// Alice leads, Bob is with her, and the relay is not what it should be.
class Confirmed : public testing::Test {
  protected:
    void SetUp() override {
        link = relay.create(alice);
        relay.live_flows = {pulse};
        relay.join(alice, link, "Alice");
        relay.join(bob, link, "Bob");
        relay.run(3s);
        ASSERT_THAT(agreements(bob), IsEmpty());
    }
    static std::vector<std::string> violations(const Hall::Place& place) {
        std::vector<std::string> all;
        for (const auto& violation : Hall::all<node::ProtocolViolation>(place))
            all.push_back(violation.what);
        return all;
    }
    void say_voice(int times) {
        for (int i = 0; i < times; ++i) {
            hall.say(alice, "sound", voice);
            relay.run(20ms);
        }
    }

    Hall hall;
    DishonestRelay relay{hall};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
};

TEST_F(Confirmed, a_relay_that_holds_heartbeats_back_silences_after_a_warning) {
    relay.live_flows.clear();
    relay.run(5s);
    EXPECT_THAT(agreements(bob), IsEmpty());
    relay.run(4s);
    EXPECT_THAT(agreements(bob), ElementsAre(Agreement::late));
    relay.run(9s);
    EXPECT_THAT(agreements(bob), ElementsAre(Agreement::late));
    relay.run(5s);
    EXPECT_THAT(agreements(bob), ElementsAre(Agreement::late, Agreement::lost));
    EXPECT_FALSE(Hall::all<node::AgreementChanged>(bob).back().forked) << "nobody said that the logs differ";
    hall.say(bob, "Is anybody there?");
    relay.run(500ms);
    EXPECT_THAT(Hall::texts(alice), IsEmpty());
    EXPECT_THAT(agreements(alice), IsEmpty()) << "the leader needs nobody's word";
    relay.live_flows = {pulse};
    relay.run(3s);
    EXPECT_EQ(agreements(bob).back(), Agreement::confirmed);
    hall.say(bob, "Here I am");
    relay.run(500ms);
    EXPECT_THAT(Hall::texts(alice), ElementsAre("Is anybody there?", "Here I am"));
}

/// Each time anew, for what was said before it.
TEST_F(Confirmed, who_gives_the_floor_back_while_words_wait_has_them_counted) {
    constexpr base::TokenId pen{1};
    hall.command(alice, node::ActOnToken{token::DeclareToken{pen, "pen", {base::FlowId{3}}, {}}});
    relay.run(1s);
    const auto holders = [&] { return relay.state.tokens.at(pen).holders.size(); };
    for (const auto* word : {"one", "two"}) {
        hall.command(alice, node::ActOnToken{token::GrantToken{pen, bobs}});
        relay.live_flows.clear();
        relay.run(25s);
        ASSERT_EQ(agreements(bob).back(), Agreement::lost);
        hall.say(bob, word);
        hall.command(bob, node::WantToken{pen, false});
        relay.run(1s);
        EXPECT_EQ(holders(), 1U) << word;
        relay.live_flows = {pulse};
        relay.run(3s);
        EXPECT_EQ(holders(), 0U) << word;
    }
    EXPECT_THAT(Hall::texts(alice), ElementsAre("one", "two"));
    EXPECT_THAT(Hall::all<node::CommandRefused>(bob), IsEmpty());
}

/// What it waited for before it was taken back is another matter.
TEST_F(Confirmed, who_gives_the_floor_back_after_all_has_their_words_counted) {
    constexpr base::TokenId pen{1};
    hall.command(alice, node::ActOnToken{token::DeclareToken{pen, "pen", {base::FlowId{3}}, {}}});
    hall.command(alice, node::ActOnToken{token::GrantToken{pen, bobs}});
    relay.live_flows.clear();
    relay.run(25s);
    hall.say(bob, "one");
    for (const bool wanted : {false, true, false}) {
        hall.command(bob, node::WantToken{pen, wanted});
        relay.run(wanted ? 5s : 1s);
        EXPECT_EQ(relay.state.tokens.at(pen).holders.size(), 1U);
    }
    relay.live_flows = {pulse};
    relay.run(3s);
    EXPECT_TRUE(relay.state.tokens.at(pen).holders.empty());
    EXPECT_THAT(Hall::texts(alice), ElementsAre("one"));
}

/// Nobody was listening meanwhile.
TEST_F(Confirmed, who_slept_does_not_take_it_for_the_leaders_silence) {
    const auto beats = [&] { return std::ranges::count(relay.fragments, pulse, &wire::FragmentFrame::flow); };
    for (const auto before = beats(); beats() == before;)
        relay.run(10ms);
    relay.run(100ms);
    hall.tamper = [&](const base::Address&, const base::Address& to, base::Bytes bytes) {
        return to == bob.address ? base::Bytes{} : std::move(bytes);
    };
    bob.wake = hall.now + 8s;
    relay.run(8s);
    hall.tamper = {};
    relay.run(5s);
    EXPECT_TRUE(Hall::joined(bob));
    EXPECT_THAT(agreements(bob), IsEmpty());
}

TEST_F(Confirmed, a_member_who_is_shown_another_log_than_the_leader_is_told_and_falls_silent) {
    relay.fork(bob, log::Presence{bobs, false});
    relay.write(log::Presence{alices, false});
    relay.write(log::Presence{alices, true});
    relay.run(3s);
    ASSERT_THAT(violations(bob), SizeIs(1));
    EXPECT_THAT(violations(bob)[0], HasSubstr("different logs"));
    EXPECT_THAT(agreements(bob), ElementsAre(Agreement::lost));
    EXPECT_TRUE(Hall::all<node::AgreementChanged>(bob).back().forked);
    hall.say(bob, "Nobody should hear this");
    relay.run(500ms);
    ASSERT_THAT(Hall::all<node::CommandRefused>(bob), SizeIs(1));
    EXPECT_EQ(Hall::all<node::CommandRefused>(bob)[0].error, node::CommandError::suspended);
    EXPECT_THAT(Hall::texts(alice), IsEmpty());
    relay.run(30s);
    EXPECT_THAT(agreements(bob), ElementsAre(Agreement::lost));
}

TEST_F(Confirmed, whose_log_has_stopped_says_where_it_stands_and_the_others_see_that_it_is_another) {
    relay.fork(bob, log::Presence{bobs, false});
    // So many that none of the hashes in a heartbeat is of where the logs part.
    for (const auto member : {alices, bobs}) {
        relay.write(log::Presence{member, false});
        relay.write(log::Presence{member, true});
    }
    relay.run(8s);
    ASSERT_THAT(violations(alice), SizeIs(1));
    EXPECT_THAT(violations(alice)[0], HasSubstr("another log"));
    EXPECT_EQ(Hall::all<node::ProtocolViolation>(alice)[0].member, bobs);
    EXPECT_THAT(agreements(alice), IsEmpty()) << "a member's word alone silences nobody";
    relay.run(20s);
    EXPECT_EQ(agreements(bob).back(), Agreement::lost);
}

TEST_F(Confirmed, what_was_said_ahead_of_a_link_that_is_gone_claims_nothing_on_the_next) {
    relay.fork(bob, log::Presence{bobs, false});
    for (const auto member : {alices, bobs}) {
        relay.write(log::Presence{member, false});
        relay.write(log::Presence{member, true});
    }
    relay.run(8s);
    const auto claims = [&] {
        return std::ranges::count_if(relay.fragments,
                                     [](const auto& each) { return each.flow == pulse && each.sender == bobs; });
    };
    ASSERT_GT(claims(), 0);
    relay.live_flows.clear();
    relay.hold_entries = true;
    relay.cut_off(bob);
    relay.run(1s);
    relay.fragments.clear();
    relay.run(5s);
    EXPECT_EQ(claims(), 0);
}

TEST_F(Confirmed, after_a_removal_nothing_is_sealed_with_the_old_key_for_long) {
    hall.command(alice, node::RemoveMember{bobs, false});
    while (relay.state.find(bobs) != nullptr)
        relay.run(1ms);
    relay.hold_submitted = true;
    relay.run(800ms);
    ASSERT_TRUE(relay.state.fresh_needed);
    relay.fragments.clear();
    relay.messages.clear();
    say_voice(10);
    hall.say(alice, "Now that he is gone");
    relay.run(200ms);
    EXPECT_TRUE(std::ranges::none_of(relay.fragments, [](const auto& each) { return each.flow == voice; }));
    EXPECT_THAT(relay.messages, IsEmpty());
    relay.hold_submitted = false;
    relay.sequence(relay.submitted.back());
    relay.run(300ms);
    ASSERT_FALSE(relay.state.fresh_needed);
    EXPECT_THAT(relay.messages, SizeIs(1)) << "words wait for the new key";
    say_voice(10);
    EXPECT_TRUE(std::ranges::any_of(relay.fragments, [](const auto& each) { return each.flow == voice; }));
}

/// A member who is the relay too: it has everyone's keys.
class Insider : public Confirmed {
  protected:
    void SetUp() override {
        Confirmed::SetUp();
        const auto puppet = relay.join_puppet(41, &link);
        relay.submitted.clear();
        relay.run(1s);
        ring.emplace(relay.state.conference, puppet.exchange.copy());
        for (const auto& by : relay.submitted) {
            const auto operation = wire::decode_choice<log::Operation>(by.operation);
            if (const auto* turn = std::get_if<log::EpochTurn>(&*operation))
                std::ignore = ring->adopt(*turn, puppet.member, hall.now);
        }
        ASSERT_TRUE(ring->can_seal());
        relay.run(1s);
    }
    /// As if Alice had said it.
    wire::FragmentFrame forge(const wire::FragmentFrame& real, base::ByteView body,
                              base::PriorityClass priority = base::PriorityClass::audio) {
        wire::MessageHeader header;
        header.flow = real.flow;
        header.sender = real.sender;
        header.sequence = real.sequence;
        header.sent_at = real.sent_at;
        header.lifetime = *relay.state.find(real.flow)->loss_delay;
        header.priority = priority;
        wire::Reader from{real.data};
        wire::MessageHeader real_header;
        wire::get(from, real_header);
        header.context = real_header.context;
        base::Bytes associated{relay.state.conference.bytes.begin(), relay.state.conference.bytes.end()};
        base::append(associated, wire::encode(header));
        auto forged = real;
        forged.data = wire::encode(header);
        ring->seal(node::Chain::media, {header.sender, header.flow}, header.sequence, associated, body, hall.now,
                   forged.data);
        return forged;
    }
    /// Words long after hers, sealed with the right key and signed by nobody.
    wire::ReliableMessage forge_later(const wire::ReliableMessage& real, std::string_view words) {
        auto forged = real;
        forged.sequence = base::SequenceNumber{real.sequence.value() + 100};
        wire::Reader from{real.sealed};
        wire::MessageHeader header;
        wire::get(from, header);
        header.sequence = forged.sequence;
        base::Bytes associated{relay.state.conference.bytes.begin(), relay.state.conference.bytes.end()};
        base::append(associated, wire::encode(header));
        base::Bytes body(base::Signature::size);
        base::append(body, base::as_bytes(words));
        forged.sealed = wire::encode(header);
        ring->seal(node::Chain::history, {header.sender, header.flow}, header.sequence, associated, body, hall.now,
                   forged.sealed);
        return forged;
    }
    wire::FragmentFrame last_of_alices() const { return relay.fragments.back(); }

    std::optional<node::KeyRing> ring;
};

TEST_F(Insider, who_speaks_in_anothers_name_is_found_out) {
    say_voice(1);
    relay.send(bob, forge(last_of_alices(), base::as_bytes("I never said that")));
    relay.run(100ms);
    ASSERT_THAT(Hall::texts(bob), ElementsAre("I never said that"));
    relay.run(3s);
    ASSERT_THAT(violations(bob), SizeIs(1));
    EXPECT_THAT(violations(bob)[0], HasSubstr("in this member's name"));
    EXPECT_EQ(Hall::all<node::ProtocolViolation>(bob)[0].member, alices);
}

TEST_F(Insider, who_writes_in_anothers_name_is_not_read) {
    hall.say(alice, "one");
    relay.run(200ms);
    ASSERT_THAT(Hall::texts(bob), ElementsAre("one"));
    relay.send(bob, forge_later(relay.messages.back(), "I never wrote that"));
    relay.run(200ms);
    hall.say(alice, "two");
    relay.run(200ms);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("one", "two"));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(bob), IsEmpty());
}

TEST_F(Insider, who_forges_a_heartbeat_parts_nobody) {
    const auto is_beat = [](const auto& each) { return each.flow == pulse && each.sender == alices; };
    relay.fragments.clear();
    for (int i = 0; i < 300 && std::ranges::none_of(relay.fragments, is_beat); ++i)
        relay.run(10ms);
    const auto beat = std::ranges::find_if(relay.fragments, is_beat);
    ASSERT_NE(beat, relay.fragments.end());
    auto real = *beat;
    wire::Heartbeat lie;
    lie.log_size = relay.state.size;
    lie.head.bytes.fill(1);
    for (std::uint64_t next = 1; next <= 3; ++next) {
        real.sequence = base::SequenceNumber{1000 + next};
        relay.send(bob, forge(real, wire::encode_choice(wire::PulseMessage{lie}), log::pulse_flow().priority));
        relay.run(100ms);
    }
    EXPECT_THAT(violations(bob), IsEmpty());
    EXPECT_THAT(agreements(bob), IsEmpty());
}

TEST_F(Insider, what_was_really_said_is_proven) {
    relay.live_flows = {pulse, voice};
    for (int second = 0; second < 20; ++second)
        say_voice(50);
    EXPECT_GT(Hall::texts(bob).size(), 900U);
    EXPECT_THAT(violations(bob), IsEmpty());
}

TEST_F(Insider, sound_without_digests_is_told_of_once) {
    relay.live_flows = {voice};
    for (int second = 0; second < 18; ++second)
        say_voice(50);
    const auto all = violations(bob);
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_THAT(all[0], HasSubstr("without its signature"));
}

TEST_F(Confirmed, silence_after_speech_is_no_offence) {
    relay.live_flows = {pulse, voice};
    say_voice(60);
    relay.live_flows = {pulse};
    relay.run(30s);
    EXPECT_THAT(violations(bob), IsEmpty());
}

TEST(ReceivedMarks, what_was_proven_long_ago_vouches_for_nothing) {
    node::ReceivedMarks received;
    base::LocalTime now{1s};
    wire::MessageHeader header;
    header.flow = voice;
    header.sender = alices;
    const auto hear = [&](node::SentMarks* sent) {
        header.sequence = header.sequence.next();
        const auto mark = node::mark_of(wire::encode(header));
        if (sent != nullptr) sent->add(header, mark);
        std::ignore = received.add(header, mark, now);
    };
    node::SentMarks sent;
    for (int second = 0; second < 200; ++second, now += 1s) {
        for (int i = 0; i < 50; ++i)
            hear(&sent);
        ASSERT_EQ(received.handle(sent.take().value(), now), node::ReceivedMarks::Verdict::proven);
        ASSERT_FALSE(received.expire(now));
    }
    for (int second = 0; second < 600; ++second, now += 1s)
        ASSERT_FALSE(received.expire(now));
    bool told = false;
    for (int second = 0; second < 30 && !told; ++second, now += 1s) {
        for (int i = 0; i < 30; ++i)
            hear(nullptr);
        told = received.expire(now);
    }
    EXPECT_TRUE(told);
}

TEST(ReceivedMarks, a_path_that_loses_every_fourth_digest_accuses_nobody) {
    node::SentMarks sent;
    node::ReceivedMarks received;
    base::LocalTime now{1s};
    wire::MessageHeader header;
    header.flow = voice;
    bool told = false;
    // Every other one is more than any path loses.
    for (const int lost_each : {4, 2}) {
        for (int second = 0; second < 300; ++second, now += 1s) {
            for (int i = 0; i < 50; ++i) {
                header.sequence = header.sequence.next();
                const auto mark = node::mark_of(wire::encode(header));
                sent.add(header, mark);
                std::ignore = received.add(header, mark, now);
            }
            const auto digest = sent.take().value();
            if (second % lost_each != 0) std::ignore = received.handle(digest, now);
            told = received.expire(now) || told;
        }
        EXPECT_EQ(told, lost_each == 2);
    }
}

/// Digests are more urgent than what they speak of, which waits where more is said than passes.
TEST(LateMessages, are_proven_by_the_digest_that_came_before_them) {
    node::SentMarks sent;
    node::ReceivedMarks received;
    const auto mark = [](std::uint64_t number) {
        return node::mark_of(base::Bytes(20, static_cast<std::uint8_t>(number)));
    };
    const auto header = [](std::uint64_t number) {
        wire::MessageHeader made;
        made.flow = voice;
        made.sequence = base::SequenceNumber{number};
        return made;
    };
    using Verdict = node::ReceivedMarks::Verdict;
    base::LocalTime now{10s};
    for (std::uint64_t second = 0; second < 10; ++second) {
        const auto first = 1 + 100 * second;
        for (std::uint64_t number = first; number < first + 100; ++number)
            sent.add(header(number), mark(number));
        EXPECT_EQ(received.handle(sent.take().value(), now), Verdict::proven);
        now += 700ms;
        for (std::uint64_t number = first; number < first + 99; ++number)
            EXPECT_EQ(received.add(header(number), mark(number), now), Verdict::proven);
        EXPECT_EQ(received.add(header(first + 99), mark(7), now), Verdict::forged);
        EXPECT_EQ(received.add(header(first + 100), mark(first + 100), now), Verdict::nothing) << "not spoken of yet";
        now += 300ms;
    }
    EXPECT_FALSE(received.expire(now + 10s));
}

} // namespace
} // namespace plenum::test
