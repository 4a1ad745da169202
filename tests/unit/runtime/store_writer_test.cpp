// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/store_writer.h"
#include "tests/unit/runtime/fault_vfs.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <semaphore>

namespace plenum::runtime {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr base::Duration ms = base::Duration{1'000'000};

class StoreWriterTest : public StoreTest {
  protected:
    void start() {
        writer_ = StoreWriter::start(*store_, [this] { woken_.release(); }).value();
        writer_->begin();
    }
    void put_numbered(std::uint64_t number) {
        auto entry = entry_of(1, number - 2);
        entry.number = number;
        writer_->put(std::move(entry), test_start);
    }
    /// Until everything up to `number` was reported.
    std::vector<node::ConferenceKept> wait_for(std::uint64_t number) {
        std::vector<node::ConferenceKept> all;
        while (all.empty() || all.back().number < number) {
            if (!woken_.try_acquire_for(std::chrono::seconds{20})) break;
            auto report = writer_->take(test_start);
            std::ranges::move(report.kept, std::back_inserter(all));
            std::ranges::move(report.notices, std::back_inserter(notices_));
        }
        return all;
    }
    FaultVfs disk_;
    std::counting_semaphore<> woken_{0};
    std::vector<StoreNotice> notices_;
    std::unique_ptr<StoreWriter> writer_;
};

TEST_F(StoreWriterTest, commits_at_once_what_finds_the_disk_idle) {
    // No time passes, so a writer that gathers changes for a while would never commit the second.
    writer_ = StoreWriter::start(*store_, [this] { woken_.release(); }, [] { return test_start; }).value();
    writer_->begin();
    writer_->put(node::StoreConference{handle_of(1), {}, 1}, test_start);
    constexpr std::uint64_t last = 40;
    for (std::uint64_t number = 2; number <= last; ++number) {
        ASSERT_FALSE(wait_for(number - 1).empty()) << number - 1;
        put_numbered(number);
    }
    ASSERT_FALSE(wait_for(last).empty());
    EXPECT_EQ(writer_->counters().transactions, last);
}

TEST_F(StoreWriterTest, commits_together_what_comes_while_the_disk_is_busy) {
    start();
    writer_->put(node::StoreConference{handle_of(1), {}, 1}, test_start);
    ASSERT_FALSE(wait_for(1).empty());
    struct Held {
        std::binary_semaphore syncing{0};
        std::binary_semaphore go_on{0};
        bool first{true};
    };
    const auto held = std::make_shared<Held>();
    disk_.on_sync([held] {
        if (!std::exchange(held->first, false)) return;
        held->syncing.release();
        held->go_on.acquire();
    });
    put_numbered(2);
    ASSERT_TRUE(held->syncing.try_acquire_for(std::chrono::seconds{20}));
    constexpr std::uint64_t last = 402;
    for (std::uint64_t number = 3; number <= last; ++number)
        put_numbered(number);
    held->go_on.release();
    const auto kept = wait_for(last);
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].number, 2U);
    EXPECT_EQ(kept[1].number, last);
    EXPECT_EQ(writer_->counters().transactions, 3U);
    EXPECT_EQ(writer_->counters().entries, last - 1);
}

TEST_F(StoreWriterTest, writes_many_in_few_transactions) {
    start();
    writer_->put(node::StoreConference{handle_of(1), {}, 1}, test_start);
    constexpr std::uint64_t last = 401;
    for (std::uint64_t number = 2; number <= last; ++number)
        put_numbered(number);
    const auto kept = wait_for(last);
    ASSERT_FALSE(kept.empty());
    EXPECT_EQ(kept.back().number, last);
    for (std::size_t i = 1; i < kept.size(); ++i)
        EXPECT_GT(kept[i].number, kept[i - 1].number);
    const auto counters = writer_->counters();
    EXPECT_EQ(counters.entries, last - 1);
    EXPECT_LE(counters.transactions, (last - 1) / 2) << "and mostly far fewer";
    EXPECT_EQ(counters.transactions, kept.size());
    writer_.reset();
    reopen();
    EXPECT_EQ(store_->load(handle_of(1))->stored.entries.size(), last - 1);
}

TEST_F(StoreWriterTest, never_says_of_what_failed_that_it_is_durable) {
    start();
    writer_->put(node::StoreConference{handle_of(1), {}, 1}, test_start);
    put_numbered(2);
    auto kept = wait_for(2);
    ASSERT_TRUE(kept.back().durable);
    disk_.fail_syncs(SQLITE_IOERR_FSYNC);
    put_numbered(3);
    kept = wait_for(3);
    EXPECT_FALSE(kept.back().durable);
    ASSERT_EQ(notices_.size(), 1U);
    EXPECT_THAT(notices_[0].sentence, HasSubstr("Writing to the disk failed"));
    put_numbered(4);
    kept = wait_for(4);
    EXPECT_FALSE(kept.back().durable) << "and does not hold up what comes meanwhile";
    writer_.reset();
    disk_.fail_syncs(SQLITE_OK);
}

TEST_F(StoreWriterTest, bounds_what_waits_and_gives_up_on_whose_was_left_out) {
    writer_ = StoreWriter::start(*store_, [this] { woken_.release(); }).value();
    writer_->put(node::StoreConference{handle_of(2), {}, 1}, test_start);
    writer_->put(node::StoreConference{handle_of(1), {}, 1}, test_start);
    constexpr std::size_t size = 1024 * 1024;
    for (std::uint64_t number = 2; number < 4 + StoreWriter::waiting_bytes_max / size; ++number)
        writer_->put(node::StoreEntry{handle_of(1), base::LogPosition{number - 2}, base::Bytes(size), number},
                     test_start);
    writer_->begin();
    const auto kept = wait_for(1);
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].conference, handle_of(1));
    EXPECT_EQ(kept[0].number, 3 + StoreWriter::waiting_bytes_max / size);
    EXPECT_FALSE(kept[0].durable);
    EXPECT_TRUE(kept[1].durable);
    writer_.reset();
    reopen();
    EXPECT_THAT(store_->conferences(), testing::ElementsAre(handle_of(2))) << "others are well";
}

TEST_F(StoreWriterTest, tells_in_time_and_once_that_the_disk_takes_nothing) {
    writer_ = StoreWriter::start(*store_, [this] { woken_.release(); }).value(); // which writes nothing yet
    EXPECT_EQ(writer_->stalls_at(), base::local_time_max);
    writer_->put(node::StoreConference{handle_of(1), {}, 1}, test_start);
    put_numbered(2);
    const auto stalled = test_start + StoreWriter::stall_max;
    EXPECT_EQ(writer_->stalls_at(), stalled);
    EXPECT_THAT(writer_->take(stalled - ms).kept, IsEmpty());
    auto report = writer_->take(stalled);
    ASSERT_EQ(report.kept.size(), 1U);
    EXPECT_EQ(report.kept[0].conference, handle_of(1));
    EXPECT_EQ(report.kept[0].number, 2U);
    EXPECT_FALSE(report.kept[0].durable);
    ASSERT_EQ(report.notices.size(), 1U);
    EXPECT_THAT(report.notices[0].sentence, HasSubstr("The disk takes nothing"));
    EXPECT_THAT(writer_->take(stalled).kept, IsEmpty());
    EXPECT_EQ(writer_->stalls_at(), base::local_time_max);
    put_numbered(3);
    EXPECT_EQ(writer_->stalls_at(), base::LocalTime::min()) << "what comes meanwhile waits for nothing";
    report = writer_->take(stalled);
    ASSERT_EQ(report.kept.size(), 1U);
    EXPECT_EQ(report.kept[0].number, 3U);
    EXPECT_THAT(report.notices, IsEmpty());
    writer_->put(node::StoreConference{handle_of(4), {}, 3}, stalled);
    EXPECT_EQ(writer_->take(stalled).kept.size(), 1U) << "whosever it is";
    writer_->put(node::StoreConference{handle_of(2), {}, 1}, stalled);
    writer_->put(node::ForgetConference{handle_of(2)}, stalled);
    EXPECT_THAT(writer_->take(stalled).kept, IsEmpty()) << "what is over waits for nothing";
    writer_->begin();
    EXPECT_TRUE(wait_for(3).back().durable);
    ASSERT_EQ(notices_.size(), 1U);
    EXPECT_EQ(notices_[0].kind, StoreNotice::Kind::recovered);
    put_numbered(4);
    EXPECT_TRUE(wait_for(4).back().durable);
    EXPECT_EQ(writer_->stalls_at(), base::local_time_max);
}

} // namespace
} // namespace plenum::runtime
