// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_outbox.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using Delivery = ChatOutbox::Delivery;
using ui::ChatId;
using ui::DeliveryState;

constexpr base::LocalTime start{base::Duration{1'000'000'000}};

base::SequenceNumber number(std::uint64_t value) { return base::SequenceNumber{value}; }
Delivery sent(std::uint64_t id) { return {ChatId{id}, DeliveryState::sent}; }
Delivery unstored(std::uint64_t id) { return {ChatId{id}, DeliveryState::unstored}; }
Delivery failed(std::uint64_t id) { return {ChatId{id}, DeliveryState::failed}; }

/// Three messages, all published and numbered from 7 on.
ChatOutbox three_numbered() {
    ChatOutbox outbox;
    for (std::uint64_t id = 1; id <= 3; ++id) {
        EXPECT_TRUE(outbox.add(ChatId{id}, "text"));
        EXPECT_TRUE(outbox.next(start));
        outbox.published(number(6 + id));
    }
    return outbox;
}

TEST(ChatOutbox, publishes_one_at_a_time_in_order) {
    ChatOutbox outbox;
    ASSERT_TRUE(outbox.add(ChatId{1}, "first"));
    ASSERT_TRUE(outbox.add(ChatId{2}, "second"));
    EXPECT_EQ(outbox.next(start), "first");
    EXPECT_EQ(outbox.next(start), std::nullopt);
    outbox.published(number(1));
    EXPECT_EQ(outbox.next(start), "second");
}

TEST(ChatOutbox, accepted_covers_all_before_it) {
    auto outbox = three_numbered();
    EXPECT_EQ(outbox.accepted(number(8), true), (std::vector{sent(1), sent(2)}));
    EXPECT_EQ(outbox.accepted(number(8), true), std::vector<Delivery>{});
    EXPECT_EQ(outbox.accepted(number(9), true), (std::vector{sent(3)}));
}

TEST(ChatOutbox, a_message_that_went_to_nobody_has_failed_though_it_was_numbered) {
    auto outbox = three_numbered();
    EXPECT_EQ(outbox.refused(number(8)), failed(2));
    EXPECT_EQ(outbox.refused(number(8)), std::nullopt);
    EXPECT_EQ(outbox.accepted(number(9), true), (std::vector{sent(1), sent(3)}));
}

TEST(ChatOutbox, what_the_relay_cannot_store_is_told_once_and_again_when_it_can) {
    auto outbox = three_numbered();
    EXPECT_EQ(outbox.accepted(number(7), false), (std::vector{unstored(1)}));
    EXPECT_EQ(outbox.accepted(number(8), false), (std::vector{unstored(2)}));
    EXPECT_EQ(outbox.accepted(number(8), false), std::vector<Delivery>{});
    EXPECT_EQ(outbox.accepted(number(9), true), (std::vector{sent(1), sent(2), sent(3)}));
    EXPECT_EQ(outbox.accepted(number(9), true), std::vector<Delivery>{});
}

TEST(ChatOutbox, at_the_end_of_a_call_what_was_not_stored_has_not_failed) {
    auto outbox = three_numbered();
    EXPECT_EQ(outbox.accepted(number(8), false), (std::vector{unstored(1), unstored(2)}));
    EXPECT_EQ(outbox.give_up(), (std::vector{failed(3)}));
    EXPECT_EQ(outbox.accepted(number(9), true), std::vector<Delivery>{});
}

TEST(ChatOutbox, refusal_fails_the_one_that_awaits_its_number) {
    ChatOutbox outbox;
    EXPECT_EQ(outbox.refused(), std::nullopt);
    ASSERT_TRUE(outbox.add(ChatId{4}, "refused"));
    ASSERT_TRUE(outbox.add(ChatId{5}, "goes on"));
    ASSERT_TRUE(outbox.next(start));
    EXPECT_EQ(outbox.refused(), failed(4));
    EXPECT_EQ(outbox.next(start), "goes on");
    outbox.published(number(1));
    EXPECT_EQ(outbox.accepted(number(1), true), (std::vector{sent(5)}));
}

TEST(ChatOutbox, a_message_without_a_number_fails_in_time) {
    ChatOutbox outbox;
    ASSERT_TRUE(outbox.add(ChatId{1}, "text"));
    ASSERT_TRUE(outbox.next(start));
    EXPECT_EQ(outbox.expire(start + ChatOutbox::number_delay_max - base::Duration{1}), std::nullopt);
    EXPECT_EQ(outbox.expire(start + ChatOutbox::number_delay_max), failed(1));
    EXPECT_EQ(outbox.expire(start + ChatOutbox::number_delay_max), std::nullopt);
}

TEST(ChatOutbox, giving_up_fails_all_once) {
    auto outbox = three_numbered();
    ASSERT_TRUE(outbox.add(ChatId{4}, "awaits its number"));
    ASSERT_TRUE(outbox.next(start));
    ASSERT_TRUE(outbox.add(ChatId{5}, "waits"));
    EXPECT_EQ(outbox.give_up(), (std::vector{failed(1), failed(2), failed(3), failed(4), failed(5)}));
    EXPECT_EQ(outbox.give_up(), std::vector<Delivery>{});
}

TEST(ChatOutbox, a_new_member_publishes_again_with_new_numbers_what_was_not_accepted) {
    auto outbox = three_numbered();
    EXPECT_EQ(outbox.accepted(number(7), true), (std::vector{sent(1)}));
    ASSERT_TRUE(outbox.add(ChatId{4}, "awaits its number"));
    ASSERT_TRUE(outbox.next(start));
    outbox.start_over();
    EXPECT_EQ(outbox.published(number(1)), ChatId{2});
    outbox.start_over();
    EXPECT_EQ(outbox.published(number(1)), ChatId{2}) << "lost once more on the way back";
    EXPECT_EQ(outbox.published(number(2)), ChatId{3});
    EXPECT_EQ(outbox.published(number(3)), ChatId{4});
    EXPECT_EQ(outbox.published(number(4)), std::nullopt);
    EXPECT_EQ(outbox.accepted(number(3), true), (std::vector{sent(2), sent(3), sent(4)}));
}

TEST(ChatOutbox, what_is_not_published_again_has_failed) {
    auto outbox = three_numbered();
    outbox.start_over();
    EXPECT_EQ(outbox.refused(), failed(1));
    EXPECT_EQ(outbox.published(number(1)), ChatId{2});
    EXPECT_EQ(outbox.give_up(), (std::vector{failed(2), failed(3)}));
}

TEST(ChatOutbox, is_bounded) {
    ChatOutbox outbox;
    for (std::uint64_t id = 0; id < ChatOutbox::messages_max; ++id)
        ASSERT_TRUE(outbox.add(ChatId{id}, "x"));
    EXPECT_FALSE(outbox.add(ChatId{9999}, "x"));
    ChatOutbox full_disk;
    const std::uint64_t count = ChatOutbox::messages_max + 3;
    for (std::uint64_t id = 1; id <= count; ++id) {
        ASSERT_TRUE(full_disk.add(ChatId{id}, "x"));
        ASSERT_TRUE(full_disk.next(start));
        full_disk.published(number(id));
        EXPECT_EQ(full_disk.accepted(number(id), false), (std::vector{unstored(id)}));
    }
    EXPECT_EQ(full_disk.accepted(number(count), true).size(), ChatOutbox::messages_max);
}

} // namespace
} // namespace plenum::app
