// SPDX-License-Identifier: Apache-2.0
/// Canaries of the checker of conversations' order.

#include "tests/sim/checkers/causal_delivery.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;
using Kind = TraceEvent::Kind;

constexpr MemberIndex carol_member{3};
constexpr Session carol{NodeIndex{3}, 1};
constexpr Duration delta = 100ms;

/// Long after clocks and links settled.
constexpr VirtualTime later = start + 100s;

class CausalDeliveryTest : public testing::Test {
  protected:
    void SetUp() override {
        for (const auto session : {alice, bob, carol}) {
            checker.on_begin(session, start);
            node::LinkHealth health{};
            health.clock.error_max = 1ms;
            checker.on_event(session, health, start);
        }
        // So that it is known who they are.
        said(bob, bob_member, 1, {});
        said(carol, carol_member, 1, {});
    }
    [[nodiscard]] TraceEvent message(Kind kind, MemberIndex sender, std::uint64_t ordinal) const {
        TraceEvent event;
        event.kind = kind;
        event.conversation = ConversationId{1};
        event.sender = sender;
        event.sequence = SequenceNumber{ordinal};
        return event;
    }
    /// At `now`, to be waited for until Δ later.
    void said(Session session, MemberIndex sender, std::uint64_t ordinal,
              std::vector<std::pair<MemberIndex, SequenceNumber>> causes) {
        auto event = message(Kind::send, sender, ordinal);
        event.deadline = clocks.conference(now + delta);
        event.dependencies = std::move(causes);
        checker.on_trace(session, event, now);
    }
    void told(Session session, Kind kind, MemberIndex sender, std::uint64_t ordinal) {
        checker.on_trace(session, message(kind, sender, ordinal), now);
    }
    /// Of an entry that its author submitted after saying this.
    void told_entry(Session session, MemberIndex author, std::uint64_t ordinal) {
        auto event = message(Kind::tell, author, 0);
        event.position = base::LogPosition{7};
        event.dependencies = {{author, SequenceNumber{ordinal}}};
        checker.on_trace(session, event, now);
    }
    /// Alice asks, Bob answers.
    void ask_and_answer() {
        said(alice, alice_member, 1, {});
        now += 20ms;
        told(bob, Kind::receive, alice_member, 1);
        told(bob, Kind::deliver, alice_member, 1);
        said(bob, bob_member, 2, {{alice_member, SequenceNumber{1}}});
        now += 20ms;
    }

    ClocksInRun clocks{{NodeClock{0ms, 0}, NodeClock{40ms, 0}, NodeClock{-25ms, 0}, NodeClock{0ms, 0}}};
    CausalDelivery checker{clocks};
    VirtualTime now{later};
};

TEST_F(CausalDeliveryTest, AcceptsAnAnswerBehindItsQuestion) {
    ask_and_answer();
    told(carol, Kind::receive, bob_member, 1);
    told(carol, Kind::deliver, bob_member, 1);
    told(carol, Kind::receive, bob_member, 2);
    now += 10ms;
    told(carol, Kind::receive, alice_member, 1);
    told(carol, Kind::deliver, alice_member, 1);
    told(carol, Kind::deliver, bob_member, 2);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(CausalDeliveryTest, AcceptsAnAnswerAloneOnceItsQuestionIsNotWaitedForAnyMore) {
    ask_and_answer();
    told(carol, Kind::receive, bob_member, 1);
    told(carol, Kind::deliver, bob_member, 1);
    told(carol, Kind::receive, bob_member, 2);
    now += 80ms;
    told(carol, Kind::force, bob_member, 2);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(CausalDeliveryTest, CatchesAnAnswerBeforeItsQuestion) {
    ask_and_answer();
    told(carol, Kind::receive, bob_member, 1);
    told(carol, Kind::deliver, bob_member, 1);
    told(carol, Kind::receive, bob_member, 2);
    told(carol, Kind::deliver, bob_member, 2);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was handed over before message 1 of member 1")));
    note_canary(checker);
}

TEST_F(CausalDeliveryTest, AcceptsAnEntryToldBehindWhatItsAuthorSaidOrAtItsDeadline) {
    said(alice, alice_member, 1, {});
    now += 30ms;
    told(carol, Kind::receive, alice_member, 1);
    told(carol, Kind::deliver, alice_member, 1);
    told_entry(carol, alice_member, 1);
    now += delta;
    told_entry(bob, alice_member, 1);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(CausalDeliveryTest, CatchesAnEntryToldBeforeWhatItsAuthorSaidUnlessTheGroupEndedMeanwhile) {
    said(alice, alice_member, 1, {});
    now += 30ms;
    auto closed = message(Kind::log, alice_member, 0);
    closed.entry = "close_conversation";
    checker.on_trace(bob, closed, now);
    told_entry(bob, alice_member, 1);
    ASSERT_EQ(checker.broken(), std::nullopt);
    told_entry(carol, alice_member, 1);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("entry 7 was told before message 1 of member 1")));
    note_canary(checker);
}

TEST_F(CausalDeliveryTest, CatchesWhatASenderSaidLaterBeforeWhatItSaidEarlier) {
    said(alice, alice_member, 1, {});
    said(alice, alice_member, 2, {});
    now += 20ms;
    told(carol, Kind::receive, alice_member, 2);
    told(carol, Kind::deliver, alice_member, 2);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was handed over before message 1 of member 1")));
}

TEST_F(CausalDeliveryTest, CatchesWhatIsHeldPastItsDeadline) {
    ask_and_answer();
    told(carol, Kind::receive, bob_member, 2);
    now += 200ms;
    told(carol, Kind::force, bob_member, 2);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("after its deadline")));
}

TEST_F(CausalDeliveryTest, CatchesWhatWaitsForNothingAndIsHeld) {
    said(alice, alice_member, 1, {});
    now += 20ms;
    told(carol, Kind::receive, alice_member, 1);
    now += 10ms;
    told(carol, Kind::deliver, alice_member, 1);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("waited for nothing")));
}

TEST_F(CausalDeliveryTest, AcceptsWhatWaitsForItsGrantAndCatchesWhatIsHeldBehindIt) {
    told_entry(carol, carol_member, 1); // 7
    const auto hold = [&](std::uint64_t ordinal, TokenEpoch grant) {
        said(alice, alice_member, ordinal, {});
        now += 20ms;
        auto event = message(Kind::receive, alice_member, ordinal);
        event.epoch = grant;
        checker.on_trace(carol, event, now);
        now += 10ms;
        event.kind = Kind::deliver;
        checker.on_trace(carol, event, now);
    };
    hold(1, TokenEpoch{8});
    EXPECT_EQ(checker.broken(), std::nullopt);
    hold(2, TokenEpoch{7});
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("waited for nothing")));
}

TEST_F(CausalDeliveryTest, CatchesABufferThatIsTooSmall) {
    node::ConversationFigures figures{};
    figures.held_bound = 64;
    checker.on_event(carol, figures, now);
    EXPECT_EQ(checker.broken(), std::nullopt);
    figures.overrun = 1;
    checker.on_event(carol, figures, now);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("there was room for 64")));
}

TEST_F(CausalDeliveryTest, excuses_a_full_buffer_while_the_clock_is_not_compared) {
    checker.on_event(carol, node::PhaseChanged{}, now);
    node::ConversationFigures figures{};
    figures.overrun = 5;
    for (int second = 1; second <= 7; ++second)
        checker.on_event(carol, figures, now + Duration{std::chrono::seconds{second}});
    EXPECT_EQ(checker.broken(), std::nullopt);
    figures.overrun = 6;
    checker.on_event(carol, figures, now + 8s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("1 messages went before their time")));
}

TEST_F(CausalDeliveryTest, NobodyWaitsForWhatWasSaidBeforeTheyCame) {
    said(alice, alice_member, 1, {});
    said(alice, alice_member, 2, {{bob_member, SequenceNumber{1}}});
    const Session dora{NodeIndex{0}, 2};
    now += 1ms;
    checker.on_begin(dora, now);
    now += 10ms;
    said(alice, alice_member, 3, {});
    now += 20ms;
    told(dora, Kind::receive, alice_member, 3);
    told(dora, Kind::deliver, alice_member, 3);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

} // namespace
} // namespace plenum::sim
