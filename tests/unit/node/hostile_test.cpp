// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/wire/datagram.h"
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::test {
namespace {

/// Two people in a call whose every datagram somebody wrote down.
class Overheard : public testing::Test {
  protected:
    void SetUp() override {
        hall.capture = true;
        link = hall.create(alice, relay);
        hall.join(alice, relay, link, "Alice");
        hall.run(500ms);
        hall.join(bob, relay, link, "Bob");
        hall.run(500ms);
        hall.say(alice, "hello");
        hall.say(alice, std::string(5000, 'v'), base::FlowId{2});
        hall.run(500ms);
        ASSERT_THAT(Hall::texts(bob), testing::SizeIs(2));
        hall.capture = false;
        tape = hall.captured;
        ASSERT_GT(tape.size(), 50U);
    }
    /// What people were told, but for the state of the link and of what it carries.
    static std::size_t told(const Hall::Place& place) {
        return place.events.size() - Hall::all<node::LinkHealth>(place).size() -
               Hall::all<node::ConversationFigures>(place).size();
    }
    void expect_untouched(std::size_t alice_told, std::size_t bob_told, std::size_t stored) {
        hall.run(2s);
        EXPECT_EQ(told(alice), alice_told);
        EXPECT_EQ(told(bob), bob_told);
        EXPECT_EQ(relay.stored.entries.size(), stored);
        hall.say(bob, "still here");
        hall.run(500ms);
        EXPECT_EQ(Hall::texts(alice).back(), "still here");
        EXPECT_TRUE(Hall::joined(alice) && Hall::joined(bob));
    }
    /// Sends `attack(datagram)` for each datagram of the tape, from where it came and from elsewhere. No node may open
    /// a single one; gives how many were recognised as played again.
    template <class Attack>
    std::uint64_t strike(Attack attack) {
        const auto stranger = base::Address::v4(203, 0, 113, 9, 4242);
        const auto alice_told = told(alice);
        const auto bob_told = told(bob);
        const auto stored = relay.stored.entries.size();
        std::uint64_t replayed = 0;
        for (const auto& sent : tape) {
            for (const auto& from : {sent.from, stranger}) {
                const auto counted = hall.deliver(from, sent.to, attack(sent.bytes));
                EXPECT_EQ(counted.opened, 0U);
                EXPECT_EQ(counted.malformed, 0U);
                replayed += counted.replayed;
            }
            hall.run(1ms);
        }
        expect_untouched(alice_told, bob_told, stored);
        return replayed;
    }

    Hall hall;
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
    std::vector<Hall::Sent> tape;
    base::Random random{11};
};

TEST_F(Overheard, played_again_it_changes_nothing) {
    const auto sealed = std::ranges::count_if(tape, [](const auto& sent) {
        return sent.bytes.front() == static_cast<std::uint8_t>(wire::DatagramType::sealed);
    });
    // Twice each; Alice's first session made the conference and is over.
    const auto replayed = strike([](const base::Bytes& bytes) { return bytes; });
    EXPECT_GT(replayed, static_cast<std::uint64_t>(sealed));
    EXPECT_EQ(strike([](const base::Bytes& bytes) { return bytes; }), replayed);
}

TEST_F(Overheard, with_any_bit_changed_it_changes_nothing) {
    for (int round = 0; round < 20; ++round) {
        strike([&](base::Bytes bytes) {
            bytes[random.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random.below(8));
            return bytes;
        });
    }
}

TEST_F(Overheard, cut_short_it_changes_nothing) {
    for (int round = 0; round < 20; ++round) {
        strike([&](base::Bytes bytes) {
            bytes.resize(random.below(bytes.size()));
            return bytes;
        });
    }
}

TEST_F(Overheard, noise_of_any_length_changes_nothing) {
    for (int round = 0; round < 20; ++round) {
        strike([&](base::Bytes bytes) {
            // The first byte stays, so that it gets further than the door.
            for (std::size_t i = 1; i < bytes.size(); ++i)
                bytes[i] = static_cast<std::uint8_t>(random.next());
            return bytes;
        });
    }
}

TEST_F(Overheard, in_another_conference_of_the_same_people_it_means_nothing) {
    hall.command(alice, node::LeaveConference{});
    hall.command(bob, node::LeaveConference{});
    hall.run(2s);
    hall.command(alice, node::CreateConference{relay.address, "relay.test", 7700, "Another"});
    hall.run(1s);
    const auto other = Hall::all<node::ConferenceCreated>(alice).back().link;
    hall.join(alice, relay, other, "Alice");
    hall.run(500ms);
    hall.join(bob, relay, other, "Bob");
    hall.run(500ms);
    strike([](const base::Bytes& bytes) { return bytes; });
}

} // namespace
} // namespace plenum::test
