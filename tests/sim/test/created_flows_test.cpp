// SPDX-License-Identifier: Apache-2.0
/// Canaries of created flows; see checkers_test.cpp.

#include "tests/sim/checkers/created_flows.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId aside{9};
constexpr Session cem{NodeIndex{3}, 1};
constexpr MemberIndex cem_member{3};

class FlowCanary : public testing::Test {
  protected:
    void SetUp() override {
        join_both(checker);
        checker.on_begin(cem, start);
        checker.on_event(cem, joined(cem_member, true), start);
        for (const auto& session : {alice, bob, cem})
            checker.on_event(session, created(), start);
    }
    static node::FlowDeclared created() { return {aside, "aside", spec(10), {}, alice_member, bob_member}; }
    static FlowSpec spec(std::uint32_t rate) {
        FlowSpec made;
        made.rate_hz = rate;
        return made;
    }

    CreatedFlows checker;
};

TEST_F(FlowCanary, accepts_messages_between_the_two_and_what_was_published_before_the_end) {
    publish(checker, aside, 1, 2);
    checker.on_event(bob, received(aside, 1), start + 1s);
    for (const auto& session : {alice, bob, cem})
        checker.on_event(session, node::FlowRemoved{aside}, start + 2s);
    checker.on_event(bob, received(aside, 2), start + 3s);
    EXPECT_EQ(checker.broken(), std::nullopt);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(FlowCanary, catches_a_third_who_hears_a_two_party_flow) {
    publish(checker, aside, 1, 1);
    checker.on_event(cem, received(aside, 1), start + 1s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("member 3 hears member 1 on flow 9")));
    note_canary(checker);
}

TEST_F(FlowCanary, catches_what_is_published_after_the_end) {
    checker.on_event(cem, node::FlowRemoved{aside}, start);
    publish(checker, aside, 1, 1);
    checker.on_event(bob, received(aside, 1), start + 2s);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("published after flow 9 was closed")));
}

TEST_F(FlowCanary, catches_specs_that_differ) {
    checker.on_event(alice, node::FlowChanged{aside, spec(20)}, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("knows an old spec of flow 9")));
    checker.on_event(bob, node::FlowChanged{aside, spec(30)}, start);
    EXPECT_THAT(checker.broken(), Optional(HasSubstr("changed otherwise")));
}

TEST_F(FlowCanary, catches_an_end_that_was_not_told) {
    checker.on_event(alice, node::FlowRemoved{aside}, start);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("still has flow 9")));
}

} // namespace
} // namespace plenum::sim
