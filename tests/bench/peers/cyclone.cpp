// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bare_udp.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/process.h"

#include <regex>

namespace plenum::bench {

namespace {

constexpr auto not_installed = "not installed (Debian package cyclonedds-tools)";
/// Seconds that a run lasts; each gives one median, of which the first warms up.
constexpr int seconds = 4;

} // namespace

Run cyclone_round_trip(const RoundTrip& trip) {
    const auto program = find_program("ddsperf");
    if (!program) return std::unexpected(not_installed);
    const auto length = "-D" + std::to_string(seconds + 1);
    const auto far = Process::execute(core_first, {*program, length, "pong"});
    auto near = Process::execute(
        core_first, {*program, "-D" + std::to_string(seconds), "ping", "size", std::to_string(trip.bytes)});
    // "… size 64 mean 7.5us min 4.2us 50% 4.5us 90% …"
    const std::regex median_text{R"(size \d+ .* 50% ([0-9.]+)us)"};
    Samples samples;
    while (const auto line = near.line()) {
        std::smatch found;
        // What it tells is half of a round trip: its count a second times twice its mean makes the second.
        if (std::regex_search(*line, found, median_text)) samples.push_back(2 * std::stod(found[1]));
    }
    if (samples.size() < 2) return std::unexpected("ddsperf told no round trips");
    samples.erase(samples.begin());
    return samples;
}

} // namespace plenum::bench
