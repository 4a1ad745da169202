// SPDX-License-Identifier: Apache-2.0
// Publishers that exceed what a flow declares, and receivers that want less than everything.
#include "tests/unit/node/floor_fixture.h"

namespace plenum::test {
namespace {

class Subscribers : public Floor {
  protected:
    /// By this member on this flow, so many a second for so long; gives how many.
    std::size_t publish(Hall::Place& by, base::FlowId flow, int rate_hz, base::Duration duration) {
        std::size_t sent = 0;
        const auto begin = hall.now;
        for (auto end = begin + duration; hall.now < end; ++sent) {
            hall.command(by, node::Publish{flow, flags, base::Bytes(60, 1)});
            hall.run(begin + base::Duration{1s} * static_cast<std::int64_t>(sent + 1) / rate_hz - hall.now);
        }
        hall.run(100ms);
        return sent;
    }
    static std::size_t received(const Hall::Place& place, base::FlowId flow) {
        return static_cast<std::size_t>(
            std::ranges::count(Hall::all<node::MessageReceived>(place), flow, &node::MessageReceived::flow));
    }
    void subscribe(Hall::Place& place, std::optional<std::uint32_t> rate_hz,
                   tag::ProxyPlace proxy = tag::ProxyPlace::relay) {
        hall.command(place, node::Subscribe{voice, {}, {rate_hz, proxy}});
        hall.run(50ms);
    }
    wire::MessageFlags flags;
};

TEST_F(Subscribers, excess_of_a_flow_goes_to_nobody_and_its_sender_is_told_within_a_second) {
    const auto rate = [&] {
        for (const auto& declared : Hall::all<node::FlowDeclared>(alice))
            if (declared.flow == voice) return static_cast<int>(declared.spec.rate_hz);
        return 0;
    }();
    const auto begin = hall.now;
    const auto transmitted = relay.transmitted;
    const auto sent = publish(bob, voice, 10 * rate, 2s);
    const auto passed = received(alice, voice);
    EXPECT_LE(passed, static_cast<std::size_t>(rate) * 3) << "two seconds, a tenth more, and a burst of 500 ms";
    EXPECT_GE(passed, static_cast<std::size_t>(rate) * 2);
    const auto told = Hall::all<node::FlowExceeded>(bob);
    ASSERT_FALSE(told.empty());
    std::uint64_t dropped = 0;
    for (const auto& each : told)
        dropped += each.dropped;
    EXPECT_EQ(told.front().flow, voice);
    EXPECT_LE(dropped + passed, sent);
    EXPECT_GE(relay.node->relay_statistics().messages_unheard[node::Rejection::excess], dropped);
    EXPECT_TRUE(Hall::all<node::FlowExceeded>(alice).empty());
    EXPECT_LT(relay.transmitted - transmitted, 4 * passed) << "others need not hear of each that was dropped";
    EXPECT_LT(hall.now - begin, 3s);
}

TEST_F(Subscribers, excess_on_a_whiteboard_waits_at_its_sender_alone_and_is_told) {
    constexpr base::FlowId board{4};
    // As often as a second passes: the rate and a tenth more.
    constexpr int rate = 33;
    constexpr int flood = 600;
    constexpr int at_once = 15 * rate;
    // No more than its node takes at a time.
    for (int i = 0; i < 400; ++i)
        hall.command(bob, node::Publish{board, flags, base::Bytes(60, 1)});
    hall.run(500ms);
    for (int i = 400; i < flood; ++i)
        hall.command(bob, node::Publish{board, flags, base::Bytes(60, 1)});
    hall.run(500ms);
    EXPECT_NEAR(static_cast<double>(received(alice, board)), at_once + rate, 5) << "15 s at once, then the rate";
    const auto before = hall.now;
    hall.command(cem, node::Publish{board, flags, base::Bytes(90, 2)});
    const auto heard = [&] {
        return std::ranges::any_of(Hall::all<node::MessageReceived>(alice),
                                   [](const auto& message) { return message.body.size() == 90; });
    };
    while (!heard() && hall.now - before < 1s)
        hall.run(5ms);
    EXPECT_LT(hall.now - before, 200ms) << "others do not wait";
    hall.run(10s);
    EXPECT_EQ(received(alice, board), flood + 1U) << "nothing is lost";
    const auto told = Hall::all<node::FlowExceeded>(bob);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front().flow, board);
    EXPECT_EQ(told.front().dropped, 0U);
    EXPECT_LE(told.size(), 25U);
    EXPECT_NEAR(static_cast<double>(relay.node->relay_statistics().messages_unheard[node::Rejection::excess]),
                flood - at_once - rate / 2, 5)
        << "half a second passed before the rest came";
    EXPECT_TRUE(Hall::all<node::FlowExceeded>(cem).empty());
}

TEST_F(Subscribers, the_declared_rate_passes_whole) {
    const auto sent = publish(bob, voice, 50, 3s);
    EXPECT_EQ(received(alice, voice), sent);
    EXPECT_TRUE(Hall::all<node::FlowExceeded>(bob).empty());
}

TEST_F(Subscribers, each_receiver_gets_the_rate_that_it_asked_for_and_no_message_waits_for_thinned_ones) {
    subscribe(alice, 10);
    subscribe(cem, 5);
    const auto sent = publish(bob, voice, 50, 4s);
    EXPECT_NEAR(static_cast<double>(received(alice, voice)), 40, 2);
    EXPECT_NEAR(static_cast<double>(received(cem, voice)), 20, 2);
    for (const auto* place : {&alice, &cem})
        for (const auto& message : Hall::all<node::MessageReceived>(*place))
            EXPECT_EQ(message.delivery, node::Delivery::in_order) << "it waited for thinned ones in vain";
    subscribe(cem, 0);
    const auto before = received(cem, voice);
    publish(bob, voice, 50, 1s);
    EXPECT_EQ(received(cem, voice), before);
    subscribe(cem, std::nullopt);
    publish(bob, voice, 50, 1s);
    EXPECT_NEAR(static_cast<double>(received(cem, voice) - before), 50, 2);
    EXPECT_GE(sent, 200U);
}

TEST_F(Subscribers, a_publisher_sends_no_more_than_anybody_wants_of_it) {
    subscribe(alice, 10, tag::ProxyPlace::publisher);
    EXPECT_TRUE(Hall::all<node::FlowDemand>(bob).empty()) << "Cem wants everything";
    subscribe(cem, 5, tag::ProxyPlace::publisher);
    ASSERT_FALSE(Hall::all<node::FlowDemand>(bob).empty());
    EXPECT_EQ(Hall::all<node::FlowDemand>(bob).back().rate_hz, 10U);
    const auto before = bob.transmitted;
    publish(bob, voice, 50, 4s);
    EXPECT_LT(bob.transmitted - before, 100U);
    EXPECT_NEAR(static_cast<double>(received(alice, voice)), 40, 2);
    EXPECT_NEAR(static_cast<double>(received(cem, voice)), 20, 2) << "the relay thins the rest for who wants less";
    subscribe(cem, std::nullopt);
    EXPECT_EQ(Hall::all<node::FlowDemand>(bob).back().rate_hz, std::nullopt);
    const auto heard = received(cem, voice);
    publish(bob, voice, 50, 1s);
    EXPECT_NEAR(static_cast<double>(received(cem, voice) - heard), 50, 2);
}

TEST_F(Subscribers, publishers_hear_little_of_a_member_that_changes_its_mind_all_the_time_but_its_last_word) {
    subscribe(cem, 1, tag::ProxyPlace::publisher);
    ASSERT_TRUE(Hall::all<node::FlowDemand>(bob).empty()) << "Alice wants everything";
    for (std::uint32_t i = 0; i < 500; ++i) {
        hall.command(alice, node::Subscribe{voice, {}, {10 + i % 2, tag::ProxyPlace::publisher}});
        hall.run(1ms);
    }
    hall.run(100ms);
    const auto told = Hall::all<node::FlowDemand>(bob);
    EXPECT_GE(told.size(), 100U) << "a gallery that fills is told at once";
    EXPECT_LE(told.size(), 115U);
    EXPECT_EQ(told.back().rate_hz, 11U);
}

TEST_F(Subscribers, a_subscriber_may_thin_what_it_gets_by_itself) {
    subscribe(alice, 10, tag::ProxyPlace::subscriber);
    publish(bob, voice, 50, 4s);
    EXPECT_NEAR(static_cast<double>(received(alice, voice)), 40, 2);
    EXPECT_NEAR(static_cast<double>(received(cem, voice)), 200, 2);
}

TEST_F(Subscribers, subscriptions_outlast_the_loss_of_the_relay) {
    subscribe(alice, 10);
    hall.restart_relay(relay);
    hall.run(15s);
    const auto heard = received(alice, voice);
    publish(bob, voice, 50, 2s);
    EXPECT_NEAR(static_cast<double>(received(alice, voice) - heard), 20, 2);
}

TEST_F(Subscribers, wrong_subscriptions_are_refused) {
    hall.command(alice, node::Subscribe{base::FlowId{999}, {}, {1U}});
    hall.command(alice, node::Subscribe{voice, base::MemberIndex{999}, {1U}});
    hall.command(alice, node::Subscribe{chat, {}, {1U}});
    std::vector<node::CommandError> errors;
    for (const auto& refused : Hall::all<node::CommandRefused>(alice))
        errors.push_back(refused.error);
    using enum node::CommandError;
    EXPECT_EQ(errors, (std::vector{unknown_flow, unknown_person, unknown_flow}));
}

} // namespace
} // namespace plenum::test
