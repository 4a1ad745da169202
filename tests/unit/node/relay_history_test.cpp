// SPDX-License-Identifier: Apache-2.0
#include "core/peer/message_history.h"

#include <gtest/gtest.h>

namespace plenum::node {
namespace {

constexpr base::FlowId chat{3};
constexpr std::size_t piece = 16 * 1024;
/// A stream of its own is full with so many.
constexpr std::uint32_t stream_pieces = base::limits::history_bytes_max / piece;
constexpr std::uint32_t pieces_max = MessageHistory::bytes_max / piece;

class FullHistory : public testing::Test {
  protected:
    static flow::StreamId stream(std::uint32_t member) { return {chat, base::MemberIndex{member}}; }
    void join(std::uint32_t member) { state.members[base::MemberIndex{member}].index = base::MemberIndex{member}; }
    void leave(std::uint32_t member) { state.members.erase(base::MemberIndex{member}); }
    /// Says as many as told, each of which must be taken without the bound being passed.
    void say(std::uint32_t member, std::uint32_t times, std::size_t bytes = piece) {
        for (std::uint32_t i = 0; i < times; ++i) {
            const auto sequence = history.next(stream(member));
            history.push(stream(member), sequence, base::Bytes(bytes), state.size, &state);
            ASSERT_EQ(history.next(stream(member)), sequence.next());
            ASSERT_EQ(history.streams().at(stream(member)).items().back().sequence, sequence);
            ASSERT_LE(history.bytes(), MessageHistory::bytes_max);
        }
        std::size_t sum = 0;
        for (const auto& [id, held] : history.streams())
            sum += held.bytes();
        ASSERT_EQ(history.bytes(), sum);
    }
    /// First message that is held, and how many.
    std::pair<std::uint64_t, std::size_t> held(std::uint32_t member) const {
        const auto& items = history.streams().at(stream(member)).items();
        return {items.empty() ? 0 : items.front().sequence.value(), items.size()};
    }
    using Held = std::pair<std::uint64_t, std::size_t>;

    log::State state;
    MessageHistory history;
};

TEST_F(FullHistory, takes_every_message_of_however_many_people) {
    for (std::uint32_t member = 1; member <= 2 * pieces_max / stream_pieces; ++member) {
        join(member);
        say(member, stream_pieces);
    }
    EXPECT_EQ(history.bytes(), MessageHistory::bytes_max);
    for (const std::size_t bytes : {1UL, 100UL, base::limits::control_message_bytes_max})
        say(1, 10, bytes);
}

TEST_F(FullHistory, takes_a_message_that_is_larger_than_all_it_may_hold) {
    history.bound(100, &state);
    join(1);
    say(1, 3);
    EXPECT_EQ(held(1), (Held{3, 1}));
}

TEST_F(FullHistory, takes_every_message_when_all_others_are_gone) {
    for (std::uint32_t member = 1; member <= 2 * pieces_max / stream_pieces; ++member) {
        join(member);
        say(member, stream_pieces);
        leave(member);
    }
    EXPECT_EQ(history.bytes(), MessageHistory::bytes_max);
}

/// As a member keeps what it heard: words of those who left nobody else has.
TEST_F(FullHistory, without_a_state_nobody_goes_first_for_having_left) {
    history.bound(10 * piece, nullptr);
    const auto hear = [&](std::uint32_t member) {
        const auto sequence = history.next(stream(member));
        history.push(stream(member), sequence, base::Bytes(piece), {}, nullptr);
    };
    hear(1);
    hear(2);
    for (int i = 0; i < 20; ++i)
        hear(3);
    EXPECT_EQ(held(1).second, 1U);
    EXPECT_EQ(held(2).second, 1U);
    EXPECT_EQ(held(3).second, 8U);
}

TEST_F(FullHistory, forgets_those_who_left_before_anyone_who_is_there) {
    // Whoever left holds least.
    join(500);
    say(500, 2);
    leave(500);
    join(501);
    say(501, 2);
    leave(501);
    const auto others = (pieces_max - 4) / (stream_pieces - 1);
    for (std::uint32_t member = 1; member <= others; ++member) {
        join(member);
        say(member, stream_pieces - 1);
    }
    join(400);
    say(400, pieces_max - 4 - others * (stream_pieces - 1));
    ASSERT_EQ(history.bytes(), MessageHistory::bytes_max);
    say(400, 1);
    EXPECT_EQ(held(500), (Held{2, 1}));
    say(400, 3);
    EXPECT_EQ(held(500), (Held{0, 0}));
    EXPECT_EQ(held(501), (Held{0, 0}));
    for (std::uint32_t member = 1; member <= others; ++member)
        EXPECT_EQ(held(member), (Held{1, stream_pieces - 1}));
    // What is forgotten is not said again.
    EXPECT_EQ(history.next(stream(500)), base::SequenceNumber{3});
}

TEST_F(FullHistory, then_forgets_the_oldest_of_whoever_holds_most) {
    constexpr std::uint32_t less = stream_pieces - 3;
    join(7);
    say(7, stream_pieces);
    const auto others = (pieces_max - stream_pieces) / less;
    for (std::uint32_t member = 11; member < 11 + others; ++member) {
        join(member);
        say(member, less);
    }
    join(400);
    say(400, pieces_max - stream_pieces - others * less);
    ASSERT_EQ(history.bytes(), MessageHistory::bytes_max);
    for (std::uint64_t said = 1; said <= 3; ++said) {
        say(400, 1);
        EXPECT_EQ(held(7), (Held{said + 1, stream_pieces - said}));
    }
    for (std::uint32_t member = 11; member < 11 + others; ++member)
        EXPECT_EQ(held(member), (Held{1, less}));
}

} // namespace
} // namespace plenum::node
