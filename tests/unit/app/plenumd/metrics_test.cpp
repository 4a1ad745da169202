// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/metrics.h"

#include "tests/unit/app/plenumd/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace plenum::app {
namespace {

using testing::HasSubstr;

std::string text() { return metrics_text(full_snapshot(), full_process()); }

TEST(Metrics, tell_the_figures_of_a_relay) {
    const auto said = text();
    for (const auto* line : {"plenum_relay_sessions_opened_total 101\n",
                             "plenum_relay_sessions_refused_total{limit=\"sessions\"} 102\n",
                             "plenum_relay_sessions_refused_total{limit=\"sessions_per_address\"} 103\n",
                             "plenum_relay_conferences_created_total 104\n",
                             "plenum_relay_members{state=\"present\"} 5\n",
                             "plenum_relay_members{state=\"absent\"} 2\n",
                             "plenum_relay_sessions_closed_total{end=\"faulty\"} 3\n",
                             "plenum_relay_messages_unheard_total{reason=\"not_permitted\"} 11\n",
                             "plenum_relay_messages_unheard_total{reason=\"no_token\"} 12\n",
                             "plenum_relay_messages_unheard_total{reason=\"stale_epoch\"} 13\n",
                             "plenum_relay_messages_unheard_total{reason=\"unknown_epoch\"} 14\n",
                             "plenum_relay_messages_unheard_total{reason=\"excess\"} 15\n",
                             "plenum_relay_sent_datagrams_total{class=\"video\"} 1\n",
                             "plenum_relay_sent_bytes_total{class=\"video\"} 1100\n",
                             "plenum_relay_packets_lost_total 107\n",
                             "plenum_relay_queue_drops_total{class=\"video\",reason=\"expired\"} 1\n",
                             "plenum_relay_queue_drops_total{class=\"audio\",reason=\"expired\"} 0\n",
                             "plenum_relay_datagrams_total{outcome=\"strange\"} 3111\n",
                             "plenum_relay_datagrams_total{outcome=\"crowded\"} 6\n",
                             "plenum_relay_receive_drops_total{class=\"audio\",reason=\"outranked\"} 1\n",
                             "plenum_relay_receive_drops_total{class=\"video\",reason=\"expired\"} 0\n",
                             "plenum_relay_datagrams_total{outcome=\"forged\"} 109\n",
                             "plenum_relay_uptime_seconds 90\n",
                             "plenum_relay_sessions_limit 50\n",
                             "process_resident_memory_bytes 1000\n",
                             "plenum_relay_build_info{version=\""})
        EXPECT_THAT(said, HasSubstr(line));
}

TEST(Metrics, histograms_add_up) {
    const auto said = text();
    for (const auto* line : {"plenum_relay_loop_turn_duration_seconds_bucket{le=\"2e-05\"} 0\n",
                             "plenum_relay_loop_turn_duration_seconds_bucket{le=\"5e-05\"} 1\n",
                             "plenum_relay_loop_turn_duration_seconds_bucket{le=\"1\"} 1\n",
                             "plenum_relay_loop_turn_duration_seconds_bucket{le=\"+Inf\"} 2\n",
                             "plenum_relay_loop_turn_duration_seconds_count 2\n"})
        EXPECT_THAT(said, HasSubstr(line));
}

TEST(Metrics, of_several_loops_are_sums) {
    const std::vector<Snapshot> others(2, full_snapshot());
    const auto said = metrics_text(full_snapshot(), full_process(), others);
    for (const auto* line : {"plenum_relay_sessions_opened_total 303\n", "plenum_relay_members{state=\"present\"} 15\n",
                             "plenum_relay_queue_drops_total{class=\"video\",reason=\"expired\"} 3\n",
                             "plenum_relay_loop_turn_duration_seconds_bucket{le=\"5e-05\"} 3\n",
                             "plenum_relay_loop_turn_duration_seconds_bucket{le=\"+Inf\"} 6\n",
                             "plenum_relay_loop_turn_duration_seconds_count 6\n",
                             // Of the whole relay.
                             "plenum_relay_uptime_seconds 90\n", "plenum_relay_sessions_limit 150\n",
                             "process_resident_memory_bytes 1000\n"})
        EXPECT_THAT(said, HasSubstr(line));
}

TEST(Metrics, leave_out_what_the_system_does_not_tell) {
    const auto said = metrics_text(full_snapshot(), {});
    EXPECT_THAT(said, testing::Not(HasSubstr("process_resident_memory_bytes")));
    EXPECT_THAT(said, HasSubstr("plenum_relay_sessions "));
}

/// A stranger must not be able to make more of them, and nobody must be found in them.
TEST(Metrics, are_as_many_whatever_happens) {
    const auto names = [](const std::string& said) {
        std::set<std::string> result;
        static const std::regex line{"(?:^|\n)([^#\n ][^ \n]*) "};
        for (std::sregex_iterator found{said.begin(), said.end(), line}, none; found != none; ++found)
            result.insert((*found)[1]);
        return result;
    };
    const auto empty = names(metrics_text({}, full_process()));
    EXPECT_EQ(names(text()), empty);
    EXPECT_GT(empty.size(), 100U);
    EXPECT_LT(empty.size(), 300U);
}

TEST(Process, has_figures_here) {
    const auto figures = read_process_figures();
    EXPECT_GT(figures.resident_bytes.value_or(0), 1'000'000U);
    EXPECT_GE(figures.virtual_bytes.value_or(0), figures.resident_bytes.value_or(0));
    EXPECT_GE(figures.open_descriptors.value_or(0), 3U);
    EXPECT_GE(figures.descriptors_max.value_or(0), figures.open_descriptors.value_or(0));
    EXPECT_GE(figures.cpu_seconds.value_or(-1), 0);
}

} // namespace
} // namespace plenum::app
