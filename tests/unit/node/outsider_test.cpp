// SPDX-License-Identifier: Apache-2.0
// All orders of what someone can say who has the link and is no member: none of them brings a byte of the conference.
#include "tests/unit/node/outsider.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace plenum::test {
namespace {

base::Seed seed_number(std::uint8_t kind, std::uint32_t number) {
    base::Seed seed;
    seed.bytes[0] = 0xf0;
    seed.bytes[1] = kind;
    for (std::size_t i = 0; i < 4; ++i)
        seed.bytes[2 + i] = static_cast<std::uint8_t>(number >> 8 * i);
    return seed;
}

/// Alice and Bob talk; whoever is tried stands outside.
class Outside : public testing::Test {
  protected:
    void open(base::Admission admission) {
        hall.capture = true;
        link = hall.create(alice, relay, "Design review", log::Policy{admission, true, false});
        hall.join(alice, relay, link, "Alice");
        hall.run(1s);
        hall.join(bob, relay, link, "Bob");
        hall.run(500ms);
        if (admission == base::Admission::lobby) {
            const auto knocks = Hall::all<node::KnockHeard>(alice);
            ASSERT_EQ(knocks.size(), 1U);
            hall.command(alice, node::AdmitKnock{knocks[0].exchange});
            hall.run(1s);
        }
        ASSERT_TRUE(Hall::joined(alice) && Hall::joined(bob));
    }
    /// One who was a member and was removed; these keys are theirs.
    void remove(const OutsiderKeys& keys) {
        Outsider member{hall, relay, link, keys};
        member.say(Saying::hello);
        member.say(Saying::knock);
        hall.run(1s);
        member.pump();
        ASSERT_GT(member.learned(), 0U) << "a member learns something, or nothing is shown here";
        ASSERT_EQ(relay.node->relay_statistics().members, 3U);
        const auto before = relay.stored.entries.size();
        hall.command(alice, node::RemoveMember{base::MemberIndex{3}, false});
        hall.run(500ms);
        member.leave();
        hall.run(500ms);
        ASSERT_EQ(relay.node->relay_statistics().members, 2U);
        // Its own removal is the last that it may know of; at least the new keys came after it.
        removal_end = base::LogPosition{before + 1};
        ASSERT_GT(relay.stored.entries.size(), before + 1);
    }
    void talk() {
        hall.say(alice, "Between us " + std::to_string(++said));
        hall.say(bob, "seen and heard", base::FlowId{1});
        hall.run(7ms);
    }
    void run(const Order& order, OutsiderKeys keys) {
        keys.number = ++number;
        Outsider outsider{hall, relay, link, keys};
        outsider.had(had);
        for (std::size_t i = 0; i < order.size(); ++i) {
            outsider.say(order[i]);
            if (i % 3 == 2) talk();
            outsider.pump();
        }
        talk();
        hall.run(10ms);
        outsider.pump();
        answered += outsider.answered() ? 1U : 0U;
        learned += outsider.learned();
        if (outsider.learned() > 0) ADD_FAILURE() << testing::PrintToString(outsider.heard());
        outsider.leave();
        hall.run(2ms);
    }
    /// Each sequence of `length` sayings; those that are shorter are their beginnings.
    template <class Keys>
    void run_all(std::size_t length, Keys keys) {
        std::size_t count = 1;
        for (std::size_t i = 0; i < length; ++i)
            count *= sayings.size();
        for (std::size_t which = 0; which < count && !HasFailure(); ++which) {
            Order order;
            for (auto rest = which; order.size() < length; rest /= sayings.size())
                order.push_back(sayings[rest % sayings.size()]);
            run(order, keys());
        }
    }
    /// Each order in which all six can be said once.
    template <class Keys>
    void run_permutations(Keys keys) {
        Order order{sayings.begin(), sayings.end()};
        do
            run(order, keys());
        while (std::ranges::next_permutation(order).found && !HasFailure());
    }
    template <class Keys>
    void run_as_asked(Keys keys) {
        // All sequences of six take minutes: PLENUM_ALL_ORDERS=6 runs them.
        const char* asked = std::getenv("PLENUM_ALL_ORDERS");
        const auto length = asked == nullptr ? 3UL : std::strtoul(asked, nullptr, 10);
        run_permutations(keys);
        run_all(std::min<std::size_t>(length, sayings.size()), keys);
        EXPECT_EQ(learned, 0U);
        EXPECT_GT(answered, number / 4) << "hardly anyone was answered at all";
        hall.run(1s);
        EXPECT_EQ(Hall::texts(bob).back(), "Between us " + std::to_string(said));
        EXPECT_EQ(relay.node->relay_statistics().members, 2U);
        RecordProperty("orders", std::to_string(number));
        std::printf("%u orders, %zu of them answered, %zu bytes learned\n", number, answered, learned);
    }
    OutsiderKeys strangers() const { return {seed_number(1, number + 1), seed_number(2, number + 1)}; }

    Hall hall{1ms};
    Hall::Place& relay{hall.add_relay()};
    Hall::Place& alice{hall.add_endpoint()};
    Hall::Place& bob{hall.add_endpoint()};
    node::ConferenceLink link;
    /// Entries up to and with the removal; and what whoever is tried may know of them.
    base::LogPosition removal_end;
    base::LogPosition had;
    std::uint32_t number{0};
    std::uint64_t said{0};
    std::size_t answered{0};
    std::size_t learned{0};
};

TEST_F(Outside, with_a_name_that_would_read_as_what_another_said) {
    open(base::Admission::open);
    const auto comes_in_as = [&](const std::string& name) {
        auto keys = strangers();
        keys.number = ++number;
        keys.name = name;
        Outsider member{hall, relay, link, keys};
        member.say(Saying::hello);
        member.say(Saying::knock);
        hall.run(1s);
        member.pump();
        member.leave();
        return Hall::all<node::MemberJoined>(alice).back().name;
    };
    EXPECT_EQ(comes_in_as("Mallory"), "Mallory");
    EXPECT_EQ(comes_in_as("Mallory\nBob: I agree"), "Mallory") << "who has such a name is not let in";
}

TEST_F(Outside, with_the_link_in_front_of_a_lobby) {
    open(base::Admission::lobby);
    run_as_asked([&] { return strangers(); });
}

TEST_F(Outside, removed_and_back_with_another_run_of_the_program) {
    open(base::Admission::open);
    remove({seed_number(3, 0), seed_number(4, 0), 0xff0000});
    run_as_asked([&] { return OutsiderKeys{seed_number(3, 0), seed_number(5, number + 1)}; });
}

TEST_F(Outside, removed_and_back_as_the_same_run) {
    open(base::Admission::open);
    remove({seed_number(3, 0), seed_number(4, 0), 0xff0000});
    // Whoever comes back as whom the log wrote out is shown why, and not what came after.
    had = removal_end;
    run_as_asked([&] { return OutsiderKeys{seed_number(3, 0), seed_number(4, 0)}; });
}

} // namespace
} // namespace plenum::test
