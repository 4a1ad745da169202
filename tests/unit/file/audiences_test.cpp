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
    audiences.add(hash, only(blue));
    EXPECT_TRUE(audiences.find(hash).has(blue));
    audiences.add(hash, Audience::all());
    EXPECT_TRUE(audiences.find(hash).everybody);
}

} // namespace
} // namespace plenum::file
