// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/buffer_room.h"

#include <gtest/gtest.h>

#include <vector>

namespace plenum::conversation {
namespace {

using namespace std::chrono_literals;

TEST(BufferRoom, is_what_may_arrive_within_the_hold_from_all_who_may_send) {
    const std::vector<FlowRate> flows{{50, 100, 3}, {1, 1000, 2}};
    const auto room = estimate_room(flows, 200ms);
    EXPECT_EQ(room.messages, 3U * 11 + 2U * 1);
    EXPECT_EQ(room.bytes, 3U * 11 * 100 + 2U * 1000);
    EXPECT_EQ(estimate_room({}, 1s).messages, 0U);
}

} // namespace
} // namespace plenum::conversation
