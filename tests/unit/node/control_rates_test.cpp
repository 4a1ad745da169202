// SPDX-License-Identifier: Apache-2.0
// Control messages that cost all others work: a relay takes no more of one member than an honest program sends.
#include "core/conversation/context.h"
#include "core/relay/relay_session.h"
#include "tests/unit/node/stranger.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

/// Alice, and Eve, whose program says whatever she likes.
class ControlRates : public testing::Test {
  protected:
    static constexpr base::FlowId voice{1};

    void SetUp() override {
        hall.trace = true;
        relay = &hall.add_relay();
        alice = &hall.add_endpoint();
        link = hall.create(*alice, *relay);
        hall.join(*alice, *relay, link, "Alice");
        hall.run(1s);
        ASSERT_TRUE(Hall::joined(*alice));
        eve.emplace(hall, *relay, link, 40);
        eve->run(1s);
        ASSERT_TRUE(eve->keyed());
    }
    void say(const wire::ControlMessage& message) { EXPECT_TRUE(node::send_control(eve->link(), message)); }
    [[nodiscard]] wire::Gap gap(std::uint64_t ordinal) const {
        wire::Gap made{voice, eve->self(), 1, {}};
        conversation::encode({base::Ordinal{ordinal}, 100ms, {}, true}, made.context);
        return made;
    }
    [[nodiscard]] long gaps_heard() const {
        return std::ranges::count(alice->steps, base::TraceEvent::Kind::gap, &base::TraceEvent::kind);
    }
    /// What Alice knows of the slowest.
    [[nodiscard]] base::Duration delay_heard() const {
        const auto figures = Hall::all<node::ConversationFigures>(*alice);
        return figures.empty() ? base::Duration{} : figures.back().delay;
    }

    Hall hall;
    Hall::Place* relay{nullptr};
    Hall::Place* alice{nullptr};
    node::ConferenceLink link;
    std::optional<HandMember> eve;
};

TEST_F(ControlRates, gaps_go_on_as_often_as_links_drop_messages_and_no_more) {
    std::uint64_t ordinal = 0;
    // Two for each frame of 5 ms.
    for (int frame = 0; frame < 100; ++frame) {
        say(gap(++ordinal));
        say(gap(++ordinal));
        eve->run(5ms);
    }
    eve->run(100ms);
    EXPECT_EQ(gaps_heard(), 200) << "no honest one is lost";
    for (int i = 0; i < 2000; ++i) {
        say(gap(++ordinal));
        if (i % 2 == 1) eve->run(1ms);
    }
    eve->run(100ms);
    EXPECT_GE(gaps_heard(), 900);
    EXPECT_LE(gaps_heard(), 200 + 500 + 550);
}

TEST_F(ControlRates, nobody_announces_gaps_of_another_sender) {
    auto& bob = hall.add_endpoint();
    hall.join(bob, *relay, link, "Bob");
    eve->run(1s);
    ASSERT_TRUE(Hall::joined(bob));
    auto of_bob = gap(1);
    for (const auto& joined : Hall::all<node::MemberJoined>(bob)) {
        if (joined.self) of_bob.sender = joined.member;
    }
    ASSERT_NE(of_bob.sender, eve->self());
    say(of_bob);
    eve->run(100ms);
    EXPECT_EQ(gaps_heard(), 0);
    say(gap(1));
    eve->run(100ms);
    EXPECT_EQ(gaps_heard(), 1) << "her own go on";
}

TEST_F(ControlRates, of_many_reports_of_the_delay_at_once_the_first_hundred_count) {
    hall.say(*alice, "hello");
    eve->run(50ms);
    for (int i = 1; i <= 300; ++i)
        say(wire::DelayReport{log::plenary, std::chrono::microseconds{100 * i}});
    eve->run(2s);
    EXPECT_GE(delay_heard(), 10ms);
    EXPECT_LE(delay_heard(), 15ms);
    say(wire::DelayReport{log::plenary, 60ms});
    eve->run(2s);
    EXPECT_EQ(delay_heard(), 60ms) << "later ones do";
}

TEST_F(ControlRates, of_many_attachments_at_once_the_first_hundred_count) {
    eve->attached = 0;
    for (int i = 0; i < 1000; ++i)
        say(wire::Attach{eve->roster().state().size, {}});
    eve->run(500ms);
    EXPECT_GE(eve->attached, 100U);
    EXPECT_LE(eve->attached, 115U);
}

TEST(RequestRate, tells_when_the_next_is_not_too_soon) {
    node::RequestRate rate{10ms, 3};
    base::LocalTime now{1s};
    for (int i = 0; i < 3; ++i) {
        EXPECT_LE(rate.next(), now);
        EXPECT_TRUE(rate.take(now));
    }
    EXPECT_FALSE(rate.take(now));
    EXPECT_EQ(rate.next(), now + 10ms);
    EXPECT_FALSE(rate.take(now + 9ms));
    EXPECT_TRUE(rate.take(now + 10ms));
    EXPECT_FALSE(rate.take(now + 10ms));
}

} // namespace
} // namespace plenum::test
