// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/process.h"
#include "tests/bench/rows/rows.h"
#include "tests/bench/video_beside_bulk.h"

#include <fmt/format.h>

#include <algorithm>

/// The table of µChoices §1 and §3: presentation jitter, the differences between the times at which frames of a video
/// with 10 frames a second are handed to the application, beside 0 to 3 greedy streams of our own on the same link.
/// Plain first come, first served against classes and deadlines, the same link, pacer and load else.
namespace plenum::bench {

namespace {

Run differences(const VideoBesideBulk& setting) {
    auto process = Process::fork(core_first, [&](const Teller& teller) { teller.samples(setting.run()); });
    auto samples = process.samples();
    if (samples.empty()) return std::unexpected("frames were lost");
    return samples;
}

Run variance_of(const VideoBesideBulk& setting) {
    const auto samples = differences(setting);
    if (!samples) return std::unexpected(samples.error());
    return Samples{variance(*samples)};
}

Run maximum_of(const VideoBesideBulk& setting) {
    const auto samples = differences(setting);
    if (!samples) return std::unexpected(samples.error());
    return Samples{std::ranges::max(*samples)};
}

using Figure = Run (*)(const VideoBesideBulk&);

Measure beside(std::size_t streams, const std::string& what, const std::string& unit, Figure figure,
               const std::string& aim) {
    const auto name = fmt::format("jitter-own-{}-x{}", what, streams);
    return {name, [=](const ContestOptions& options) {
                return hold(
                    {.name = name,
                     .unit = unit,
                     .contestants = {{"plenum", [=] { return figure({VideoBesideBulk::Order::ours, streams}); }},
                                     {"first come, first served",
                                      [=] { return figure({VideoBesideBulk::Order::first_come, streams}); }, aim}}},
                    options);
            }};
}

} // namespace

std::vector<Measure> jitter_measures() {
    std::vector<Measure> measures;
    for (std::size_t streams = 0; streams <= 3; ++streams) {
        const auto* aim = streams == 3 ? "<= 0.002, and <= 0.05 ms2" : "";
        measures.push_back(beside(streams, "variance", "ms2", variance_of, aim));
        measures.push_back(beside(streams, "maximum", "ms", maximum_of, ""));
    }
    return measures;
}

} // namespace plenum::bench
