// SPDX-License-Identifier: Apache-2.0
// Ten thousand receivers: the source's load does not grow with their number.
#include "tests/unit/tree/crowd_world.h"

#include <gtest/gtest.h>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

StreamReceiverOptions patient() {
    StreamReceiverOptions options;
    options.repair_wait = 500ms;
    return options;
}

void expect_one_request_for_each_loss(CrowdWorld& crowd) {
    const auto lost = crowd.lost_below();
    const auto everywhere = lost[TreeWorld::source];
    EXPECT_GT(everywhere, CrowdWorld::packets / 2);
    EXPECT_EQ(crowd.source->counts().requests, everywhere);
    EXPECT_EQ(crowd.source->counts().repairs, everywhere);
    for (TreeWorld::Place place = 1; place < crowd.world.size(); ++place) {
        const auto& link = crowd.world.above(place);
        // The source has one branch, and sends what it sends.
        const auto asked = place == crowd.nodes[0] ? everywhere : lost[place];
        ASSERT_EQ(link.repairs, asked) << "place " << place;
        ASSERT_LE(link.repair_bytes, asked * (100 + CrowdWorld::packets + 60));
    }
    std::printf("lost somewhere %llu, requests at the source %llu, repairs %llu\n",
                static_cast<unsigned long long>(everywhere),
                static_cast<unsigned long long>(crowd.source->counts().requests),
                static_cast<unsigned long long>(crowd.source->counts().repairs));
}

TEST(Crowd, of_ten_thousand_who_lose_five_percent_each_asks_once_for_each_packet_that_any_lost) {
    CrowdWorld crowd{{}, patient()};
    ASSERT_EQ(crowd.receivers.size(), 10'000U);
    ASSERT_TRUE(crowd.run(50'000, 0));
    expect_one_request_for_each_loss(crowd);
}

TEST(Crowd, with_few_losses_branches_without_any_carry_no_repair) {
    CrowdWorld crowd{{}, patient()};
    ASSERT_TRUE(crowd.run(300, 0));
    const auto lost = crowd.lost_below();
    for (TreeWorld::Place place = 1; place < crowd.world.size(); ++place)
        ASSERT_EQ(crowd.world.above(place).repairs, place == crowd.nodes[0] ? lost[0] : lost[place]);
    EXPECT_GT(std::ranges::count(lost, 0U), 5000) << "most receivers lost nothing";
}

TEST(Crowd, repairs_that_are_lost_too_cost_rounds_and_no_implosion) {
    CrowdWorld crowd{{}, {}};
    ASSERT_TRUE(crowd.run(10'000, 10'000));
    const auto everywhere = crowd.lost_below()[TreeWorld::source];
    const auto& counts = crowd.source->counts();
    std::printf("all packets lossy: lost somewhere %llu, requests at the source %llu, repairs %llu\n",
                static_cast<unsigned long long>(everywhere), static_cast<unsigned long long>(counts.requests),
                static_cast<unsigned long long>(counts.repairs));
    // Data and repairs lose 5 % on their five hops, and so does each further round for those who are left.
    EXPECT_LE(counts.requests, 6 * everywhere);
    EXPECT_LE(counts.repairs, 6 * everywhere);
}

} // namespace
} // namespace plenum::tree
