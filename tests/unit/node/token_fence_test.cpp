// SPDX-License-Identifier: Apache-2.0
// Up to where messages count whose grant somebody else ends, at a relay that came back.
#include "core/relay/token_fence.h"

#include "core/wire/message.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

constexpr base::TokenId pen{1};
constexpr base::FlowId board{4};
constexpr base::MemberIndex bob{2};

class Fence : public testing::Test {
  protected:
    void SetUp() override {
        says(token::DeclareToken{pen, "pen", {board}, {}});
        says(token::GrantToken{pen, bob});
        history.push({board, bob}, base::SequenceNumber{1}, base::Bytes(10), state.size, &state);
    }
    void says(const token::Operation& operation) {
        const token::Place place{state.size = state.size.next(), {}};
        token::apply(state.tokens, {base::MemberIndex{1}, true}, operation, place);
        state.archive.tenures.handle(state.tokens, {pen}, {}, place);
    }
    void claim(std::uint64_t next) { fence.note_heard({board, bob, base::SequenceNumber{next}}, history, state); }
    std::uint64_t last_that_counts() const {
        const auto cut_offs = fence.cut_offs(token::RevokeToken{pen, bob}, state, history);
        EXPECT_EQ(cut_offs.size(), 1U);
        return cut_offs.empty() ? 0 : cut_offs.front().sequence.value();
    }

    log::State state;
    MessageHistory history;
    TokenFence fence;
};

TEST_F(Fence, counts_what_some_member_had_heard_before) {
    EXPECT_EQ(last_that_counts(), 1U);
    claim(0);
    claim(1);
    EXPECT_EQ(last_that_counts(), 1U);
    claim(4);
    claim(3);
    EXPECT_EQ(last_that_counts(), 3U);
}

/// Words that a sender whose clock is ahead said before it.
TEST_F(Fence, counts_what_was_in_order_before_the_token_was_declared) {
    EXPECT_EQ(fence.cut_offs(token::GrantToken{pen, bob}, state, history).size(), 0U) << "which ends no grant";
    const auto cut_offs = fence.cut_offs(token::DeclareToken{pen.next(), "pen", {board}, {}}, state, history);
    ASSERT_EQ(cut_offs.size(), 1U);
    EXPECT_EQ(cut_offs.front().member, bob);
    EXPECT_EQ(cut_offs.front().sequence, base::SequenceNumber{1});
}

TEST_F(Fence, counts_what_everyone_had_in_order_while_everyone_held_it) {
    token::SettingsChange many;
    many.holders_max = 0;
    says(token::ConfigureToken{pen, many});
    says(token::DistributeToken{pen});
    const auto cut_offs = fence.cut_offs(token::DeleteCopy{pen, {}}, state, history);
    ASSERT_EQ(cut_offs.size(), 1U);
    EXPECT_EQ(cut_offs.front().member, bob);
}

/// Its sender says it again to a relay that lost it, however late.
TEST_F(Fence, takes_late_what_some_member_had_heard_before) {
    using namespace std::chrono_literals;
    const base::TokenEpoch grant{state.size.value()};
    claim(3);
    const token::Place place{state.size = state.size.next(), {}};
    const token::Operation release{token::ReleaseToken{pen, {{board, base::SequenceNumber{3}}}, {}}};
    token::apply(state.tokens, {bob, false}, release, place);
    state.archive.tenures.handle(state.tokens, {pen}, token::ending_of(release, bob, {}), place);
    state.size = state.size.next();
    wire::MessageHeader header;
    header.flow = board;
    header.sender = bob;
    header.token_epoch = grant;
    wire::ReliableMessage message{board, bob, {}, wire::encode(header), {}};
    message.sealed.push_back(0xff);
    const auto refuses = [&](std::uint64_t sequence, base::Duration at) {
        message.sequence = base::SequenceNumber{sequence};
        return fence.refuse(message, state, base::ConferenceTime{at});
    };
    EXPECT_EQ(refuses(2, 1h), std::nullopt);
    EXPECT_EQ(refuses(3, token::last_reliable_words_max), std::nullopt) << "its sender named it";
    EXPECT_EQ(refuses(3, 1h), token::Hearing::stale) << "which nobody heard";
}

/// Who says to have heard more than there can be opens nothing for a former holder.
TEST_F(Fence, believes_no_more_than_can_have_been_lost) {
    claim(UINT64_MAX);
    EXPECT_LT(last_that_counts(), base::limits::history_messages_max);
}

} // namespace
} // namespace plenum::node
