// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/crowd.h"
#include "tests/bench/fan_out.h"
#include "tests/bench/peers/peers.h"
#include "tests/bench/pictures.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

#include <fmt/format.h>

#include <array>

/// Processor time that plenumd spends for each datagram of a camera that reaches a receiver: what comes in, the
/// receivers' acknowledgements, timers and kernel included. Counted at the receivers, by whole pictures.
namespace plenum::bench {

namespace {

Run measure(std::size_t receivers) {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    auto crowd =
        Process::fork(core_second, [&](const Teller& teller) { show_pictures(teller, relay->address(), receivers); });
    if (!crowd.line()) return std::unexpected("the receivers did not come together");
    const auto before = relay->process().processor_time();
    const auto pictures = crowd.line();
    const std::chrono::duration<double, std::micro> spent = relay->process().processor_time() - before;
    if (!pictures || std::stoull(*pictures) == 0) return std::unexpected("no picture reached a receiver");
    return Samples{spent.count() / static_cast<double>(std::stoull(*pictures) * datagrams_per_picture)};
}

/// Beside each peer.
struct Aims {
    std::string bare;
    std::string janus;
};

Measure to_receivers(std::size_t receivers, const Aims& aims) {
    const auto name = fmt::format("relay-cpu-1100-x{}", receivers);
    return {name, [=](const ContestOptions& options) {
                auto rows =
                    hold({.name = name,
                          .unit = "us",
                          .contestants = {{"plenumd", [=] { return measure(receivers); }},
                                          {"bare GSO, a seal each", [=] { return bare_fan_out(receivers); }, aims.bare},
                                          {"Janus", [=] { return janus_fan_out(receivers); }, aims.janus}}},
                         options);
                return rows;
            }};
}

} // namespace

std::vector<Measure> relay_measures() {
    return {to_receivers(1, {}), to_receivers(8, {}),
            to_receivers(60, {.bare = "<= 1.25, and <= 1.4 us", .janus = "<= 0.13"})};
}

} // namespace plenum::bench
