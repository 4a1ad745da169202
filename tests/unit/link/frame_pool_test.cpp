// SPDX-License-Identifier: Apache-2.0
#include "core/link/frame_pool.h"

#include "tests/unit/link/allocations.h"

#include <gtest/gtest.h>

#include <deque>

namespace plenum::link {
namespace {

wire::FragmentFrame fragment(std::uint64_t sequence) {
    wire::FragmentFrame fragment;
    fragment.sequence = base::SequenceNumber{sequence};
    fragment.data.assign(1100, static_cast<std::uint8_t>(sequence));
    return fragment;
}

TEST(FramePool, WhatSomebodyHoldsIsNotWrittenOver) {
    FramePool pool;
    std::deque<EncodedFragment> held;
    for (std::uint64_t i = 0; i < 1000; ++i)
        held.push_back(pool.encode(fragment(i)));
    for (std::uint64_t i = 0; i < held.size(); ++i)
        ASSERT_EQ(*held[i], *encode_fragment(fragment(i))) << i;
}

TEST(FramePool, AllocatesNothingOnceEnoughHaveGone) {
    FramePool pool;
    const auto sample = fragment(7);
    std::deque<EncodedFragment> in_flight;
    for (int i = 0; i < 60; ++i)
        in_flight.push_back(pool.encode(sample));
    in_flight.clear();
    const auto before = test::allocations();
    for (int i = 0; i < 1000; ++i)
        (void)pool.encode(sample);
    EXPECT_EQ(test::allocations() - before, 0U);
}

} // namespace
} // namespace plenum::link
