// SPDX-License-Identifier: Apache-2.0
/// Canaries of pulls; see checkers_test.cpp.

#include "tests/sim/checkers/pulled_samples.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

class PullCanary : public testing::Test {
  protected:
    void SetUp() override {
        join_both(checker);
        publish(checker, voice, 1, 5);
        checker.on_event(bob, received(voice, 4), start);
    }
    void ask(const tag::Pull& what) {
        checker.on_command(bob, node::Pull{voice, alice_member, what, tag::ProxyPlace::relay, PullId{1}}, start);
    }
    /// A second after it was sent.
    [[nodiscard]] node::SamplePulled sample(std::uint64_t sequence, Duration age_max = 1s) const {
        return {PullId{1}, voice,   alice_member, SequenceNumber{sequence}, times.conference(start), {}, body(sequence),
                true,      age_max, true};
    }
    void give(const node::SamplePulled& pulled) { checker.on_event(bob, pulled, start + 1s); }

    ClocksInRun times{{NodeClock{0ms, 0}, NodeClock{40ms, 0}, NodeClock{-25ms, 0}}};
    PulledSamples checker{times};
};

TEST_F(PullCanary, accepts_what_was_published_and_failures) {
    ask(tag::PullLatest{});
    give(sample(4));
    ask(tag::PullNumber{SequenceNumber{9}});
    checker.on_event(bob, node::PullFailed{PullId{1}, voice, alice_member, tag::PullError::future}, start + 1s);
    checker.on_event(bob, node::LinkHealth{}, start + 1h);
    EXPECT_EQ(checker.broken(), std::nullopt);
}

TEST_F(PullCanary, catches_a_newest_sample_that_is_older_than_its_bound) {
    ask(tag::PullLatest{});
    give(sample(5, 999ms));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("is 1000000 us old, bound 999000 us")));
    note_canary(checker);
}

TEST_F(PullCanary, catches_a_newest_sample_that_is_older_than_a_received_one) {
    ask(tag::PullLatest{});
    give(sample(3));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("4 was received before")));
}

TEST_F(PullCanary, catches_another_body) {
    ask(tag::PullLatest{});
    auto altered = sample(5);
    altered.body[0] ^= 1U;
    give(altered);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("another body")));
}

TEST_F(PullCanary, catches_another_number_than_was_asked_for) {
    ask(tag::PullNumber{SequenceNumber{2}});
    give(sample(3));
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was not asked for")));
}

TEST_F(PullCanary, catches_a_pull_without_an_answer) {
    ask(tag::PullLatest{});
    checker.on_event(bob, node::LinkHealth{}, start + PulledSamples::answered_within);
    EXPECT_EQ(checker.broken(), std::nullopt);
    checker.on_event(bob, node::LinkHealth{}, start + PulledSamples::answered_within + 1ms);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("was not answered")));
}

} // namespace
} // namespace plenum::sim
