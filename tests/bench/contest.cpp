// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/contest.h"

#include <fmt/format.h>

namespace plenum::bench {

namespace {

/// One contestant's rounds.
struct Standing {
    Samples medians;
    Samples p95s;
    std::string failure;

    void add(const Run& run) {
        if (!run || run->empty()) {
            failure = run ? "no samples" : run.error();
            return;
        }
        medians.push_back(median(*run));
        p95s.push_back(quantile(*run, 0.95));
    }
};

using Round = std::vector<Run>;

Round run_round(const Contest& contest) {
    Round round;
    for (const auto& contestant : contest.contestants)
        round.push_back(contestant.run());
    return round;
}

/// What the rounds gave, and what is to be said about the machine.
struct Rounds {
    std::vector<Round> rounds;
    std::string note;
};

bool reads_right(const ContestOptions& options, const Run& gauge) {
    return gauge && median(*gauge) >= options.gauge_min && median(*gauge) <= options.gauge_max;
}

Rounds run_rounds(const Contest& contest, const ContestOptions& options) {
    Rounds counted;
    Rounds others;
    Samples gauges;
    const auto tries = contest.gauged ? options.tries : options.rounds;
    for (std::size_t i = 0; i < tries && counted.rounds.size() < options.rounds; ++i) {
        const auto before = contest.gauged ? options.gauge() : Run{};
        if (contest.gauged && before) gauges.push_back(median(*before));
        const bool quiet = !contest.gauged || reads_right(options, before);
        // What would not count is run only as long as it may be needed for want of better.
        if (quiet)
            counted.rounds.push_back(run_round(contest));
        else if (others.rounds.size() < options.rounds)
            others.rounds.push_back(run_round(contest));
    }
    if (!contest.gauged || counted.rounds.size() == options.rounds) return counted;
    auto& used = counted.rounds.empty() ? others : counted;
    used.note = fmt::format("provisional: bare UDP read {:.2f} us, and {} of {} rounds counted",
                            gauges.empty() ? 0 : median(gauges), counted.rounds.size(), options.rounds);
    return used;
}

Row row_of(const Contest& contest, const Standing& own) {
    Row row;
    row.name = contest.name;
    row.unit = contest.unit;
    row.aim = contest.aim;
    row.runs = own.medians.size();
    if (own.medians.empty()) {
        row.note = own.failure;
        return row;
    }
    row.median = median(own.medians);
    row.p95 = median(own.p95s);
    return row;
}

void add_note(Row& row, const std::string& note) {
    if (!note.empty()) row.note += (row.note.empty() ? "" : "; ") + note;
}

} // namespace

std::vector<Row> hold(const Contest& contest, const ContestOptions& options) {
    const auto [rounds, note] = run_rounds(contest, options);
    std::vector<Standing> standings(contest.contestants.size());
    for (const auto& round : rounds) {
        for (std::size_t i = 0; i < round.size(); ++i)
            standings[i].add(round[i]);
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < standings.size(); ++i) {
        // The product stands beside each peer, and alone where there is none.
        if (i == 0 && standings.size() > 1) continue;
        auto row = row_of(contest, standings.front());
        if (i > 0) {
            row.peer = contest.contestants[i].name;
            row.aim = contest.contestants[i].aim;
            if (!standings[i].medians.empty()) row.peer_median = median(standings[i].medians);
            if (standings[i].medians.empty()) add_note(row, row.peer + ": " + standings[i].failure);
        }
        add_note(row, note);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace plenum::bench
