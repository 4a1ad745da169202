// SPDX-License-Identifier: Apache-2.0
// A token goes from one member to the next: what the former holder sent before counts, and so do the first messages of
// the next one.
#include "core/member/waiting_messages.h"
#include "core/wire/datagram.h"
#include "tests/unit/node/floor_fixture.h"
#include "tests/unit/node/hall_ids.h"

namespace plenum::test {
namespace {

constexpr int strokes = 60;

class HandOver : public Floor {
  protected:
    /// Bob holds the token of the flow, and Cem waits for it.
    void begin(base::FlowId flow) {
        declare(flow);
        want(bob);
        hall.run(50ms);
        want(cem);
        hall.run(50ms);
        ASSERT_EQ(holder_seen_by(bob), self(bob));
    }
    static node::Command stroke(char mark = 's') { return node::Publish{board, {}, base::Bytes(4096, mark), {}}; }
    /// All in one turn: the operation is on its way before the strokes are.
    void draw_and(const node::Command& last) {
        std::vector<node::Command> commands(strokes, stroke());
        commands.push_back(last);
        hall.commands(bob, commands);
    }
    static std::size_t heard_from(const Hall::Place& place, base::MemberIndex sender, base::FlowId flow) {
        return static_cast<std::size_t>(
            std::ranges::count_if(Hall::all<node::MessageReceived>(place), [&](const node::MessageReceived& message) {
                return message.sender == sender && message.flow == flow;
            }));
    }
    void expect_all_strokes() {
        EXPECT_EQ(heard_from(alice, self(bob), board), strokes);
        EXPECT_EQ(heard_from(cem, self(bob), board), strokes);
        EXPECT_TRUE(Hall::all<node::MessageRefused>(bob).empty());
        EXPECT_EQ(holder_seen_by(alice), self(cem));
    }
    /// Control datagrams to Alice are lost from here on, or no longer.
    void lose_control_to_alice(bool lose) {
        if (!lose) {
            hall.tamper = {};
            return;
        }
        hall.tamper = [this](const base::Address&, const base::Address& to, base::Bytes bytes) {
            constexpr auto size = wire::SealedHeader::size;
            const auto first = base::ByteView{bytes}.first(std::min(bytes.size(), size));
            const auto header = wire::decode<wire::SealedHeader>(first);
            const bool control = header && header->priority == base::PriorityClass::control;
            return to == alice.address && control ? base::Bytes{} : std::move(bytes);
        };
    }
};

TEST_F(HandOver, release_keeps_strokes_sent_before_it) {
    begin(board);
    draw_and(node::WantToken{token, false});
    hall.run(3s);
    expect_all_strokes();
}

TEST_F(HandOver, transfer_keeps_strokes_sent_before_it) {
    begin(board);
    draw_and(node::ActOnToken{token::TransferToken{token, self(bob), self(cem)}});
    hall.run(3s);
    expect_all_strokes();
}

TEST_F(HandOver, revocation_by_a_moderator_keeps_strokes_sent_before_it) {
    begin(board);
    hall.commands(bob, std::vector<node::Command>(strokes, stroke()));
    act(alice, token::RevokeToken{token, self(bob), token::RevokeReason::decided});
    hall.run(3s);
    expect_all_strokes();
}

TEST_F(HandOver, newcomer_hears_strokes_that_arrived_after_the_release) {
    begin(board);
    draw_and(node::WantToken{token, false});
    hall.run(3s);
    auto& dan = hall.add_endpoint();
    hall.join(dan, relay, link, "Dan");
    hall.run(2s);
    EXPECT_EQ(heard_from(dan, self(bob), board), strokes);
}

TEST_F(HandOver, nothing_is_sent_by_a_grant_after_its_release) {
    begin(board);
    hall.command(bob, node::WantToken{token, false});
    hall.command(bob, stroke());
    EXPECT_EQ(refusals(bob), std::vector{node::CommandError::no_token});
    hall.run(1s);
    EXPECT_EQ(heard_from(alice, self(bob), board), 0U);
}

TEST_F(HandOver, release_keeps_speech_that_it_overtakes) {
    begin(voice);
    hall.set_delay(100ms);
    hall.say(bob, "last words", voice);
    hall.set_delay(5ms);
    want(bob, false);
    hall.run(400ms);
    EXPECT_EQ(holder_seen_by(alice), self(cem));
    EXPECT_EQ(times(alice, "last words"), 1U);
    EXPECT_EQ(times(cem, "last words"), 1U);
}

TEST_F(HandOver, first_words_wait_for_their_grant) {
    begin(voice);
    lose_control_to_alice(true);
    want(bob, false);
    hall.run(50ms);
    ASSERT_EQ(holder_seen_by(cem), self(cem));
    hall.say(cem, "first words", voice);
    hall.run(250ms);
    EXPECT_EQ(times(alice, "first words"), 0U);
    lose_control_to_alice(false);
    hall.run(1s);
    EXPECT_EQ(times(alice, "first words"), 1U);
}

TEST_F(HandOver, rejected_messages_leave_no_hole_in_the_order) {
    constexpr base::FlowId chat_flow{3};
    begin(board);
    hall.command(bob, stroke('1'));
    hall.run(100ms);
    act(alice, token::RevokeToken{token, self(bob), token::RevokeReason::decided});
    hall.run(6ms);
    hall.commands(bob, {stroke('2'), node::Publish{chat_flow, {}, base::Bytes(5, 'c'), {}}});
    hall.run(100ms);
    EXPECT_EQ(Hall::all<node::MessageRefused>(bob).size(), 1U);
    for (const auto* place : {&alice, &cem}) {
        EXPECT_EQ(heard_from(*place, self(bob), board), 1U);
        const auto messages = Hall::all<node::MessageReceived>(*place);
        ASSERT_EQ(messages.size(), 2U) << "the words behind the rejected stroke wait for nothing";
        EXPECT_EQ(messages.back().flow, chat_flow);
        EXPECT_EQ(messages.back().delivery, node::Delivery::in_order);
    }
}

TEST_F(HandOver, rejected_speech_leaves_no_hole_in_the_order) {
    constexpr base::FlowId chat_flow{3};
    begin(voice);
    hall.say(bob, "one", voice);
    hall.run(100ms);
    act(alice, token::RevokeToken{token, self(bob), token::RevokeReason::decided});
    hall.run(6ms);
    hall.say(bob, "two", voice);
    hall.say(bob, "words", chat_flow);
    hall.run(60ms);
    for (const auto* place : {&alice, &cem}) {
        EXPECT_EQ(times(*place, "two"), 0U);
        EXPECT_EQ(times(*place, "words"), 1U);
    }
}

node::LiveMessage live_of(std::uint32_t sender, std::uint64_t sequence) {
    node::LiveMessage live;
    live.header.sender = base::MemberIndex{sender};
    live.header.sequence = base::SequenceNumber{sequence};
    return live;
}

TEST(WaitingMessages, flood_of_one_sender_pushes_out_its_own_messages) {
    node::WaitingMessages waiting;
    EXPECT_FALSE(waiting.add(live_of(1, 1), base::LocalTime{1s}).has_value());
    std::size_t out = 0;
    for (std::uint64_t i = 1; i <= 1000; ++i) {
        const auto gone = waiting.add(live_of(2, i), base::LocalTime{1s});
        if (!gone) continue;
        ++out;
        EXPECT_EQ(gone->header.sender, base::MemberIndex{2});
        EXPECT_EQ(gone->header.sequence, base::SequenceNumber{out}) << "the oldest";
    }
    EXPECT_EQ(waiting.size(), base::limits::undecrypted_messages_max);
    EXPECT_EQ(out, 1001 - base::limits::undecrypted_messages_max);
}

TEST(WaitingMessages, flood_makes_room_for_others) {
    node::WaitingMessages waiting;
    for (std::uint64_t i = 1; i <= base::limits::undecrypted_messages_max; ++i)
        ASSERT_FALSE(waiting.add(live_of(2, i), base::LocalTime{1s}).has_value());
    for (std::uint64_t i = 1; i <= 3; ++i) {
        const auto gone = waiting.add(live_of(1, i), base::LocalTime{1s});
        ASSERT_TRUE(gone.has_value());
        EXPECT_EQ(gone->header.sender, base::MemberIndex{2});
        EXPECT_EQ(gone->header.sequence, base::SequenceNumber{i});
    }
}

TEST(WaitingMessages, give_up_on_time) {
    node::WaitingMessages waiting;
    std::ignore = waiting.add(live_of(1, 1), base::LocalTime{1s});
    std::ignore = waiting.add(live_of(1, 2), base::LocalTime{2s});
    EXPECT_EQ(waiting.next_wakeup(), base::LocalTime{1s + 1us});
    EXPECT_TRUE(waiting.take_expired(base::LocalTime{1s}).empty());
    const auto expired = waiting.take_expired(base::LocalTime{1s + 1us});
    ASSERT_EQ(expired.size(), 1U);
    EXPECT_EQ(expired.front().header.sequence, base::SequenceNumber{1});
    EXPECT_EQ(waiting.take_all().size(), 1U);
    EXPECT_EQ(waiting.next_wakeup(), base::local_time_max);
}

} // namespace
} // namespace plenum::test
