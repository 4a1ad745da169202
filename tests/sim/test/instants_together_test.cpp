// SPDX-License-Identifier: Apache-2.0
/// Canaries of camera clusters; see checkers_test.cpp.

#include "tests/sim/checkers/instants_together.h"

#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId notes{4};

class InstantCanary : public testing::Test {
  protected:
    void SetUp() override {
        auto flow = declared(notes, {});
        flow.name = CaptureHabit::flow_name;
        for (const auto& session : {alice, bob})
            checker.on_event(session, flow, start);
    }
    void say(Session session, const CaptureNote& note, VirtualTime at = start) {
        checker.on_command(session, node::Publish{notes, {}, encode(note), {}}, at);
    }
    static CaptureNote note(bool ensemble, std::uint64_t number, std::vector<CaptureNote::Frame> frames) {
        return {ensemble,
                true,
                {{1, bob_member}, SequenceNumber{number}},
                ConferenceTime{from_us(static_cast<std::int64_t>(number) * 1000)},
                std::move(frames)};
    }

    /// After clocks have settled.
    void say_instants(Duration pause) {
        say(bob, note(false, 1, {{2, 1}}));
        for (std::uint64_t number = 2; number <= 21; ++number)
            say(bob, note(false, number, {{2, number}}), start + InstantsTogether::settling + pause * (number - 2));
    }

    InstantsTogether checker{500us};
};

TEST_F(InstantCanary, accepts_frames_of_one_instant) {
    say(bob, note(false, 7, {{2, 4711}}));
    say(alice, note(true, 7, {{2, 4711}}));
    EXPECT_FALSE(checker.broken());
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(InstantCanary, catches_a_frame_of_another_instant) {
    say(bob, note(false, 6, {{2, 4711}}));
    say(alice, note(true, 7, {{2, 4711}}));
    note_canary(checker);
}

TEST_F(InstantCanary, catches_shutters_that_open_apart_once_clocks_have_settled) {
    say(bob, note(false, 1, {{2, 1}}));
    say(alice, note(false, 1, {{3, 1}}), start + 2ms);
    const auto settled = start + InstantsTogether::settling;
    say(bob, note(false, 2, {{2, 2}}), settled);
    say(alice, note(false, 2, {{3, 2}}), settled + 500us);
    EXPECT_FALSE(checker.broken());
    say(bob, note(false, 3, {{2, 3}}), settled + 1s);
    say(alice, note(false, 3, {{3, 3}}), settled + 1s + 501us);
    note_canary(checker);
}

TEST_F(InstantCanary, misses_instants_that_come_too_seldom) {
    say_instants(400ms);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("20 instants in")));
}

TEST_F(InstantCanary, accepts_instants_at_the_pace_of_the_world) {
    say_instants(200ms);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(InstantCanary, catches_an_ensemble_that_is_handed_over_twice) {
    say(alice, note(true, 7, {}));
    say(alice, note(true, 7, {}));
    note_canary(checker);
}

TEST_F(InstantCanary, misses_ensembles_that_never_come) {
    for (std::uint64_t number = 1; number <= 40; ++number)
        say(bob, note(false, number, {{2, number}}));
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("none were put together")));
}

} // namespace
} // namespace plenum::sim
