// SPDX-License-Identifier: Apache-2.0
// Polls and shows of hands: exact under loss and duplication, one answer, in time.
#include "tests/unit/tree/tree_world.h"

#include "core/base/random.h"
#include "core/tree/retry_time.h"
#include "core/tree/setup_repetition.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

constexpr SessionKey session{NodeId{1}, GroupId{7}, SessionId{9}};
constexpr base::Duration hop = 10ms;

/// A tree of nodes of equal width; members below the last level, who vote as soon as they are asked.
class PollWorld {
  public:
    struct Size {
        std::size_t levels;
        std::size_t width;
    };
    explicit PollWorld(Size size, PollOptions options = {}) : world{hop} {
        options.session = session;
        auto end = std::make_unique<EndOf<Poll>>(options);
        poll = &end->it;
        world.set_source(std::move(end));
        const NodeOptions node;
        std::vector<TreeWorld::Place> level{world.add_node(TreeWorld::source, node)};
        nodes = level;
        for (std::size_t i = 1; i < size.levels; ++i) {
            std::vector<TreeWorld::Place> next;
            for (const auto place : level) {
                for (std::size_t k = 0; k < size.width; ++k)
                    next.push_back(world.add_node(place, node));
            }
            level = std::move(next);
            nodes.insert(nodes.end(), level.begin(), level.end());
        }
        for (const auto place : level) {
            for (std::size_t k = 0; k < size.width; ++k)
                members.push_back(
                    world.add_receiver(place, std::make_unique<Voter>(TreeWorld::id(world.size()), session)));
        }
        round_trip = 2 * hop * static_cast<int>(size.levels + 1);
    }
    /// Answers each question at once, if it knows how.
    struct Voter : EndOf<PollMember> {
        using EndOf::EndOf;
        std::function<std::optional<PollAnswer>(std::uint32_t)> decide;
        std::uint32_t answered{0};
        void handle(base::ByteView packet, base::LocalTime now) override {
            EndOf::handle(packet, now);
            const auto question = it.question().value_or(0);
            if (question == answered || !decide) return;
            answered = question;
            const auto answer = decide(question);
            EXPECT_TRUE(!answer || it.answer(*answer, now));
        }
    };
    Voter& voter(std::size_t member) { return world.end<Voter>(members[member]); }
    void start() {
        world.pump(TreeWorld::source);
        world.run_for(4500ms);
    }
    void ask(std::size_t choices) {
        ASSERT_TRUE(poll->ask({choices}, world.now()));
        world.pump(TreeWorld::source);
    }
    /// Other losses with --gtest_shuffle --gtest_random_seed=N.
    void lose(std::uint32_t loss_ppm, std::uint32_t doubled_ppm) {
        const int chosen = GTEST_FLAG_GET(shuffle) ? testing::UnitTest::GetInstance()->random_seed() : 0;
        const auto seed = 11 + static_cast<std::uint64_t>(chosen);
        world.copies = [loss_ppm, doubled_ppm, random = base::Random{seed}](auto, auto, auto) mutable {
            if (random.chance(loss_ppm)) return 0;
            return random.chance(doubled_ppm) ? 2 : 1;
        };
    }

    TreeWorld world;
    Poll* poll{nullptr};
    std::vector<TreeWorld::Place> nodes;
    std::vector<TreeWorld::Place> members;
    base::Duration round_trip{};
};

TEST(Poll, of_ten_thousand_gives_one_answer_within_two_round_trips) {
    PollWorld polls{{4, 10}};
    ASSERT_EQ(polls.members.size(), 10'000U);
    base::Random random{1};
    std::vector<std::uint64_t> expected(5);
    for (std::size_t i = 0; i < polls.members.size(); ++i) {
        const auto choice = random.below(5);
        ++expected[choice];
        polls.voter(i).decide = [choice](std::uint32_t) { return PollAnswer{choice}; };
    }
    polls.start();
    EXPECT_EQ(polls.poll->result().members, 10'000U);
    const auto asked_at = polls.world.now();
    const auto before = polls.world.above(polls.nodes[0]).upward;
    polls.ask(5);
    ASSERT_TRUE(polls.world.run_until([&] { return polls.poll->result().is_complete(); }, 2 * polls.round_trip));
    EXPECT_EQ(polls.poll->result(), (PollResult{10'000, 10'000, expected}));
    EXPECT_EQ(polls.poll->reports(), 1U);
    EXPECT_EQ(polls.world.above(polls.nodes[0]).upward - before, 2U) << "that the question is there, and the count";
    std::printf("poll of 10000 over 4 levels: %.0f ms, round trip of the depth %.0f ms\n",
                base::to_ms(polls.world.now() - asked_at), base::to_ms(polls.round_trip));
}

TEST(Poll, of_ten_thousand_is_exact_under_loss_and_duplication) {
    PollWorld polls{{4, 10}};
    base::Random random{2};
    std::vector<std::uint64_t> expected(3);
    for (std::size_t i = 0; i < polls.members.size(); ++i) {
        const auto choice = random.below(3);
        ++expected[choice];
        polls.voter(i).decide = [choice](std::uint32_t) { return PollAnswer{choice}; };
    }
    polls.start();
    polls.lose(50'000, 200'000);
    for (int question = 1; question <= 4; ++question) {
        const auto asked_at = polls.world.now();
        polls.ask(3);
        ASSERT_TRUE(polls.world.run_until([&] { return polls.poll->result().is_complete(); }, 10s));
        const auto took = polls.world.now() - asked_at;
        std::printf("poll of 10000 with 5 %% loss, 20 %% doubled, question %d: %.0f ms\n", question, base::to_ms(took));
        EXPECT_LE(took, 4 * polls.round_trip);
        polls.world.run_for(2s);
        EXPECT_EQ(polls.poll->result(), (PollResult{10'000, 10'000, expected})) << "and it stays exact";
    }
}

TEST(Poll, a_question_that_is_lost_comes_again_on_the_branch_that_lost_it_alone) {
    PollWorld polls{{3, 3}};
    for (std::size_t i = 0; i < polls.members.size(); ++i)
        polls.voter(i).decide = [](std::uint32_t) { return PollAnswer{0}; };
    polls.start();
    TreeWorld::Place lossy = TreeWorld::source;
    int passed = 0;
    polls.world.copies = [&](TreeWorld::Place place, Direction, base::ByteView packet) {
        return place == lossy && packet[0] == SetupPacket::type && passed++ == 0 ? 0 : 1;
    };
    std::set<TreeWorld::Place> saw_loss;
    // The first question to a member, the second to a node with three members, the third to nobody.
    for (const auto place : {polls.members[4], polls.nodes[7], TreeWorld::source}) {
        lossy = place;
        passed = 0;
        std::vector<std::uint64_t> before;
        for (TreeWorld::Place each = 0; each < polls.world.size(); ++each)
            before.push_back(polls.world.above(each).setups);
        polls.ask(1);
        // Without the node's help the next SSP would come after a second.
        ASSERT_TRUE(polls.world.run_until([&] { return polls.poll->result().is_complete(); }, 2 * polls.round_trip));
        for (TreeWorld::Place each = 1; each < polls.world.size(); ++each) {
            // Where one was lost lately, each goes out twice; a node passes one on.
            const bool twice = each == lossy || saw_loss.contains(polls.world.parent(each));
            EXPECT_EQ(polls.world.above(each).setups - before[each], twice ? 2U : 1U) << "place " << each;
        }
        saw_loss.insert(polls.world.parent(lossy));
        polls.world.run_for(5s);
    }
}

TEST(Poll, nodes_have_measured_their_children_before_the_first_question) {
    PollWorld polls{{3, 3}};
    const auto idle = polls.world.add_node(polls.nodes[2]);
    for (std::size_t i = 0; i < polls.members.size(); ++i)
        polls.voter(i).decide = [](std::uint32_t) { return PollAnswer{0}; };
    polls.start();
    polls.world.copies = [&, lost = 0](TreeWorld::Place place, Direction, base::ByteView packet) mutable {
        return place == polls.nodes[7] && packet[0] == SetupPacket::type && lost++ == 0 ? 0 : 1;
    };
    const auto before = polls.world.above(idle).upward;
    polls.ask(1);
    ASSERT_TRUE(
        polls.world.run_until([&] { return polls.poll->result().is_complete(); }, polls.round_trip + 2 * 2 * hop));
    EXPECT_EQ(polls.poll->result(), (PollResult{27, 27, {27}}));
    EXPECT_EQ(polls.world.above(idle).upward - before, 1U) << "a node without members has the question too";
}

TEST(Poll, members_who_think_about_the_question_are_not_asked_again) {
    PollWorld polls{{2, 3}};
    polls.start();
    const auto before = polls.world.above(polls.members[0]).setups;
    const auto reports = polls.world.above(polls.members[0]).upward;
    const auto totals = polls.world.above(polls.nodes[1]).upward;
    polls.ask(2);
    polls.world.run_for(900ms);
    EXPECT_EQ(polls.world.above(polls.members[0]).setups - before, 1U);
    EXPECT_EQ(polls.world.above(polls.members[0]).upward - reports, 1U) << "it says that the question is there";
    EXPECT_EQ(polls.world.above(polls.nodes[1]).upward - totals, 1U) << "so does the node, and says nothing twice";
    EXPECT_EQ(polls.poll->result(), (PollResult{9, 0, {0, 0}}));
    EXPECT_EQ(polls.poll->reports(), 0U);
}

TEST(SetupRepetition, are_asked_again_alone_after_the_measured_time_and_not_without_end) {
    constexpr auto at = TreeWorld::start;
    SetupRepetition children{100ms};
    for (std::uint16_t i = 1; i <= 3; ++i)
        children.hear(NodeId{i}, InterfaceIndex{i}, at);
    EXPECT_EQ(children.due(), base::local_time_max);
    children.start(at);
    EXPECT_EQ(children.due(), at + 100ms);
    children.hear(NodeId{1}, InterfaceIndex{1}, at + 40ms);
    children.hear(NodeId{3}, InterfaceIndex{3}, at + 40ms);
    EXPECT_TRUE(children.take_due(at + 99ms).empty());
    EXPECT_EQ(children.take_due(at + 100ms), std::vector{InterfaceIndex{2}});
    children.hear(NodeId{2}, InterfaceIndex{2}, at + 140ms);
    EXPECT_EQ(children.due(), base::local_time_max);
    // A loss lately: twice from the start, then after the time that reports took.
    const auto next = at + 1s;
    children.start(next);
    EXPECT_LT(children.due(), next + 20ms);
    EXPECT_EQ(children.take_due(children.due()).size(), 3U);
    EXPECT_GT(children.due(), next + 40ms);
    EXPECT_LT(children.due(), next + 80ms);
    children.remove(NodeId{1});
    std::size_t repetitions = 0;
    while (children.due() != base::local_time_max) {
        EXPECT_EQ(children.take_due(children.due()), (std::vector{InterfaceIndex{2}, InterfaceIndex{3}}));
        ++repetitions;
    }
    EXPECT_EQ(repetitions, limits::question_repetitions_max);
}

TEST(RetryTime, follows_what_answers_take) {
    RetryTime retry{100ms};
    EXPECT_EQ(retry.wait(1), 100ms);
    for (int i = 0; i < 3; ++i)
        retry.add(20ms);
    EXPECT_GT(retry.wait(1), 20ms);
    EXPECT_LT(retry.wait(1), 35ms);
    EXPECT_EQ(retry.wait(3), retry.wait(1));
    EXPECT_EQ(retry.wait(5), 4 * retry.wait(1));
    EXPECT_LE(retry.wait(1'000'000), 2s);
    // Which sending an answer is for is unknown; a loss now and then changes nothing.
    const auto before = retry.wait(1);
    for (int i = 0; i < 20; ++i) {
        retry.add_repeated(500ms);
        retry.add(20ms);
    }
    EXPECT_LE(retry.wait(1), before);
    // The path has become longer: no answer comes before the repetition any more.
    for (int i = 0; i < 40; ++i)
        retry.add_repeated(300ms);
    EXPECT_GT(retry.wait(1), 300ms);
}

TEST(RetryTime, a_first_wait_that_is_too_short_for_the_path_is_not_kept) {
    RetryTime retry{100ms};
    retry.add_repeated(450ms);
    EXPECT_GT(retry.wait(1), 450ms);
    retry.add(450ms);
    EXPECT_LT(retry.wait(1), 700ms);
}

TEST(Poll, counts_each_member_once_whoever_changes_joins_or_leaves) {
    PollOptions options;
    options.hold = 50ms;
    options.report_age = 2s;
    PollWorld polls{{2, 4}, options};
    polls.lose(100'000, 300'000);
    polls.start();
    polls.ask(4);
    base::Random random{3};
    std::vector<std::optional<std::size_t>> votes(polls.members.size());
    for (int step = 0; step < 200; ++step) {
        const auto member = random.below(votes.size());
        if (polls.voter(member).it.question() != 1U) continue;
        votes[member] = random.below(4);
        ASSERT_TRUE(polls.voter(member).it.answer({votes[member]}, polls.world.now()));
        polls.world.pump(polls.members[member]);
        polls.world.run_for(20ms);
    }
    const auto expected = [&] {
        PollResult result{votes.size(), 0, std::vector<std::uint64_t>(4)};
        for (const auto& vote : votes) {
            if (!vote) continue;
            ++result.answered;
            ++result.votes[*vote];
        }
        return result;
    };
    EXPECT_TRUE(polls.world.run_until([&] { return polls.poll->result() == expected(); }, 5s));
    // The last member's link breaks: its vote goes when its report has aged.
    polls.world.copies = [&](TreeWorld::Place place, auto, auto) { return place == polls.members.back() ? 0 : 1; };
    votes.pop_back();
    EXPECT_TRUE(polls.world.run_until([&] { return polls.poll->result() == expected(); }, 10s));
}

TEST(Poll, a_next_question_meets_no_answers_to_the_one_before) {
    PollWorld polls{{2, 3}};
    for (std::size_t i = 0; i < polls.members.size(); ++i)
        polls.voter(i).decide = [i](std::uint32_t question) -> std::optional<PollAnswer> {
            if (question == 2 && i % 2 == 0) return std::nullopt;
            return PollAnswer{i % 2};
        };
    polls.start();
    polls.ask(2);
    polls.world.run_for(polls.round_trip);
    EXPECT_EQ(polls.poll->result().votes, (std::vector<std::uint64_t>{5, 4}));
    polls.ask(6);
    polls.world.run_for(3s);
    EXPECT_EQ(polls.poll->result(), (PollResult{9, 4, {0, 4, 0, 0, 0, 0}})) << "only half have answered the second";
    EXPECT_FALSE(polls.poll->result().is_complete());
}

TEST(Poll, a_show_of_hands_follows_hands_that_go_up_and_down) {
    PollOptions options;
    options.hold = 100ms;
    PollWorld polls{{2, 5}, options};
    polls.start();
    polls.ask(1);
    polls.world.run_for(1s);
    const auto set = [&](std::size_t member, bool raised) {
        const PollAnswer answer{raised ? std::optional<std::size_t>{0} : std::nullopt};
        ASSERT_TRUE(polls.voter(member).it.answer(answer, polls.world.now()));
        polls.world.pump(polls.members[member]);
    };
    for (std::size_t i = 0; i < 12; ++i)
        set(i, true);
    polls.world.run_for(1s);
    EXPECT_EQ(polls.poll->result().votes, (std::vector<std::uint64_t>{12}));
    for (std::size_t i = 0; i < 7; ++i)
        set(i, false);
    polls.world.run_for(1s);
    EXPECT_EQ(polls.poll->result().votes, (std::vector<std::uint64_t>{5}));
}

TEST(Poll, a_receiver_has_one_vote_whatever_it_claims) {
    PollWorld polls{{2, 3}};
    polls.start();
    polls.ask(2);
    polls.world.run_for(1s);
    const auto eve = polls.members[0];
    std::uint64_t version = 1ULL << 50;
    const auto claim = [&](TallyReport report) {
        report.round = 1;
        report.version = ++version;
        polls.world.inject(
            eve, Direction::upstream,
            encode(InvocationPacket{
                {session, {}, 0, false},
                encode(MethodInvocation{
                    Direction::upstream, TreeWorld::id(eve), {}, {invocation_of(poll_tally, report)}})}));
        polls.world.run_for(2s);
        return polls.poll->result();
    };
    const auto before = polls.poll->result();
    EXPECT_EQ(claim({0, 0, 500, 500, {500, 0}}), before);
    EXPECT_EQ(claim({0, 0, 1, 1, {2, 0}}), before);
    EXPECT_EQ(claim({0, 0, 1, 1, {1, 1}}), before);
    EXPECT_EQ(claim({0, 0, 1, 1, {1, 0, 0}}), before);
    EXPECT_EQ(claim({0, 0, 1, 1, {1, 0}}), (PollResult{9, 1, {1, 0}}));
}

/// By a changed program of whoever asks, or a relay on the way.
TEST(Poll, an_answer_is_none_once_the_question_has_other_choices) {
    base::LocalTime now{1000s};
    SourceSession source{{session, 1s}};
    PollMember member{NodeId{61}, session};
    const auto declare = [&](std::size_t columns) {
        std::vector<Variable> variables{{TallyVariables::round, 1}};
        for (std::size_t i = 0; i < columns; ++i)
            variables.push_back({VariableId{static_cast<std::uint8_t>(TallyVariables::first_column.value() + i)},
                                 static_cast<std::uint64_t>(Combine::sum)});
        source.declare({poll_tally, types::tally, {}, 10s, {}, std::move(variables)});
        source.hasten_setup(now);
        member.handle(source.poll(now).value(), now);
    };
    const auto last_report = [&] {
        std::optional<TallyReport> last;
        while (const auto sent = member.poll()) {
            const auto packet = decode_packet(*sent).value();
            const auto invocation = decode_method_invocation(std::get<InvocationPacket>(packet).body);
            last = decode_tally_report(invocation.value().entries.at(0).parameters);
        }
        return last;
    };
    declare(10);
    ASSERT_TRUE(member.answer({9}, now));
    ASSERT_EQ(last_report().value().answered, 1U);
    for (const std::size_t columns : {1U, 0U}) {
        declare(columns);
        now += 20s;
        member.handle_wakeup(now);
        const auto report = last_report();
        ASSERT_TRUE(report);
        EXPECT_EQ(report->answered, 0U);
        EXPECT_TRUE(report->columns.empty());
    }
}

TEST(Poll, goes_on_with_a_next_node_of_the_same_name_that_counts_from_below) {
    const base::LocalTime now{1000s};
    PollOptions options;
    options.session = session;
    Poll poll{options};
    ASSERT_TRUE(poll.ask({1}, now));
    const auto report = [&](std::uint64_t number, std::uint64_t members, std::uint64_t answered) {
        poll.handle(encode(InvocationPacket{
                        {session, session.source, 1, false},
                        encode(MethodInvocation{
                            Direction::upstream,
                            NodeId{50},
                            InvocationId{number},
                            {invocation_of(poll_tally, TallyReport{1, number, members, answered, {answered}})}})}),
                    now);
        return poll.result();
    };
    EXPECT_EQ(report(1000, 3, 3), (PollResult{3, 3, {3}}));
    poll.handle_moved(now);
    EXPECT_EQ(report(1, 0, 0), (PollResult{3, 3, {3}})) << "nobody has come back";
    EXPECT_EQ(report(2, 2, 1), (PollResult{3, 3, {3}}));
    EXPECT_EQ(report(3, 3, 2), (PollResult{3, 2, {2}}));
    poll.handle_moved(now);
    EXPECT_EQ(report(1, 2, 2), (PollResult{3, 2, {2}}));
    (void)poll.poll(now + options.report_age);
    EXPECT_EQ(poll.result(), (PollResult{2, 2, {2}})) << "one has gone";
}

TEST(Tally, decodes_no_report_that_contradicts_itself) {
    const auto decoded = [](TallyReport report) { return decode_tally_report(wire::encode(report)).has_value(); };
    EXPECT_TRUE(decoded({1, 1, 5, 3, {1, 2}}));
    EXPECT_FALSE(decoded({1, 1, 5, 6, {1, 2}}));
    EXPECT_FALSE(decoded({1, 1, 5, 0, {1, 2}}));
    EXPECT_FALSE(decoded({1, 1, 5, 3, {}}));
    EXPECT_FALSE(decoded({1, 1, limits::tally_members_max + 1, 3, {1}}));
    EXPECT_FALSE(decoded({1, 1, 5, 3, {limits::column_value_max + 1}}));
    EXPECT_FALSE(decoded({1, 1, 5, 3, std::vector<std::uint64_t>(limits::columns_max + 1)}));
}

TEST(Tally, is_as_the_newest_report_of_each_child_added_up) {
    base::Random random{8};
    const std::vector<Combine> columns{Combine::sum, Combine::minimum, Combine::maximum};
    TallyTable table;
    table.start(0, columns);
    std::map<NodeId, TallyReport> naive;
    std::uint32_t round = 0;
    for (int step = 0; step < 20'000; ++step) {
        const NodeId child{random.below(12)};
        if (random.below(200) == 0) {
            table.start(++round, columns);
            for (auto& [id, report] : naive) {
                report.answered = 0;
                report.columns.clear();
            }
        } else if (random.below(30) == 0) {
            ASSERT_EQ(table.remove(child), naive.erase(child) == 1);
        } else {
            TallyReport report{round - (random.below(10) == 0 ? 1 : 0),
                               1 + random.below(static_cast<std::uint64_t>(step) + 2),
                               1 + random.below(9),
                               0,
                               {}};
            report.answered = random.below(report.members + 1);
            if (report.answered > 0) report.columns = {random.below(50), random.below(50), random.below(50)};
            const auto known = naive.find(child);
            const auto newest = known == naive.end() ? 0 : known->second.version;
            const auto expected = report.round != round      ? TallyTable::Taken::refused
                                  : report.version > newest  ? TallyTable::Taken::changed
                                  : report.version == newest ? TallyTable::Taken::known
                                                             : TallyTable::Taken::old;
            ASSERT_EQ(table.take(child, report), expected);
            if (expected == TallyTable::Taken::changed) naive.insert_or_assign(child, report);
        }
        TallyTotal total;
        for (const auto& [id, report] : naive) {
            total.members += report.members;
            total.answered += report.answered;
            if (report.answered == 0) continue;
            if (total.columns.empty()) total.columns = {0, 1000, 0};
            total.columns[0] += report.columns[0];
            total.columns[1] = std::min(total.columns[1], report.columns[1]);
            total.columns[2] = std::max(total.columns[2], report.columns[2]);
        }
        ASSERT_EQ(table.total(), total);
        ASSERT_EQ(table.is_complete(), total.is_complete());
    }
}

} // namespace
} // namespace plenum::tree
