// SPDX-License-Identifier: Apache-2.0
#include "core/sched/class_queue.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace plenum::sched {
namespace {

using base::PriorityClass;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Queue = ClassQueue<std::string>;

constexpr base::LocalTime start{seconds{4}};

Rank rank(PriorityClass priority, int deadline_ms, bool discardable = false, std::size_t bytes = 100) {
    return {priority, start + milliseconds{deadline_ms}, bytes, discardable};
}
std::string drain(Queue& queue, base::LocalTime now = start) {
    std::string all;
    while (auto entry = queue.pop(now))
        all += entry->item;
    return all;
}

TEST(ClassQueue, ClassesInOrderThenTheEarliestDeadlineThenTheFirstToCome) {
    Queue queue{{100, 100'000}};
    ASSERT_EQ(queue.push("f", rank(PriorityClass::bulk, 1), start), PushResult::queued);
    ASSERT_EQ(queue.push("c", rank(PriorityClass::video, 50), start), PushResult::queued);
    ASSERT_EQ(queue.push("d", rank(PriorityClass::video, 90), start), PushResult::queued);
    ASSERT_EQ(queue.push("b", rank(PriorityClass::video, 20), start), PushResult::queued);
    ASSERT_EQ(queue.push("a", rank(PriorityClass::audio, 99), start), PushResult::queued);
    ASSERT_EQ(queue.push("e", rank(PriorityClass::video, 90), start), PushResult::queued);
    EXPECT_EQ(queue.size(), 6U);
    EXPECT_EQ(queue.bytes(), 600U);
    EXPECT_EQ(queue.size_of(PriorityClass::video), 4U);
    EXPECT_EQ(queue.deadline_min(), start + milliseconds{1});
    EXPECT_EQ(drain(queue), "abcdef");
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(queue.bytes(), 0U);
    EXPECT_EQ(queue.drops().total(), 0U);
}

TEST(ClassQueue, WhatIsTooLateIsNotServed) {
    Queue queue{{100, 100'000}};
    EXPECT_EQ(queue.push("x", rank(PriorityClass::audio, 0), start), PushResult::dropped);
    (void)queue.push("a", rank(PriorityClass::audio, 10), start);
    (void)queue.push("b", rank(PriorityClass::audio, 30), start);
    (void)queue.push("c", rank(PriorityClass::video, 10), start);
    EXPECT_EQ(drain(queue, start + milliseconds{10}), "b");
    EXPECT_EQ(queue.drops().of(PriorityClass::audio, DropReason::expired), 2U);
    EXPECT_EQ(queue.drops().of(PriorityClass::video, DropReason::expired), 1U);
    EXPECT_EQ(queue.drops().of(PriorityClass::video), 1U);
}

TEST(ClassQueue, FrontOfAClassSkipsTheMoreUrgent) {
    Queue queue{{100, 100'000}};
    (void)queue.push("a", rank(PriorityClass::audio, 10), start);
    (void)queue.push("v", rank(PriorityClass::video, 10), start);
    EXPECT_EQ(queue.front(start)->item, "a");
    EXPECT_EQ(queue.front_of(PriorityClass::video, start)->item, "v");
    EXPECT_EQ(queue.front_of(PriorityClass::live, start), nullptr);
    EXPECT_EQ(queue.pop(start, PriorityClass::live)->item, "v");
    EXPECT_EQ(queue.front_of(PriorityClass::audio, start)->item, "a");
}

TEST(ClassQueue, FullDropsTheExpiredFirst) {
    Queue queue{{2, 100'000}};
    (void)queue.push("a", rank(PriorityClass::audio, 5), start);
    (void)queue.push("d", rank(PriorityClass::bulk, 50, true), start);
    EXPECT_EQ(queue.push("b", rank(PriorityClass::video, 90), start + milliseconds{5}), PushResult::queued);
    EXPECT_EQ(drain(queue, start + milliseconds{6}), "bd");
    EXPECT_EQ(queue.drops().of(PriorityClass::audio, DropReason::expired), 1U);
}

TEST(ClassQueue, FullThenDropsWhatIsDiscardableThenWhatIsLessUrgent) {
    Queue queue{{3, 100'000}};
    (void)queue.push("v", rank(PriorityClass::video, 20), start);
    (void)queue.push("d", rank(PriorityClass::video, 30, true), start);
    (void)queue.push("k", rank(PriorityClass::bulk, 90), start);
    EXPECT_EQ(queue.push("a", rank(PriorityClass::audio, 50), start), PushResult::queued_after_drop);
    EXPECT_EQ(queue.drops().of(PriorityClass::video, DropReason::discardable), 1U);
    EXPECT_EQ(queue.push("b", rank(PriorityClass::audio, 60), start), PushResult::queued_after_drop);
    EXPECT_EQ(queue.drops().of(PriorityClass::bulk, DropReason::outranked), 1U);
    EXPECT_EQ(queue.push("c", rank(PriorityClass::audio, 70), start), PushResult::queued_after_drop);
    EXPECT_EQ(queue.drops().of(PriorityClass::video, DropReason::outranked), 1U);
    EXPECT_EQ(drain(queue), "abc");
}

TEST(ClassQueue, OfItsOwnClassTheOldestGoes) {
    Queue queue{{2, 100'000}};
    (void)queue.push("a", rank(PriorityClass::audio, 10), start);
    (void)queue.push("b", rank(PriorityClass::audio, 20), start);
    EXPECT_EQ(queue.push("x", rank(PriorityClass::audio, 30, true), start), PushResult::dropped);
    EXPECT_EQ(queue.drops().of(PriorityClass::audio, DropReason::discardable), 1U);
    EXPECT_EQ(queue.push("c", rank(PriorityClass::audio, 30), start), PushResult::queued_after_drop);
    EXPECT_EQ(queue.push("y", rank(PriorityClass::bulk, 90), start), PushResult::dropped);
    EXPECT_EQ(queue.drops().of(PriorityClass::bulk, DropReason::refused), 1U);
    EXPECT_EQ(drain(queue), "bc");
}

TEST(ClassQueue, WhatNeverFitsDropsNothing) {
    Queue queue{{100, 1000}};
    (void)queue.push("a", rank(PriorityClass::bulk, 10, true), start);
    EXPECT_EQ(queue.push("x", rank(PriorityClass::audio, 10, false, 1001), start), PushResult::dropped);
    EXPECT_EQ(drain(queue), "a");
    EXPECT_EQ(queue.push("y", rank(PriorityClass::audio, 10, false, 600), start), PushResult::queued);
    EXPECT_EQ(queue.push("z", rank(PriorityClass::audio, 10, false, 400), start), PushResult::queued) << "to the byte";
    EXPECT_EQ(drain(queue), "yz");
    EXPECT_EQ(queue.push("w", rank(PriorityClass::audio, 10, false, 1000), start), PushResult::queued);
    Queue none{{0, 1000}};
    EXPECT_EQ(none.push("x", rank(PriorityClass::audio, 10), start), PushResult::dropped);
    EXPECT_TRUE(none.empty());
}

TEST(ClassQueue, WhatMayBeDroppedStillGoesBeforeALessUrgentClass) {
    Queue queue{{2, 1000}};
    (void)queue.push("b", rank(PriorityClass::bulk, 10), start);
    (void)queue.push("v", rank(PriorityClass::video, 10), start);
    EXPECT_NE(queue.push("w", rank(PriorityClass::video, 20, true), start), PushResult::dropped);
    EXPECT_EQ(queue.push("x", rank(PriorityClass::bulk, 20, true), start), PushResult::dropped);
    EXPECT_EQ(drain(queue), "vw");
}

TEST(ClassQueue, ClearedItIsEmpty) {
    Queue queue{{2, 250}};
    (void)queue.push("a", rank(PriorityClass::audio, 10), start);
    (void)queue.push("b", rank(PriorityClass::video, 10, true), start);
    queue.clear();
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(queue.bytes(), 0U);
    EXPECT_EQ(queue.size_of(PriorityClass::audio) + queue.size_of(PriorityClass::video), 0U);
    EXPECT_EQ(drain(queue), "");
    (void)queue.push("c", rank(PriorityClass::audio, 10, false, 200), start);
    EXPECT_EQ(queue.drops().total(), 0U);
    EXPECT_EQ(drain(queue), "c");
}

TEST(ClassQueue, BytesAreBoundedToo) {
    Queue queue{{100, 1000}};
    EXPECT_EQ(queue.push("x", rank(PriorityClass::audio, 10, false, 1001), start), PushResult::dropped);
    (void)queue.push("a", rank(PriorityClass::bulk, 10, false, 600), start);
    EXPECT_EQ(queue.push("b", rank(PriorityClass::video, 10, false, 600), start), PushResult::queued_after_drop);
    EXPECT_EQ(queue.bytes(), 600U);
    EXPECT_EQ(drain(queue), "b");
}

/// Whatever comes, the bounds hold, nothing is served late, and every item was either served or counted as dropped.
TEST(ClassQueue, RandomOperationsKeepTheBooks) {
    base::Random random{3};
    Queue queue{{50, 20'000}};
    auto now = start;
    std::uint64_t pushed = 0;
    std::uint64_t served = 0;
    for (int i = 0; i < 20'000; ++i) {
        now += milliseconds{random.between(0, 1)};
        if (random.chance(800'000)) {
            const Rank some{static_cast<PriorityClass>(random.between(1, 7)),
                            now + milliseconds{random.between(0, 400)}, random.below(1200), random.chance(300'000)};
            ++pushed;
            (void)queue.push("x", some, now);
        } else if (const auto entry = queue.pop(now)) {
            EXPECT_GT(entry->rank.deadline, now);
            ++served;
        }
        EXPECT_LE(queue.size(), 50U);
        EXPECT_LE(queue.bytes(), 20'000U);
    }
    EXPECT_EQ(pushed, served + queue.size() + queue.drops().total());
    for (const auto reason : base::enum_values<DropReason>) {
        std::uint64_t count = 0;
        for (const auto priority : base::enum_values<PriorityClass>)
            count += queue.drops().of(priority, reason);
        EXPECT_GT(count, 0U) << name(reason);
    }
    queue.clear();
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(queue.deadline_min(), base::local_time_max);
}

} // namespace
} // namespace plenum::sched
