// SPDX-License-Identifier: Apache-2.0
#include "core/link/half_open.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;

/// Keys that share buckets of the index.
std::uint64_t request(std::uint64_t number) { return number * 4096; }

HalfOpen item(std::uint64_t number) {
    HalfOpen result;
    result.began = base::LocalTime{milliseconds{number}};
    result.local = base::SessionIndex{static_cast<std::uint32_t>(number << 20)};
    std::ranges::fill(result.handshake.ephemeral.mutable_view(), std::uint8_t{0x5a});
    return result;
}

TEST(SlotIndex, WhatIsTakenOutOfTheMiddleOfAChainLeavesTheOthers) {
    for (std::size_t gone = 0; gone < 4; ++gone) {
        SlotIndex index{4};
        for (std::size_t slot = 0; slot < 4; ++slot)
            index.insert(slot * 1024, slot);
        index.erase(gone);
        index.erase(gone);
        for (std::size_t slot = 0; slot < 4; ++slot)
            EXPECT_EQ(index.find(slot * 1024), slot == gone ? SlotIndex::none : slot);
    }
}

TEST(HalfOpenRing, FindsByRequestAndByIndexWhateverSharesABucket) {
    HalfOpenRing ring{8};
    for (std::uint64_t number = 1; number <= 8; ++number)
        ring.add(request(number), item(number));
    EXPECT_TRUE(ring.full());
    for (std::uint64_t number = 1; number <= 8; ++number) {
        const auto expected = item(number);
        ASSERT_NE(ring.find_request(request(number)), nullptr) << number;
        EXPECT_EQ(ring.find_request(request(number))->local, expected.local);
        EXPECT_EQ(ring.find_request(request(number)), ring.find_local(expected.local));
    }
    EXPECT_EQ(ring.find_request(request(9)), nullptr);
    EXPECT_EQ(ring.find_local(base::SessionIndex{9U << 20}), nullptr);
}

/// Many times round the ring, so that every slot and chain is used again and again.
TEST(HalfOpenRing, TheOldestGoesFirstRoundAfterRound) {
    HalfOpenRing ring{8};
    for (std::uint64_t number = 1; number <= 1000; ++number) {
        if (ring.full()) ring.forget_oldest();
        ring.add(request(number), item(number));
        const auto oldest = number <= 8 ? 1 : number - 7;
        EXPECT_EQ(ring.oldest().began, base::LocalTime{milliseconds{oldest}});
        for (auto other = oldest > 3 ? oldest - 3 : 1; other <= number; ++other) {
            EXPECT_EQ(ring.find_request(request(other)) != nullptr, other >= oldest) << number << " " << other;
            EXPECT_EQ(ring.find_local(item(other).local) != nullptr, other >= oldest) << number << " " << other;
        }
    }
    while (ring.size() > 0)
        ring.forget_oldest();
    EXPECT_EQ(ring.find_request(request(1000)), nullptr);
}

TEST(HalfOpenRing, WhatIsForgottenIsWiped) {
    HalfOpenRing ring{2};
    const auto* slot = &ring.add(request(1), item(1));
    EXPECT_EQ(slot->handshake.ephemeral.view().front(), 0x5a);
    ring.forget_oldest();
    EXPECT_TRUE(slot->handshake.ephemeral.expose().is_zero());
}

} // namespace
} // namespace plenum::link::test
