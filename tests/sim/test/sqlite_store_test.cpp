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
        durable_ = loaded.conferences.front().durable;
        const auto& entries = loaded.conferences.front().entries;
        for (std::size_t position = 0; position < entries.size(); ++position)
            EXPECT_EQ(entries[position], entry(position));
        entries_ = entries.size();
        return entries_;
    }
    /// Reads that fail for a while leave the conference out, and spoil nothing.
    void expect_all_after_bad_reads(std::size_t entries) {
        int unread = 0;
        for (int round = 0; round < 20; ++round) {
            store_->strike(FaultKind::read_error);
            unread += restart(false) == std::nullopt ? 1 : 0;
            store_->strike(FaultKind::disk_well);
            ASSERT_EQ(restart(false), entries) << "round " << round;
        }
        EXPECT_GT(unread, 10);
    }

    std::unique_ptr<RelayStore> store_ = sqlite_stores()(Random{7});
    std::size_t entries_{0};
    /// Whether the store was sure of what it gave back last.
    bool durable_{false};
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
    EXPECT_FALSE(durable_) << "and the program must know";
    EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty())) << "it is told anew";
    store_->strike(FaultKind::disk_well);
    const auto kept = store_->commit(store_->wake()).kept;
    ASSERT_EQ(kept.size(), 1U) << "and when it has it after all";
    EXPECT_EQ(kept[0].number, 0U);
    EXPECT_TRUE(kept[0].durable);
    ASSERT_EQ(restart(false), 5U);
    EXPECT_TRUE(durable_);
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

TEST_F(SqliteStoreTest, WhatCannotBeReadForAWhileIsLeftAsItIs) {
    put(300); // many pages
    ASSERT_THAT(store_->commit(start).notices, IsEmpty());
    expect_all_after_bad_reads(303);
}

/// Long rows take pages of their own, and rows that went leave pages behind: SQLite says less of why it cannot read
/// these.
TEST_F(SqliteStoreTest, LongRowsThatCannotBeReadForAWhileAreLeftAsTheyAre) {
    const auto put_words = [&](std::uint64_t first, std::uint64_t last) {
        for (auto line = first; line <= last; ++line) {
            node::StoredMessage word{FlowId{3}, MemberIndex{1}, SequenceNumber{line}, {}, Bytes(20'000, 5)};
            store_->put(node::StoreMessage{handle(), std::move(word)});
        }
    };
    put_words(1, 30);
    ASSERT_THAT(store_->commit(start).notices, IsEmpty());
    store_->put(node::ForgetMessages{handle(), FlowId{3}, MemberIndex{1}, SequenceNumber{16}});
    ASSERT_THAT(store_->commit(start).notices, IsEmpty());
    expect_all_after_bad_reads(3);
}

TEST_F(SqliteStoreTest, WhatIsMadeAnewInItsPlaceIsKeptAsItIs) {
    store_->strike(FaultKind::read_error);
    while (restart(false)) {
    }
    store_->strike(FaultKind::disk_well);
    node::StoreConference conference;
    conference.conference = handle();
    store_->put(conference);
    for (std::uint64_t position = 0; position < 5; ++position)
        store_->put(node::StoreEntry{handle(), LogPosition{position}, Bytes(100, 9), position + 1});
    EXPECT_THAT(store_->commit(start).notices, Not(IsEmpty())) << "that another file was put aside is told";
    store_->stop(false);
    const auto loaded = store_->start();
    ASSERT_EQ(loaded.conferences.size(), 1U);
    EXPECT_EQ(loaded.conferences.front().entries, std::vector<Bytes>(5, Bytes(100, 9)));
}

TEST_F(SqliteStoreTest, WordsThatTheProgramDidNotTakeGiveWayToThoseThatComeNow) {
    const auto word = [](std::uint64_t sequence, std::uint8_t body) {
        return node::StoredMessage{FlowId{3}, MemberIndex{9}, SequenceNumber{sequence}, {}, Bytes(40, body)};
    };
    for (std::uint64_t sequence = 4; sequence <= 6; ++sequence)
        store_->put(node::StoreMessage{handle(), word(sequence, 1)});
    ASSERT_THAT(store_->commit(start).notices, IsEmpty());
    ASSERT_EQ(restart(false), 3U);
    std::vector<node::StoredMessage> wanted;
    for (std::uint64_t sequence = 1; sequence <= 5; ++sequence) {
        wanted.push_back(word(sequence, 2));
        store_->put(node::StoreMessage{handle(), wanted.back(), sequence});
    }
    ASSERT_THAT(store_->commit(start).notices, IsEmpty());
    store_->stop(false);
    const auto loaded = store_->start();
    EXPECT_THAT(loaded.notices, IsEmpty());
    ASSERT_EQ(loaded.conferences.size(), 1U);
    EXPECT_EQ(loaded.conferences.front().words, wanted);
}

TEST_F(SqliteStoreTest, ADiskThatLiesLosesWithThePowerWhatItSaidItHas) {
    store_->strike(FaultKind::sync_lie);
    put(2);
    EXPECT_THAT(store_->commit(start).notices, IsEmpty()) << "nobody can know";
    ASSERT_EQ(restart(false), 5U);
    store_->strike(FaultKind::disk_well);
    ASSERT_EQ(restart(true), 5U) << "once it lies no more it has all";
    store_->strike(FaultKind::sync_lie);
    for (int round = 0; round < 30 && entries_ >= 5; ++round) {
        put(2);
        EXPECT_THAT(store_->commit(start).notices, IsEmpty());
        const auto before = entries_;
        const auto found = restart(true);
        if (!found || *found < before) return;
    }
    ADD_FAILURE() << "it never lost anything";
}

TEST_F(SqliteStoreTest, APowerCutInAStartLosesNothing) {
    int died = 0;
    for (int round = 0; round < 30; ++round) {
        put(3);
        ASSERT_THAT(store_->commit(start).notices, IsEmpty());
        const auto before = entries_;
        store_->strike(FaultKind::cut_at_start);
        store_->stop(false);
        (void)store_->start();
        died += store_->died() ? 1 : 0;
        EXPECT_EQ(restart(true), before);
    }
    EXPECT_GT(died, 5);
}

/// What such a sync left in the log must not be copied over what is whole before the log itself is on the disk.
TEST_F(SqliteStoreTest, APowerCutWhileWhatAFailedSyncLeftIsTakenUpLosesNothing) {
    int died = 0;
    for (int round = 0; round < 120; ++round) {
        put(3);
        ASSERT_THAT(store_->commit(start).notices, IsEmpty());
        const auto before = entries_;
        store_->strike(FaultKind::fsync_error);
        put(20);
        ASSERT_THAT(store_->commit(start).notices, Not(IsEmpty()));
        store_->strike(FaultKind::disk_well);
        const bool in_start = round % 2 == 0;
        store_->strike(in_start ? FaultKind::cut_at_start : FaultKind::power_cut);
        if (in_start) {
            store_->stop(false);
            (void)store_->start();
        } else {
            (void)store_->commit(store_->wake());
        }
        died += store_->died() ? 1 : 0;
        const auto found = restart(true);
        ASSERT_TRUE(found) << "round " << round;
        ASSERT_GE(*found, before) << "round " << round;
    }
    EXPECT_GT(died, 50);
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
