// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/camera_shares.h"

#include "core/base/random.h"
#include "core/cluster/camera_flow.h"
#include "core/cluster/flow_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

CaptureSettings settings_of(Pace pace, base::Duration interval, std::vector<FlowWeight> weights = {}) {
    CaptureSettings settings;
    settings.pace = pace;
    settings.interval = interval;
    settings.weights = std::move(weights);
    return settings;
}

std::vector<CameraDemand> cameras_of(const std::vector<std::size_t>& sizes) {
    std::vector<CameraDemand> cameras;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        cameras.push_back({FlowNumber{static_cast<std::uint8_t>(i)}, sizes[i]});
    return cameras;
}

/// As each endpoint computes its own, in bytes a second.
std::vector<std::uint64_t> shares_by(const std::vector<FlowWeight>& weights, std::size_t cameras,
                                     std::uint64_t aggregate) {
    std::vector<std::uint32_t> each(cameras, 1);
    for (const auto& told : weights)
        each[told.flow] = told.weight;
    std::uint64_t sum = 0;
    for (const auto weight : each)
        sum += weight;
    std::vector<std::uint64_t> shares;
    for (const auto weight : each)
        shares.push_back(own_share({base::ByteRate{aggregate / cameras}, cameras, Cell{weight}, Cell{sum}}).value());
    return shares;
}

TEST(CameraShares, give_what_small_frames_leave_to_the_camera_with_large_ones) {
    const auto cameras = cameras_of({20'000, 20'000, 614'400, 20'000, 20'000, 20'000});
    const auto settings = settings_of(Pace::periodic, 100ms);
    const auto shares_of = [&](std::uint64_t aggregate) {
        return shares_by(weights_for(settings, cameras, base::ByteRate{aggregate}), cameras.size(), aggregate);
    };
    const auto wide = shares_of(12'000'000);
    EXPECT_GE(wide[2], 6'144'000U) << "ten frames a second, as all others";
    EXPECT_GE(wide[0], 200'000U);
    const auto narrow = shares_of(2'400'000);
    EXPECT_NEAR(static_cast<double>(narrow[0]), 250'000, 1000) << "its frames and a quarter";
    EXPECT_NEAR(static_cast<double>(narrow[2]), 1'150'000, 1000) << "the rest, where its equal part is 400 kB a second";
}

TEST(CameraShares, keep_to_the_weights_where_all_can_use_their_parts) {
    const auto settings = settings_of(Pace::periodic, 20ms, {{0, 300}, {1, 100}});
    const std::vector<FlowWeight> told{{0, 1500}, {1, 500}};
    EXPECT_EQ(weights_for(settings, cameras_of({25'000, 30'000}), base::ByteRate{400'000}), told);
    EXPECT_EQ(weights_for(settings, cameras_of({0, 0}), base::ByteRate{400'000}), told) << "no frame is known";
    EXPECT_EQ(weights_for(settings, cameras_of({25'000, 30'000}), {}), told) << "no path is known";
    const auto equal = weights_for(settings_of(Pace::blocking, 33ms), cameras_of({25'000, 26'000, 24'500}), {});
    const auto sized =
        weights_for(settings_of(Pace::blocking, 33ms), cameras_of({25'000, 26'000, 24'500}), base::ByteRate{500'000});
    EXPECT_TRUE(are_near(equal, sized));
    EXPECT_FALSE(are_near(equal, told));
    EXPECT_FALSE(are_near(told, {}));
}

TEST(CameraShares, follow_frame_sizes_where_cameras_wait_for_each_other) {
    for (const auto pace : {Pace::blocking, Pace::together}) {
        const auto settings = settings_of(pace, 33ms, {{0, 100}, {1, 10}});
        const auto weights = weights_for(settings, cameras_of({46'000, 46'000}), base::ByteRate{675'000});
        const auto shares = shares_by(weights, 2, 675'000);
        EXPECT_NEAR(static_cast<double>(shares[1]), 337'500, 1000) << "nothing is left unused";
        const auto sized = weights_for(settings, cameras_of({10'000, 100'000}), base::ByteRate{675'000});
        EXPECT_NEAR(static_cast<double>(sized[1].weight) / sized[0].weight, 10, 0.1);
    }
}

TEST(CameraShares, a_camera_of_weight_zero_gets_nothing_and_one_without_a_frame_counts_as_the_largest) {
    const auto settings = settings_of(Pace::blocking, 33ms, {{0, 0}});
    const auto shares =
        shares_by(weights_for(settings, cameras_of({9'000, 10'000, 90'000, 0}), base::ByteRate{400'000}), 4, 400'000);
    EXPECT_EQ(shares[0], 0U);
    EXPECT_GT(shares[2], 5 * shares[1]);
    EXPECT_NEAR(static_cast<double>(shares[3]), static_cast<double>(shares[2]), 1000);
}

TEST(CameraShares, a_camera_that_was_told_no_weight_has_the_mean_of_those_that_are_told) {
    CameraFlow flow{ApplicationId{1}, FlowNumber{2}};
    ASSERT_TRUE(flow.push({{{1, base::MemberIndex{2}}, base::SequenceNumber{1}}, {}, base::Bytes(5000)}));
    std::optional<Cell> own;
    for (auto now = base::LocalTime{1000s}; now < base::LocalTime{1002s}; now += 100ms) {
        const auto datagram = flow.poll_datagram(now);
        if (!datagram) continue;
        for (const auto& operation : datagram->shim.operations)
            if (operation && operation->address == general(0)) own = operation->value;
    }
    const auto told = weights_for(settings_of(Pace::blocking, 33ms), cameras_of({25'000, 25'000}), {});
    EXPECT_EQ(own, Cell{told[0].weight});
}

TEST(CameraShares, of_random_cameras_stay_within_the_aggregate_and_take_nothing_that_a_camera_can_use) {
    base::Random random{6};
    for (int round = 0; round < 2000; ++round) {
        const auto count = 1 + random.below(12);
        std::vector<std::size_t> sizes;
        std::vector<FlowWeight> weights;
        for (std::size_t i = 0; i < count; ++i) {
            sizes.push_back(1000 + random.below(random.chance(300'000) ? 1'000'000 : 50'000));
            weights.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint32_t>(1 + random.below(10))});
        }
        const auto settings = settings_of(Pace::periodic, 1ms * random.between(10, 200), weights);
        const auto aggregate = 100'000 + random.below(20'000'000);
        const auto told = weights_for(settings, cameras_of(sizes), base::ByteRate{aggregate});
        const auto shares = shares_by(told, count, aggregate);
        const auto parts = shares_by(weights, count, aggregate);
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum += shares[i];
            const auto usable = sizes[i] * 1'000'000 / static_cast<std::uint64_t>(base::to_us(settings.interval));
            ASSERT_GE(shares[i] + aggregate / 2048 + 64, std::min(parts[i], usable)) << round;
        }
        ASSERT_LE(sum, aggregate) << round;
    }
}

} // namespace
} // namespace plenum::cluster
