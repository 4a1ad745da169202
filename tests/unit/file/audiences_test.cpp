// SPDX-License-Identifier: Apache-2.0
#include "core/file/audiences.h"

#include <gtest/gtest.h>

namespace plenum::file {
namespace {

constexpr base::ConversationId red{2};
constexpr base::ConversationId blue{3};
constexpr base::ConversationId none{};

Audience only(base::ConversationId group) { return {.everybody = false, .groups = {group}}; }

class AudiencesTest : public testing::Test {
  protected:
    Audiences audiences;
    base::Hash hash{{1}};
};

TEST_F(AudiencesTest, who_learned_only_the_hash_opens_nothing) {
    audiences.note(hash, only(red), red);
    audiences.note(hash, Audience::all(), none);
    audiences.note(hash, Audience::all(), blue);
    audiences.note(hash, only(blue), blue);
    EXPECT_FALSE(audiences.find(hash).everybody);
    EXPECT_FALSE(audiences.find(hash).has(blue));
    EXPECT_TRUE(audiences.find(hash).has(red));
}

TEST_F(AudiencesTest, who_gets_it_may_announce_it_to_more_people) {
    audiences.note(hash, only(red), red);
    audiences.note(hash, Audience::all(), red);
    EXPECT_TRUE(audiences.find(hash).everybody);
}

TEST_F(AudiencesTest, first_announcement_and_our_own_count) {
    EXPECT_FALSE(audiences.find(hash).has(red));
    audiences.offer(hash, only(blue));
    EXPECT_TRUE(audiences.find(hash).has(blue));
    audiences.offer(hash, Audience::all());
    EXPECT_TRUE(audiences.find(hash).everybody);
}

TEST_F(AudiencesTest, what_others_announced_before_opens_nothing_that_we_offer) {
    audiences.note(hash, Audience::all(), none);
    audiences.offer(hash, only(blue));
    EXPECT_FALSE(audiences.find(hash).everybody);
    audiences.note(hash, Audience::all(), none);
    EXPECT_FALSE(audiences.find(hash).everybody);
}

TEST_F(AudiencesTest, after_a_deletion_it_is_for_those_to_whom_it_is_offered_next) {
    audiences.offer(hash, Audience::all());
    audiences.withdraw(hash);
    audiences.restore(hash);
    EXPECT_TRUE(audiences.find(hash).everybody);
    audiences.withdraw(hash);
    audiences.offer(hash, only(red));
    EXPECT_FALSE(audiences.find(hash).everybody);
    EXPECT_TRUE(audiences.find(hash).has(red));
}

} // namespace
} // namespace plenum::file
