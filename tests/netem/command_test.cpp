// SPDX-License-Identifier: Apache-2.0
#include "tests/netem/command.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plenum::netem {
namespace {

using namespace std::chrono_literals;

Router make_router() { return Router{{{"a", {10, 77, 0, 1}}, {"b", {10, 77, 0, 2}}}, 1}; }

TEST(Command, without_a_target_every_packet_is_met_once) {
    auto router = make_router();
    ASSERT_TRUE(apply_command(router, "loss 5 delay 50 20"));
    for (const auto& port : router.ports()) {
        EXPECT_EQ(port.down.settings.loss, 50'000U);
        EXPECT_EQ(port.down.settings.delay, 50ms);
        EXPECT_EQ(port.down.settings.jitter, 20ms);
        EXPECT_EQ(port.up.settings.loss, 0U);
    }
}

TEST(Command, a_target_is_one_link_or_both_of_a_node) {
    auto router = make_router();
    ASSERT_TRUE(apply_command(router, "a down"));
    ASSERT_TRUE(apply_command(router, "b.up rate 2500 queue 9000"));
    EXPECT_FALSE(router.ports()[0].up.settings.connected);
    EXPECT_FALSE(router.ports()[0].down.settings.connected);
    EXPECT_TRUE(router.ports()[1].up.settings.connected);
    EXPECT_EQ(router.ports()[1].up.settings.rate_bps, 2'500'000U);
    EXPECT_EQ(router.ports()[1].up.settings.queue_bytes_max, 9'000U);
    EXPECT_EQ(router.ports()[1].down.settings.rate_bps, 0U);
    ASSERT_TRUE(apply_command(router, "a reset"));
    EXPECT_TRUE(router.ports()[0].up.settings.connected);
}

TEST(Command, a_burst_can_be_set_and_ended) {
    auto router = make_router();
    ASSERT_TRUE(apply_command(router, "a.down burst 1 25 90 0.5"));
    const auto& burst = router.ports()[0].down.settings.burst;
    ASSERT_TRUE(burst);
    EXPECT_EQ(burst->enter, 10'000U);
    EXPECT_EQ(burst->leave, 250'000U);
    EXPECT_EQ(burst->loss_bad, 900'000U);
    EXPECT_EQ(burst->loss_good, 5'000U);
    ASSERT_TRUE(apply_command(router, "a.down burst 0 0"));
    EXPECT_FALSE(router.ports()[0].down.settings.burst);
}

TEST(Command, a_wrong_line_says_what_is_wrong_and_changes_nothing) {
    auto router = make_router();
    for (const auto* line : {"loss", "loss x", "loss -1", "loss 100.5", "reorder 101", "c loss 5", "a", "delay 5 loss",
                             "rate 1e99", "delay nan"}) {
        const auto applied = apply_command(router, line);
        ASSERT_FALSE(applied) << line;
        EXPECT_FALSE(applied.error().empty());
    }
    EXPECT_EQ(router.ports()[0].down.settings.delay, 0ms);
    EXPECT_TRUE(apply_command(router, ""));
}

TEST(Command, counters_are_json) {
    auto router = make_router();
    router.handle_packet(0, base::Bytes{1, 2, 3}, LocalTime{1h});
    const auto counters = nlohmann::json::parse(to_json(router));
    EXPECT_EQ(counters.at("unroutable"), 1);
    EXPECT_EQ(counters.at("ports").at("b").at("down").at("lost"), 0);
}

} // namespace
} // namespace plenum::netem
