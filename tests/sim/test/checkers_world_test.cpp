// SPDX-License-Identifier: Apache-2.0
/// Canaries: each checker is fed a healthy run, which it must accept, and the same run with a fault planted, which it
/// must catch. Here those of everything but messages, and the demand that all have one.

#include "tests/sim/checkers/all_joined.h"
#include "tests/sim/checkers/checkpoints_come.h"
#include "tests/sim/checkers/clock_bound.h"
#include "tests/sim/checkers/honest_world.h"
#include "tests/sim/checkers/invariants.h"
#include "tests/sim/checkers/lifetime.h"
#include "tests/sim/checkers/log_agreement.h"
#include "tests/sim/checkers/node_contract.h"
#include "tests/sim/checkers/queues_bounded.h"
#include "tests/sim/checkers/saved_comes_back.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

// L1 -----------------------------------------------------------------------------------------------------------------

/// Who had the entry that the relay lost with its disk, and whether it said so, decides whether another may follow.
TEST(LogAgreement, AcceptsAnotherEntryWhereNobodyIsLeftWhoHadTheLostOne) {
    struct Case {
        bool told;
        bool alice_stays;
        std::size_t found;
        bool holds;
    };
    for (const auto& [told, alice_stays, found, holds] : {Case{true, false, 1, true}, Case{false, false, 1, false},
                                                          Case{true, true, 1, false}, Case{true, false, 2, false}}) {
        std::size_t size = 0;
        LogAgreement checker{size};
        for (const auto session : {relay, alice, bob})
            checker.on_begin(session, start);
        for (const auto session : {relay, alice}) {
            checker.on_trace(session, entry(0, 7), start);
            checker.on_trace(session, entry(1, 8), start);
        }
        checker.on_trace(bob, entry(0, 7), start);
        checker.on_end(relay, start);
        if (!alice_stays) checker.on_end(alice, start);
        const Session again{relay.node, relay.number + 1};
        checker.on_begin(again, start);
        checker.on_restored(again, Restored{.found = found, .promised = 2, .told = told, .meeting = true});
        checker.on_trace(again, entry(0, 7), start);
        checker.on_trace(again, entry(1, 9), start);
        checker.on_trace(bob, entry(1, 9), start);
        EXPECT_EQ(!checker.broken(), holds);
        EXPECT_EQ(size, 2U);
    }
}

TEST(CheckpointsCome, accepts_one_once_the_log_is_long_enough) {
    CheckpointsCome checker{3};
    for (std::uint64_t position = 0; position < 3; ++position) {
        EXPECT_EQ(checker.unmet(), std::nullopt);
        checker.on_trace(relay, entry(position, 7), start);
    }
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("3 entries and no checkpoint")));
    auto checkpoint = entry(3, 7);
    checkpoint.entry = "checkpoint";
    checker.on_trace(relay, checkpoint, start);
    checker.on_trace(alice, checkpoint, start);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(CheckpointsCome, catches_one_too_soon) {
    CheckpointsCome checker{3};
    checker.on_trace(relay, entry(0, 7), start);
    auto checkpoint = entry(1, 8);
    checkpoint.entry = "checkpoint";
    checker.on_trace(relay, checkpoint, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("a checkpoint at 1")));
    note_canary(checker);
}

TEST(LogAgreement, AcceptsPrefixes) {
    std::size_t size = 0;
    LogAgreement checker{size};
    for (const auto session : {relay, alice, bob})
        checker.on_begin(session, start);
    checker.on_trace(relay, entry(0, 7), start);
    checker.on_trace(relay, entry(1, 8), start);
    checker.on_trace(alice, entry(0, 7), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_EQ(checker.unmet(), std::nullopt) << "it may still be on its way";
    checker.on_event(alice, node::LinkHealth{}, start + LogAgreement::catching_up_max);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("has 1 of 2")));
    checker.on_trace(alice, entry(1, 8), start);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    EXPECT_EQ(size, 2U);
}

TEST(LogAgreement, CatchesAFork) {
    std::size_t size = 0;
    LogAgreement checker{size};
    checker.on_trace(relay, entry(0, 7), start);
    checker.on_trace(alice, entry(0, 9), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another entry at position 0")));
    note_canary(checker);
}

TEST(LogAgreement, CatchesAReplacedEntryAfterACrash) {
    std::size_t size = 0;
    LogAgreement checker{size};
    checker.on_trace(relay, entry(0, 7), start);
    checker.on_trace(relay, entry(1, 8), start);
    checker.on_end(relay, start);
    const Session again{relay.node, 2};
    checker.on_begin(again, start);
    checker.on_trace(again, entry(1, 9), start);
    EXPECT_NE(checker.broken(), std::nullopt);
}

TEST(LogAgreement, CatchesSkippingAndRepeating) {
    for (const std::uint64_t second : {0U, 2U}) {
        std::size_t size = 0;
        LogAgreement checker{size};
        for (std::uint8_t position = 0; position < 3; ++position) {
            checker.on_trace(relay, entry(position, position), start);
        }
        checker.on_trace(alice, entry(0, 0), start);
        checker.on_trace(alice, entry(second, static_cast<std::uint8_t>(second)), start);
        EXPECT_NE(checker.broken(), std::nullopt) << second;
    }
}

TEST(LogAgreement, AcceptsTheLogAnewFromARelayThatYieldedThisConference) {
    for (const std::uint8_t yielded : {std::uint8_t{1}, std::uint8_t{2}}) {
        std::size_t size = 0;
        LogAgreement checker{size};
        auto genesis = entry(0, 7);
        genesis.conference = ConferenceHandle{{1}};
        checker.on_trace(relay, genesis, start);
        node::RelayIncident deposed{node::RelayIncident::Kind::conference_deposed};
        deposed.conference = ConferenceHandle{{yielded}};
        checker.on_event(relay, deposed, start);
        checker.on_trace(relay, genesis, start);
        EXPECT_EQ(checker.broken().has_value(), yielded == 2);
    }
}

TEST(LogAgreement, CatchesAnotherEntryOfARelayThatYielded) {
    std::size_t size = 0;
    LogAgreement checker{size};
    auto genesis = entry(0, 7);
    genesis.conference = ConferenceHandle{{1}};
    checker.on_trace(relay, genesis, start);
    node::RelayIncident deposed{node::RelayIncident::Kind::conference_deposed};
    deposed.conference = genesis.conference;
    checker.on_event(relay, deposed, start);
    genesis.hash->bytes[0] = 9;
    checker.on_trace(relay, genesis, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another entry at position 0")));
}

// D4 and C1 ----------------------------------------------------------------------------------------------------------

/// The relay's clock is exact, Alice's is 40 ms ahead, Bob's 25 ms behind.
ClocksInRun clocks() { return ClocksInRun{{NodeClock{0ms, 0}, NodeClock{40ms, 0}, NodeClock{-25ms, 0}}}; }

node::LinkHealth health(Duration offset, Duration error_max) {
    node::LinkHealth result{};
    result.clock = {offset, error_max};
    return result;
}

/// Voice message 1 of Alice, published at `start`.
void speak(Lifetime& checker) {
    join_both(checker);
    checker.on_publication(alice, publication(voice, 1), start);
}

TEST(Lifetime, CatchesDeliveryPastTheLossDelay) {
    const auto times = clocks();
    Lifetime checker{times, 20ms};
    speak(checker);
    checker.on_event(bob, received(voice, 1), start + 140ms);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, received(voice, 1), start + 142ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("delivered after 142000 us")));
    note_canary(checker);
}

TEST(Lifetime, ReliableFlowsMayBeLate) {
    const auto times = clocks();
    Lifetime checker{times, 20ms};
    join_both(checker);
    checker.on_publication(alice, publication(chat, 1), start);
    checker.on_event(bob, received(chat, 1), start + 1h);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(Lifetime, ClocksThatStoodStillAreExcusedUntilTheyAreCompared) {
    for (const auto later : {0s, 61s}) {
        auto times = clocks();
        times.jumped(bob.node, start);
        Lifetime checker{times, 20ms};
        join_both(checker);
        checker.on_publication(alice, publication(voice, 1), start + later);
        checker.on_event(bob, received(voice, 1), start + later + 5s);
        EXPECT_EQ(checker.broken().has_value(), later == 61s);
    }
}

TEST(Lifetime, WhereMachinesPauseALinkIsJudgedOnceItKnowsTheTime) {
    const auto times = clocks();
    Lifetime checker{times, 20ms, true};
    speak(checker);
    checker.on_event(bob, received(voice, 1), start + 5s);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, health(25ms, 5ms), start + 5s);
    checker.on_event(bob, node::PhaseChanged{node::Phase::reconnecting}, start + 6s);
    checker.on_event(bob, received(voice, 1), start + 6s);
    EXPECT_EQ(checker.broken(), std::nullopt) << "another link";
    checker.on_event(bob, health(25ms, 5ms), start + 7s);
    checker.on_event(bob, received(voice, 1), start + 7s);
    EXPECT_NE(checker.broken(), std::nullopt);
}

TEST(ClockBound, ClocksThatJumpedAreExcusedForAWhile) {
    auto times = clocks();
    times.jumped(relay.node, start);
    ClockBound checker{times};
    checker.on_event(alice, health(0ms, 2ms), start + 59s);
    EXPECT_EQ(checker.broken(), std::nullopt) << "the conference's clock is everyone's";
    times.stands(bob.node);
    checker.on_event(bob, health(0ms, 2ms), start + 1h);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(alice, health(0ms, 2ms), start + 60s);
    EXPECT_NE(checker.broken(), std::nullopt);
}

TEST(ClockBound, WhoStoodStillWhileThereWasSomethingToFindOutHasItsTimeAnew) {
    auto times = clocks();
    times.jumped(relay.node, start);
    ClockBound checker{times};
    for (const auto node : {alice.node, bob.node})
        times.paused(node, start + (node == alice.node ? 59s : 61s));
    for (const auto node : {alice.node, bob.node})
        times.went_on(node, start + 80s);
    checker.on_event(alice, health(0ms, 2ms), start + 139s);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, health(0ms, 2ms), start + 80s);
    EXPECT_NE(checker.broken(), std::nullopt) << "there was nothing any more";
}

TEST(ClockBound, CatchesAnOffsetOutsideItsBound) {
    const auto times = clocks();
    ClockBound checker{times};
    checker.on_event(alice, health(-38ms, 2ms), start);
    checker.on_event(bob, health(30ms, 5ms), start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(alice, health(-37ms, 2ms), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("wrong by 3000 us")));
    note_canary(checker);
}

// Q1, H1, N1 ---------------------------------------------------------------------------------------------------------

TEST(QueuesBounded, CatchesGrowth) {
    QueuesBounded checker;
    checker.on_load(relay, {.sessions = 4, .queued_packets = 4096, .history_bytes = 1000});
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_load(relay, {.sessions = 4, .queued_packets = 4097, .history_bytes = 1000});
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("queued packets is 4097")));
    note_canary(checker);
}

TEST(HonestWorld, BadWeatherIsFineAccusationsAreNot) {
    HonestWorld checker;
    checker.on_event(alice, node::Ended{node::EndReason::no_answer}, start);
    checker.on_event(
        alice, node::CommandRefused{node::CommandKind::of<node::Publish>(), node::CommandError::queue_full}, start);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(alice, node::ProtocolViolation{bob_member, "nonsense"}, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("member 2 accused: nonsense")));
    note_canary(checker);

    HonestWorld other;
    other.on_event(alice, node::Ended{node::EndReason::not_trustworthy}, start);
    EXPECT_NE(other.broken(), std::nullopt);

    HonestWorld third;
    third.on_event(
        alice, node::CommandRefused{node::CommandKind::of<node::Publish>(), node::CommandError::unknown_flow}, start);
    EXPECT_NE(third.broken(), std::nullopt);
}

TEST(HonestWorld, catches_an_accusation_of_excess_where_nobody_exceeds) {
    const node::FlowExceeded told{voice, 3};
    HonestWorld exceeding{false, true};
    exceeding.on_event(alice, told, start);
    EXPECT_EQ(exceeding.broken(), std::nullopt);
    HonestWorld honest;
    honest.on_event(alice, told, start);
    EXPECT_THAT(honest.broken(), Optional(HasSubstr("said to exceed")));
}

TEST(HonestWorld, AGroupMayCloseBeforeItsTokenIsDeclared) {
    HonestWorld drawn{true};
    node::CommandRefused refused{node::CommandKind::of<node::ActOnToken>(), node::CommandError::bad_token_flow};
    drawn.on_event(alice, refused, start);
    EXPECT_EQ(drawn.broken(), std::nullopt);
    HonestWorld habit;
    habit.on_event(alice, refused, start);
    EXPECT_NE(habit.broken(), std::nullopt) << "who says nothing of groups";
    refused.command = node::CommandKind::of<node::WantToken>();
    drawn.on_event(alice, refused, start);
    EXPECT_NE(drawn.broken(), std::nullopt) << "a wish names no group";
}

TEST(NodeContract, KeepsTheFirstBreak) {
    NodeContract checker;
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_contract_broken(bob, "first");
    checker.on_contract_broken(bob, "second");
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("node 2, session 1: first")));
    note_canary(checker);
}

// J1 -----------------------------------------------------------------------------------------------------------------

TEST(AllJoined, AcceptsTwoWhoSeeEachOther) {
    AllJoined checker{1};
    join_both(checker);
    EXPECT_EQ(checker.unmet(), std::nullopt);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(AllJoined, CatchesOneWhoIsStuck) {
    AllJoined checker{1};
    join_both(checker);
    checker.on_event(bob, node::PhaseChanged{node::Phase::reconnecting}, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("node 2, session 1: is not joined")));
}

TEST(AllJoined, CatchesAGhostAndAnotherEpoch) {
    AllJoined checker{1};
    join_both(checker);
    checker.on_end(bob, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("sees members 1 2, there are 1")));
    checker.on_event(alice, node::MemberPresence{bob_member, false}, start);
    EXPECT_EQ(checker.unmet(), std::nullopt);

    AllJoined other{1};
    join_both(other);
    other.on_event(bob, node::EpochChanged{KeyEpoch{2}}, start);
    EXPECT_THAT(other.unmet(), Optional(HasSubstr("another key epoch")));
}

TEST(AllJoined, CatchesImpossibleNews) {
    AllJoined checker{1};
    join_both(checker);
    checker.on_event(alice, joined(bob_member, false), start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("member 2 joined after 2")));
    note_canary(checker);

    AllJoined other{1};
    join_both(other);
    other.on_event(alice, node::MemberLeft{MemberIndex{9}, LeaveReason::left}, start);
    EXPECT_NE(other.broken(), std::nullopt);
}

// S1 -----------------------------------------------------------------------------------------------------------------

Restored restored(std::size_t found) { return {.found = found, .saved = 4, .promised = 6}; }

TEST(SavedComesBack, AcceptsAllThatWasPromisedAndMore) {
    SavedComesBack checker;
    checker.on_restored(relay, restored(6));
    checker.on_restored(relay, restored(7));
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST(SavedComesBack, CatchesLosingWhatWasSavedThoughItIsTold) {
    SavedComesBack checker;
    auto what = restored(3);
    what.told = true;
    checker.on_restored(relay, what);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("3 entries of 4 saved")));
    note_canary(checker);
}

TEST(SavedComesBack, CatchesLosingAWordThatWasSaved) {
    SavedComesBack checker;
    auto what = restored(6);
    what.words_saved = 3;
    what.words_lost = 1;
    what.told = true;
    checker.on_restored(relay, what);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("1 of 3 durable words")));
}

TEST(SavedComesBack, CatchesLosingWhatWasPromisedUntold) {
    SavedComesBack told;
    auto what = restored(5);
    what.told = true;
    told.on_restored(relay, what);
    EXPECT_EQ(told.broken(), std::nullopt);
    SavedComesBack checker;
    checker.on_restored(relay, restored(5));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("nobody was told")));
}

TEST(SavedComesBack, CatchesWhatWasNeverPutAlsoFromARottenDisk) {
    SavedComesBack checker;
    auto what = restored(1);
    what.rotten = true;
    checker.on_restored(relay, what);
    EXPECT_EQ(checker.broken(), std::nullopt);
    what.altered = true;
    checker.on_restored(relay, what);
    EXPECT_NE(checker.broken(), std::nullopt);
}

// All ----------------------------------------------------------------------------------------------------------------

TEST(Invariants, HaveNamesOfTheirOwn) {
    const auto times = clocks();
    const Invariants invariants{{}, times};
    std::set<std::string_view> ids;
    for (const auto& checker : invariants.all())
        EXPECT_TRUE(ids.insert(checker->name().substr(0, checker->name().find(' '))).second) << checker->name();
    EXPECT_GE(ids.size(), 12U);
}

TEST(Invariants, AreNotAskedOnceADiskLostTheLogThatTheyStandOn) {
    const auto times = clocks();
    Invariants invariants{{}, times};
    const auto all = invariants.all().size();
    invariants.on_log_lost();
    EXPECT_LT(invariants.all().size(), all);
    invariants.on_trace(relay, entry(0, 7), start);
    invariants.on_trace(alice, entry(0, 9), start);
    EXPECT_EQ(invariants.broken(), std::nullopt);
    invariants.on_contract_broken(alice, "something else");
    EXPECT_THAT(invariants.broken(), Optional(HasSubstr("N1")));
}

/// When all tests of this program have run: a checker whose canary is missing is no checker.
class CanariesForAll : public testing::Environment {
  public:
    void TearDown() override {
        const auto& run = *testing::UnitTest::GetInstance();
        if (run.test_to_run_count() != run.total_test_count()) return;
        const auto times = clocks();
        const Invariants invariants{{}, times};
        for (const auto& checker : invariants.all())
            EXPECT_TRUE(caught().contains(checker->name())) << "no canary for " << checker->name();
    }
};
const auto* const canaries_for_all = testing::AddGlobalTestEnvironment(new CanariesForAll);

} // namespace
} // namespace plenum::sim
