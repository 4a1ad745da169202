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
    EXPECT_GT(state.tokens.unused_id(), base::TokenId{2});
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
    EXPECT_TRUE(refuses([&](State& made) { made.tokens.tokens.at(voice).flows.front() = base::FlowId{9}; }));
    EXPECT_TRUE(refuses([](State& made) { made.flows.at(base::FlowId{1}).flow = base::FlowId{2}; }));
}

} // namespace
} // namespace plenum::log
