// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/crowd.h"
#include "tests/bench/fan_out.h"
#include "tests/bench/pictures.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"
#include "tests/bench/system_calls.h"

/// What a relay takes of the system, counted on a real plenumd: system calls for each forwarded datagram, memory for
/// each member. (Instructions and allocations are counted by counts_test.py, as tests.)
namespace plenum::bench {

namespace {

constexpr std::size_t receivers = 60;
constexpr std::size_t members_per_conference = 100;

Run system_calls() {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    auto crowd =
        Process::fork(core_second, [&](const Teller& teller) { show_pictures(teller, relay->address(), receivers); });
    if (!crowd.line()) return std::unexpected("the receivers did not come together");
    const auto calls = count_system_calls(relay->process().id(), crowd.id());
    if (!calls) return std::unexpected(calls.error());
    const auto pictures = crowd.line();
    if (!pictures || std::stoull(*pictures) == 0) return std::unexpected("no picture reached a receiver");
    const auto datagrams = std::stoull(*pictures) * datagrams_per_picture;
    return Samples{static_cast<double>(*calls) / static_cast<double>(datagrams)};
}

void gather(const Teller& teller, const base::Address& relay, std::size_t members) {
    Crowd crowd;
    while (crowd.size() < members) {
        if (!crowd.assemble(relay, std::min(members - crowd.size(), members_per_conference))) return;
        teller.line("more");
    }
    teller.line("here");
    crowd.serve_for(patience);
}

Run memory(std::size_t members) {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    const auto before = relay->process().private_kib();
    auto crowd = Process::fork(core_second, [&](const Teller& teller) { gather(teller, relay->address(), members); });
    if (!crowd.line_with("here")) return std::unexpected("the members did not come together");
    return Samples{(relay->process().private_kib() - before) / static_cast<double>(members)};
}

/// Memory of a relay that nobody has come to.
Run memory_empty() {
    const auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    return Samples{relay->process().private_kib()};
}

Measure single(const std::string& name, const std::string& unit, const std::function<Run()>& run,
               const std::string& aim = {}) {
    return {name, [=](const ContestOptions& options) {
                auto quick = options;
                // The same in each run but for what timers add.
                quick.rounds = std::min<std::size_t>(options.rounds, 2);
                return hold({.name = name, .unit = unit, .contestants = {{"plenumd", run}}, .aim = aim}, quick);
            }};
}

} // namespace

std::vector<Measure> count_measures() {
    return {single("relay-system-calls-x60", "calls", system_calls), single("relay-memory-empty", "KiB", memory_empty),
            single("relay-memory-per-member-100", "KiB", [] { return memory(100); }),
            single("relay-memory-per-member-1000", "KiB", [] { return memory(1000); })};
}

} // namespace plenum::bench
