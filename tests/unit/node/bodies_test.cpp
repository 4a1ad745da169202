// SPDX-License-Identifier: Apache-2.0
// What members at edges are handed goes there once: as a body that edges receive by multicast, and as references to it
// (docs/relays.md).
#include "tests/unit/node/edge_fixture.h"

#include <gmock/gmock.h>

#include <iostream>
#include <random>

namespace plenum::test {
namespace {

using testing::ElementsAreArray;
using testing::SizeIs;

/// Its datagrams are larger than all that go along with them.
std::string long_line(int number) { return std::to_string(number) + std::string(700, 'x'); }
constexpr std::size_t long_line_bytes = 700;

class Bodies : public Edge {
  protected:
    std::vector<Hall::Place*> join_all(Hall::Place& relay, std::initializer_list<const char*> names) {
        std::vector<Hall::Place*> joined;
        for (const auto* name : names)
            joined.push_back(&join(relay, name));
        hall.run(2s);
        return joined;
    }
    /// Alice says so many lines, and all that is sent meanwhile is captured.
    std::vector<std::string> say_lines(int count, base::Duration pause = 100ms) {
        hall.captured.clear();
        hall.capture = true;
        std::vector<std::string> lines;
        for (int line = 0; line < count; ++line) {
            lines.push_back(long_line(line));
            hall.say(*alice, lines.back());
            hall.run(pause);
        }
        hall.run(500ms);
        hall.capture = false;
        return lines;
    }
    /// Datagrams that can hold a line.
    [[nodiscard]] long long_datagrams(const Hall::Place& from, const Hall::Place& to) const {
        return std::ranges::count_if(hall.captured, [&](const Hall::Sent& sent) {
            return sent.from == from.address && sent.to == to.address && sent.bytes.size() > long_line_bytes;
        });
    }
    /// Between relays so many in a hundred datagrams are lost.
    void lose_between_relays(unsigned percent) {
        hall.tamper = [this, percent](const base::Address& from, const base::Address& to, base::Bytes bytes) {
            const bool both = is_relay(from) && is_relay(to);
            return both && random() % 100 < percent ? base::Bytes{} : bytes;
        };
    }
    [[nodiscard]] bool is_relay(const base::Address& at) const {
        return at == home->address || at == edge->address || at == far->address;
    }
    /// Of what the home sends to the edge, all that can hold a line is lost.
    void lose_long_to_edge() {
        hall.tamper = [this](const base::Address& from, const base::Address& to, base::Bytes bytes) {
            const bool lost = from == home->address && to == edge->address && bytes.size() > long_line_bytes;
            return lost ? base::Bytes{} : bytes;
        };
    }

    std::mt19937 random{1};
};

TEST_F(Bodies, a_line_goes_once_to_an_edge_with_several_members) {
    const auto members = join_all(*edge, {"Bob", "Cem", "Dina", "Erik"});
    const auto lines = say_lines(40);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), ElementsAreArray(lines));
    EXPECT_GE(long_datagrams(*home, *edge), 40);
    EXPECT_LE(long_datagrams(*home, *edge), 44);
    EXPECT_GE(long_datagrams(*edge, *members[0]), 40);
}

TEST_F(Bodies, a_line_goes_once_over_each_link_between_relays) {
    const auto near = join_all(*edge, {"Bob", "Cem"});
    const auto remote = join_all(*far, {"Dina", "Erik", "Fay"});
    const auto lines = say_lines(40);
    for (const auto* member : {near[0], near[1], remote[0], remote[1], remote[2]})
        EXPECT_THAT(Hall::texts(*member), ElementsAreArray(lines));
    EXPECT_LE(long_datagrams(*home, *edge), 44);
    EXPECT_LE(long_datagrams(*edge, *far), 44);
}

TEST_F(Bodies, a_member_at_an_edge_that_the_tree_has_not_reached_waits_for_nothing) {
    std::ignore = join_all(*edge, {"Bob", "Cem"});
    std::ignore = say_lines(2);
    auto& dina = hall.add_endpoint();
    const auto began = hall.now;
    hall.join(dina, *far, link, "Dina");
    while (!Hall::joined(dina) && hall.now - began < 5s)
        hall.run(10ms);
    EXPECT_LT(hall.now - began, 800ms);
    for (int line = 0; line < 5; ++line) {
        const auto before = Hall::texts(dina).size();
        hall.say(*alice, long_line(line));
        hall.run(line == 0 ? 500ms : 100ms);
        EXPECT_GT(Hall::texts(dina).size(), before) << line;
    }
}

TEST_F(Bodies, a_single_member_at_an_edge_gets_the_line_itself) {
    const auto& bob = join(*edge, "Bob");
    const auto lines = say_lines(20);
    EXPECT_THAT(Hall::texts(bob), ElementsAreArray(lines));
    EXPECT_GE(long_datagrams(*home, *edge), 20);
    EXPECT_LE(long_datagrams(*home, *edge), 22);
}

class BodySizes : public Bodies, public testing::WithParamInterface<std::size_t> {
  protected:
    /// Bytes from the home to the edge for so many lines.
    std::size_t measure(int lines) {
        hall.captured.clear();
        hall.capture = true;
        for (int line = 0; line < lines; ++line) {
            hall.say(*alice, std::string(GetParam(), 'x'));
            hall.run(200ms);
        }
        hall.run(1s);
        hall.capture = false;
        std::size_t bytes = 0;
        for (const auto& sent : hall.captured)
            if (sent.from == home->address && sent.to == edge->address) bytes += sent.bytes.size();
        return bytes;
    }
};

TEST_P(BodySizes, ten_members_at_an_edge_cost_less_than_ten_times_one) {
    std::ignore = join(*edge, "Member 1");
    hall.run(5s);
    const auto of_one = measure(50);
    for (int number = 2; number <= 10; ++number)
        std::ignore = join(*edge, "Member " + std::to_string(number));
    hall.run(5s);
    const auto of_ten = measure(50);
    RecordProperty("bytes_of_one", static_cast<int>(of_one));
    RecordProperty("bytes_of_ten", static_cast<int>(of_ten));
    std::cout << GetParam() << " characters: 10 members by themselves " << 10 * of_one / 50
              << " bytes a line, together " << of_ten / 50 << '\n';
    EXPECT_LT(of_ten, (GetParam() >= 700 ? 4 : 8) * of_one);
}

INSTANTIATE_TEST_SUITE_P(Characters, BodySizes, testing::Values(50U, 300U, 700U, 4000U));

TEST_F(Bodies, lines_of_several_packets_are_joined) {
    const auto members = join_all(*edge, {"Bob", "Cem", "Dina"});
    std::vector<std::string> lines;
    for (int line = 0; line < 10; ++line) {
        lines.push_back(std::to_string(line) + std::string(1500, static_cast<char>('a' + line)));
        hall.say(*alice, lines.back());
        hall.run(50ms);
    }
    hall.run(1s);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), ElementsAreArray(lines));
}

class LossyBodies : public Bodies, public testing::WithParamInterface<unsigned> {};

TEST_P(LossyBodies, everyone_gets_all_in_order) {
    auto members = join_all(*edge, {"Bob", "Cem", "Dina"});
    for (auto* member : join_all(*far, {"Erik", "Fay", "Gus"}))
        members.push_back(member);
    lose_between_relays(GetParam());
    const auto lines = say_lines(100, 40ms);
    hall.run(10s);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), ElementsAreArray(lines));
}

INSTANTIATE_TEST_SUITE_P(Percent, LossyBodies, testing::Values(5U, 10U, 20U));

TEST_F(Bodies, losses_between_relays_are_repaired_on_that_branch_alone) {
    std::ignore = join_all(*edge, {"Bob", "Cem", "Dina"});
    std::ignore = join_all(*far, {"Erik", "Fay", "Gus"});
    hall.tamper = [this](const base::Address& from, const base::Address& to, base::Bytes bytes) {
        const bool lost = from == edge->address && to == far->address && random() % 100 < 20;
        return lost ? base::Bytes{} : bytes;
    };
    std::ignore = say_lines(60);
    // A repair to the far edge passes the edge, and each line goes to no member twice.
    EXPECT_LE(long_datagrams(*home, *edge), 60 + 40);
    EXPECT_LE(long_datagrams(*edge, *far), 60 + 40);
}

TEST_F(Bodies, relays_tell_who_repaired_whom) {
    std::ignore = join_all(*edge, {"Bob", "Cem", "Dina"});
    std::ignore = join_all(*far, {"Erik", "Fay"});
    lose_between_relays(15);
    std::ignore = say_lines(60);
    const auto of_home = home->node->relay_repairs();
    const auto of_edge = edge->node->relay_repairs();
    const auto of_far = far->node->relay_repairs();
    ASSERT_THAT(of_home, SizeIs(1));
    ASSERT_THAT(of_edge, SizeIs(1));
    ASSERT_THAT(of_far, SizeIs(1));
    EXPECT_TRUE(of_home[0].home);
    EXPECT_FALSE(of_far[0].home);
    EXPECT_EQ(of_home[0].members, 1U);
    EXPECT_EQ(of_edge[0].members, 3U);
    EXPECT_EQ(of_far[0].members, 2U);
    EXPECT_EQ(of_far[0].tree, of_home[0].tree);
    EXPECT_EQ(of_edge[0].next_hop, of_home[0].node);
    EXPECT_EQ(of_far[0].next_hop, of_edge[0].node);
    ASSERT_THAT(of_home[0].branches, SizeIs(1));
    EXPECT_EQ(of_home[0].branches[0].node, of_edge[0].node);
    EXPECT_GE(of_home[0].branches[0].repairs, 5U);
    EXPECT_GE(of_home[0].packets, 60U);
    EXPECT_GE(of_far[0].missed, 5U);
    EXPECT_LE(of_far[0].missed, 40U);
}

TEST_F(Bodies, an_edge_asks_for_what_the_tree_has_given_up) {
    const auto members = join_all(*edge, {"Bob", "Cem", "Dina"});
    std::ignore = say_lines(3);
    lose_long_to_edge();
    hall.say(*alice, long_line(3));
    // What goes on streams is sent again until it arrives; the tree gives up after ten seconds.
    hall.run(13s);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), SizeIs(3));
    hall.tamper = {};
    hall.run(10s);
    hall.say(*alice, long_line(4));
    hall.run(1s);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member),
                    ElementsAreArray({long_line(0), long_line(1), long_line(2), long_line(3), long_line(4)}));
}

TEST_F(Bodies, a_newcomer_reads_what_was_said_before_and_after) {
    const auto members = join_all(*edge, {"Bob", "Cem"});
    auto lines = say_lines(10);
    auto& late = join(*far, "Late");
    auto& later = join(*edge, "Later");
    for (const auto& line : say_lines(10))
        lines.push_back(line);
    EXPECT_THAT(Hall::texts(*members[0]), ElementsAreArray(lines));
    EXPECT_THAT(Hall::texts(late), ElementsAreArray(lines));
    EXPECT_THAT(Hall::texts(later), ElementsAreArray(lines));
}

TEST_F(Bodies, a_restarted_home_begins_another_session_of_the_tree) {
    const auto members = join_all(*edge, {"Bob", "Cem", "Dina"});
    auto lines = say_lines(5);
    hall.restart_relay(*home);
    hall.run(12s);
    for (const auto& line : say_lines(5))
        lines.push_back(line);
    hall.run(2s);
    for (const auto* member : members)
        EXPECT_THAT(Hall::texts(*member), ElementsAreArray(lines));
    EXPECT_LE(long_datagrams(*home, *edge), 7);
}

TEST_F(Bodies, what_members_of_an_edge_say_reaches_the_others_there) {
    const auto members = join_all(*edge, {"Bob", "Cem", "Dina"});
    for (int line = 0; line < 20; ++line) {
        hall.say(*members[static_cast<std::size_t>(line) % 3], long_line(line));
        hall.run(100ms);
    }
    hall.run(1s);
    EXPECT_THAT(Hall::texts(*alice), SizeIs(20));
    std::vector<std::size_t> heard;
    for (const auto* member : members)
        heard.push_back(Hall::texts(*member).size());
    EXPECT_THAT(heard, testing::ElementsAre(13, 13, 14));
}

} // namespace
} // namespace plenum::test
