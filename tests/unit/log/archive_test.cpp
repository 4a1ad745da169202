// SPDX-License-Identifier: Apache-2.0
#include "core/log/archive.h"

#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

constexpr base::MemberIndex alices{1};
constexpr base::MemberIndex bobs{2};

using Archives = Log;

TEST_F(Archives, archive_keeps_who_let_in_whom_and_by_which_link) {
    Join content;
    content.display_name = {1, 2, 3};
    ASSERT_TRUE(append(join(alice)).has_value());
    ASSERT_TRUE(append(admit(alice, {join(bob, content)})).has_value());
    const auto& people = state.archive.people;
    ASSERT_EQ(people.size(), 2U);
    EXPECT_EQ(people.at(alices).admitted_by, base::MemberIndex{});
    EXPECT_EQ(people.at(bobs).admitted_by, alices);
    EXPECT_EQ(people.at(bobs).identity, bob.identity.public_key);
    EXPECT_EQ(people.at(bobs).exchange, bob.exchange.public_key);
    EXPECT_EQ(people.at(bobs).sealed_name, content.display_name);
    EXPECT_EQ(people.at(bobs).link_generation, 0U);
}

TEST_F(Archives, archive_keeps_members_who_left_with_the_position_of_their_leaving) {
    join_all();
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    EXPECT_EQ(state.find(bobs), nullptr);
    const auto* left = state.archive.find(bobs);
    ASSERT_NE(left, nullptr);
    EXPECT_EQ(left->left_size, state.size);
    EXPECT_EQ(left->keyed_size, base::LogPosition{});
    EXPECT_EQ(state.archive.find(alices)->left_size, base::LogPosition{});
}

TEST_F(Archives, first_key_of_each_member_has_its_position) {
    join_all();
    const auto first = state.size;
    ASSERT_TRUE(append(make(alice, turn())).has_value());
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_EQ(state.archive.find(base::MemberIndex{3})->keyed_size, base::LogPosition{});
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    EXPECT_EQ(state.archive.find(bobs)->keyed_size, first);
    EXPECT_EQ(state.archive.find(base::MemberIndex{3})->keyed_size, state.size);
}

TEST_F(Archives, history_begins_at_the_last_turn_without_a_way_back) {
    join_all();
    auto linked = turn();
    linked.history.emplace();
    ASSERT_TRUE(append(make(alice, linked)).has_value());
    EXPECT_EQ(state.archive.history_links.size(), 1U);
    EXPECT_EQ(state.archive.history_begins, base::KeyEpoch{1});
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    ASSERT_TRUE(append(make(alice, turn())).has_value());
    EXPECT_TRUE(state.archive.history_links.empty());
    EXPECT_EQ(state.archive.history_begins, state.epoch);
    EXPECT_EQ(state.archive.history_begins_size, state.size);
    EXPECT_EQ(state.archive.find(base::MemberIndex{3})->readable_from, state.size);
    EXPECT_LT(state.archive.find(bobs)->readable_from, state.size) << "who had a key before";
}

TEST_F(Archives, secret_of_the_link_before_is_kept_sealed) {
    join_all();
    ChangeLink change;
    change.door = handle;
    change.door.bytes[0] ^= 1;
    change.epoch = state.epoch;
    change.secret_before = {7};
    ASSERT_TRUE(append(make(alice, change)).has_value());
    EXPECT_EQ(state.archive.sealed_links, (SealedLinks{{0, {7}}}));
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    EXPECT_EQ(state.archive.find(base::MemberIndex{3})->link_generation, 1U);
}

TEST_F(Archives, group_keeps_the_link_that_it_was_named_with_until_it_closes) {
    join_all();
    const base::ConversationId group{2};
    ASSERT_TRUE(append(make(alice, OpenConversation{group, {}, {Lean::balanced, true, {}}, {}})).has_value());
    EXPECT_EQ(state.archive.label_generations, (std::map<base::ConversationId, std::uint64_t>{{group, 0}}));
    ASSERT_TRUE(append(make(alice, CloseConversation{group})).has_value());
    EXPECT_TRUE(state.archive.label_generations.empty());
}

TEST_F(Archives, refused_entry_changes_nothing) {
    join_all();
    EXPECT_TRUE(refused(make(bob, SetPolicy{{base::Admission::closed, true, false}}), Refusal::not_permitted));
}

} // namespace
} // namespace plenum::log
