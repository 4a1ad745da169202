// SPDX-License-Identifier: Apache-2.0
#include "core/log/kept_log.h"

#include <gtest/gtest.h>

namespace plenum::log {
namespace {

base::LogPosition at(std::uint64_t position) { return base::LogPosition{position}; }
base::Bytes entry(std::uint64_t position) { return base::Bytes(10, static_cast<std::uint8_t>(position)); }

class Kept : public testing::Test {
  protected:
    void grow(std::uint64_t size) {
        while (log.size() < at(size))
            log.push(entry(log.size().value()));
    }
    void cover() { log.cover(base::Bytes(5, 1), base::MemberIndex{3}); }
    KeptLog log;
};

TEST_F(Kept, all_before_the_first_checkpoint) {
    grow(20);
    EXPECT_EQ(log.first(), at(0));
    EXPECT_EQ(log.beginning(), at(0));
    EXPECT_EQ(log.bytes_since_beginning(), 200U);
    EXPECT_EQ(log.at(at(7)), entry(7));
    EXPECT_FALSE(log.holds(at(20)));
}

TEST_F(Kept, entries_between_the_last_two_checkpoints_stay) {
    grow(20);
    cover();
    EXPECT_EQ(log.beginning(), at(19));
    EXPECT_EQ(log.first(), at(0));
    EXPECT_EQ(log.bytes_since_beginning(), 10U);
    grow(30);
    EXPECT_EQ(log.entries_since_beginning(), 11U);
    EXPECT_EQ(log.bytes_since_beginning(), 110U);
    cover();
    EXPECT_EQ(log.beginning(), at(29));
    EXPECT_EQ(log.first(), at(19));
    EXPECT_FALSE(log.holds(at(18)));
    EXPECT_EQ(log.at(at(19)), entry(19));
    EXPECT_EQ(log.size(), at(30));
}

TEST_F(Kept, begins_with_a_state) {
    log.begin({at(40), base::Bytes(5, 2), base::MemberIndex{4}});
    EXPECT_TRUE(log.empty());
    EXPECT_EQ(log.size(), at(40));
    grow(43);
    EXPECT_EQ(log.first(), at(40));
    EXPECT_EQ(log.entries_since_beginning(), 3U);
    EXPECT_EQ(log.at(at(42)), entry(42));
}

TEST_F(Kept, what_nobody_was_told_is_taken_back_but_no_checkpoint) {
    grow(20);
    cover();
    grow(25);
    log.truncate(at(22));
    EXPECT_EQ(log.size(), at(22));
    EXPECT_EQ(log.bytes_since_beginning(), 30U);
    log.truncate(at(10));
    EXPECT_EQ(log.size(), at(20));
    EXPECT_TRUE(log.holds(log.beginning()));
}

} // namespace
} // namespace plenum::log
