// SPDX-License-Identifier: Apache-2.0
// What a member who lies in numbers, deadlines and dependencies can do to the order of others' messages: nothing.
#include "tests/unit/conversation/receiver.h"

namespace plenum::conversation {
namespace {

TEST(Liars, hold_up_nobody_but_themselves) {
    Receiver receiver;
    receiver.hears(bob, 1, {on(ann, 1'000'000)});
    EXPECT_EQ(receiver.hands_over(200ms), "b1!");
    receiver.hears(ann, 1, {}, 400ms);
    receiver.hears(ann, 3, {}, 400ms);
    EXPECT_EQ(receiver.hands_over(210ms), "a1") << "what nobody has seen is not given up";
    receiver.hears(cem, 1, {on(ann, 2)}, 400ms);
    EXPECT_EQ(receiver.hands_over(210ms), "");
    receiver.hears(ann, 2, {}, 400ms);
    EXPECT_EQ(receiver.hands_over(210ms), "a2, c1, a3");
    EXPECT_EQ(receiver.order.add({span(ann, 0, 1), at(0s), {}, true, 1}, at(0s)).error(),
              DeliveryOrder::Refusal::malformed);
    EXPECT_EQ(receiver.order.add({span(ann, 5, 4), at(0s), {}, true, 1}, at(0s)).error(),
              DeliveryOrder::Refusal::malformed);
    EXPECT_EQ(receiver.order.add({span(ann, 5, ~0ULL), at(0s), {}, true, 1}, at(0s)).error(),
              DeliveryOrder::Refusal::malformed);
}

TEST(Liars, who_name_what_nobody_said_end_nobodys_order) {
    for (const std::uint64_t far : {3ULL, 8ULL, 8000ULL, ~0ULL - 1}) {
        Receiver receiver;
        receiver.hears(bob, 1, {on(ann, far)}, 0ms);
        EXPECT_EQ(receiver.hands_over(), "b1!");
        receiver.hears(ann, 2);
        receiver.hears(cem, 1, {on(ann, 3)}, 300ms);
        EXPECT_EQ(receiver.hands_over(), "") << "2 waits for 1, and an honest effect for its cause";
        receiver.hears(ann, 1);
        receiver.hears(ann, 3);
        EXPECT_EQ(receiver.hands_over(), "a1, a2, a3, c1");
    }
}

TEST(Liars, who_name_an_early_deadline_take_no_cause_with_them) {
    Receiver receiver;
    receiver.hears(ann, 2);
    receiver.hears(bob, 1, {on(ann, 2)}, 0ms);
    receiver.hears(cem, 1, {on(ann, 1)}, 10ms);
    EXPECT_EQ(receiver.hands_over(100ms), "c1!") << "who names what is here waits for it";
    receiver.hears(ann, 1, {}, 190ms, 100ms);
    EXPECT_EQ(receiver.hands_over(100ms), "a1, a2, b1");
}

TEST(Liars, who_depend_on_what_is_always_due_later_wait_no_longer_than_any_message) {
    Receiver receiver;
    receiver.hears(bob, 1, {on(ann, 9000)}, 0ms);
    for (std::uint64_t i = 0; i <= 20; ++i) {
        const auto now = 100ms * static_cast<int>(i);
        receiver.hears(ann, 2 * i + 2, {}, now + 150ms, now);
        EXPECT_EQ(receiver.hands_over(now).contains('b'), now == 2s) << now.count();
    }
}

TEST(Liars, who_name_the_log_let_nothing_go_before_its_entry) {
    constexpr base::MemberIndex log{};
    Receiver receiver;
    receiver.order.expect(log);
    receiver.order.settle_to(log, base::Ordinal{2});
    receiver.hears(bob, 1, {on(log, 50)}, 0ms);
    EXPECT_EQ(receiver.hands_over(), "b1!");
    receiver.hears(ann, 1, {on(log, 3)});
    EXPECT_EQ(receiver.hands_over(100ms), "");
    receiver.order.settle_to(log, base::Ordinal{3});
    EXPECT_EQ(receiver.hands_over(100ms), "a1");
}

TEST(Liars, invent_no_senders) {
    Receiver receiver;
    receiver.hears(ann, 1, {on(base::MemberIndex{cem.value() + StreamTable::newcomers_max + 1}, 1)});
    EXPECT_EQ(receiver.hands_over(), "a1");
    EXPECT_EQ(receiver.order.senders(), 4U);
    receiver.hears(ann, 2, {on(base::MemberIndex{cem.value() + StreamTable::newcomers_max}, 1)});
    EXPECT_EQ(receiver.hands_over(), "") << "someone whose coming was not heard of yet";
}

} // namespace
} // namespace plenum::conversation
