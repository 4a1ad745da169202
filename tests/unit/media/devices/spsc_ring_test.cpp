// SPDX-License-Identifier: Apache-2.0
#include "media/devices/spsc_ring.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

namespace plenum::media {
namespace {

TEST(SpscRing, HoldsWhatItCanAndSaysSo) {
    SpscRing<int> ring{5};
    std::array<int, 4> numbers{1, 2, 3, 4};
    EXPECT_EQ(ring.write(numbers), 4U);
    EXPECT_EQ(ring.write(numbers), 1U);
    EXPECT_EQ(ring.size(), 5U);
    std::array<int, 8> out{};
    EXPECT_EQ(ring.read(out), 5U);
    EXPECT_EQ(out[3], 4);
    EXPECT_EQ(out[4], 1);
    EXPECT_EQ(ring.read(out), 0U);
}

TEST(SpscRing, SkipsTheOldest) {
    SpscRing<int> ring{5};
    std::array<int, 3> numbers{1, 2, 3};
    EXPECT_EQ(ring.write(numbers), 3U);
    EXPECT_EQ(ring.skip(2), 2U);
    std::array<int, 3> out{};
    EXPECT_EQ(ring.read(out), 1U);
    EXPECT_EQ(out[0], 3);
    EXPECT_EQ(ring.skip(9), 0U);
}

TEST(SpscRing, TwoThreadsLoseNothingAndKeepTheOrder) {
    SpscRing<std::uint32_t> ring{100};
    constexpr std::uint32_t total = 100'000;
    std::thread producer{[&] {
        std::uint32_t next = 0;
        std::array<std::uint32_t, 7> batch{};
        while (next < total) {
            std::iota(batch.begin(), batch.end(), next);
            const auto wanted = std::min<std::size_t>(batch.size(), total - next);
            const auto written = ring.write(std::span{batch}.first(wanted));
            next += static_cast<std::uint32_t>(written);
            if (written == 0) std::this_thread::yield();
        }
    }};
    std::uint32_t expected = 0;
    std::array<std::uint32_t, 13> out{};
    bool in_order = true;
    while (expected < total) {
        const auto count = ring.read(out);
        for (std::size_t i = 0; i < count; ++i)
            in_order = in_order && out[i] == expected++;
        if (count == 0) std::this_thread::yield();
    }
    producer.join();
    EXPECT_TRUE(in_order);
    EXPECT_EQ(ring.size(), 0U);
}

} // namespace
} // namespace plenum::media
