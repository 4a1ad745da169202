// SPDX-License-Identifier: Apache-2.0
#include "core/link/used_requests.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::link::test {
namespace {

/// Against all that were ever added, in their order.
TEST(UsedRequests, KnowsTheLastHalfAtLeastAndNoneThatNeverWas) {
    constexpr std::size_t most = 2000;
    UsedRequests used{most};
    base::Random random{3};
    // Neighbours, and what stands for nothing, are like any other.
    std::vector<std::uint64_t> added{0, 1, UINT64_MAX, UINT64_MAX - 1, 2, 256, 512};
    for (const auto digest : added)
        used.add(digest);
    for (int i = 0; i < 20'000; ++i) {
        EXPECT_FALSE(used.contains(random.next())) << i;
        added.push_back(random.next());
        used.add(added.back());
        // Twice is once.
        used.add(added.back());
        const auto back = random.below(std::min(added.size(), most / 2));
        ASSERT_TRUE(used.contains(added[added.size() - 1 - back])) << i << " " << back;
    }
    const auto known = std::ranges::count_if(added, [&](std::uint64_t digest) { return used.contains(digest); });
    EXPECT_LE(known, most);
}

TEST(UsedRequests, KnowsNothingAtFirst) {
    const UsedRequests used{8};
    for (const std::uint64_t digest : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX})
        EXPECT_FALSE(used.contains(digest));
}

} // namespace
} // namespace plenum::link::test
