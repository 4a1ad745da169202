// SPDX-License-Identifier: Apache-2.0
/// plenum-bench: what Plenum costs, beside what the same work costs others on the same machine in the same run.

#include "core/crypto/initialise.h"
#include "tests/bench/bare_udp.h"
#include "tests/bench/rows/rows.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>

namespace {

using namespace plenum;

constexpr int status_usage = 2;

struct Options {
    std::string filter;
    bool json{false};
    bool list{false};
    std::size_t runs{5};
};

std::vector<bench::Measure> all_measures() {
    std::vector<bench::Measure> all;
    for (auto part : {bench::latency_measures, bench::proxy_measures, bench::token_measures, bench::rate_measures,
                      bench::handshake_measures, bench::relay_measures, bench::count_measures, bench::crowd_measures,
                      bench::jitter_measures, bench::context_measures, bench::depth_measures}) {
        for (auto& measure : part())
            all.push_back(std::move(measure));
    }
    return all;
}

/// How many measures there were to run.
std::size_t run(const Options& options) {
    bench::ContestOptions contest;
    contest.rounds = options.runs;
    contest.tries = 2 * options.runs + 2;
    contest.gauge = [] { return bench::bare_round_trip(); };
    std::size_t chosen = 0;
    if (!options.json && !options.list) std::puts(bench::heading().c_str());
    for (const auto& measure : all_measures()) {
        if (measure.name.find(options.filter) == std::string::npos) continue;
        ++chosen;
        if (options.list) {
            std::puts(measure.name.c_str());
            continue;
        }
        for (const auto& row : measure.run(contest))
            std::puts((options.json ? bench::to_json(row) : bench::to_text(row)).c_str());
        // A child that is made next must not print again what waits here.
        std::fflush(stdout);
    }
    return chosen;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    CLI::App app{"Measures Plenum beside its peers and the bare system (tests/bench/README.md tells what is in a row).",
                 "plenum-bench"};
    app.set_version_flag("--version", "plenum-bench " PLENUM_VERSION);
    app.add_option("--filter", options.filter, "Only measures whose name has this in it");
    app.add_flag("--list", options.list, "Print the measures' names and run none");
    app.add_option("--runs", options.runs, "Rounds that each measure takes the medians of")->check(CLI::Range(1, 100));
    app.add_flag("--json", options.json, "Print one JSON object a row");
    try {
        app.parse(count, arguments);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForVersion& version) {
        return app.exit(version);
    } catch (const CLI::ParseError& error) {
        std::cerr << "plenum-bench: " << error.what() << '\n';
        return status_usage;
    }
    if (!crypto::initialise()) {
        std::cerr << "plenum-bench: libsodium cannot be initialised\n";
        return 1;
    }
    if (run(options) > 0) return 0;
    std::cerr << "plenum-bench: no measure has \"" << options.filter << "\" in its name (--list tells them)\n";
    return status_usage;
}
