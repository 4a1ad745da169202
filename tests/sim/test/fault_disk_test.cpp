// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/disk/fault_disk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace plenum::sim {
namespace {

using base::Bytes;
using base::Random;

constexpr std::size_t sector = FaultDisk::sector_bytes;

Bytes filled(std::size_t size, std::uint8_t with) { return Bytes(size, with); }

TEST(FaultDisk, ShowsAfterAPowerCutWhatWasSynced) {
    FaultDisk disk{Random{1}};
    disk.opened("a", {});
    disk.written("a", filled(3 * sector, 1), 0);
    disk.truncated("a", 2 * sector);
    disk.synced("a");
    EXPECT_EQ(disk.after_power_cut().at("a"), filled(2 * sector, 1));
}

TEST(FaultDisk, KeepsTearsOrLosesWhatWasNot) {
    std::map<std::size_t, int> sizes;
    for (std::uint64_t seed = 0; seed < 900; ++seed) {
        FaultDisk disk{Random{seed}};
        disk.opened("a", {});
        disk.written("a", filled(4 * sector, 1), 0);
        const auto left = disk.after_power_cut().at("a");
        ASSERT_EQ(left, filled(left.size(), 1));
        ASSERT_EQ(left.size() % sector, 0U) << "whole sectors";
        ++sizes[left.size()];
    }
    EXPECT_EQ(sizes.size(), 5U);
    EXPECT_GT(sizes[0], 300) << "lost whole, or torn at the beginning";
    EXPECT_GT(sizes[4 * sector], 300);
    EXPECT_GT(sizes[2 * sector], 30);
}

TEST(FaultDisk, AFailedSyncTakesForGoodWhatItShouldHaveKept) {
    FaultDisk disk{Random{2}};
    disk.opened("a", {});
    disk.written("a", filled(sector, 1), 0);
    disk.synced("a");
    disk.written("a", filled(sector, 2), 0);
    disk.sync_failed("a");
    disk.synced("a");
    EXPECT_EQ(disk.after_power_cut().at("a"), filled(sector, 1));
}

TEST(FaultDisk, AnswersAsItWasStruck) {
    using enum FaultDisk::Answer;
    FaultDisk disk{Random{3}};
    EXPECT_EQ(disk.before_write(), fine);
    disk.strike(FaultKind::disk_full);
    EXPECT_EQ(disk.before_write(), full);
    EXPECT_EQ(disk.before_sync(), fine);
    disk.strike(FaultKind::disk_well);
    disk.strike(FaultKind::disk_error);
    EXPECT_EQ(disk.before_write(), write_error);
    disk.strike(FaultKind::disk_well);
    disk.strike(FaultKind::fsync_error);
    EXPECT_EQ(disk.before_write(), fine);
    EXPECT_EQ(disk.before_sync(), sync_error);
}

TEST(FaultDisk, DiesWithinAFewCallsOfAPowerCut) {
    FaultDisk disk{Random{4}};
    disk.strike(FaultKind::power_cut);
    std::uint64_t calls = 1;
    for (; disk.before_write() != FaultDisk::Answer::dead; ++calls)
        ASSERT_LT(calls, FaultDisk::cut_within);
    EXPECT_TRUE(disk.died());
    EXPECT_EQ(disk.before_sync(), FaultDisk::Answer::dead);
    EXPECT_EQ(disk.before_remove(), FaultDisk::Answer::dead);
    disk.start();
    EXPECT_FALSE(disk.died());
    EXPECT_EQ(disk.before_write(), FaultDisk::Answer::fine);
}

TEST(FaultDisk, FlipsOneBitOfWhatIsDurable) {
    FaultDisk disk{Random{5}};
    EXPECT_FALSE(disk.flip_bit());
    disk.opened("a", filled(64, 0));
    const auto flip = disk.flip_bit();
    ASSERT_TRUE(flip);
    const auto left = disk.after_power_cut().at("a");
    EXPECT_EQ(left[flip->bit / 8], 1U << flip->bit % 8);
    EXPECT_EQ(std::ranges::count(left, 0), 63);
}

} // namespace
} // namespace plenum::sim
