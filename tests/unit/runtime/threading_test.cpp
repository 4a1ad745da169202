// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "core/runtime/entropy.h"
#include "core/runtime/net/mailbox.h"
#include "core/runtime/net/signal.h"
#include "core/runtime/threads.h"

#include <gtest/gtest.h>

#include <pthread.h>

#include <array>
#include <set>
#include <string>
#include <thread>

namespace plenum::runtime {
namespace {

TEST(Clock, never_goes_back) {
    auto last = now();
    for (int i = 0; i < 100'000; ++i) {
        const auto next = now();
        ASSERT_GE(next, last);
        last = next;
    }
    EXPECT_GT(last.time_since_epoch().count(), 0);
}

TEST(Entropy, is_never_the_same) {
    std::set<base::Seed> seeds;
    for (int i = 0; i < 1000; ++i)
        seeds.insert(draw_seed().value());
    EXPECT_EQ(seeds.size(), 1000U);
}

TEST(Threads, have_names_of_at_most_fifteen_bytes) {
    std::array<char, 32> name{};
    std::thread{[&] {
        name_thread("plenum-with-a-long-name");
        ::pthread_getname_np(::pthread_self(), name.data(), name.size());
    }}.join();
    EXPECT_EQ(std::string{name.data()}, "plenum-with-a-l");
}

TEST(Signal, stays_set_until_cleared_however_often_set) {
    const auto signal = Signal::create().value();
    EXPECT_FALSE(signal.wait(base::Duration::zero()));
    for (int i = 0; i < 100'000; ++i)
        signal.set();
    EXPECT_TRUE(signal.wait(base::Duration::zero()));
    EXPECT_TRUE(signal.wait(base::Duration::zero()));
    signal.clear();
    EXPECT_FALSE(signal.wait(base::Duration::zero()));
}

TEST(Signal, waits_as_long_as_told) {
    const auto signal = Signal::create().value();
    const auto before = now();
    EXPECT_FALSE(signal.wait(base::Duration{20'000'000}));
    EXPECT_GE(now() - before, base::Duration{20'000'000});
}

TEST(Signal, wakes_another_thread) {
    const auto signal = Signal::create().value();
    std::thread setter{[&] { signal.set(); }};
    EXPECT_TRUE(signal.wait(base::Duration{std::chrono::seconds{30}}));
    setter.join();
}

TEST(Mailbox, says_when_its_owner_must_be_woken_and_when_it_is_full) {
    using Posted = Mailbox<int>::Posted;
    Mailbox<int> box{3, 100};
    EXPECT_EQ(box.post(1, 50), Posted::first);
    EXPECT_EQ(box.post(2, 51), Posted::full) << "bytes";
    EXPECT_EQ(box.post(2, 50), Posted::behind);
    EXPECT_EQ(box.post(3, 0), Posted::behind);
    EXPECT_EQ(box.post(4, 0), Posted::full) << "items";
    EXPECT_EQ(box.take_all(), (std::vector<int>{1, 2, 3}));
    EXPECT_TRUE(box.take_all().empty());
    EXPECT_EQ(box.post(5, 100), Posted::first);
}

TEST(Mailbox, loses_and_reorders_nothing_between_threads) {
    constexpr int per_thread = 20'000;
    constexpr int thread_count = 3;
    Mailbox<std::pair<int, int>> box{64, 64};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < thread_count; ++thread)
        threads.emplace_back([&box, thread] {
            for (int i = 0; i < per_thread;)
                if (box.post({thread, i}, 1) != Mailbox<std::pair<int, int>>::Posted::full)
                    ++i;
                else
                    std::this_thread::yield();
        });
    std::array<int, thread_count> next{};
    for (int taken = 0; taken < thread_count * per_thread;)
        for (const auto& [thread, number] : box.take_all()) {
            EXPECT_EQ(number, next[static_cast<std::size_t>(thread)]++);
            ++taken;
        }
    for (auto& thread : threads)
        thread.join();
    EXPECT_TRUE(box.take_all().empty());
}

} // namespace
} // namespace plenum::runtime
