// SPDX-License-Identifier: Apache-2.0
#include "core/base/ring.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>

namespace plenum::base {
namespace {

TEST(Ring, AgreesWithADeque) {
    Random random{5};
    Ring<int> ring;
    std::deque<int> model;
    for (int step = 0; step < 100'000; ++step) {
        // Grows for a while, then shrinks, many times over.
        if (random.chance(step / 1000 % 2 == 0 ? 600'000 : 400'000)) {
            ring.push_back(step);
            model.push_back(step);
        } else if (!model.empty()) {
            ASSERT_EQ(ring.pop_front(), model.front());
            model.pop_front();
        }
        ASSERT_EQ(ring.size(), model.size());
        ASSERT_EQ(ring.empty(), model.empty());
        if (model.empty()) continue;
        ASSERT_EQ(ring.front(), model.front());
        ASSERT_EQ(ring.back(), model.back());
        const auto at = random.below(model.size());
        ASSERT_EQ(ring[at], model[at]);
    }
}

TEST(Ring, HoldsNothingOfWhatWasTakenOut) {
    Ring<std::shared_ptr<int>> ring;
    const auto held = std::make_shared<int>(1);
    for (int i = 0; i < 3; ++i)
        ring.push_back(held);
    (void)ring.pop_front();
    EXPECT_EQ(held.use_count(), 3);
    ring.clear();
    EXPECT_EQ(held.use_count(), 1);
}

} // namespace
} // namespace plenum::base
