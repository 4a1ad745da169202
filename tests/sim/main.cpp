// SPDX-License-Identifier: Apache-2.0
/// plenum-sim: the real core in a simulated world, in virtual time.

#include "core/crypto/initialise.h"
#include "tests/sim/disk/sqlite_store.h"
#include "tests/sim/summary.h"
#include "tests/sim/world.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <fstream>
#include <iostream>

namespace {

using namespace plenum;

constexpr int status_broken = 1;
constexpr int status_usage = 2;

struct Options {
    std::string scenario;
    std::uint64_t seed{1};
    std::string seeds;
    std::string trace;
    bool json{false};
};

struct SeedRange {
    std::uint64_t first;
    std::uint64_t last;
};

int usage(const std::string& message) {
    std::cerr << PLENUM_PROGRAM ": " << message << '\n';
    return status_usage;
}

std::optional<SeedRange> parse_seeds(std::string_view text) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    SeedRange range{};
    const auto number = [](std::string_view part, std::uint64_t& to) {
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), to);
        return error == std::errc{} && end == part.data() + part.size();
    };
    if (!number(text.substr(0, dots), range.first) || !number(text.substr(dots + 2), range.last)) return std::nullopt;
    if (range.first > range.last) return std::nullopt;
    return range;
}

sim::Result run_one(const Options& options, const sim::Scenario& scenario, std::uint64_t seed, std::ostream* trace) {
    sim::TraceWriter writer{trace};
    const auto before = std::clock();
    sim::World world{scenario, seed, {sim::core_nodes(), sim::sqlite_stores()}, writer};
    auto result = world.run();
    const auto seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (options.json) {
        std::cout << sim::summary_json(options.scenario, seed, result) << '\n';
    } else if (options.seeds.empty()) {
        std::cout << sim::summary_text(options.scenario, seed, result, seconds);
    }
    if (result.broken) std::cerr << sim::break_text(options.scenario, seed, *result.broken) << '\n';
    return result;
}

int run_range(const Options& options, const sim::Scenario& scenario, const SeedRange& range) {
    const auto before = std::clock();
    double virtual_seconds = 0;
    for (auto seed = range.first;; ++seed) {
        const auto result = run_one(options, scenario, seed, nullptr);
        if (result.broken) return status_broken;
        virtual_seconds += static_cast<double>(sim::to_us(result.ended_at)) / 1e6;
        if (seed == range.last) break;
    }
    const auto seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (!options.json) {
        std::cout << fmt::format("{}, seeds {} to {}: all invariants held; {:.0f} s virtual in {:.1f} s of processor "
                                 "({:.0f} times as fast)\n",
                                 options.scenario, range.first, range.last, virtual_seconds, seconds,
                                 virtual_seconds / seconds);
    }
    return 0;
}

int run(const Options& options) {
    const auto scenario = sim::load_scenario(options.scenario, PLENUM_SIM_PROFILES);
    if (!scenario) return usage(scenario.error().message);
    if (!options.seeds.empty()) {
        const auto range = parse_seeds(options.seeds);
        if (!range) return usage("--seeds wants FIRST..LAST");
        if (!options.trace.empty()) return usage("--trace wants one seed");
        return run_range(options, *scenario, *range);
    }
    std::ofstream file;
    if (!options.trace.empty()) {
        file.open(options.trace, std::ios::binary | std::ios::trunc);
        if (!file) return usage(options.trace + ": cannot be written");
    }
    const auto result = run_one(options, *scenario, options.seed, options.trace.empty() ? nullptr : &file);
    if (!options.trace.empty() && !file.flush()) {
        std::cerr << PLENUM_PROGRAM ": " << options.trace << ": writing failed\n";
        return status_broken;
    }
    return result.broken ? status_broken : 0;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    CLI::App app{"Runs the core of Plenum in virtual time over a simulated network, and checks its invariants.",
                 PLENUM_PROGRAM};
    app.set_version_flag("--version", PLENUM_PROGRAM " " PLENUM_VERSION);
    app.add_option("scenario", options.scenario, "Scenario file (TOML; keys in tests/sim/README.md)")->required();
    auto* seed = app.add_option("--seed", options.seed, "Seed of every draw");
    app.add_option("--seeds", options.seeds, "Run FIRST..LAST, stop at the first that breaks")->excludes(seed);
    app.add_option("--trace", options.trace, "Write what happened here, one JSON object a line");
    app.add_flag("--json", options.json, "Print the summary as one JSON object a run");
    try {
        app.parse(count, arguments);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForVersion& version) {
        return app.exit(version);
    } catch (const CLI::ParseError& error) {
        return usage(error.what());
    }
    if (!crypto::initialise()) {
        std::cerr << PLENUM_PROGRAM ": libsodium cannot be initialised\n";
        return 1;
    }
    return run(options);
}
