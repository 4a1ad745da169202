// SPDX-License-Identifier: Apache-2.0
// plenum-hostile: so many hostile datagrams against a call in virtual time, with the real cryptography.
#include "core/crypto/initialise.h"
#include "tests/fuzz/hostile/twins.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace {

void tell(const plenum::fuzz::HostileCounts& counts) {
    using plenum::fuzz::Attack;
    fmt::print("{} hostile datagrams in {} rounds; none was opened, none changed anything\n", counts.datagrams,
               counts.rounds);
    fmt::print("{:<12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "", "request", "response", "final", "sealed", "cookie",
               "other");
    for (const auto attack : plenum::base::enum_values<Attack>) {
        fmt::print("{:<12}", plenum::base::enumerator_name(attack));
        for (const auto type : {1, 2, 3, 4, 5, 0})
            fmt::print("{:>12}", counts.made[static_cast<std::size_t>(type)][attack]);
        fmt::print("\n");
    }
    const auto& counted = counts.counted;
    fmt::print("counted by the nodes: replayed {}, forged {}, strange {}, handshakes {}, malformed {}\n",
               counted.replayed, counted.forged, counted.strange, counted.handshakes, counted.malformed);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    plenum::fuzz::HostileOptions options;
    CLI::App app{"Hostile datagrams against a call that goes on; exit status 1 if one of them changes anything."};
    app.add_option("--datagrams", options.datagrams, "How many (100000)");
    app.add_option("--seed", options.seed, "Of the attacker");
    app.add_option("--batch", options.batch, "After so many the call goes on")->check(CLI::Range(1, 1'000'000));
    app.add_flag("--canary", options.canary, "Plants a genuine datagram among them, which must be noticed");
    bool progress = false;
    app.add_flag("--progress", progress, "Tells now and then how far it came");
    CLI11_PARSE(app, argc, argv);
    // What the hall expects of everyone counts here too.
    GTEST_FLAG_SET(throw_on_failure, true);
    if (!plenum::crypto::initialise()) {
        fmt::print(stderr, "plenum-hostile: libsodium cannot be used here\n");
        return 1;
    }
    if (progress) options.progress = tell;
    const auto counts = plenum::fuzz::attack_twins(options);
    if (!counts) {
        fmt::print(stderr, "plenum-hostile: seed {}: {}\n", options.seed, counts.error());
        return 1;
    }
    tell(*counts);
    return 0;
}
