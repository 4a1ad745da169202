// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/conversation/receiver.h"

namespace plenum::conversation {
namespace {

TEST(DeliveryOrder, hands_over_at_once_what_waits_for_nothing) {
    Receiver receiver;
    receiver.hears(ann, 1);
    EXPECT_EQ(receiver.order.next_wakeup(), base::ConferenceTime::min());
    EXPECT_EQ(receiver.hands_over(), "a1");
    receiver.hears(bob, 1, {on(ann, 1)});
    EXPECT_EQ(receiver.hands_over(), "b1");
    EXPECT_EQ(receiver.order.held_most(), 0U);
    EXPECT_EQ(receiver.order.next_wakeup(), std::nullopt);
}

TEST(DeliveryOrder, keeps_a_senders_own_order) {
    Receiver receiver;
    receiver.hears(ann, 3);
    receiver.hears(ann, 2);
    EXPECT_EQ(receiver.hands_over(), "");
    EXPECT_EQ(receiver.order.buffer().size(), 2U);
    receiver.hears(ann, 1);
    EXPECT_EQ(receiver.hands_over(), "a1, a2, a3");
    EXPECT_EQ(receiver.order.buffer().size(), 0U);
    EXPECT_EQ(receiver.order.buffer().bytes(), 0U);
}

/// The figures of the paper: 18 of A after 17 of A, 2 of C and 12 of D; then 4 of C after 18 of A and 12 of D.
TEST(DeliveryOrder, waits_for_all_of_its_causes) {
    Receiver receiver;
    receiver.told_gap(span(ann, 1, 15));
    receiver.told_gap(span(bob, 1, 2));
    receiver.told_gap(span(cem, 1, 10));
    receiver.hears(ann, 18, {on(bob, 2), on(cem, 12)});
    receiver.hears(bob, 4, {on(ann, 18), on(cem, 12)});
    receiver.hears(cem, 11);
    receiver.hears(ann, 17);
    receiver.hears(ann, 16);
    EXPECT_EQ(receiver.hands_over(), "c11, a16, a17");
    receiver.hears(bob, 3);
    EXPECT_EQ(receiver.hands_over(), "b3");
    receiver.hears(cem, 12);
    EXPECT_EQ(receiver.hands_over(), "c12, a18, b4");
}

TEST(DeliveryOrder, waits_no_longer_than_the_deadline_and_tells_what_was_missing) {
    Receiver receiver;
    receiver.hears(ann, 1);
    receiver.hears(ann, 4, {on(bob, 2), on(cem, 1)});
    receiver.hears(cem, 1);
    EXPECT_EQ(receiver.hands_over(), "a1, c1");
    EXPECT_EQ(receiver.order.next_wakeup(), at(200ms));
    EXPECT_EQ(receiver.hands_over(200ms - 1ns), "");
    EXPECT_EQ(receiver.hands_over(200ms), "a4!");
    EXPECT_EQ(receiver.missing, (std::vector{span(ann, 2, 3), span(bob, 1, 2)}));
    EXPECT_EQ(receiver.order.counters().forced, 1U);
    EXPECT_EQ(receiver.order.counters().in_order, 2U);
}

TEST(DeliveryOrder, waits_no_more_for_what_its_own_sender_went_on_without) {
    Receiver receiver;
    receiver.hears(ann, 2);
    receiver.hears(bob, 1, {on(ann, 1)}, 300ms);
    EXPECT_EQ(receiver.hands_over(199ms), "");
    EXPECT_EQ(receiver.hands_over(200ms), "a2!, b1") << "1 of Ann's is given up for all who wait for it";
    receiver.hears(cem, 1, {on(ann, 1)}, 400ms);
    EXPECT_EQ(receiver.hands_over(210ms), "c1");
    EXPECT_EQ(receiver.missing, std::vector<Span>{});
}

TEST(DeliveryOrder, waits_to_its_own_deadline_for_what_another_waited_for_in_vain) {
    Receiver receiver;
    receiver.hears(bob, 1, {on(ann, 1)});
    receiver.hears(cem, 1, {on(ann, 1)}, 400ms);
    EXPECT_EQ(receiver.hands_over(200ms), "b1!");
    EXPECT_EQ(receiver.hands_over(399ms), "");
    receiver.hears(ann, 1, {}, 400ms);
    EXPECT_EQ(receiver.hands_over(399ms), "a1, c1");
}

TEST(DeliveryOrder, hands_over_what_comes_after_all) {
    Receiver receiver;
    receiver.hears(ann, 2);
    EXPECT_EQ(receiver.hands_over(200ms), "a2!");
    receiver.hears(ann, 1, {}, 180ms);
    EXPECT_EQ(receiver.hands_over(200ms), "a1<");
    EXPECT_EQ(receiver.order.counters().behind, 1U);
}

TEST(DeliveryOrder, forces_causes_before_effects_when_all_are_due) {
    Receiver receiver;
    receiver.hears(cem, 1, {on(bob, 1)});
    receiver.hears(bob, 1, {on(ann, 2)});
    receiver.hears(ann, 2);
    EXPECT_EQ(receiver.hands_over(200ms), "a2!, b1, c1");
    EXPECT_EQ(receiver.missing, std::vector{span(ann, 1, 1)});
}

TEST(DeliveryOrder, holds_an_effect_until_its_cause_is_due) {
    Receiver receiver;
    receiver.hears(bob, 2, {on(ann, 2)}, 100ms);
    receiver.hears(ann, 2, {on(cem, 9)}, 900ms);
    EXPECT_EQ(receiver.hands_over(100ms), "");
    EXPECT_EQ(receiver.order.next_wakeup(), at(900ms));
    EXPECT_EQ(receiver.hands_over(900ms), "a2!, b2!");
    EXPECT_EQ(receiver.order.buffer().size(), 0U);
}

TEST(DeliveryOrder, forces_a_cause_that_waits_longer_for_doubt_alone_with_its_effect) {
    Receiver receiver;
    DeliveryOrder::Arrival cause;
    cause.span = span(ann, 2, 2);
    cause.deadline = at(250ms);
    cause.named = at(200ms);
    ASSERT_TRUE(receiver.order.add(cause, at(0ms)).has_value());
    const auto dependencies = std::vector{on(ann, 2)};
    DeliveryOrder::Arrival effect;
    effect.span = span(bob, 1, 1);
    effect.deadline = at(210ms);
    effect.named = at(205ms);
    effect.dependencies = dependencies;
    ASSERT_TRUE(receiver.order.add(effect, at(0ms)).has_value());
    EXPECT_EQ(receiver.hands_over(210ms), "a2!, b1");
}

TEST(DeliveryOrder, survives_messages_that_name_each_other) {
    Receiver receiver;
    receiver.hears(ann, 1, {on(bob, 1), on(ann, 5)});
    receiver.hears(bob, 1, {on(cem, 1)});
    receiver.hears(cem, 1, {on(ann, 1)});
    EXPECT_EQ(receiver.hands_over(), "");
    EXPECT_EQ(receiver.hands_over(200ms), "c1!, b1, a1");
}

TEST(DeliveryOrder, orders_bundles_as_one) {
    Receiver receiver;
    receiver.hears(bob, 1, {on(ann, 4)});
    receiver.hears(span(ann, 4, 6));
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.hears(span(ann, 1, 3));
    EXPECT_EQ(receiver.hands_over(), "a1, a4, b1");
    receiver.hears(ann, 7);
    EXPECT_EQ(receiver.hands_over(), "a7");
}

TEST(DeliveryOrder, waits_for_nothing_of_its_own) {
    Receiver receiver;
    receiver.hears(ann, 1, {on(self, 70)});
    receiver.hears(bob, 1, {on(bob, 5)});
    EXPECT_EQ(receiver.hands_over(), "a1, b1") << "nor does a message wait for its sender's later ones";
}

TEST(DeliveryOrder, keeps_what_cannot_name_all_of_its_causes_until_its_deadline) {
    Receiver receiver;
    DeliveryOrder::Arrival arrival;
    arrival.span = span(ann, 1, 1);
    arrival.deadline = at(200ms);
    arrival.complete = false;
    ASSERT_TRUE(receiver.order.add(arrival, at(0ms)).has_value());
    receiver.hears(ann, 2, {}, 300ms);
    EXPECT_EQ(receiver.hands_over(199ms), "");
    EXPECT_EQ(receiver.hands_over(200ms), "a1!, a2");
    EXPECT_TRUE(receiver.missing.empty());
}

TEST(Gap, ends_waiting_for_what_never_comes) {
    Receiver receiver;
    receiver.hears(ann, 4);
    receiver.hears(bob, 1, {on(ann, 3)});
    receiver.told_gap(span(ann, 1, 3));
    EXPECT_EQ(receiver.hands_over(), "b1, a4");
}

TEST(Gap, stands_for_the_causes_of_what_it_leaves_out) {
    Receiver receiver;
    receiver.told_gap(span(ann, 1, 1), {on(bob, 1)});
    receiver.hears(cem, 1, {on(ann, 1)});
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.hears(bob, 1);
    EXPECT_EQ(receiver.hands_over(), "b1, c1");
}

TEST(Gap, waits_for_those_before_it) {
    Receiver receiver;
    receiver.told_gap(span(ann, 2, 3));
    receiver.hears(ann, 4);
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.hears(ann, 1);
    EXPECT_EQ(receiver.hands_over(), "a1, a4");
    receiver.told_gap(span(ann, 6, 6));
    receiver.hears(ann, 7, {}, 300ms);
    EXPECT_EQ(receiver.hands_over(300ms), "a7!") << "5 is lost";
    receiver.hears(ann, 8, {}, 500ms, 300ms);
    EXPECT_EQ(receiver.hands_over(300ms), "a8");
}

TEST(Gap, is_over_after_the_longest_hold) {
    Receiver receiver;
    receiver.told_gap(span(ann, 2, 3));
    EXPECT_EQ(receiver.order.next_wakeup(), at(2s));
    EXPECT_EQ(receiver.hands_over(2s), "");
    receiver.hears(ann, 4, {}, 3s, 2s);
    EXPECT_EQ(receiver.hands_over(2s), "a4");
    EXPECT_EQ(receiver.order.next_wakeup(), std::nullopt);
}

TEST(Gap, forces_nobody_when_it_is_over) {
    Receiver receiver;
    receiver.told_gap(span(ann, 2, 3), {on(bob, 2)});
    receiver.hears(bob, 2, {}, 2100ms, 1950ms);
    receiver.hears(cem, 1, {on(ann, 3)}, 2100ms, 1950ms);
    EXPECT_EQ(receiver.hands_over(2s), "c1") << "waits for 2 and 3 no more";
    receiver.hears(bob, 1, {}, 2050ms, 2s);
    EXPECT_EQ(receiver.hands_over(2s), "b1, b2");
    receiver.hears(ann, 1, {}, 2100ms, 2s);
    receiver.hears(ann, 4, {}, 2100ms, 2s);
    EXPECT_EQ(receiver.hands_over(2s), "a1, a4");
}

TEST(Gap, is_over_when_its_sender_goes_on_or_leaves) {
    Receiver receiver;
    receiver.told_gap(span(ann, 2, 3), {on(bob, 2)});
    receiver.hears(ann, 4);
    receiver.hears(ann, 5, {}, 300ms);
    EXPECT_EQ(receiver.hands_over(200ms), "a4!, a5");
    EXPECT_EQ(receiver.order.next_wakeup(), std::nullopt);
    receiver.told_gap(span(ann, 6, 6), {on(bob, 2)});
    receiver.order.forget(ann);
    EXPECT_EQ(receiver.order.senders(), 3U);
    EXPECT_EQ(receiver.order.next_wakeup(), std::nullopt);
}

TEST(Gap, loses_nothing_that_comes_all_the_same) {
    Receiver receiver;
    receiver.hears(ann, 3);
    receiver.told_gap(span(ann, 1, 4));
    receiver.hears(ann, 5);
    EXPECT_EQ(receiver.hands_over(), "") << "3 is here, so it waits for 1 and 2, as 5 does for it";
    EXPECT_EQ(receiver.hands_over(200ms), "a3!, a5");
    receiver.hears(ann, 4, {}, 200ms, 200ms);
    EXPECT_EQ(receiver.hands_over(200ms), "a4<");
    receiver.told_gap(span(ann, 1, 5));
    EXPECT_EQ(receiver.order.next_wakeup(), std::nullopt) << "nothing new";
}

TEST(Gap, is_not_believed_without_end) {
    Receiver receiver;
    for (std::uint64_t i = 0; i < 2 * DeliveryOrder::gaps_max; ++i)
        receiver.told_gap(span(ann, 2 + 2 * i, 2 + 2 * i));
    receiver.told_gap(span(ann, 0, 7));
    receiver.told_gap(span(ann, 7, 6));
    receiver.told_gap(span(self, 1, 6));
    receiver.hears(ann, 1);
    EXPECT_EQ(receiver.hands_over(), "a1");
    for (std::uint64_t i = 0; i < DeliveryOrder::gaps_max; ++i) {
        receiver.hears(ann, 3 + 2 * i);
        EXPECT_EQ(receiver.hands_over(), "a" + std::to_string(3 + 2 * i));
    }
    receiver.hears(ann, 3 + 2 * DeliveryOrder::gaps_max);
    EXPECT_EQ(receiver.hands_over(), "") << "this gap was one too many";
}

TEST(Bounds, are_kept_by_forcing_what_is_due_first) {
    Receiver receiver{{4, 100, 2s}};
    for (std::uint64_t i = 0; i < 4; ++i)
        receiver.hears(ann, 2 + i, {}, 300ms - 10ms * static_cast<int>(i));
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.hears(bob, 2, {}, 100ms);
    EXPECT_EQ(receiver.hands_over(), "b2!") << "due before all others";
    EXPECT_EQ(receiver.order.held_most(), 5U);
    receiver.hears(cem, 2, {}, 900ms);
    EXPECT_EQ(receiver.hands_over(), "a2!, a3, a4, a5") << "5 is due first, and the others go before it";
    EXPECT_EQ(receiver.order.counters().overrun, 5U);
    EXPECT_EQ(receiver.order.buffer().size(), 1U);
    receiver.hears(span(cem, 4, 4), {}, 950ms, 0ms, 100);
    EXPECT_EQ(receiver.hands_over(), "c2!");
    EXPECT_EQ(receiver.order.buffer().bytes(), 100U);
    receiver.hears(span(bob, 4, 4), {}, 800ms, 0ms, 101);
    EXPECT_EQ(receiver.hands_over(), "b4!") << "larger than all that may wait";
    EXPECT_EQ(receiver.order.buffer().bytes(), 100U);
}

TEST(Bounds, end_no_gap_before_its_time) {
    Receiver receiver{{1, 100, 2s}};
    receiver.told_gap(span(ann, 3, 3));
    receiver.hears(bob, 2, {}, 2100ms, 1s);
    receiver.hears(cem, 2, {}, 2200ms, 1s);
    EXPECT_EQ(receiver.hands_over(1s), "b2!") << "the gap is due before it";
    receiver.hears(ann, 1, {}, 3s, 1s);
    receiver.hears(ann, 2, {}, 3s, 1s);
    receiver.hears(ann, 4, {}, 3s, 1s);
    EXPECT_EQ(receiver.hands_over(1s), "a1, a2, a4");
}

TEST(Bounds, no_deadline_is_later_than_the_longest_hold) {
    Receiver receiver{{512, 1000, 500ms}};
    receiver.hears(ann, 2, {}, 10s, 1s);
    EXPECT_EQ(receiver.order.next_wakeup(), at(1500ms));
}

TEST(Leaving, ends_waiting_for_who_left) {
    Receiver receiver;
    receiver.hears(ann, 3, {on(bob, 1)});
    receiver.hears(cem, 1, {on(ann, 2)});
    receiver.hears(ann, 2);
    receiver.order.forget(ann);
    EXPECT_EQ(receiver.hands_over(), "a2, c1") << "what they said goes on in order, and what is here is waited for";
    EXPECT_EQ(receiver.order.senders(), 4U);
    receiver.hears(bob, 1);
    EXPECT_EQ(receiver.hands_over(), "b1, a3");
    EXPECT_EQ(receiver.hands_over(), "");
    EXPECT_EQ(receiver.order.senders(), 3U);
    receiver.hears(cem, 2, {on(ann, 9)});
    EXPECT_EQ(receiver.hands_over(), "c2") << "whoever left is waited for no more";
    receiver.order.forget(base::MemberIndex{77});
}

TEST(Leaving, ends_waiting_for_the_largest_number_too) {
    Receiver receiver;
    receiver.hears(bob, 1, {on(ann, ~0ULL)});
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.order.forget(ann);
    EXPECT_EQ(receiver.hands_over(), "b1");
}

TEST(LateComer, hears_each_at_its_deadline_first_and_counts_nothing_before_it_as_missing) {
    DeliveryOrder order{self, {}};
    order.expect(ann, false);
    const auto add = [&](std::uint64_t ordinal, base::Duration deadline, base::Duration now) {
        DeliveryOrder::Arrival arrival;
        arrival.span = span(ann, ordinal, ordinal);
        arrival.deadline = at(deadline);
        ASSERT_TRUE(order.add(arrival, at(now)).has_value());
    };
    add(501, 220ms, 10ms);
    add(500, 200ms, 20ms);
    EXPECT_FALSE(order.poll(at(199ms)).has_value()) << "499 may still come";
    for (const std::uint64_t ordinal : {500U, 501U}) {
        const auto release = order.poll(at(200ms));
        ASSERT_TRUE(release.has_value());
        EXPECT_EQ(release->span, span(ann, ordinal, ordinal));
        EXPECT_EQ(release->order, Order::in_order);
        EXPECT_TRUE(release->missing.empty());
    }
    add(503, 400ms, 300ms);
    EXPECT_FALSE(order.poll(at(300ms)).has_value());
    const auto forced = order.poll(at(400ms));
    ASSERT_TRUE(forced.has_value());
    EXPECT_EQ(forced->order, Order::forced) << "from then on it is known what is missing";
    EXPECT_EQ(std::vector(forced->missing.begin(), forced->missing.end()), std::vector{span(ann, 502, 502)});
}

TEST(LateComer, is_told_what_is_late_at_once_and_learns_nothing_of_it) {
    DeliveryOrder order{self, {}};
    order.expect(ann, false);
    DeliveryOrder::Arrival arrival;
    arrival.span = span(ann, 40, 40);
    arrival.deadline = at(10ms);
    ASSERT_TRUE(order.add(arrival, at(50ms)).has_value());
    EXPECT_EQ(order.poll(at(50ms)).value().order, Order::in_order);
    arrival.span = span(ann, 90, 90);
    arrival.deadline = at(100ms);
    ASSERT_TRUE(order.add(arrival, at(50ms)).has_value());
    EXPECT_FALSE(order.poll(at(50ms)).has_value());
    EXPECT_EQ(order.poll(at(100ms)).value().order, Order::in_order);
}

TEST(LateComer, waits_for_nothing_between_what_it_was_told_elsewhere_and_the_next) {
    DeliveryOrder order{self, {}};
    order.expect(ann, false);
    order.settle_to(ann, base::Ordinal{7});
    DeliveryOrder::Arrival arrival;
    arrival.span = span(ann, 8, 8);
    arrival.deadline = at(100ms);
    ASSERT_TRUE(order.add(arrival, at(0ms)).has_value());
    EXPECT_EQ(order.poll(at(0ms)).value().order, Order::in_order);
}

TEST(DeliveryOrder, waits_for_what_is_handed_over_elsewhere) {
    Receiver receiver;
    receiver.order.expect(base::MemberIndex{0});
    receiver.hears(ann, 1, {on(base::MemberIndex{0}, 3)});
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.order.settle_to(base::MemberIndex{0}, base::Ordinal{2});
    EXPECT_EQ(receiver.hands_over(), "");
    receiver.order.settle_to(base::MemberIndex{0}, base::Ordinal{3});
    EXPECT_EQ(receiver.hands_over(), "a1");
    receiver.order.settle_to(base::MemberIndex{0}, base::Ordinal{1});
    receiver.hears(ann, 2, {on(base::MemberIndex{0}, 3)});
    EXPECT_EQ(receiver.hands_over(), "a2") << "what is settled stays so";
}

} // namespace
} // namespace plenum::conversation
