// SPDX-License-Identifier: Apache-2.0
/// Canaries: each checker is fed a healthy run, which it must accept, and the same run with a fault planted, which it
/// must catch. Here those of messages.

#include "tests/sim/checkers/authentic.h"
#include "tests/sim/checkers/delivered_once.h"
#include "tests/sim/checkers/group_names.h"
#include "tests/sim/checkers/group_talk.h"
#include "tests/sim/checkers/mute_heard.h"
#include "tests/sim/checkers/recording_told.h"
#include "tests/sim/checkers/reliable_exact.h"
#include "tests/sim/checkers/said_once.h"
#include "tests/sim/checkers/subscribed_rate.h"
#include "tests/sim/checkers/voices_at_once.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

// R1 -----------------------------------------------------------------------------------------------------------------

TEST(ReliableExact, AcceptsAnUnbrokenRun) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 3);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("up to 0 of 3")));
    for (std::uint64_t sequence = 1; sequence <= 3; ++sequence) {
        checker.on_event(bob, received(chat, sequence), start + 2s);
    }
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST(ReliableExact, CatchesALostFirstMessage) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 3);
    checker.on_event(bob, received(chat, 2), start + 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 2 where 1 is due")));
    note_canary(checker);
}

TEST(ReliableExact, CatchesAGapARepeatAndDisorder) {
    for (const std::uint64_t second : {3U, 1U}) {
        ReliableExact checker;
        join_both(checker);
        publish(checker, chat, 1, 3);
        checker.on_event(bob, received(chat, 1), start + 2s);
        checker.on_event(bob, received(chat, second), start + 2s);
        EXPECT_NE(checker.broken(), std::nullopt) << second;
    }
}

TEST(ReliableExact, CatchesAHoleInTheNumbers) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 1);
    publish(checker, chat, 3, 3);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 3 follows message 1")));
}

TEST(ReliableExact, CatchesGivingUpWhatHistoriesHold) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 3);
    checker.on_event(bob, node::MessagesMissed{chat, alice_member, SequenceNumber{1}, SequenceNumber{2}}, start + 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("missed messages 1 to 2, which histories hold")));
}

TEST(ReliableExact, WhatWasSealedBeforeIsNotDue) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 2);
    const Session late{NodeIndex{3}, 1};
    checker.on_begin(late, start + 3s);
    checker.on_event(late, node::EpochChanged{KeyEpoch{2}}, start + 3s);
    checker.on_event(late, node::PhaseChanged{node::Phase::joined}, start + 3s);
    checker.on_publication(alice, publication(chat, 3), start + 4s);
    checker.on_event(late, received(chat, 3), start + 6s);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(ReliableExact, CatchesAWordThatANewcomerHadNoKeyFor) {
    ReliableExact checker;
    join_both(checker);
    const Session late{NodeIndex{3}, 1};
    checker.on_begin(late, start + 3s);
    checker.on_event(late, declared(chat, {}), start + 3s);
    checker.on_event(late, node::EpochChanged{KeyEpoch{2}}, start + 3s);
    // After the newcomer had its key, but in the epoch before: its sender did not know yet.
    checker.on_publication(alice, publication(chat, 1), start + 4s);
    checker.on_event(alice, node::EpochChanged{KeyEpoch{2}}, start + 5s);
    checker.on_publication(alice, publication(chat, 2), start + 5s);
    checker.on_event(late, received(chat, 2), start + 6s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 2 where 1 is due")));
}

TEST(ReliableExact, CatchesTellingOfLossThatIsNone) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 2);
    const Session late{NodeIndex{3}, 1};
    checker.on_begin(late, start + 3s);
    checker.on_event(late, node::EpochChanged{KeyEpoch{2}}, start + 3s);
    checker.on_event(late, node::MessagesMissed{chat, alice_member, SequenceNumber{1}, SequenceNumber{2}}, start + 4s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("never for it")));
}

TEST(ReliableExact, OfTheDeadOnlyWhatWasAcceptedIsDue) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 3);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{2}}, start + 2s);
    checker.on_end(alice, start + 3s);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("up to 0 of 2")));
    checker.on_event(bob, received(chat, 1), start + 4s);
    checker.on_event(bob, received(chat, 2), start + 4s);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST(ReliableExact, ARelayThatCrashesForgetsNothingThatItKept) {
    ReliableExact checker;
    join_both(checker);
    publish(checker, chat, 1, 2);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{1}}, start + 2s);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{2}, false}, start + 2s);
    checker.on_end(alice, start + 3s);
    checker.on_end(relay, start + 3s);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("up to 0 of 1"))) << "what it did not keep is not due";
    checker.on_restored(relay, Restored{.words_saved = 1, .words_lost = 1});
    EXPECT_EQ(checker.unmet(), std::nullopt) << "S1 judges the disk";
}

TEST(ReliableExact, CatchesAcceptingWhatWasNotPublished) {
    ReliableExact checker;
    join_both(checker);
    checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{1}}, start + 2s);
    EXPECT_NE(checker.broken(), std::nullopt);
}

// M1 -----------------------------------------------------------------------------------------------------------------

TEST(DeliveredOnce, AcceptsGapsAndDisorderCatchesRepeats) {
    DeliveredOnce checker;
    join_both(checker);
    for (const std::uint64_t sequence : {5U, 2U, 3U, 9U})
        checker.on_event(bob, received(voice, sequence), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, received(voice, 3), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("delivered twice")));
}

TEST(DeliveredOnce, CatchesAnEcho) {
    DeliveredOnce checker;
    join_both(checker);
    checker.on_event(alice, received(voice, 1), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("came back to its sender")));
    note_canary(checker);
}

// R2 -----------------------------------------------------------------------------------------------------------------

/// Alice's first message, published again as member 3.
void say_again(SaidOnce& checker) {
    join_both(checker);
    publish(checker, chat, 1, 2);
    checker.on_event(bob, received(chat, 1), start);
    checker.on_event(bob, received(chat, 2), start);
    auto again = publication(chat, 1);
    again.sender = MemberIndex{3};
    checker.on_publication(Session{alice.node, 2}, again, start);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(SaidOnce, CatchesWhatIsHeardAgainUnderAnotherNumber) {
    SaidOnce checker;
    say_again(checker);
    auto heard = received(chat, 1);
    heard.sender = MemberIndex{3};
    checker.on_event(Session{NodeIndex{4}, 1}, heard, start);
    EXPECT_EQ(checker.broken(), std::nullopt) << "whoever heard it for the first time";
    checker.on_event(bob, heard, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was heard before")));
    note_canary(checker);
}

TEST(SaidOnce, ADiskThatLostSomethingIsExcused) {
    SaidOnce checker;
    say_again(checker);
    checker.on_end(relay, start);
    checker.on_restored(relay, Restored{.words_lost = 1});
    auto heard = received(chat, 1);
    heard.sender = MemberIndex{3};
    checker.on_event(bob, heard, start);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

// U1 -----------------------------------------------------------------------------------------------------------------

node::Event mute_at(std::uint64_t position, std::uint32_t by = 1) {
    return node::MuteAsked{MemberIndex{by}, {}, base::LogPosition{position}};
}

TEST(MuteHeard, CatchesOneThatIsToldTwiceLeftOutOrOtherwise) {
    MuteHeard again;
    again.on_event(alice, mute_at(4), start);
    again.on_event(alice, mute_at(7), start);
    again.on_event(bob, mute_at(7), start);
    EXPECT_EQ(again.broken(), std::nullopt) << "Bob joined after the first";
    again.on_event(bob, mute_at(7), start);
    EXPECT_THAT(again.broken(), Optional(HasSubstr("told again")));
    MuteHeard missing;
    for (const auto position : {4U, 7U, 9U})
        missing.on_event(alice, mute_at(position), start);
    missing.on_event(bob, mute_at(4), start);
    missing.on_event(bob, mute_at(9), start);
    EXPECT_THAT(missing.broken(), Optional(HasSubstr("2 requests to mute, of 3")));
    MuteHeard late;
    late.on_event(bob, mute_at(4), start);
    late.on_event(bob, mute_at(9), start);
    late.on_event(alice, mute_at(7), start);
    EXPECT_THAT(late.broken(), Optional(HasSubstr("was not told")));
    MuteHeard other;
    other.on_event(alice, mute_at(4), start);
    other.on_event(bob, mute_at(4, 2), start);
    EXPECT_THAT(other.broken(), Optional(HasSubstr("otherwise")));
    note_canary(other);
}

// U2 -----------------------------------------------------------------------------------------------------------------

node::Event recording_at(std::uint64_t position, bool on, std::uint32_t member = 1) {
    return node::MemberRecording{MemberIndex{member}, on, base::LogPosition{position}};
}
node::Event joined_recording(bool on, std::uint32_t member = 1) {
    node::MemberJoined joined{MemberIndex{member}, "Alice", {}};
    joined.recording = on;
    return joined;
}

TEST(RecordingTold, catches_one_told_twice_left_out_otherwise_or_where_it_is_forbidden) {
    RecordingTold sound;
    sound.on_event(alice, joined_recording(false), start);
    sound.on_event(alice, recording_at(4, true), start);
    sound.on_event(bob, joined_recording(true), start);
    EXPECT_EQ(sound.broken(), std::nullopt);
    EXPECT_EQ(sound.unmet(), std::nullopt) << "Bob joined while Alice recorded";
    sound.on_event(alice, recording_at(6, false), start);
    EXPECT_THAT(sound.unmet(), Optional(HasSubstr("disagree")));
    RecordingTold again;
    again.on_event(alice, joined_recording(true), start);
    again.on_event(alice, recording_at(4, true), start);
    EXPECT_THAT(again.broken(), Optional(HasSubstr("told again")));
    RecordingTold other;
    other.on_event(alice, joined_recording(false), start);
    other.on_event(bob, joined_recording(true), start);
    other.on_event(alice, recording_at(4, true), start);
    other.on_event(bob, recording_at(4, false), start);
    EXPECT_THAT(other.broken(), Optional(HasSubstr("otherwise")));
    RecordingTold forbidden;
    forbidden.on_event(alice, node::PolicyChanged{{.recording = false}}, start);
    forbidden.on_event(alice, joined_recording(false), start);
    forbidden.on_event(alice, recording_at(4, true), start);
    EXPECT_THAT(forbidden.broken(), Optional(HasSubstr("forbidden")));
    note_canary(forbidden);
}

// P3 -----------------------------------------------------------------------------------------------------------------

TEST(VoicesAtOnce, catches_a_crowd_but_not_speakers_one_after_another) {
    const auto hear = [](VoicesAtOnce& checker, std::uint32_t people, Duration apart, bool silent = false) {
        auto flow = declared(voice, 100ms);
        flow.spec.kind = FlowKind::audio;
        checker.on_event(bob, flow, start);
        for (std::uint32_t i = 1; i <= people; ++i) {
            auto message = received(voice, i);
            message.sender = MemberIndex{i};
            message.sent_at = ConferenceTime{1s + apart * i};
            message.flags = wire::MessageFlags::of(false, silent, 0);
            checker.on_event(bob, message, start + apart * i);
        }
    };
    VoicesAtOnce few{2};
    hear(few, 4, 20ms);
    EXPECT_EQ(few.broken(), std::nullopt) << "both places changed hands";
    VoicesAtOnce in_turn{2};
    hear(in_turn, 40, 300ms);
    EXPECT_EQ(in_turn.broken(), std::nullopt);
    VoicesAtOnce quiet{2};
    hear(quiet, 5, 20ms, true);
    EXPECT_EQ(quiet.broken(), std::nullopt);
    VoicesAtOnce crowd{2};
    hear(crowd, 5, 20ms);
    EXPECT_THAT(crowd.broken(), Optional(HasSubstr("5 people at once")));
    note_canary(crowd);
}

// P1 -----------------------------------------------------------------------------------------------------------------

TEST(SubscribedRate, catches_more_than_was_subscribed_to_once_the_relay_knows_of_it) {
    const auto hear = [](SubscribedRate& checker, std::uint64_t first, std::uint64_t count, Duration period) {
        for (auto i = first; i < first + count; ++i) {
            auto message = received(voice, i);
            message.sent_at = ConferenceTime{period * static_cast<std::int64_t>(i)};
            checker.on_event(bob, message, start + period * static_cast<std::int64_t>(i));
        }
    };
    const auto subscribed = [](std::optional<std::uint32_t> rate, tag::ProxyPlace place = tag::ProxyPlace::relay) {
        auto checker = std::make_unique<SubscribedRate>();
        auto flow = declared(voice, 100ms);
        flow.spec.kind = FlowKind::audio;
        checker->on_event(bob, flow, start);
        checker->on_command(bob, node::Subscribe{voice, {}, {rate, place}}, start);
        return checker;
    };
    auto slow = subscribed(5);
    hear(*slow, 1, 100, 200ms);
    EXPECT_EQ(slow->broken(), std::nullopt);
    auto fast = subscribed(5);
    hear(*fast, 1, 24, 180ms);
    EXPECT_EQ(fast->broken(), std::nullopt) << "the subscription is on its way";
    hear(*fast, 25, 60, 180ms);
    EXPECT_THAT(fast->broken(), Optional(HasSubstr("5 a second wanted")));
    note_canary(*fast);
    auto none = subscribed(0);
    hear(*none, 1, 40, 180ms);
    EXPECT_THAT(none->broken(), Optional(HasSubstr("0 a second wanted")));
    auto all = subscribed(std::nullopt);
    hear(*all, 1, 100, 20ms);
    EXPECT_EQ(all->broken(), std::nullopt);
    auto publisher = subscribed(5, tag::ProxyPlace::publisher);
    hear(*publisher, 1, 100, 100ms);
    EXPECT_THAT(publisher->broken(), Optional(HasSubstr("5 a second wanted"))) << "though others may want more";
    auto anew = subscribed(5);
    anew->on_event(bob, node::PhaseChanged{node::Phase::connecting}, start + 1s);
    hear(*anew, 1, 100, 100ms);
    EXPECT_EQ(anew->broken(), std::nullopt) << "a new member has subscribed to nothing";
}

// G3 -----------------------------------------------------------------------------------------------------------------

TEST(GroupNames, CatchesASecondGroupOfOneName) {
    GroupNames checker;
    const auto tell = [&checker](std::uint16_t group, std::string label, bool open) {
        checker.on_event(alice, node::ConversationChanged{ConversationId{group}, std::move(label), {}, open}, start);
    };
    tell(2, "red", true);
    tell(2, "red", true);
    tell(3, "blue", true);
    tell(2, "", false);
    tell(4, "red", true);
    ASSERT_EQ(checker.broken(), std::nullopt);
    tell(5, "blue", true);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("2 open groups")));
    note_canary(checker);
}

// G1, G2 -------------------------------------------------------------------------------------------------------------

class GroupTalkTest : public testing::Test {
  protected:
    static constexpr ConversationId group{2};

    GroupTalkTest() {
        auto flow = declared(chat, {});
        flow.conversation = group;
        for (const auto& [session, member] : {std::pair{alice, alice_member}, std::pair{bob, bob_member}}) {
            checker.on_begin(session, start);
            checker.on_event(session, joined(member, true), start);
            checker.on_event(session, flow, start);
        }
        place(alice_member, group, start);
    }
    void place(MemberIndex member, ConversationId into, VirtualTime at) {
        state.members[member].group = into;
        checker.follow(state, at);
        for (const auto session : {alice, bob})
            checker.on_event(session, node::MembersPlaced{into, {member}}, at);
    }
    void say(std::uint64_t sequence, VirtualTime at) {
        checker.on_publication(alice, publication(chat, sequence), at);
        checker.on_event(alice, node::MessageAccepted{chat, SequenceNumber{sequence}, true}, at);
    }

    log::State state;
    FloorLog log;
    GroupTalk checker{log};
};

TEST_F(GroupTalkTest, accepts_what_is_for_the_group_and_catches_what_was_said_before) {
    say(1, start + 1s);
    place(bob_member, group, start + 5s);
    say(2, start + 6s);
    checker.on_event(bob, received(chat, 2), start + 7s);
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    checker.on_event(bob, received(chat, 1), start + 7s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 1 of group 2 was not for this member")));
    note_canary(checker);
}

TEST_F(GroupTalkTest, catches_what_was_said_after) {
    place(bob_member, group, start + 1s);
    place(bob_member, {}, start + 5s);
    say(1, start + 6s);
    checker.on_event(bob, received(chat, 1), start + 7s);
    EXPECT_EQ(checker.broken(), std::nullopt) << "its sender had not heard of it";
    say(2, start + 8s);
    checker.on_event(bob, received(chat, 2), start + 9s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 2 of group 2 was not for this member")));
}

TEST_F(GroupTalkTest, catches_a_gap_and_what_is_missing) {
    place(bob_member, group, start + 1s);
    for (std::uint64_t sequence = 1; sequence <= 3; ++sequence)
        say(sequence, start + 2s);
    checker.on_event(bob, received(chat, 1), start + 3s);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("message 2 is missing")));
    checker.on_event(bob, received(chat, 3), start + 3s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("message 3 where 2 is due")));
}

TEST_F(GroupTalkTest, misses_nothing_that_was_said_between_two_stays_or_on_its_way_at_the_end_of_one) {
    place(bob_member, group, start + 1s);
    say(1, start + 2s);
    say(2, start + 2s);
    place(bob_member, {}, start + 3s);
    say(3, start + 4s);
    place(bob_member, group, start + 5s);
    say(4, start + 6s);
    // Of the first stay, and late.
    checker.on_event(bob, received(chat, 1), start + 7s);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("message 4 is missing")));
    checker.on_event(bob, received(chat, 4), start + 7s);
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

// A1 -----------------------------------------------------------------------------------------------------------------

TEST(Authentic, CatchesAlteredAndInventedMessages) {
    Authentic checker;
    publish(checker, voice, 1, 2);
    checker.on_event(bob, received(voice, 2), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    auto altered = received(voice, 1);
    altered.body[3] ^= 1U;
    checker.on_event(bob, altered, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another body")));
    note_canary(checker);

    Authentic other;
    publish(other, voice, 1, 2);
    other.on_event(bob, received(voice, 3), start);
    EXPECT_THAT(other.broken(), Optional(HasSubstr("never published")));
}

} // namespace
} // namespace plenum::sim
