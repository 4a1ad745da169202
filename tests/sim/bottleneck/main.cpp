// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "tests/sim/bottleneck/beside_others.h"
#include "tests/sim/bottleneck/recovery.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

/// `sim-links recovery` and `sim-links jitter`: the tables of docs/links.md, from virtual time: the same in each run.
namespace {

using namespace plenum;
using namespace std::chrono_literals;
using sim::RecoveryCase;

std::string_view name(RecoveryCase::Loss loss) {
    switch (loss) {
    case RecoveryCase::Loss::uniform: return "uniform";
    case RecoveryCase::Loss::bursts: return "bursts";
    case RecoveryCase::Loss::none: break;
    }
    return "none";
}

void print(const RecoveryCase& given) {
    const auto got = sim::recover(given, 1);
    fmt::print("| {} {} % | {} | {} % | {:.2f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} | {:.1f} % | {:.2f} %{} |\n",
               name(given.loss), given.loss == RecoveryCase::Loss::none ? 0 : given.loss_ppm / 10'000,
               base::to_us(given.rtt) / 1000, given.reorder_ppm / 10'000, base::to_ms(got.transfer) / 1000,
               got.sent_over_needed, base::to_ms(got.message_median), base::to_ms(got.message_99),
               base::to_ms(got.message_longest), 100 * got.voices_in_time, 100 * got.spurious,
               got.exact ? "" : ", not exact");
}

int recovery() {
    fmt::print("| loss each way | rtt ms | reordered | 200 kB, s | sent / needed | message: median ms | 99 % | longest "
               "| voices in time | called lost wrongly |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (const auto rtt : {20ms, 100ms, 250ms, 500ms}) {
        print({.loss = RecoveryCase::Loss::none, .rtt = rtt});
        print({.loss = RecoveryCase::Loss::uniform, .rtt = rtt});
        print({.loss = RecoveryCase::Loss::bursts, .rtt = rtt});
        print({.loss = RecoveryCase::Loss::none, .rtt = rtt, .reorder_ppm = 500'000});
    }
    return 0;
}

/// Of two variances; where neither shows in the table, they are the same.
double ratio(double plain, double ours) {
    constexpr double shown = 0.005;
    return plain < shown && ours < shown ? 1 : plain / ours;
}

int jitter() {
    using Sender = sim::BesideOthers::Sender;
    fmt::print("| own greedy streams | others' | plain: variance ms² | longest ms | delay 95 % ms | ours: variance ms² "
               "| longest ms "
               "| delay 95 % ms | ratio | ours kB/s | others kB/s |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const std::size_t own : {0U, 1U}) {
        for (std::size_t others = 0; others <= 3; ++others) {
            const auto plain = sim::present({Sender::plain, own, others}, 1);
            const auto ours = sim::present({Sender::ours, own, others}, 1);
            fmt::print("| {} | {} | {:.2f} | {:.0f} | {:.0f} | {:.2f} | {:.0f} | {:.0f} | {:.1f} | {:.0f} | {:.0f} |\n",
                       own, others, plain.variance, plain.maximum, plain.delay_95, ours.variance, ours.maximum,
                       ours.delay_95, ratio(plain.variance, ours.variance), ours.own_rate, ours.others_rate);
        }
    }
    return 0;
}

} // namespace

int main(int count, char** words) {
    if (!crypto::initialise()) return 1;
    if (count == 2 && std::string_view{words[1]} == "recovery") return recovery();
    if (count == 2 && std::string_view{words[1]} == "jitter") return jitter();
    std::fputs("usage: sim-links recovery|jitter\n", stderr);
    return 2;
}
