// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/random.h"

#include "core/crypto/epoch_keys.h"
#include "tests/unit/crypto/bytes_of.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace plenum::crypto {
namespace {

SeededRandom generator() { return SeededRandom{test::counting<base::Seed>()}; }

base::Bytes draw(SeededRandom& random, std::size_t size) {
    base::Bytes result(size, 0xff);
    random.fill(result);
    return result;
}

TEST(SeededRandom, MatchesAnotherImplementation) {
    auto random = generator();
    EXPECT_EQ(base::to_hex(draw(random, 32)), "4361c87d7c419e446363001fa421a48b874ec23fef7b8fd0dfb25bd1c984834b");
    EXPECT_EQ(base::to_hex(draw(random, 5)), "221148f9d4");
    EXPECT_EQ(base::to_hex(draw(random, 100)),
              "183b39a361d628c291be366ff719ba8eef90d398e25006335be58313b7470ad491e6240641841544"
              "8b73403b5b0c7017127bd7b23c80c09766f09c501a97a37227ca264c70d87bcf02d715d935299941"
              "e5d5ded4a4b49b3212b0f8b28e6e389081d8691f");
}

TEST(SeededRandom, EveryWayOfDrawingIsTheSameStream) {
    auto bytes = generator();
    auto typed = generator();
    EXPECT_EQ(typed.draw<base::Seed>().bytes, base::Seed::from(draw(bytes, 32))->bytes);
    EXPECT_EQ(typed.draw_key().expose().bytes, base::Seed::from(draw(bytes, 32))->bytes);
    const auto eight = draw(bytes, 8);
    std::uint64_t number = 0;
    for (std::size_t i = 8; i-- > 0;)
        number = number << 8 | eight[i];
    EXPECT_EQ(typed.next_u64(), number);
}

TEST(SeededRandom, NothingDrawsNothing) {
    auto one = generator();
    auto other = generator();
    one.fill({});
    EXPECT_EQ(one.next_u64(), other.next_u64());
}

TEST(SeededRandom, DrawsDifferAndSeedsDiffer) {
    std::set<base::Bytes> seen;
    auto random = generator();
    SeededRandom other{test::filled<base::Seed>(1)};
    auto part = random.split();
    for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(seen.insert(draw(random, 16)).second);
        EXPECT_TRUE(seen.insert(draw(other, 16)).second);
        EXPECT_TRUE(seen.insert(draw(part, 16)).second);
    }
}

TEST(SeededRandom, HalfOfTheBitsAreSet) {
    auto random = generator();
    int ones = 0;
    for (int i = 0; i < 10'000; ++i)
        ones += std::popcount(random.next_u64());
    // 640 000 fair bits: mean 320 000, standard deviation 400.
    EXPECT_GT(ones, 320'000 - 2000);
    EXPECT_LT(ones, 320'000 + 2000);
}

TEST(SeededRandom, WhatWasMovedFromDoesNotDrawTheSame) {
    auto first = generator();
    auto second = std::move(first);
    auto third = generator();
    EXPECT_EQ(second.next_u64(), third.next_u64());
    EXPECT_NE(first.next_u64(), generator().next_u64()); // NOLINT(bugprone-use-after-move): that is what is tested
}

} // namespace
} // namespace plenum::crypto
