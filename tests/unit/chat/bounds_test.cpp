// SPDX-License-Identifier: Apache-2.0
#include "core/chat/transcript.h"

#include "tests/unit/chat/world.h"

#include <gtest/gtest.h>

namespace plenum::chat {
namespace {

TEST(ChatBounds, a_sender_keeps_the_newest_lines) {
    Transcript chat{person_of};
    std::vector<MessageId> forgotten;
    for (std::uint64_t number = 1; number <= limits::sender_lines_max + 1; ++number) {
        const auto change = chat.apply(id(1, number), Say{"x"});
        ASSERT_TRUE(change.has_value());
        forgotten.insert(forgotten.end(), change->forgotten.begin(), change->forgotten.end());
    }
    EXPECT_EQ(forgotten, std::vector{id(1, 1)});
    EXPECT_EQ(chat.lines().size(), limits::sender_lines_max);
    EXPECT_EQ(chat.apply(id(1, limits::sender_lines_max + 2), Delete{id(1, 1), Version{1}}),
              std::unexpected{Refusal::forgotten});
    EXPECT_EQ(chat.waiting(), 0U) << "it waits for nothing that never comes";
}

TEST(ChatBounds, long_lines_of_one_push_out_their_own_alone) {
    Transcript chat{person_of};
    std::ignore = chat.apply(id(2, 1), Say{"a word of another"});
    const std::string longest(limits::message_bytes_max, 'x');
    for (std::uint64_t number = 1; number <= 2000; ++number)
        std::ignore = chat.apply(id(1, number), Say{longest});
    EXPECT_NE(chat.find(id(2, 1)), nullptr);
    EXPECT_LE(chat.lines().size(), 1 + limits::sender_bytes_max / longest.size());
    EXPECT_FALSE(chat.incomplete()) << "all replicas drop the same";
}

TEST(ChatBounds, many_senders_of_long_lines_cannot_fill_memory_nor_push_out_others) {
    Transcript chat{person_of};
    std::ignore = chat.apply(id(150, 1), Say{"a word of another"});
    const std::string longest(limits::message_bytes_max, 'x');
    for (std::uint32_t sender = 1; sender <= 20; ++sender)
        for (std::uint64_t number = 1; number <= 250; ++number)
            std::ignore = chat.apply(id(sender, number), Say{longest});
    EXPECT_NE(chat.find(id(150, 1)), nullptr);
    EXPECT_LE(chat.lines().size(), 1 + limits::transcript_bytes_max / longest.size());
    EXPECT_TRUE(chat.incomplete());
}

TEST(ChatBounds, changes_that_wait_are_bounded) {
    Transcript chat{person_of};
    for (std::uint64_t number = 1; number <= limits::sender_waiting_max; ++number)
        ASSERT_TRUE(chat.apply(id(1, number), React{id(2, number), Version{1}, ReactionSet{1}}).has_value());
    EXPECT_EQ(chat.apply(id(1, limits::sender_waiting_max + 1), React{id(2, 9999), Version{1}, ReactionSet{1}}),
              std::unexpected{Refusal::full});
    EXPECT_TRUE(chat.apply(id(3, 1), React{id(2, 1), Version{1}, ReactionSet{1}}).has_value()) << "of somebody else";
    EXPECT_EQ(chat.waiting(), limits::sender_waiting_max + 1);
    EXPECT_TRUE(chat.incomplete());
}

TEST(ChatBounds, changes_of_one_sender_end) {
    Transcript chat{person_of};
    std::ignore = chat.apply(id(2, 1), Say{"x"});
    for (std::uint32_t number = 1; number <= limits::sender_changes_max; ++number)
        ASSERT_TRUE(chat.apply(id(1, number), React{id(2, 1), Version{number}, ReactionSet{1}}).has_value());
    EXPECT_EQ(chat.apply(id(1, limits::sender_changes_max + 1), React{id(2, 1), Version{1}, ReactionSet{}}),
              std::unexpected{Refusal::spent});
}

} // namespace
} // namespace plenum::chat
