// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/event_loop.h"
#include "tests/unit/runtime/fake_core.h"
#include "tests/unit/runtime/loop_fixture.h"

#include <gtest/gtest.h>

namespace plenum::runtime {
namespace {

std::vector<node::Output> nothing(const node::Input&, base::LocalTime) { return {}; }

TEST(LoopTasks, are_refused_beyond_their_bound_and_done_where_they_were_taken) {
    FakeCore core{nothing};
    Recorder sink;
    const auto loop = EventLoop::create(open(), core, nullptr, sink).value();
    std::size_t ran = 0;
    for (std::size_t i = 0; i < EventLoop::tasks_max; ++i)
        ASSERT_TRUE(loop->run_soon([&] {
            if (++ran == EventLoop::tasks_max) loop->stop();
        })) << i;
    EXPECT_FALSE(loop->run_soon([&] { ++ran; }));
    loop->run();
    EXPECT_EQ(ran, EventLoop::tasks_max);
}

} // namespace
} // namespace plenum::runtime
