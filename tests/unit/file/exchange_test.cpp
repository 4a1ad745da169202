// SPDX-License-Identifier: Apache-2.0
// Files between members: one transmission for many, what happens when somebody goes, and what a liar can do.
#include "tests/unit/file/room.h"

#include <gtest/gtest.h>

namespace plenum::file {
namespace {

using namespace std::chrono_literals;

class ExchangeTest : public testing::Test {
  protected:
    void fetch(Room::Member& by, const Content& content, const Room::Member& from) {
        ASSERT_TRUE(by.exchange.fetch(content, from.index, Audience::all()));
    }
    bool completes(Room::Member& member, const Content& content, base::Duration most = 30s) {
        return room.run(most, [&] { return Room::has(member, content); });
    }
    bool reaches(Room::Member& member, const Content& content, FetchState state, base::Duration most = 60s) {
        return room.run(most, [&] { return Room::state(member, content) == state; });
    }
    void run(base::Duration time) {
        room.run(time, [] { return false; });
    }

    Room room;
    Room::Member& ann{room.enter(1)};
    Room::Member& bob{room.enter(2)};
    Room::Member& cleo{room.enter(3)};
};

TEST_F(ExchangeTest, who_asks_gets_it_on_a_flow_for_two) {
    const auto content = room.offer(ann, 100'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(completes(bob, content));
    EXPECT_EQ(ann.given, content.bytes);
    EXPECT_EQ(cleo.store.contents.size(), 0U);
    run(20s);
    EXPECT_EQ(room.flows(), 1U) << "the one for requests";
}

TEST_F(ExchangeTest, several_who_ask_at_once_are_served_by_one_transmission) {
    const auto content = room.offer(ann, 1'000'000);
    fetch(bob, content, ann);
    fetch(cleo, content, ann);
    ASSERT_TRUE(completes(bob, content));
    ASSERT_TRUE(completes(cleo, content));
    EXPECT_EQ(ann.given, content.bytes);
}

TEST_F(ExchangeTest, who_asks_later_shares_what_is_left) {
    const auto content = room.offer(ann, 4'000'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(room.run(30s, [&] { return bob.exchange.find(content.hash)->bytes_there > 1'000'000; }));
    fetch(cleo, content, ann);
    ASSERT_TRUE(completes(bob, content));
    ASSERT_TRUE(completes(cleo, content));
    EXPECT_LT(ann.given, content.bytes * 7 / 4);
}

TEST_F(ExchangeTest, a_sender_who_comes_back_is_asked_for_what_is_missing_alone) {
    const auto content = room.offer(ann, 3'000'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(room.run(30s, [&] { return bob.exchange.find(content.hash)->bytes_there > 1'500'000; }));
    room.rename(ann);
    ASSERT_TRUE(completes(bob, content));
    EXPECT_LT(ann.given, content.bytes + 32 * limits::piece_bytes);
}

TEST_F(ExchangeTest, a_receiver_who_comes_back_asks_for_what_is_missing_alone) {
    const auto content = room.offer(ann, 3'000'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(room.run(30s, [&] { return bob.exchange.find(content.hash)->bytes_there > 1'500'000; }));
    room.rename(bob);
    ASSERT_TRUE(completes(bob, content));
    EXPECT_LT(ann.given, content.bytes + 32 * limits::piece_bytes);
}

TEST_F(ExchangeTest, another_who_has_it_serves_when_the_sender_is_gone) {
    const auto content = room.offer(ann, 200'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(completes(bob, content));
    room.leave(ann);
    fetch(cleo, content, ann);
    ASSERT_TRUE(completes(cleo, content));
    EXPECT_EQ(bob.given, content.bytes);
}

TEST_F(ExchangeTest, a_download_goes_on_from_another_when_its_sender_leaves) {
    const auto content = room.offer(ann, 3'000'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(completes(bob, content));
    fetch(cleo, content, ann);
    ASSERT_TRUE(room.run(30s, [&] { return cleo.exchange.find(content.hash)->bytes_there > 1'500'000; }));
    room.leave(ann);
    ASSERT_TRUE(completes(cleo, content));
    EXPECT_LT(bob.given, content.bytes * 3 / 4);
}

TEST_F(ExchangeTest, it_waits_for_a_sender_who_is_gone_and_begins_when_they_are_back) {
    const auto content = room.offer(ann, 50'000);
    room.set_present(ann, false);
    fetch(bob, content, ann);
    ASSERT_TRUE(reaches(bob, content, FetchState::seeking));
    run(120s);
    room.set_present(ann, true);
    EXPECT_TRUE(completes(bob, content, 5s));
}

TEST_F(ExchangeTest, a_wrong_content_is_dropped_and_got_from_another) {
    const auto content = room.offer(ann, 100'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(completes(bob, content));
    ann.store.contents[content.hash][70'000] ^= 1;
    fetch(cleo, content, ann);
    ASSERT_TRUE(reaches(cleo, content, FetchState::wrong));
    EXPECT_TRUE(cleo.store.contents.empty());
    // Again, now that another is known to have it.
    ann.store.contents.erase(content.hash);
    fetch(cleo, content, ann);
    EXPECT_TRUE(completes(cleo, content, 120s));
}

TEST_F(ExchangeTest, after_a_wrong_mix_each_source_stands_alone) {
    const auto content = room.offer(ann, 3'000'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(completes(bob, content));
    ann.store.contents[content.hash][10] ^= 1;
    fetch(cleo, content, ann);
    ASSERT_TRUE(room.run(30s, [&] { return cleo.exchange.find(content.hash)->bytes_there > 1'500'000; }));
    room.leave(ann);
    EXPECT_TRUE(completes(cleo, content, 120s)) << "all of it from bob";
}

TEST_F(ExchangeTest, pieces_of_whom_nobody_asked_count_for_nothing) {
    const auto content = room.offer(ann, 100'000);
    fetch(bob, content, ann);
    node::FlowDeclared flow;
    flow.flow = base::FlowId{99};
    flow.name = std::string{content_flow_prefix} + "3/1";
    flow.owner = cleo.index;
    room.tell(bob, flow);
    const Piece lie{content.hash, 0, base::Bytes(limits::piece_bytes, 7)};
    room.tell(bob, node::MessageReceived{flow.flow, cleo.index, base::SequenceNumber{1}, {}, {}, {}, encode(lie)});
    EXPECT_TRUE(completes(bob, content));
}

TEST_F(ExchangeTest, what_a_group_shares_stays_there) {
    constexpr base::ConversationId group{7};
    auto& dan = room.enter(4);
    const Audience circle{.everybody = false, .groups = {group}};
    for (auto* each : {&ann, &bob, &cleo})
        room.place(*each, group);
    const auto content = room.offer(ann, 500'000, 1, circle);
    std::size_t heard_outside = 0;
    room.tamper = [&](base::MemberIndex, base::MemberIndex to, base::Bytes& body) {
        const auto message = decode(body);
        if (to == dan.index && message && std::holds_alternative<Piece>(*message)) ++heard_outside;
        return true;
    };
    ASSERT_TRUE(bob.exchange.fetch(content, ann.index, circle) && cleo.exchange.fetch(content, ann.index, circle));
    ASSERT_TRUE(dan.exchange.fetch(content, ann.index, circle)) << "the hash was told, the file was not meant for him";
    ASSERT_TRUE(completes(bob, content));
    ASSERT_TRUE(completes(cleo, content));
    EXPECT_EQ(ann.given, content.bytes);
    run(200s);
    EXPECT_FALSE(Room::has(dan, content));
    EXPECT_EQ(heard_outside, 0U);
    room.place(dan, group);
    EXPECT_TRUE(completes(dan, content, 400s));
}

TEST_F(ExchangeTest, who_stops_listening_does_not_hold_up_others) {
    const auto content = room.offer(ann, 2'000'000);
    room.tamper = [&](base::MemberIndex, base::MemberIndex to, base::Bytes& body) {
        const auto message = decode(body);
        return to != cleo.index || !message || !std::holds_alternative<Piece>(*message);
    };
    fetch(bob, content, ann);
    fetch(cleo, content, ann);
    EXPECT_TRUE(completes(bob, content));
    run(600s);
    EXPECT_LT(ann.given, content.bytes + limits::stalls_max * 2 * limits::window_pieces * limits::piece_bytes);
}

TEST_F(ExchangeTest, nobody_makes_others_serve_without_end) {
    const auto content = room.offer(ann, 300'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(completes(bob, content));
    for (int round = 0; round < 40; ++round) {
        room.say(bob.index, room.flow_named(request_flow_prefix), Want{content.hash, ann.index, {{0, 1000}}});
        run(30s);
    }
    EXPECT_LE(ann.given, (limits::servings_per_person + 2) * content.bytes);
}

TEST_F(ExchangeTest, it_is_told_that_nobody_gives_it) {
    const Content content{crypto::hash(base::Bytes{1}), 1};
    fetch(bob, content, ann);
    EXPECT_TRUE(reaches(bob, content, FetchState::seeking));
}

TEST_F(ExchangeTest, a_full_disk_is_told_and_it_can_be_asked_for_again) {
    const auto content = room.offer(ann, 100'000);
    bob.store.room = 50'000;
    fetch(bob, content, ann);
    ASSERT_TRUE(reaches(bob, content, FetchState::not_stored));
    bob.store.room = 200'000;
    fetch(bob, content, ann);
    EXPECT_TRUE(completes(bob, content));
}

TEST_F(ExchangeTest, a_cancelled_one_is_forgotten_and_no_more_is_sent) {
    const auto content = room.offer(ann, 5'000'000);
    fetch(bob, content, ann);
    ASSERT_TRUE(room.run(30s, [&] { return bob.exchange.find(content.hash)->bytes_there > 0; }));
    bob.exchange.cancel(content.hash);
    run(30s);
    EXPECT_FALSE(bob.exchange.find(content.hash).has_value());
    EXPECT_TRUE(bob.store.contents.empty());
    EXPECT_LT(ann.given, content.bytes / 4);
}

TEST_F(ExchangeTest, small_contents_do_not_wait_for_large_ones) {
    const auto film = room.offer(ann, 30'000'000, 1);
    const auto second = room.offer(ann, 30'000'000, 2);
    const auto third = room.offer(ann, 30'000'000, 3);
    const auto image = room.offer(ann, 60'000, 4);
    for (const auto& each : {film, second, third, image})
        fetch(bob, each, ann);
    ASSERT_TRUE(completes(bob, image, 60s));
    EXPECT_FALSE(Room::has(bob, second));
    for (const auto& each : {film, second, third})
        EXPECT_TRUE(completes(bob, each, 600s));
}

TEST_F(ExchangeTest, a_flow_for_requests_on_which_nobody_may_speak_is_passed_over) {
    node::FlowDeclared trap;
    trap.flow = base::FlowId{2};
    trap.name = std::string{request_flow_prefix} + "3/1";
    trap.owner = cleo.index;
    trap.spec.message_bytes_max = 16 * 1024;
    room.tell_all(trap);
    const auto content = room.offer(ann, 50'000);
    fetch(bob, content, ann);
    run(1s);
    room.tell(bob,
              node::CommandRefused{node::CommandKind::of<node::Publish>(), node::CommandError::no_token, trap.flow});
    room.tell(ann,
              node::CommandRefused{node::CommandKind::of<node::Publish>(), node::CommandError::no_token, trap.flow});
    EXPECT_TRUE(completes(bob, content, 60s));
}

} // namespace
} // namespace plenum::file
