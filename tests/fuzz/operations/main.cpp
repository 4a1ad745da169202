// SPDX-License-Identifier: Apache-2.0
// plenum-operations: so many random operations against a relay, and every reason to refuse one.
#include "core/crypto/initialise.h"
#include "tests/fuzz/operations/run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>

namespace plenum::fuzz {
namespace {

/// What one conference is made of: some thousand operations.
constexpr std::size_t conference_bytes = 40'000;

struct Options {
    std::uint64_t operations{60'000};
    std::uint64_t seed{1};
    std::uint64_t skipped{0};
    bool progress{false};
};

void tell(const OperationCounts& counts, double seconds) {
    fmt::print("{} operations and {} other messages in {} conferences, {} entries, {} datagrams; {:.0f} operations a "
               "second\n",
               counts.operations, counts.controls, counts.conferences, counts.entries, counts.datagrams,
               static_cast<double>(counts.operations) / seconds);
    fmt::print("{} restarts, {} logs and {} entries given back by members\n", counts.restarts, counts.restored,
               counts.given);
    for (const auto why : base::enum_values<log::Refusal>)
        fmt::print("  {:<22}{:>12}\n", log::name_of(why), counts.refused[why]);
    std::fflush(stdout);
}

int run(const Options& options) {
    base::Random random{options.seed};
    OperationCounts counts;
    base::Bytes bytes(conference_bytes);
    const auto begun = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>{std::chrono::steady_clock::now() - begun}.count();
    };
    for (auto draws = options.skipped * conference_bytes; draws > 0; --draws)
        std::ignore = random.next();
    while (counts.operations < options.operations) {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
        Input steps{bytes};
        counts.add(run_conference(steps));
        if (options.progress && counts.conferences % 256 == 0) tell(counts, seconds());
    }
    tell(counts, seconds());
    for (const auto why : base::enum_values<log::Refusal>) {
        if (counts.refused[why] > 0) continue;
        fmt::print(stderr, "plenum-operations: nothing was refused as {}\n", log::name_of(why));
        return 1;
    }
    if (counts.restored > 0) return 0;
    fmt::print(stderr, "plenum-operations: no log was given back\n");
    return 1;
}

} // namespace
} // namespace plenum::fuzz

int main(int argc, char** argv) {
    plenum::fuzz::Options options;
    CLI::App app{
        "Random operations against a relay; aborts where something does not hold, exit status 1 where a reason "
        "to refuse was not met."};
    app.add_option("--operations", options.operations, "How many, at least (60000)");
    app.add_option("--seed", options.seed, "Of all that happens");
    app.add_option("--skip", options.skipped, "Leaves out so many conferences at first, as one that failed needs");
    app.add_flag("--progress", options.progress, "Tells now and then how far it came");
    CLI11_PARSE(app, argc, argv);
    if (!plenum::crypto::initialise()) {
        fmt::print(stderr, "plenum-operations: libsodium cannot be used here\n");
        return 1;
    }
    return plenum::fuzz::run(options);
}
