// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/contest.h"
#include "tests/bench/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <memory>

namespace plenum::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A contestant whose runs give one sample each, as told, and note their turn.
Contestant scripted(const std::string& name, std::vector<double> samples, std::vector<std::string>& turns) {
    auto next = std::make_shared<std::size_t>(0);
    return {name, [=, &turns]() -> Run {
                turns.push_back(name);
                return Samples{samples[(*next)++ % samples.size()]};
            }};
}

ContestOptions gauged_by(std::vector<double> readings) {
    auto next = std::make_shared<std::size_t>(0);
    ContestOptions options;
    options.rounds = 3;
    options.tries = 6;
    options.gauge = [=]() -> Run { return Samples{readings[(*next)++ % readings.size()]}; };
    return options;
}

TEST(Quantile, is_the_nearest_rank) {
    EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.5), 3);
    EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2);
    Samples hundred;
    for (int i = 100; i > 0; --i)
        hundred.push_back(i);
    EXPECT_EQ(quantile(hundred, 0.95), 95);
    EXPECT_EQ(quantile({7}, 0.95), 7);
}

TEST(Contest, has_all_run_in_turn_and_compares_medians) {
    std::vector<std::string> turns;
    ContestOptions options;
    options.rounds = 3;
    const auto rows = hold({.name = "n",
                            .unit = "us",
                            .contestants = {scripted("own", {10, 90, 20}, turns), scripted("peer", {8, 4, 5}, turns)}},
                           options);
    EXPECT_THAT(turns, ElementsAre("own", "peer", "own", "peer", "own", "peer"));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].median, 20);
    EXPECT_EQ(rows[0].peer_median, 5);
    EXPECT_EQ(rows[0].ratio(), 4);
    EXPECT_EQ(rows[0].runs, 3U);
    EXPECT_EQ(rows[0].note, "");
}

TEST(Contest, counts_only_rounds_before_which_the_gauge_read_right) {
    std::vector<std::string> turns;
    // The second and third round do not count, whatever they give.
    const auto rows = hold(
        {.name = "n", .unit = "us", .contestants = {scripted("own", {1, 1000, 1000, 2, 3}, turns)}, .gauged = true},
        gauged_by({3.4, 3.39, 3.91, 3.9, 3.6}));
    EXPECT_EQ(rows[0].median, 2);
    EXPECT_EQ(rows[0].runs, 3U);
    EXPECT_EQ(rows[0].note, "");
}

TEST(Contest, says_so_when_too_few_rounds_count) {
    std::vector<std::string> turns;
    const auto rows = hold({.name = "n", .unit = "us", .contestants = {scripted("own", {1}, turns)}, .gauged = true},
                           gauged_by({3.5, 60, 60, 60, 60, 60}));
    EXPECT_EQ(rows[0].runs, 1U);
    EXPECT_THAT(rows[0].note, HasSubstr("provisional: bare UDP read 60.00 us, and 1 of 3 rounds counted"));
    const auto none = hold({.name = "n", .unit = "us", .contestants = {scripted("own", {1}, turns)}, .gauged = true},
                           gauged_by({60}));
    EXPECT_EQ(none[0].runs, 3U);
    EXPECT_THAT(none[0].note, HasSubstr("0 of 3 rounds counted"));
}

TEST(Contest, names_what_is_missing) {
    std::vector<std::string> turns;
    const Contestant missing{"peer", [] { return bench::Run{std::unexpected("not installed")}; }};
    const auto rows = hold({.name = "n", .unit = "us", .contestants = {scripted("own", {1}, turns), missing}}, {});
    EXPECT_EQ(rows[0].median, 1);
    EXPECT_FALSE(rows[0].peer_median.has_value());
    EXPECT_EQ(rows[0].note, "peer: not installed");
    const auto failed = hold({.name = "n", .unit = "us", .contestants = {missing}}, {});
    EXPECT_FALSE(failed[0].median.has_value());
    EXPECT_EQ(failed[0].runs, 0U);
    EXPECT_EQ(failed[0].note, "not installed");
}

TEST(Row, is_a_json_object_with_the_keys_that_scripts_rely_on) {
    Row row;
    row.name = "n";
    row.unit = "us";
    EXPECT_EQ(to_json(row), R"({"name":"n","median":null,"p95":null,"unit":"us","runs":0,"peer":"","peer_median":null,)"
                            R"("ratio":null,"aim":""})");
    row.median = 2;
    row.p95 = 3;
    row.runs = 5;
    row.peer = "p";
    row.peer_median = 4;
    row.aim = "< 1";
    row.note = "why";
    EXPECT_EQ(to_json(row), R"({"name":"n","median":2.0,"p95":3.0,"unit":"us","runs":5,"peer":"p","peer_median":4.0,)"
                            R"("ratio":0.5,"aim":"< 1","note":"why"})");
}

TEST(Process, tells_lines_and_samples_and_ends_with_its_owner) {
    pid_t id = 0;
    {
        auto process = Process::fork(core_first, [](const Teller& teller) {
            teller.line("first");
            teller.samples({1.5, 2.25});
            for (;;)
                ::pause();
        });
        id = process.id();
        EXPECT_EQ(process.line(), "first");
        EXPECT_THAT(process.samples(), ElementsAre(1.5, 2.25));
    }
    EXPECT_EQ(::kill(id, 0), -1);
}

} // namespace
} // namespace plenum::bench
