// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/timeline.h"

#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;

TEST(Timeline, OrderOfTimeThenOfSetting) {
    Timeline timeline;
    EXPECT_EQ(timeline.next(), VirtualTime::max());
    timeline.set(VirtualTime{2s}, {Task::Kind::fault, {}, 1});
    timeline.set(VirtualTime{1s}, {Task::Kind::fault, {}, 2});
    timeline.set(VirtualTime{2s}, {Task::Kind::fault, {}, 3});
    timeline.set(VirtualTime{2s}, {Task::Kind::fault, {}, 4});
    EXPECT_EQ(timeline.next(), VirtualTime{1s});
    for (const std::uint64_t expected : {2U, 1U, 3U, 4U})
        EXPECT_EQ(timeline.take().number, expected);
    EXPECT_EQ(timeline.next(), VirtualTime::max());
}

} // namespace
} // namespace plenum::sim
