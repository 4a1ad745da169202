// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/cluster/camera_world.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace plenum::cluster {
namespace {

using Transport = CameraWorldOptions::Transport;

/// One row of the table in docs/cluster.md.
CameraWorldResult measure(const char* name, const CameraWorldOptions& options) {
    const auto result = CameraWorld{options, 1}.run();
    const auto* transport = options.transport == Transport::tcp ? "TCP" : options.weighted ? "weighted" : "coordinated";
    std::printf("| %s | %s | %.1f | %.1f | %.2f | %.2f |\n", name, transport, base::to_ms(result.asynchrony),
                base::to_ms(result.asynchrony_max), static_cast<double>(result.rate_mhz) / 1000,
                static_cast<double>(result.flowshare) / 1000);
    EXPECT_EQ(result.partial, 0U);
    return result;
}

struct Compared {
    CameraWorldResult coordinated;
    CameraWorldResult tcp;
};
Compared compare(const char* name, CameraWorldOptions options) {
    const auto coordinated = measure(name, options);
    options.transport = Transport::tcp;
    options.weighted = false;
    return {coordinated, measure(name, options)};
}

TEST(Coordination, arrives_ten_times_closer_together_than_tcp_at_its_rate_with_loss_of_half_a_percent) {
    CameraWorldOptions options;
    options.loss_ppm = 5'000;
    const auto [coordinated, tcp] = compare("loss 0.5 %", options);
    EXPECT_LE(coordinated.asynchrony * 10, tcp.asynchrony);
    EXPECT_GE(coordinated.rate_mhz * 100, tcp.rate_mhz * 100);
    EXPECT_GE(coordinated.flowshare, 900U);
    EXPECT_LE(coordinated.flowshare, 1100U);
}

TEST(Coordination, arrives_ten_times_closer_together_than_tcp_with_loss_of_two_percent) {
    CameraWorldOptions options;
    options.loss_ppm = 20'000;
    const auto [coordinated, tcp] = compare("loss 2 %", options);
    EXPECT_LE(coordinated.asynchrony * 10, tcp.asynchrony);
    EXPECT_GE(coordinated.rate_mhz * 100, tcp.rate_mhz * 85);
    EXPECT_GE(coordinated.flowshare, 850U);
    EXPECT_LE(coordinated.flowshare, 1100U);
}

TEST(Coordination, arrives_ten_times_closer_together_than_tcp_with_loss_of_five_percent) {
    CameraWorldOptions options;
    options.loss_ppm = 50'000;
    const auto [coordinated, tcp] = compare("loss 5 %", options);
    EXPECT_LE(coordinated.asynchrony * 10, tcp.asynchrony);
    EXPECT_GE(coordinated.rate_mhz * 100, tcp.rate_mhz * 60);
    EXPECT_GE(coordinated.flowshare, 700U);
    EXPECT_LE(coordinated.flowshare, 1100U);
}

TEST(Coordination, arrives_closer_together_than_tcp_beside_browsers_on_a_full_path) {
    CameraWorldOptions options;
    options.loss_ppm = 0;
    options.capacity = 4'000'000;
    options.browsers = 40;
    const auto [coordinated, tcp] = compare("40 browsers, 32 Mbit/s", options);
    EXPECT_LE(coordinated.asynchrony * 5, tcp.asynchrony);
    EXPECT_GE(coordinated.flowshare, 400U) << "TFRC beside TCP in one queue (docs/links.md)";
    EXPECT_LE(coordinated.flowshare, 1100U);
}

TEST(Coordination, shares_by_frame_size_let_frames_of_different_sizes_end_together) {
    CameraWorldOptions options;
    options.deviation_percent = 25;
    const auto equal = measure("loss 1 %, sizes ± 25 %", options);
    options.weighted = true;
    const auto [weighted, tcp] = compare("loss 1 %, sizes ± 25 %", options);
    EXPECT_LE(weighted.asynchrony * 100, equal.asynchrony * 75);
    EXPECT_GE(weighted.rate_mhz, equal.rate_mhz);
    EXPECT_LE(weighted.asynchrony * 10, tcp.asynchrony);
}

} // namespace
} // namespace plenum::cluster
