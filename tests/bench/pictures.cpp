// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/pictures.h"

#include "core/runtime/clock.h"
#include "tests/bench/fan_out.h"

#include <algorithm>

namespace plenum::bench {

namespace {

constexpr base::Duration settle_time = std::chrono::milliseconds{300};

std::uint64_t pictures_received(Crowd& crowd) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i)
        sum += crowd.at(i).messages();
    return sum;
}

void show(Crowd& crowd) {
    auto at = runtime::now();
    for (std::size_t picture = 0; picture < pictures_per_run; ++picture, at += picture_interval) {
        crowd.at(0).publish(base::FlowKind::video, base::Bytes(picture_bytes, 1), runtime::now());
        const auto next = at + picture_interval;
        crowd.serve_for(std::max(next - runtime::now(), base::Duration{}));
    }
    crowd.serve_for(settle_time);
}

} // namespace

void show_pictures(const Teller& teller, const base::Address& relay, std::size_t receivers) {
    Crowd crowd;
    if (!crowd.assemble(relay, receivers + 1)) return;
    crowd.serve_for(settle_time);
    const auto before = pictures_received(crowd);
    teller.line("begin");
    show(crowd);
    teller.line(std::to_string(pictures_received(crowd) - before));
}

} // namespace plenum::bench
