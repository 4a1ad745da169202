// SPDX-License-Identifier: Apache-2.0
// What people said who left, and a relay that lost it: whoever heard it gives it back.
#include "core/relay/history_recovery.h"
#include "tests/unit/node/stranger.h"

#include <gmock/gmock.h>

namespace plenum::node {
namespace {

using test::Hall;
using test::HandMember;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr base::FlowId chat_flow{3};
constexpr base::MemberIndex bobs{2};

class LostWords : public testing::Test {
  protected:
    void SetUp() override {
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(1s);
        hall.join(bob, relay, link, "Bob");
        hall.run(1s);
        ASSERT_TRUE(Hall::joined(bob));
    }
    void say(Hall::Place& place, std::string_view text) {
        hall.say(place, text);
        hall.run(300ms);
    }
    void leave(Hall::Place& place) {
        hall.command(place, LeaveConference{});
        hall.run(1s);
    }
    [[nodiscard]] std::vector<std::string> heard_by_a_newcomer() {
        auto& carol = hall.add_endpoint();
        hall.join(carol, relay, link, "Carol");
        hall.run(3s);
        EXPECT_TRUE(Hall::joined(carol));
        return Hall::texts(carol);
    }
    /// Of Bob, as the relay had it to store.
    [[nodiscard]] std::vector<std::uint64_t> stored() const {
        std::vector<std::uint64_t> numbers;
        for (const auto& word : relay.stored.words) {
            if (word.sender == bobs) numbers.push_back(word.sequence.value());
        }
        return numbers;
    }
    Hall hall;
    Hall::Place& relay = hall.add_relay();
    Hall::Place& alice = hall.add_endpoint();
    Hall::Place& bob = hall.add_endpoint();
    ConferenceLink link;
};

TEST_F(LostWords, of_one_who_left_come_back_to_a_relay_that_lost_everything) {
    say(bob, "one");
    say(bob, "two");
    leave(bob);
    hall.restart_relay_empty(relay);
    hall.run(20s);
    ASSERT_TRUE(Hall::joined(alice));
    EXPECT_THAT(stored(), ElementsAre(1, 2)) << "on disk, each once";
    EXPECT_THAT(heard_by_a_newcomer(), ElementsAre("one", "two"));
}

TEST_F(LostWords, a_relay_with_an_old_disk_is_given_what_it_lacks) {
    say(bob, "one");
    const auto early = relay.stored;
    say(bob, "two");
    say(bob, "three");
    leave(bob);
    relay.stored = early;
    hall.restart_relay(relay);
    hall.run(20s);
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3));
    EXPECT_THAT(heard_by_a_newcomer(), ElementsAre("one", "two", "three"));
}

TEST_F(LostWords, of_one_who_never_came_back_are_given_once_it_is_written_out) {
    say(bob, "one");
    hall.drop_all_to(bob.address, true);
    hall.restart_relay_empty(relay);
    hall.run(10s);
    EXPECT_THAT(stored(), IsEmpty()) << "who may still come gives their own";
    hall.run(20s);
    EXPECT_THAT(stored(), ElementsAre(1));
    EXPECT_THAT(heard_by_a_newcomer(), ElementsAre("one"));
}

TEST_F(LostWords, each_is_given_by_one_of_a_crowd) {
    for (int i = 0; i < 5; ++i)
        hall.join(hall.add_endpoint(), relay, link, "Someone");
    hall.run(2s);
    for (int i = 0; i < 50; ++i)
        say(bob, std::string(2000, 'b'));
    leave(bob);
    hall.capture = true;
    hall.restart_relay_empty(relay);
    hall.run(20s);
    hall.capture = false;
    EXPECT_EQ(stored().size(), 50U);
    std::size_t bytes = 0;
    std::size_t handshakes_begun = 0;
    for (const auto& sent : hall.captured) {
        if (sent.to != relay.address) continue;
        handshakes_begun += sent.bytes[0] == static_cast<std::uint8_t>(wire::DatagramType::handshake_init) ? 1 : 0;
        // Longer ones only try the path.
        if (sent.bytes.size() <= 1452) bytes += sent.bytes.size();
    }
    EXPECT_GT(bytes, 50U * 2000);
    EXPECT_LT(bytes, 3U * 50 * 2000) << "and not once for each of the six who heard it";
    EXPECT_LE(handshakes_begun, 6U * 10) << "to come back, and to give the log";
    EXPECT_EQ(heard_by_a_newcomer().size(), 50U);
}

TEST_F(LostWords, of_who_is_there_are_given_by_nobody_else) {
    for (int i = 0; i < 50; ++i)
        say(bob, std::string(2000, 'b'));
    auto& dora = hall.add_endpoint();
    hall.join(dora, relay, link, "Dora");
    hall.run(1s);
    say(dora, "one");
    leave(dora);
    hall.capture = true;
    hall.restart_relay_empty(relay);
    hall.run(20s);
    hall.capture = false;
    EXPECT_EQ(stored().size(), 50U);
    EXPECT_EQ(relay.stored.words.size(), 51U);
    std::size_t bytes = 0;
    for (const auto& sent : hall.captured) {
        // Longer ones only try the path.
        if (sent.from == alice.address && sent.to == relay.address && sent.bytes.size() <= 1452)
            bytes += sent.bytes.size();
    }
    EXPECT_LT(bytes, 50U * 2000);
}

TEST_F(LostWords, a_relay_that_lost_nothing_is_given_nothing) {
    say(bob, "one");
    leave(bob);
    hall.restart_relay(relay);
    hall.run(20s);
    EXPECT_THAT(stored(), ElementsAre(1));
    EXPECT_THAT(heard_by_a_newcomer(), ElementsAre("one"));
}

TEST(HistoryRecovery, one_is_asked_at_a_time_and_its_turn_is_its_own) {
    constexpr base::LocalTime start{100s};
    constexpr base::SessionIndex first{7};
    constexpr base::SessionIndex second{8};
    HistoryRecovery refill;
    EXPECT_FALSE(refill.may_ask(start));
    refill.begin(start);
    EXPECT_TRUE(refill.may_ask(start));
    refill.ask(bobs, first, start);
    refill.handle_done(second);
    EXPECT_TRUE(refill.gives(first)) << "whoever else comes or goes";
    EXPECT_FALSE(refill.may_ask(start));
    refill.handle_done(first);
    EXPECT_FALSE(refill.gives(first));
    EXPECT_TRUE(refill.may_ask(start));
    EXPECT_TRUE(refill.was_asked(bobs));
    refill.ask(base::MemberIndex{3}, second, start);
    refill.expire(start + HistoryRecovery::turn - 1ms);
    EXPECT_TRUE(refill.gives(second));
    refill.expire(start + HistoryRecovery::turn);
    EXPECT_TRUE(refill.may_ask(start + HistoryRecovery::turn));
    EXPECT_FALSE(refill.may_ask(start + HistoryRecovery::patience));
}

/// A member whose bytes are the test's, who comes while the relay still asks, and is asked after Alice.
class GivenWords : public LostWords {
  protected:
    void restart_and_come() {
        say(bob, "one");
        if (gone) leave(bob);
        hall.restart_relay(relay);
        hall.run(10s);
        come();
    }
    void come() {
        eve.emplace(hall, relay, link, std::uint8_t{40});
        eve->run(3s);
        ASSERT_TRUE(eve->keyed());
    }
    void give(base::MemberIndex sender, std::uint64_t sequence, std::size_t bytes = 100,
              base::FlowId flow = chat_flow) {
        std::ignore = send_control(eve->link(), wire::GivenWord{flow, sender, base::SequenceNumber{sequence},
                                                                base::LogPosition{1}, base::Bytes(bytes, 1)});
        eve->run(500ms);
    }
    std::optional<HandMember> eve;
    bool gone{true};
};

TEST_F(GivenWords, are_taken_from_who_was_asked_as_far_as_they_can_be) {
    restart_and_come();
    give(bobs, 3);
    give(bobs, 1);
    give(bobs, 2, 0);
    give(bobs, 2, 100, base::FlowId{1});
    give(bobs, wire::varint_max);
    give(base::MemberIndex{}, 1);
    give(base::MemberIndex{1'000'000}, 1);
    give(eve->self(), 1);
    EXPECT_THAT(stored(), ElementsAre(1))
        << "no gap, nothing again, no flow but reliable ones, nobody who was not there";
    EXPECT_EQ(relay.stored.words.size(), 1U);
    give(bobs, 2);
    EXPECT_THAT(stored(), ElementsAre(1, 2));
    EXPECT_FALSE(eve->link().closed());
    // What Eve made up nobody takes for Bob's.
    EXPECT_THAT(heard_by_a_newcomer(), ElementsAre("one"));
}

TEST_F(GivenWords, of_who_is_there_are_not_taken) {
    gone = false;
    restart_and_come();
    give(bobs, 2);
    EXPECT_THAT(stored(), ElementsAre(1));
    say(bob, "two");
    EXPECT_THAT(stored(), ElementsAre(1, 2));
    EXPECT_THAT(Hall::texts(alice), ElementsAre("one", "two"));
}

TEST_F(GivenWords, are_not_taken_where_nobody_asked) {
    say(bob, "one");
    leave(bob);
    come();
    give(bobs, 2);
    EXPECT_THAT(stored(), ElementsAre(1));
    EXPECT_FALSE(eve->link().closed());
}

TEST_F(GivenWords, who_is_asked_and_says_nothing_is_passed_over) {
    restart_and_come();
    auto& dora = hall.add_endpoint();
    hall.join(dora, relay, link, "Dora");
    eve->run(20s);
    give(bobs, 2);
    EXPECT_THAT(stored(), ElementsAre(1)) << "its turn is over";
    EXPECT_TRUE(Hall::joined(dora));
}

} // namespace
} // namespace plenum::node
