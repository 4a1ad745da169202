// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/scarce_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>

namespace plenum::sim {
namespace {

TEST(ScarceMemory, FailsAtTheOneThatComesToNothing) {
    std::uint32_t left = 3;
    std::size_t made = 0;
    std::array<std::unique_ptr<int>, 5> all;
    try {
        const ScarceMemory scarce{left};
        for (; made < all.size(); ++made)
            all[made] = std::make_unique<int>(7);
    } catch (const std::bad_alloc&) {
    }
    EXPECT_EQ(made, 2U);
    EXPECT_EQ(left, 0U);
    const auto after = std::make_unique<int>(7);
    EXPECT_EQ(*after, 7) << "and all is well once it is over";
}

TEST(ScarceMemory, IsEnoughWhereNothingIsCounted) {
    std::uint32_t left = 0;
    const ScarceMemory scarce{left};
    EXPECT_EQ(*std::make_unique<int>(7), 7);
}

} // namespace
} // namespace plenum::sim
