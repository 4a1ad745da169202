// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/edge.h"

#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

Parcel parcel(std::uint8_t number) { return {NodeIndex{0}, NodeIndex{1}, 1, 2, base::Bytes(100, number)}; }

TEST(ReceiveQueue, KeepsOrderUpToItsBound) {
    ReceiveQueue queue;
    std::size_t taken = 0;
    while (queue.push(parcel(static_cast<std::uint8_t>(taken))))
        ++taken;
    EXPECT_EQ(taken, ReceiveQueue::bytes_max / (100 + ReceiveQueue::buffer_overhead));
    for (std::size_t number = 0; number < taken; ++number) {
        const auto each = queue.pop();
        ASSERT_TRUE(each);
        ASSERT_EQ(each->bytes[0], static_cast<std::uint8_t>(number));
    }
    EXPECT_FALSE(queue.pop());
    EXPECT_TRUE(queue.push(parcel(1))) << "what left made room";
}

TEST(SendQueue, FreeHoldsNothing) {
    SendQueue queue;
    auto each = parcel(1);
    EXPECT_EQ(queue.push(each), SendQueue::Taken::send);
    EXPECT_EQ(each.bytes.size(), 100U) << "the caller has it still";
    EXPECT_FALSE(queue.pop());
}

TEST(SendQueue, BlockedKeepsUpToItsBoundAndGivesBackInOrder) {
    SendQueue queue;
    queue.set(SendQueue::State::blocked);
    for (std::size_t number = 0; number < SendQueue::backlog_max; ++number) {
        auto each = parcel(static_cast<std::uint8_t>(number));
        ASSERT_EQ(queue.push(each), SendQueue::Taken::waits);
    }
    auto more = parcel(0);
    EXPECT_EQ(queue.push(more), SendQueue::Taken::refused);
    EXPECT_FALSE(queue.pop()) << "not yet";
    queue.set(SendQueue::State::free);
    for (std::size_t number = 0; number < SendQueue::backlog_max; ++number)
        ASSERT_EQ(queue.pop()->bytes[0], static_cast<std::uint8_t>(number));
    EXPECT_FALSE(queue.pop());
}

TEST(SendQueue, DroppingForgets) {
    SendQueue queue;
    queue.set(SendQueue::State::dropping);
    auto each = parcel(1);
    EXPECT_EQ(queue.push(each), SendQueue::Taken::refused);
    queue.set(SendQueue::State::free);
    EXPECT_FALSE(queue.pop());
}

} // namespace
} // namespace plenum::sim
