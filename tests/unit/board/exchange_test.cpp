// SPDX-License-Identifier: Apache-2.0
// The whiteboard over the events and commands of a node: what is on its way, and copies for those who miss parts.
#include "core/board/exchange/replica.h"
#include "core/board/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace plenum::board {
namespace {

using namespace std::chrono_literals;

constexpr base::FlowId board_flow{4};
constexpr base::FlowId copy_flow{70};
constexpr base::MemberIndex ann{1};
constexpr base::MemberIndex bob{2};
constexpr base::MemberIndex cleo{3};

node::Event joined(base::MemberIndex member, bool self, node::MemberRole role = node::MemberRole::participant) {
    base::IdentityKey key{};
    key.bytes[3] = static_cast<std::uint8_t>(member.value());
    return node::MemberJoined{member, "somebody", key, role, self, true};
}

node::Event received(base::FlowId flow, base::MemberIndex sender, base::Bytes body) {
    return node::MessageReceived{flow, sender, base::SequenceNumber{1}, {}, {}, {}, std::move(body)};
}

node::Event declared(base::MemberIndex owner, base::MemberIndex peer) {
    node::FlowDeclared flow;
    flow.flow = copy_flow;
    flow.name = std::string{copy_flow_prefix} + "1";
    flow.owner = owner;
    flow.peer = peer;
    return flow;
}

/// Of a publication.
base::Bytes body_of(const std::optional<ExchangeCommand>& command) {
    const auto* publish = command ? std::get_if<node::Publish>(&*command) : nullptr;
    return publish == nullptr ? base::Bytes{} : publish->body;
}

class OutboxTest : public testing::Test {
  protected:
    void publish(std::uint64_t number) {
        outbox.push(Publication{number}, Authority::draw, {static_cast<std::uint8_t>(number)});
        ASSERT_TRUE(outbox.has_next());
        outbox.note_handed_over();
    }
    std::vector<Outbox::Outcome> tell(const node::Event& event) { return outbox.handle(event, board_flow); }
    void give_number(std::uint64_t sequence) {
        EXPECT_TRUE(tell(node::MessagePublished{board_flow, base::SequenceNumber{sequence}, {}}).empty());
    }
    Outbox outbox;
};

TEST_F(OutboxTest, messages_go_one_after_the_other_and_are_accepted_in_order) {
    publish(1);
    outbox.push(Publication{2}, Authority::draw, {2});
    EXPECT_FALSE(outbox.has_next()) << "the first has no number yet";
    give_number(10);
    ASSERT_TRUE(outbox.has_next());
    outbox.note_handed_over();
    give_number(11);
    const std::vector<Outbox::Outcome> both{{Publication{1}, true}, {Publication{2}, true}};
    EXPECT_TRUE(tell(node::MessageAccepted{base::FlowId{9}, base::SequenceNumber{11}}).empty()) << "another flow";
    EXPECT_EQ(tell(node::MessageAccepted{board_flow, base::SequenceNumber{11}}), both);
    EXPECT_TRUE(outbox.empty());
}

TEST_F(OutboxTest, few_are_on_their_way_at_once) {
    for (std::uint64_t number = 1; number <= Outbox::on_the_way_max; ++number) {
        publish(number);
        give_number(number);
    }
    outbox.push(Publication{99}, Authority::draw, {99});
    EXPECT_FALSE(outbox.has_next());
    EXPECT_FALSE(tell(node::MessageAccepted{board_flow, base::SequenceNumber{1}}).empty());
    EXPECT_TRUE(outbox.has_next());
}

TEST_F(OutboxTest, what_found_no_room_is_handed_over_again_and_what_is_refused_is_told) {
    publish(1);
    node::CommandRefused refused{node::CommandKind::of<node::Publish>(), node::CommandError::queue_full, board_flow};
    EXPECT_TRUE(tell(refused).empty());
    ASSERT_TRUE(outbox.has_next());
    outbox.note_handed_over();
    refused.error = node::CommandError::no_token;
    EXPECT_EQ(tell(refused), (std::vector<Outbox::Outcome>{{Publication{1}, false}}));
    publish(2);
    give_number(12);
    EXPECT_EQ(tell(node::MessageRefused{board_flow, base::SequenceNumber{12}}),
              (std::vector<Outbox::Outcome>{{Publication{2}, false}}));
}

TEST_F(OutboxTest, messages_claim_what_they_need) {
    outbox.push(Publication{1}, Authority::edit_others, {1});
    EXPECT_EQ(outbox.next(board_flow).value().flags.authority(), Authority::edit_others);
    outbox.note_handed_over();
    outbox.push(Publication{2}, Authority::draw, {2});
    give_number(1);
    EXPECT_FALSE(outbox.has_next()) << "the first may be rejected, and the second counts on it";
    EXPECT_FALSE(tell(node::MessageAccepted{board_flow, base::SequenceNumber{1}}).empty());
    EXPECT_TRUE(outbox.has_next());
    EXPECT_EQ(wire::MessageFlags{}.authority(), Authority::draw) << "of who claims nothing";
}

class CopyTest : public testing::Test {
  protected:
    void SetUp() override {
        asker.handle(joined(bob, true), now);
        asker.handle(joined(ann, false), now);
        asker.handle(joined(cleo, false, node::MemberRole::moderator), now);
        giver.handle(joined(cleo, true));
    }
    void enter() { asker.handle(node::PhaseChanged{node::Phase::joined}, now); }
    /// Whom it asks now; 0 for nobody.
    base::MemberIndex asked() {
        const auto command = asker.act(now);
        const auto* create = command ? std::get_if<node::CreateFlow>(&*command) : nullptr;
        return create == nullptr ? base::MemberIndex{} : create->with;
    }
    /// It asked, and what it has is with the giver.
    void ask() {
        ASSERT_EQ(asked(), cleo);
        asker.handle(declared(bob, cleo), now);
        giver.handle(declared(bob, cleo));
        ASSERT_TRUE(asker.is_asked());
        asker.request({{ann, OperationNumber{3}}});
        EXPECT_EQ(giver.asked(), nullptr);
        giver.handle(received(copy_flow, bob, body_of(asker.act(now))));
    }
    void hear(const CopyMessage& message, base::MemberIndex sender = cleo) {
        asker.handle(received(copy_flow, sender, encode(message)), now);
    }
    void expect_closed() {
        const auto close = asker.act(now);
        EXPECT_TRUE(close && std::holds_alternative<node::CloseFlow>(*close));
    }
    base::LocalTime now{1s};
    CopyAsker asker;
    CopyGiver giver;
};

TEST_F(CopyTest, whoever_comes_in_asks_moderators_first_and_one_at_a_time) {
    EXPECT_EQ(asked(), base::MemberIndex{});
    enter();
    EXPECT_TRUE(asker.is_unsure());
    EXPECT_EQ(asked(), cleo);
    EXPECT_EQ(asked(), base::MemberIndex{});
}

TEST_F(CopyTest, whoever_is_the_first_asks_nobody) {
    CopyAsker alone;
    alone.handle(joined(ann, true), now);
    alone.handle(node::PhaseChanged{node::Phase::joined}, now);
    EXPECT_FALSE(alone.is_unsure());
    EXPECT_FALSE(alone.act(now).has_value());
}

TEST_F(CopyTest, whoever_finds_nobody_asks_the_next_who_comes) {
    CopyAsker early;
    early.handle(joined(bob, true), now);
    early.handle(node::PhaseChanged{node::Phase::joined}, now);
    EXPECT_FALSE(early.act(now).has_value());
    EXPECT_TRUE(early.is_unsure());
    early.handle(joined(cleo, false), now);
    EXPECT_TRUE(early.act(now).has_value());
}

TEST_F(CopyTest, large_copy_comes_whole_within_the_window) {
    enter();
    ask();
    ASSERT_NE(giver.asked(), nullptr);
    EXPECT_EQ(giver.asked()->seen, (Frontier{{ann, OperationNumber{3}}}));
    Copy copy{base::Bytes(3 * copy_window_bytes + 17), {{{ann, PersonIndex{1}}, Authority::draw, {1, 2, 3}}}};
    for (std::size_t i = 0; i < copy.snapshot.size(); ++i)
        copy.snapshot[i] = static_cast<std::uint8_t>(i * 31 >> 3);
    giver.give(copy, true);
    std::optional<base::Bytes> came;
    while (!came && giver.has_next()) {
        std::size_t on_the_way = 0;
        while (const auto piece = giver.next()) {
            on_the_way += piece->body.size();
            EXPECT_LE(piece->body.size(), copy_message_bytes_max);
            asker.handle(received(copy_flow, cleo, piece->body), now);
        }
        EXPECT_LE(on_the_way, copy_window_bytes + 16 * 6);
        came = asker.take();
        if (!came) giver.handle(received(copy_flow, bob, body_of(asker.act(now))));
    }
    ASSERT_TRUE(came.has_value());
    const auto decoded = decode_copy(*came);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->snapshot, copy.snapshot);
    ASSERT_EQ(decoded->messages.size(), 1U);
    EXPECT_EQ(decoded->messages.front().message, copy.messages.front().message);
    EXPECT_FALSE(asker.is_unsure());
    expect_closed();
    EXPECT_EQ(asked(), base::MemberIndex{}) << "nothing is missing";
}

TEST_F(CopyTest, silent_unwilling_and_incomplete_members_are_passed_over) {
    enter();
    ask();
    giver.refuse_all();
    asker.handle(received(copy_flow, cleo, giver.next().value().body), now);
    expect_closed();
    EXPECT_EQ(asked(), ann);
    asker.handle(declared(bob, ann), now);
    now += CopyAsker::patience;
    expect_closed();
    EXPECT_EQ(asked(), base::MemberIndex{}) << "all were asked";
    EXPECT_FALSE(asker.is_unsure()) << "nobody has more";
    asker.note_gaps(true);
    now = asker.due();
    ask();
    giver.give({}, false);
    while (const auto piece = giver.next())
        asker.handle(received(copy_flow, cleo, piece->body), now);
    expect_closed();
    EXPECT_EQ(asked(), ann);
}

TEST_F(CopyTest, whoever_has_more_is_asked_at_once) {
    enter();
    ask();
    hear(CopyBegins{1, true});
    hear(CopyPiece{0, {1}});
    expect_closed();
    asker.note_more(ann);
    EXPECT_EQ(asked(), ann);
    asker.handle(declared(bob, ann), now);
    EXPECT_FALSE(asker.act(now).has_value()) << "and waits for the answer";
}

TEST_F(CopyTest, pieces_of_strangers_and_beyond_the_size_count_for_nothing) {
    enter();
    ask();
    hear(CopyPiece{0, {9, 9}});
    hear(CopyBegins{3, true});
    hear(CopyPiece{0, {7, 7, 7}}, ann);
    hear(CopyPiece{1, {7}});
    hear(CopyPiece{0, {7, 7, 7, 7}});
    EXPECT_EQ(asker.take(), std::nullopt);
    hear(CopyPiece{0, {1, 2, 3}});
    EXPECT_EQ(asker.take(), (base::Bytes{1, 2, 3}));
    for (const auto& bytes : {base::Bytes{}, base::Bytes{1, 0, 0}, base::Bytes{2, 0, 0, 0, 0}, base::Bytes{9}})
        EXPECT_FALSE(decode_copy_message(bytes).has_value());
    EXPECT_FALSE(decode_copy(base::Bytes{0, 0, 0, 9, 1}).has_value());
}

TEST(Copy, with_an_empty_message_or_more_messages_than_a_board_takes_is_malformed) {
    const Copy::Said some{{ann, PersonIndex{1}}, Authority::draw, {1}};
    const Copy::Said empty{{ann, PersonIndex{1}}, Authority::draw, {}};
    EXPECT_TRUE(decode_copy(encode(Copy{{}, {some, some}})).has_value());
    EXPECT_FALSE(decode_copy(encode(Copy{{}, {some, empty}})).has_value());
    auto bytes = encode(Copy{});
    const auto with_one = encode(Copy{{}, {some}});
    for (std::size_t i = 0; i <= copy_messages_max; ++i)
        bytes.insert(bytes.end(), with_one.begin() + 4, with_one.end());
    EXPECT_LT(bytes.size(), copy_bytes_max);
    EXPECT_FALSE(decode_copy(bytes).has_value());
}

TEST_F(CopyTest, past_that_newcomers_cannot_read_is_missed_until_a_copy_came) {
    log::Policy policy;
    policy.history_for_newcomers = false;
    asker.handle(node::PolicyChanged{policy}, now);
    enter();
    EXPECT_TRUE(asker.misses_past());
    ask();
    hear(CopyBegins{1, true});
    hear(CopyPiece{0, {1}});
    EXPECT_TRUE(asker.take().has_value());
    EXPECT_FALSE(asker.misses_past());
}

} // namespace
} // namespace plenum::board
