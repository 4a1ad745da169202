// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/disk/sqlite_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using testing::IsEmpty;
using testing::Not;

constexpr LocalTime start{1h};

ConferenceHandle handle() {
    ConferenceHandle result;
    result.bytes.fill(1);
    return result;
}

Bytes entry(std::size_t position) { return Bytes(200, static_cast<std::uint8_t>(position)); }

class SqliteStoreTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_THAT(store_->start().conferences, IsEmpty());
        node::StoreConference conference;
        conference.conference = handle();
        store_->put(conference);
        put(3);
        ASSERT_THAT(store_->commit(start).notices, IsEmpty());
        ASSERT_TRUE(store_->whole());
    }
    void put(std::size_t count) {
        for (; count > 0; --count, ++entries_)
            store_->put(node::StoreEntry{handle(), LogPosition{entries_}, entry(entries_)});
    }
    /// Entries that come back when the program starts again, each as it was put; nullopt if the conference does not.
    std::optional<std::size_t> restart(bool power_cut) {
        store_->stop(power_cut);
        const auto loaded = store_->start();
        if (loaded.conferences.empty()) return std::nullopt;
        const auto& entries = loaded.conferences.front().entries;
        for (std::size_t position = 0; position < entries.size(); ++position)
            EXPECT_EQ(entries[position], entry(position));
        entries_ = entries.size();
        return entries_;
    }

    std::unique_ptr<RelayStore> store_ = sqlite_stores()(Random{7});
    std::size_t entries_{0};
};

TEST_F(SqliteStoreTest, KeepsWhatWasCommittedThroughDeathOfEitherKind) {
    for (const bool power_cut : {false, true, true, false}) {
        put(2);
        ASSERT_THAT(store_->commit(start).notices, IsEmpty());
        const auto before = entries_;
        EXPECT_EQ(restart(power_cut), before);
    }
}

TEST_F(SqliteStoreTest, LosesWithThePowerWhatASyncThatFailedShouldHaveKept) {
    store_->strike(FaultKind::fsync_error);
    put(2);
    EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty())) << "it is told";
    EXPECT_FALSE(store_->whole());
    EXPECT_EQ(restart(true), 3U);
}

TEST_F(SqliteStoreTest, ARestartDoesNotBelieveWhatASyncThatFailedLeftBehind) {
    store_->strike(FaultKind::fsync_error);
    put(2);
    EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty()));
    // The program dies, not the machine: the system still shows what will never be on the disk.
    ASSERT_EQ(restart(false), 5U);
    store_->strike(FaultKind::disk_well);
    put(1);
    EXPECT_THAT(store_->commit(start).notices, IsEmpty());
    EXPECT_TRUE(store_->whole());
    EXPECT_EQ(restart(true), 6U);
}

TEST_F(SqliteStoreTest, ARestartMakesDurableWhatItFound) {
    store_->strike(FaultKind::fsync_error);
    put(2);
    EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty()));
    ASSERT_EQ(restart(false), 5U);
    EXPECT_FALSE(store_->whole()) << "the disk fails still";
    EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty())) << "it is told anew";
    store_->strike(FaultKind::disk_well);
    ASSERT_EQ(restart(false), 5U);
    EXPECT_TRUE(store_->whole());
    EXPECT_EQ(restart(true), 5U);
}

TEST_F(SqliteStoreTest, CatchesUpOnceTheDiskIsWell) {
    for (const auto kind : {FaultKind::disk_full, FaultKind::disk_error, FaultKind::fsync_error}) {
        store_->strike(kind);
        put(2);
        EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty()));
        store_->strike(FaultKind::disk_well);
        EXPECT_THAT(store_->commit(store_->wake()).notices, Not(IsEmpty())) << "that it is whole again is told";
        EXPECT_TRUE(store_->whole());
        const auto before = entries_;
        EXPECT_EQ(restart(true), before) << name_of(kind);
    }
}

TEST_F(SqliteStoreTest, APowerCutAtAnyWriteLosesNothingCommitted) {
    int died = 0;
    for (int round = 0; round < 60; ++round) {
        store_->strike(FaultKind::power_cut);
        auto saved = entries_;
        while (!store_->died()) {
            put(1);
            (void)store_->commit(start);
            if (store_->whole() && !store_->died()) saved = entries_;
        }
        ++died;
        const auto put_at_most = entries_;
        const auto found = restart(true);
        ASSERT_TRUE(found);
        EXPECT_GE(*found, saved);
        EXPECT_LE(*found, put_at_most);
    }
    EXPECT_EQ(died, 60);
}

TEST_F(SqliteStoreTest, NoBitFlipShowsAnythingThatWasNotPut) {
    int refused = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        store_ = sqlite_stores()(Random{seed});
        entries_ = 0;
        SetUp();
        ASSERT_EQ(restart(false), 3U); // puts the WAL into the file
        store_->strike(FaultKind::bit_flip);
        refused += restart(false) == std::nullopt ? 1 : 0;
    }
    EXPECT_GT(refused, 0);
    EXPECT_LT(refused, 75) << "most of a file of three entries is empty";
}

} // namespace
} // namespace plenum::sim
