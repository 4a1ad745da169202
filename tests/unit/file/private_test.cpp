// SPDX-License-Identifier: Apache-2.0
// What one member sends to another in private: nobody else gets a byte of it, or its hash.
#include "tests/unit/file/room.h"

#include <gtest/gtest.h>

namespace plenum::file {
namespace {

using namespace std::chrono_literals;

base::Hash hash_in(const base::Bytes& body) {
    const auto message = decode(body);
    if (!message) return {};
    return std::visit(
        [](const auto& each) {
            if constexpr (requires { each.hash; })
                return each.hash;
            else
                return base::Hash{};
        },
        *message);
}

class PrivateFile : public testing::Test {
  protected:
    PrivateFile() {
        room.overhear = [this](base::MemberIndex from, const node::FlowDeclared& flow, const base::Bytes& body) {
            if (hash_in(body) != content.hash || from == liar) return;
            const bool between_them = flow.peer.value() != 0 && flow.owner != liar && flow.peer != liar;
            const auto message = *decode(body);
            // Who names it gets the same answer as for one that nobody has.
            const auto* answer = std::get_if<Unavailable>(&message);
            if (!between_them && (answer == nullptr || answer->to != liar)) ++shown;
        };
    }
    void send(std::size_t bytes) { content = room.offer(ann, bytes, 1, Audience::one(bob.index)); }
    void fetch() { ASSERT_TRUE(bob.exchange.fetch(content, ann.index, Audience::one(ann.index))); }
    bool completes(Room::Member& member, base::Duration most = 30s) {
        return room.run(most, [&] { return Room::has(member, content); });
    }
    bool reaches(FetchState state, base::Duration most = 60s) {
        return room.run(most, [&] { return Room::state(bob, content) == state; });
    }
    bool is_half_here() {
        return room.run(30s, [&] { return bob.exchange.find(content.hash)->bytes_there > content.bytes / 2; });
    }
    void run(base::Duration time) {
        room.run(time, [] { return false; });
    }

    Room room;
    Room::Member& ann{room.enter(1)};
    Room::Member& bob{room.enter(2)};
    Room::Member& cleo{room.enter(3)};
    base::MemberIndex liar{cleo.index};
    Content content;
    /// Messages with its hash that others could hear.
    std::size_t shown{0};
};

TEST_F(PrivateFile, comes_to_that_person_and_others_hear_nothing) {
    send(1'000'000);
    fetch();
    ASSERT_TRUE(completes(bob));
    EXPECT_EQ(ann.given, content.bytes);
    EXPECT_EQ(shown, 0U);
    EXPECT_FALSE(cleo.store.contents.contains(content.hash));
    run(120s);
    EXPECT_EQ(room.flows(), 0U) << "the one for requests is closed again";
}

TEST_F(PrivateFile, nobody_else_gets_it_who_knows_its_hash) {
    send(100'000);
    fetch();
    ASSERT_TRUE(completes(bob));
    // Asks everybody for it, as for any file, and in private, from both of them.
    ASSERT_TRUE(cleo.exchange.fetch(content, ann.index, Audience::all()));
    run(120s);
    cleo.exchange.cancel(content.hash);
    ASSERT_TRUE(cleo.exchange.fetch(content, bob.index, Audience::one(bob.index)));
    run(120s);
    cleo.exchange.cancel(content.hash);
    ASSERT_TRUE(cleo.exchange.fetch(content, ann.index, Audience::one(ann.index)));
    run(120s);
    EXPECT_FALSE(cleo.store.contents.contains(content.hash));
    EXPECT_EQ(shown, 0U);
    EXPECT_EQ(ann.given + bob.given, content.bytes);
}

TEST_F(PrivateFile, an_announcement_to_all_by_somebody_else_opens_nothing) {
    send(100'000);
    ann.exchange.note(content.hash, Audience::all(), {});
    bob.exchange.note(content.hash, Audience::all(), {});
    fetch();
    ASSERT_TRUE(completes(bob));
    for (auto* each : {&ann, &bob}) {
        each->exchange.note(content.hash, Audience::all(), {});
        ASSERT_TRUE(each->exchange.fetch(content, cleo.index, Audience::all()));
    }
    ASSERT_TRUE(cleo.exchange.fetch(content, ann.index, Audience::all()));
    run(120s);
    EXPECT_FALSE(cleo.store.contents.contains(content.hash));
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, one_that_was_looked_for_among_all_is_got_in_private_once_it_is_sent_so) {
    send(100'000);
    const auto nobodys = content;
    // Somebody announced the hash alone.
    ASSERT_TRUE(bob.exchange.fetch(nobodys, cleo.index, Audience::all()));
    run(20s);
    fetch();
    // It was asked for among all before: that stops.
    run(1s);
    shown = 0;
    ASSERT_TRUE(completes(bob));
    ASSERT_TRUE(cleo.exchange.fetch(content, bob.index, Audience::all()));
    run(120s);
    EXPECT_FALSE(cleo.store.contents.contains(content.hash));
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, a_request_among_all_gets_nothing_even_of_that_person) {
    send(100'000);
    ASSERT_TRUE(bob.exchange.fetch(content, ann.index, Audience::all()));
    run(60s);
    EXPECT_FALSE(bob.store.contents.contains(content.hash));
    EXPECT_EQ(ann.given, 0U);
}

TEST_F(PrivateFile, goes_on_after_a_lost_link) {
    send(3'000'000);
    fetch();
    ASSERT_TRUE(is_half_here());
    room.set_present(ann, false);
    ASSERT_TRUE(reaches(FetchState::seeking));
    run(10s);
    EXPECT_EQ(Room::state(bob, content), FetchState::seeking);
    room.set_present(ann, true);
    ASSERT_TRUE(completes(bob));
    EXPECT_LT(ann.given, content.bytes + 32 * limits::piece_bytes);
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, ends_when_its_sender_leaves) {
    send(3'000'000);
    fetch();
    ASSERT_TRUE(is_half_here());
    room.leave(ann);
    EXPECT_TRUE(reaches(FetchState::ended, 1s));
    EXPECT_TRUE(bob.store.contents.empty());
    fetch();
    run(60s);
    EXPECT_EQ(Room::state(bob, content), FetchState::ended) << "there is nobody to ask";
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, ends_when_its_receiver_comes_back_as_a_new_member) {
    send(3'000'000);
    fetch();
    ASSERT_TRUE(is_half_here());
    room.rename(bob);
    EXPECT_TRUE(reaches(FetchState::ended, 1s));
    run(10s);
    EXPECT_EQ(room.flows(), 0U) << "and says nothing about it any more";
    ann.exchange.withdraw(content.hash);
    ASSERT_TRUE(bob.exchange.fetch(content, ann.index, Audience::one(ann.index)));
    run(60s);
    EXPECT_FALSE(Room::has(bob, content)) << "it was sent to who was there before";
    ASSERT_TRUE(ann.exchange.offer(content, Audience::one(bob.index)));
    EXPECT_TRUE(completes(bob, 60s)) << "sent again";
}

TEST_F(PrivateFile, ends_when_its_sender_comes_back_as_a_new_member) {
    send(3'000'000);
    fetch();
    ASSERT_TRUE(is_half_here());
    room.rename(ann);
    EXPECT_TRUE(reaches(FetchState::ended, 1s));
    fetch();
    run(60s);
    EXPECT_FALSE(Room::has(bob, content)) << "who was there before sent it";
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, another_window_of_its_sender_is_not_asked) {
    room.enter(1);
    send(100'000);
    room.set_present(ann, false);
    fetch();
    run(60s);
    EXPECT_EQ(Room::state(bob, content), FetchState::seeking);
    room.set_present(ann, true);
    EXPECT_TRUE(completes(bob));
}

TEST_F(PrivateFile, who_asks_in_private_is_not_served_among_others) {
    auto& dan = room.enter(4);
    send(1'000'000);
    ASSERT_TRUE(ann.exchange.offer(content, Audience::all()));
    std::size_t said_by_bob = 0;
    room.overhear = [&](base::MemberIndex from, const node::FlowDeclared& flow, const base::Bytes&) {
        if (from == bob.index && flow.peer.value() == 0) ++said_by_bob;
    };
    ASSERT_TRUE(cleo.exchange.fetch(content, ann.index, Audience::all()));
    ASSERT_TRUE(dan.exchange.fetch(content, ann.index, Audience::all()));
    fetch();
    for (auto* each : {&bob, &cleo, &dan})
        EXPECT_TRUE(completes(*each));
    EXPECT_EQ(said_by_bob, 0U);
    EXPECT_EQ(ann.given, 2 * content.bytes);
}

TEST_F(PrivateFile, a_private_request_that_comes_later_gets_a_flow_of_its_own) {
    send(2'000'000);
    ASSERT_TRUE(ann.exchange.offer(content, Audience::all()));
    ASSERT_TRUE(cleo.exchange.fetch(content, ann.index, Audience::all()));
    ASSERT_TRUE(room.run(30s, [&] { return cleo.exchange.find(content.hash)->bytes_there > 0; }));
    fetch();
    EXPECT_TRUE(completes(bob));
    EXPECT_TRUE(completes(cleo));
}

TEST_F(PrivateFile, what_is_here_stays_when_its_sender_leaves) {
    send(50'000);
    fetch();
    ASSERT_TRUE(completes(bob));
    room.leave(ann);
    run(10s);
    EXPECT_TRUE(Room::has(bob, content));
}

TEST_F(PrivateFile, a_deleted_one_stops_on_its_way) {
    send(3'000'000);
    fetch();
    ASSERT_TRUE(is_half_here());
    ann.exchange.withdraw(content.hash, bob.index);
    run(60s);
    EXPECT_FALSE(Room::has(bob, content));
    EXPECT_LT(ann.given, content.bytes * 3 / 4);
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, one_that_others_get_too_is_given_to_each_as_it_was_sent) {
    auto& dan = room.enter(4);
    liar = dan.index;
    send(500'000);
    ASSERT_TRUE(ann.exchange.offer(content, Audience::one(cleo.index)));
    fetch();
    ASSERT_TRUE(cleo.exchange.fetch(content, ann.index, Audience::one(ann.index)));
    ASSERT_TRUE(completes(bob));
    ASSERT_TRUE(completes(cleo));
    EXPECT_EQ(shown, 0U);
    EXPECT_EQ(ann.given, 2 * content.bytes) << "to each alone";
    ASSERT_TRUE(ann.exchange.offer(content, Audience::all()));
    ASSERT_TRUE(dan.exchange.fetch(content, ann.index, Audience::all()));
    EXPECT_TRUE(completes(dan));
    EXPECT_EQ(bob.given + cleo.given, 0U) << "it was not announced to them";
}

TEST_F(PrivateFile, a_wrong_one_is_asked_of_nobody_else) {
    send(100'000);
    fetch();
    ann.store.contents[content.hash][70'000] ^= 1;
    ASSERT_TRUE(reaches(FetchState::wrong));
    EXPECT_TRUE(bob.store.contents.empty());
    EXPECT_EQ(shown, 0U);
}

TEST_F(PrivateFile, pieces_on_a_flow_that_all_hear_count_for_nothing) {
    send(2 * limits::piece_bytes);
    node::FlowDeclared flow;
    flow.flow = base::FlowId{99};
    flow.name = std::string{content_flow_prefix} + "1/77";
    flow.owner = ann.index;
    room.tell(bob, flow);
    room.tamper = [](base::MemberIndex, base::MemberIndex, base::Bytes&) { return false; };
    fetch();
    run(1s);
    ASSERT_EQ(Room::state(bob, content), FetchState::asking);
    const Piece piece{content.hash, 0, *ann.store.read(content, 0, limits::piece_bytes)};
    room.tell(bob, node::MessageReceived{flow.flow, ann.index, base::SequenceNumber{1}, {}, {}, {}, encode(piece)});
    EXPECT_EQ(bob.exchange.find(content.hash)->bytes_there, 0U);
}

} // namespace
} // namespace plenum::file
