// SPDX-License-Identifier: Apache-2.0
// Up to where messages count whose grant somebody else ends, at a relay that came back.
#include "core/node/token_fence.h"

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
    RelayHistory history;
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

/// Who says to have heard more than there can be opens nothing for a former holder.
TEST_F(Fence, believes_no_more_than_can_have_been_lost) {
    claim(UINT64_MAX);
    EXPECT_LT(last_that_counts(), base::limits::history_messages_max);
}

} // namespace
} // namespace plenum::node
