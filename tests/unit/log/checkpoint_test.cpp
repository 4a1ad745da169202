// SPDX-License-Identifier: Apache-2.0
#include "core/log/checkpoint.h"

#include "tests/unit/log/drawn_log.h"

namespace plenum::log {
namespace {

constexpr base::MemberIndex alices{1};
constexpr base::MemberIndex bobs{2};

class Drawn : public DrawnLog, public testing::WithParamInterface<int> {
  protected:
    void SetUp() override { random.seed(static_cast<std::uint64_t>(GetParam())); }
};
INSTANTIATE_TEST_SUITE_P(Seeds, Drawn, testing::Range(1, 9));

TEST_P(Drawn, state_survives_its_encoding) {
    for (std::size_t size = 50; size <= 400; size += 50) {
        grow(size);
        const auto decoded = decode_state(encode_state(state));
        ASSERT_TRUE(decoded.has_value());
        EXPECT_EQ(*decoded, state);
        EXPECT_EQ(hash_of(*decoded), hash_of(state));
    }
}

TEST_P(Drawn, log_is_worth_drawing) {
    grow(400);
    const auto left =
        std::ranges::count_if(state.archive.people, [](const auto& item) { return item.second.left_size.value() > 0; });
    EXPECT_GT(left, 4);
    EXPECT_GT(state.door.generation, 2U);
    EXPECT_GT(state.epoch.value(), 10U);
    EXPECT_GT(state.conversation_newest, plenary);
    EXPECT_GT(state.tokens.unused_id(), base::TokenId{1});
    EXPECT_FALSE(state.archive.sealed_links.empty());
}

TEST_P(Drawn, condensing_twice_changes_nothing_more) {
    grow(400);
    for (const std::size_t most : {0U, 1U, 3U, 10U, 1000U}) {
        auto once = state;
        condense(once, {most, most});
        auto twice = once;
        condense(twice, {most, most});
        EXPECT_EQ(twice, once) << most;
        EXPECT_TRUE(decode_state(encode_state(once)).has_value()) << most;
        EXPECT_LE(once.archive.people.size(), once.members.size() + most);
    }
}

TEST_P(Drawn, no_altered_encoding_is_the_same_state) {
    grow(120);
    const auto right = encode_state(state);
    for (int i = 0; i < 300; ++i) {
        auto altered = right;
        altered[below(altered.size())] ^= static_cast<std::uint8_t>(1U << below(8));
        const auto decoded = decode_state(altered);
        if (!decoded) continue;
        EXPECT_NE(*decoded, state);
        EXPECT_EQ(encode_state(*decoded), altered) << "one encoding of one state";
    }
    for (std::size_t size = 0; size < right.size(); size += 1 + below(40))
        EXPECT_FALSE(decode_state(base::ByteView{right}.first(size)).has_value());
}

using Checkpoints = Log;

TEST_F(Checkpoints, state_of_another_version_is_refused) {
    join_all();
    auto bytes = encode_state(state);
    bytes.front() = state_version + 1;
    EXPECT_EQ(decode_state(bytes).error(), wire::DecodeError::unknown);
    EXPECT_EQ(decode_state({}).error(), wire::DecodeError::malformed);
}

TEST_F(Checkpoints, whoever_let_in_a_member_is_kept_before_those_who_left_later) {
    join_all();
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    auto carol = author(6);
    ASSERT_TRUE(append(admit(alice, {join(carol)})).has_value());
    ASSERT_TRUE(append(make(alice, turn())).has_value());
    const base::MemberIndex carols{3};
    ASSERT_TRUE(append(admit(alice, {join(mallory)})).has_value());
    const base::MemberIndex mallorys{4};
    ASSERT_TRUE(append(make(mallory, Leave{mallorys, base::LeaveReason::left})).has_value());
    auto hosted = state;
    condense(hosted, {1, 1});
    EXPECT_EQ(hosted.archive.find(bobs), nullptr) << "Mallory left later";
    hosted = state;
    hosted.archive.people.at(carols).admitted_by = bobs;
    condense(hosted, {1, 1});
    EXPECT_NE(hosted.archive.find(bobs), nullptr);
    EXPECT_EQ(hosted.archive.find(mallorys), nullptr);
    auto dora = author(7);
    ASSERT_TRUE(append(admit(alice, {join(dora)})).has_value());
    const base::MemberIndex doras{5};
    ASSERT_TRUE(append(make(dora, Leave{doras, base::LeaveReason::left})).has_value());
    hosted = state;
    hosted.archive.people.at(carols).admitted_by = mallorys;
    hosted.archive.people.at(mallorys).admitted_by = bobs;
    condense(hosted, {2, 2});
    EXPECT_NE(hosted.archive.find(bobs), nullptr) << "the host's host";
    EXPECT_NE(hosted.archive.find(mallorys), nullptr);
    EXPECT_EQ(hosted.archive.find(doras), nullptr);
}

TEST_F(Checkpoints, whoever_was_lost_comes_back_unasked_while_the_archive_has_them) {
    join_all();
    ASSERT_TRUE(append(make(alice, SetPolicy{{base::Admission::lobby}})).has_value());
    say_absent(bobs);
    ASSERT_TRUE(append(make(relay, Leave{bobs, base::LeaveReason::lost})).has_value());
    condense(state);
    EXPECT_TRUE(state.policy_admits(bob.identity.public_key));
    condense(state, {0, 0});
    EXPECT_FALSE(state.policy_admits(bob.identity.public_key));
}

TEST_F(Checkpoints, secrets_of_links_are_kept_back_to_the_oldest_that_opens_a_name) {
    join_all();
    for (std::uint8_t generation = 1; generation < 4; ++generation) {
        ChangeLink change;
        change.door = handle;
        change.door.bytes[0] = generation;
        change.epoch = state.epoch;
        change.secret_before = {generation};
        ASSERT_TRUE(append(make(alice, change)).has_value());
    }
    auto kept = state;
    condense(kept);
    EXPECT_EQ(kept.archive.sealed_links.size(), 3U) << "Alice and Bob joined with the first";
    for (auto& [index, person] : kept.archive.people)
        person.link_generation = 2;
    auto labelled = kept;
    labelled.archive.label_generations[base::ConversationId{2}] = 1;
    condense(labelled);
    EXPECT_EQ(labelled.archive.sealed_links, (SealedLinks{{1, {2}}, {2, {3}}})) << "a group was named with it";
    condense(kept);
    EXPECT_EQ(kept.archive.sealed_links, (SealedLinks{{2, {3}}}));
}

/// Each would end a program later, or make it write what it does not read.
TEST_F(Checkpoints, state_that_no_log_leads_to_is_refused) {
    join_all();
    const base::TokenId voice{1};
    ASSERT_TRUE(append(make(alice, token::DeclareToken{voice, "voice", {base::FlowId{1}}, {}})).has_value());
    ASSERT_TRUE(append(make(alice, token::GrantToken{voice, bobs})).has_value());
    const auto refuses = [this](auto alter) {
        auto altered = state;
        alter(altered);
        return !decode_state(encode_state(altered)).has_value();
    };
    ASSERT_FALSE(refuses([](State&) {}));
    EXPECT_TRUE(refuses([](State& made) { made.archive.people.erase(bobs); }));
    EXPECT_TRUE(refuses([](State& made) { made.archive.people.at(bobs).left_size = base::LogPosition{2}; }));
    EXPECT_TRUE(refuses([](State& made) { made.members.at(bobs).index = alices; }));
    EXPECT_TRUE(refuses([](State& made) { made.members.at(bobs).group = base::ConversationId{7}; }));
    EXPECT_TRUE(refuses([](State& made) { made.next_member = bobs; }));
    EXPECT_TRUE(refuses([](State& made) { made.joined_keys.clear(); }));
    EXPECT_TRUE(refuses([](State& made) { made.recent_heads.clear(); }));
    EXPECT_TRUE(refuses([](State& made) { made.head.bytes[0] ^= 1; }));
    EXPECT_TRUE(refuses([](State& made) { made.at += 200h * 24 * 366; })) << "beyond what sums of two times hold";
    EXPECT_TRUE(refuses([&](State& made) { made.tokens.tokens.at(voice).id = base::TokenId{2}; }));
    EXPECT_TRUE(refuses([&](State& made) { made.tokens.tokens.at(voice).holders.front().member = {}; }));
    EXPECT_TRUE(refuses([&](State& made) {
        auto& holders = made.tokens.tokens.at(voice).holders;
        holders.push_back(holders.front());
    }));
    EXPECT_TRUE(refuses([&](State& made) { made.tokens.tokens.at(voice).requests.push_back({bobs}); }))
        << "he holds it";
    EXPECT_TRUE(refuses([&](State& made) { made.tokens.tokens.at(voice).flows.front() = base::FlowId{9}; }));
    EXPECT_TRUE(refuses([](State& made) { made.flows.at(base::FlowId{1}).flow = base::FlowId{2}; }));
}

TEST_F(Checkpoints, checkpoint_is_taken_from_every_run_of_the_root_key_alone) {
    join_all();
    ASSERT_TRUE(append(make(alice, SetRole{bobs, base::MemberRole::moderator})).has_value());
    EXPECT_TRUE(refused(make(bob, checkpoint_of(state)), Refusal::not_permitted)) << "though he moderates";
    EXPECT_TRUE(refused(make(relay, checkpoint_of(state)), Refusal::not_permitted));
    EXPECT_TRUE(refused(make(mallory, checkpoint_of(state)), Refusal::unknown_author));
    Author other{alice.identity.copy(), key_of<crypto::ExchangeKeyPair>(77), 0};
    EXPECT_TRUE(refused(make(other, checkpoint_of(state)), Refusal::unknown_author)) << "not before this run joins";
    ASSERT_TRUE(append(admit(alice, {join(other)})).has_value());
    EXPECT_TRUE(append(make(other, checkpoint_of(state))).has_value());
    EXPECT_EQ(state.checkpoint_size, state.size);
}

TEST_F(Checkpoints, checkpoint_of_another_state_is_refused) {
    join_all();
    auto altered = checkpoint_of(state);
    altered.state.bytes[3] ^= 1;
    EXPECT_TRUE(refused(make(alice, altered), Refusal::other_state));
    const auto earlier = make(alice, checkpoint_of(state));
    ASSERT_TRUE(append(make(alice, SetPolicy{{base::Admission::lobby}})).has_value());
    EXPECT_TRUE(refused(earlier, Refusal::stale_sequence));
    const auto overtaken = make(alice, checkpoint_of(state));
    ASSERT_TRUE(append(make(bob, Leave{bobs, base::LeaveReason::left})).has_value());
    EXPECT_TRUE(refused(overtaken, Refusal::other_state)) << "the log has gone on";
}

TEST_F(Checkpoints, checkpoint_right_behind_another_is_refused) {
    join_all();
    ASSERT_TRUE(append(make(alice, checkpoint_of(state))).has_value());
    EXPECT_TRUE(refused(make(alice, checkpoint_of(state)), Refusal::no_change));
    ASSERT_TRUE(append(make(alice, SetPolicy{{base::Admission::lobby}})).has_value());
    EXPECT_TRUE(append(make(alice, checkpoint_of(state))).has_value());
}

/// A join names its door, so nobody can replay one that came by another.
TEST_F(Checkpoints, keys_of_joins_by_earlier_links_are_dropped_with_their_owners) {
    join_all();
    const auto knock = join(mallory);
    ASSERT_TRUE(append(admit(alice, {knock})).has_value());
    ASSERT_TRUE(append(make(alice, turn(EpochMode::ratchet))).has_value());
    const base::MemberIndex mallorys{3};
    ASSERT_TRUE(append(make(mallory, Leave{mallorys, base::LeaveReason::left})).has_value());
    ASSERT_TRUE(append(make(alice, turn())).has_value());
    ChangeLink change;
    change.door = handle;
    change.door.bytes[0] ^= 1;
    change.epoch = state.epoch;
    ASSERT_TRUE(append(make(alice, change)).has_value());
    condense(state);
    EXPECT_TRUE(state.joined_keys.contains(mallory.exchange.public_key)) << "she is in the archive";
    condense(state, {0, 0});
    EXPECT_FALSE(state.joined_keys.contains(mallory.exchange.public_key));
    EXPECT_TRUE(state.joined_keys.contains(bob.exchange.public_key)) << "he is a member";
    EXPECT_TRUE(refused(admit(alice, {knock}), Refusal::wrong_conference));
}

TEST_F(Checkpoints, keys_of_joins_by_the_newest_link_are_kept_though_their_owners_are_forgotten) {
    join_all();
    ChangeLink change;
    change.door = handle;
    change.door.bytes[0] ^= 1;
    change.epoch = state.epoch;
    ASSERT_TRUE(append(make(alice, change)).has_value());
    const auto knock = join(mallory);
    ASSERT_TRUE(append(admit(alice, {knock})).has_value());
    ASSERT_TRUE(append(make(mallory, Leave{base::MemberIndex{3}, base::LeaveReason::left})).has_value());
    condense(state, {0, 0});
    ASSERT_EQ(state.archive.find(base::MemberIndex{3}), nullptr);
    EXPECT_TRUE(refused(admit(alice, {knock}), Refusal::already_joined));
}

/// From any checkpoint on: what a newcomer knows who reads its state and the entries behind it.
TEST_P(Drawn, state_from_a_checkpoint_and_the_tail_is_that_of_all_entries) {
    for (int checkpoints = 0; checkpoints < 3; ++checkpoints) {
        grow(state.size.value() + 80);
        const auto by = root_run();
        auto newcomer_state = state;
        condense(newcomer_state);
        const auto sent = encode_state(newcomer_state);
        const auto behind = log.size();
        ASSERT_TRUE(say(by, checkpoint_of(state)));
        grow(state.size.value() + 80);
        auto read = decode_state(sent);
        ASSERT_TRUE(read.has_value());
        for (auto next = behind; next < log.size(); ++next)
            ASSERT_TRUE(apply(*read, log[next]).has_value()) << next;
        EXPECT_EQ(*read, state);
    }
}

TEST_P(Drawn, checkpoint_does_not_fit_a_state_that_was_altered) {
    grow(150);
    const auto by = root_run();
    auto forged = state;
    condense(forged);
    forged.moderators.insert(mallory.identity.public_key);
    ASSERT_TRUE(say(by, checkpoint_of(state)));
    const auto taken = apply(forged, log.back());
    ASSERT_FALSE(taken.has_value());
    EXPECT_EQ(taken.error(), Refusal::other_state);
}

} // namespace
} // namespace plenum::log
