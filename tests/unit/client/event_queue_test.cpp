// SPDX-License-Identifier: Apache-2.0
#include "core/client/event_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <string>
#include <thread>

namespace plenum::client {

struct Note {
    std::string text;
    friend bool operator==(const Note&, const Note&) = default;
};
std::size_t byte_size(const Note& note) { return note.text.size(); }

namespace {

using testing::ElementsAre;

constexpr base::Duration long_enough = std::chrono::seconds{30};

EventQueue<Note> queue_of(std::size_t items_max, std::size_t bytes_max) {
    return {runtime::Signal::create().value(), {items_max, bytes_max}};
}

bool readable(const EventQueue<Note>& queue) {
    pollfd waited{queue.descriptor(), POLLIN, 0};
    return ::poll(&waited, 1, 0) == 1;
}

TEST(EventQueue, gives_events_in_order_one_by_one_or_all) {
    auto queue = queue_of(10, 1000);
    for (const auto* text : {"a", "b", "c", "d"})
        EXPECT_TRUE(queue.push({text}));
    EXPECT_EQ(queue.size(), 4U);
    EXPECT_EQ(queue.pop(), Note{"a"});
    EXPECT_THAT(queue.drain(), ElementsAre(Note{"b"}, Note{"c"}, Note{"d"}));
    EXPECT_EQ(queue.pop(), std::nullopt);
    EXPECT_TRUE(queue.drain().empty());
}

TEST(EventQueue, is_readable_exactly_while_there_are_events) {
    auto queue = queue_of(10, 1000);
    EXPECT_FALSE(readable(queue));
    EXPECT_TRUE(queue.push({"a"}));
    EXPECT_TRUE(queue.push({"b"}));
    EXPECT_TRUE(readable(queue));
    (void)queue.pop();
    EXPECT_TRUE(readable(queue));
    (void)queue.pop();
    EXPECT_FALSE(readable(queue));
    EXPECT_TRUE(queue.push({"c"}));
    EXPECT_TRUE(readable(queue));
    (void)queue.drain();
    EXPECT_FALSE(readable(queue));
}

TEST(EventQueue, refuses_beyond_items_and_bytes) {
    auto queue = queue_of(3, 10);
    EXPECT_TRUE(queue.push({"12345"}));
    EXPECT_FALSE(queue.push({"123456"}));
    EXPECT_TRUE(queue.push({"12345"}));
    EXPECT_TRUE(queue.push({""}));
    EXPECT_FALSE(queue.push({""}));
    (void)queue.pop();
    EXPECT_TRUE(queue.push({"12345"}));
    EXPECT_EQ(queue.dropped(), 0U);
}

TEST(EventQueue, pushes_the_oldest_out_and_counts) {
    auto queue = queue_of(3, 10);
    for (const auto* text : {"1", "2", "3", "4"})
        queue.push_over_oldest({text});
    EXPECT_EQ(queue.dropped(), 1U);
    queue.push_over_oldest({"123456789"});
    EXPECT_EQ(queue.dropped(), 3U);
    EXPECT_THAT(queue.drain(), ElementsAre(Note{"4"}, Note{"123456789"}));
}

TEST(EventQueue, takes_a_last_event_beyond_its_bound_and_nothing_after) {
    auto queue = queue_of(1, 10);
    EXPECT_TRUE(queue.push({"full"}));
    queue.push_last({"the end"});
    EXPECT_TRUE(queue.closed());
    EXPECT_FALSE(queue.push({"x"}));
    queue.push_over_oldest({"x"});
    queue.push_last({"x"});
    EXPECT_THAT(queue.drain(), ElementsAre(Note{"full"}, Note{"the end"}));
    EXPECT_FALSE(queue.wait(long_enough)) << "returns at once";
}

TEST(EventQueue, wakes_a_waiting_thread_when_closed) {
    auto queue = queue_of(1, 10);
    std::thread closer{[&] { queue.close(); }};
    EXPECT_FALSE(queue.wait(long_enough));
    closer.join();
}

TEST(EventQueue, loses_nothing_between_threads) {
    auto queue = queue_of(100, 100'000);
    constexpr int per_thread = 5000;
    std::array<std::thread, 2> producers;
    for (std::size_t thread = 0; thread < producers.size(); ++thread)
        producers[thread] = std::thread{[&queue, thread] {
            for (int i = 0; i < per_thread;)
                if (queue.push({std::to_string(thread) + std::to_string(i)}))
                    ++i;
                else
                    std::this_thread::yield();
        }};
    std::array<int, 2> next{};
    for (int taken = 0; taken < 2 * per_thread;) {
        ASSERT_TRUE(queue.wait(long_enough));
        for (const auto& note : queue.drain()) {
            const auto thread = static_cast<std::size_t>(note.text[0] - '0');
            EXPECT_EQ(note.text.substr(1), std::to_string(next[thread]++));
            ++taken;
        }
    }
    for (auto& producer : producers)
        producer.join();
    EXPECT_TRUE(queue.empty());
    EXPECT_FALSE(readable(queue));
}

} // namespace
} // namespace plenum::client
