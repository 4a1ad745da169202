// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "tests/unit/runtime/fault_vfs.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string read_file(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}
void write_file(const std::filesystem::path& file, const std::string& contents) {
    std::ofstream{file, std::ios::binary} << contents;
}

class StoreFaultTest : public StoreTest {
  protected:
    FaultVfs disk_;
};

/// Loads what `contents` stands for and demands: the truth, the beginning of the truth, or a refusal.
class StoreRotTest : public StoreTest {
  protected:
    static constexpr std::uint64_t entries = 200;
    void SetUp() override {
        StoreTest::SetUp();
        store_->put(conference_of(1));
        put(1, 0, entries - 1);
        (void)commit();
    }
    enum class Outcome : std::uint8_t { whole = 1, beginning = 2, refused = 3 };
    Outcome load() {
        const auto stored = store_->load(handle_of(1));
        if (!stored) {
            EXPECT_FALSE(stored.error().text.contains('\n')) << stored.error().text;
            return Outcome::refused;
        }
        for (const auto& notice : stored->notices)
            EXPECT_FALSE(notice.sentence.contains('\n')) << notice.sentence;
        EXPECT_EQ(stored->stored.access, conference_of(1).access);
        const auto& found = stored->stored.entries;
        EXPECT_LE(found.size(), entries);
        for (std::uint64_t position = 0; position < found.size(); ++position)
            EXPECT_EQ(found[position], entry_of(1, position).entry);
        EXPECT_EQ(stored->stored.behind, found.size() < entries) << "what is missing is told";
        return found.size() == entries ? Outcome::whole : Outcome::beginning;
    }
};

TEST_F(StoreRotTest, shows_nothing_wrong_after_a_flipped_bit_anywhere) {
    reopen(); // puts the WAL away
    const auto sound = read_file(file(1));
    base::Random random{7};
    int noticed = 0;
    int beginnings = 0;
    int harmless = 0;
    for (std::size_t at = 0; at < sound.size(); at += 1 + random.below(250)) {
        auto rotten = sound;
        rotten[at] = static_cast<char>(rotten[at] ^ (1 << random.below(8)));
        write_file(file(1), rotten);
        const auto outcome = load();
        ++(outcome == Outcome::whole ? harmless : noticed);
        beginnings += outcome == Outcome::beginning ? 1 : 0;
        std::filesystem::remove(file(1).string() + "-wal");
    }
    // Most of the file is entries, so most flips must be noticed; the rest is unused space.
    EXPECT_GT(noticed, harmless);
    EXPECT_GT(harmless, 0);
    EXPECT_GT(beginnings, 0) << "what stands before the damage comes back";
}

TEST_F(StoreRotTest, shows_nothing_wrong_when_cut_off_anywhere) {
    reopen();
    const auto sound = read_file(file(1));
    for (std::size_t size = 0; size < sound.size(); size += 997) {
        write_file(file(1), sound.substr(0, size));
        EXPECT_EQ(load(), Outcome::refused) << "cut to " << size << " of " << sound.size();
        std::filesystem::remove(file(1).string() + "-wal");
    }
    write_file(file(1), sound);
    EXPECT_EQ(load(), Outcome::whole);
}

TEST_F(StoreRotTest, reads_a_torn_wal_up_to_its_last_whole_commit) {
    put(1, entries, entries); // a second commit, never seen below unless whole
    (void)commit();
    const auto main = read_file(file(1));
    const auto wal = read_file(file(1).string() + "-wal");
    ASSERT_GT(wal.size(), 4096U);
    const TemporaryFolder elsewhere;
    std::optional<Store> store{Store::open(elsewhere.path()).value()};
    const auto copy = elsewhere / file(1).filename().string();
    std::size_t last = 0;
    for (std::size_t size = 0; size <= wal.size(); size += 509) {
        write_file(copy, main);
        write_file(copy.string() + "-wal", wal.substr(0, size));
        const auto stored = store->load(handle_of(1));
        const auto count = stored ? stored->stored.entries.size() : 0;
        EXPECT_TRUE(count == 0 || count == entries || count == entries + 1) << count << " at " << size;
        EXPECT_GE(count, last);
        last = count;
    }
    EXPECT_GE(last, entries);
}

TEST_F(StoreFaultTest, goes_on_without_history_while_the_disk_is_full_and_catches_up) {
    store_->put(conference_of(1));
    put(1, 0, 1);
    ASSERT_THAT(commit(), IsEmpty());
    disk_.fail_writes(SQLITE_FULL);
    put(1, 2, 3);
    EXPECT_THAT(commit(), ElementsAre("The disk is full: conference 01010101 goes on without history; see to the "
                                      "disk, and do not restart the relay before it is stored."));
    EXPECT_THAT(kinds_, ElementsAre(StoreNotice::Kind::failing));
    EXPECT_EQ(store_->wake(), test_start + Store::retry_delay);
    EXPECT_EQ(store_->counters().failing, 1U);
    EXPECT_EQ(store_->counters().missing_bytes, 400U);
    put(1, 4, 4);
    EXPECT_THAT(commit(base::Duration{1'000'000'000}), IsEmpty()) << "said once";
    EXPECT_THAT(commit(Store::retry_delay), IsEmpty()) << "still full, said already";
    disk_.fail_writes(SQLITE_OK);
    EXPECT_THAT(commit(2 * Store::retry_delay), ElementsAre("Conference 01010101 is stored whole again."));
    EXPECT_THAT(kinds_, ElementsAre(StoreNotice::Kind::recovered));
    EXPECT_EQ(store_->wake(), base::local_time_max);
    const auto counted = store_->counters();
    EXPECT_EQ(counted.transactions, 2U);
    EXPECT_EQ(counted.failures, 2U) << "each try that failed";
    EXPECT_EQ(counted.entries, 5U);
    EXPECT_EQ(counted.failing, 0U);
    EXPECT_EQ(counted.missing_bytes, 0U);
    reopen();
    expect_whole(1, 5);
}

TEST_F(StoreFaultTest, does_not_believe_a_sync_after_a_failed_one) {
    store_->put(conference_of(1));
    put(1, 0, 1);
    ASSERT_THAT(commit(), IsEmpty());
    disk_.fail_syncs(SQLITE_IOERR_FSYNC);
    put(1, 2, 3);
    EXPECT_THAT(commit(), ElementsAre(HasSubstr("Writing to the disk failed")));
    const auto syncs = disk_.syncs();
    EXPECT_THAT(commit(base::Duration{1}), IsEmpty());
    EXPECT_EQ(disk_.syncs(), syncs) << "not tried again before its time";
    disk_.fail_syncs(SQLITE_OK);
    EXPECT_THAT(commit(Store::retry_delay), ElementsAre(HasSubstr("stored whole again")));
    // The WAL's contents were written into the file itself and synced there, besides the new commit.
    EXPECT_GE(disk_.syncs(), syncs + 2);
    reopen();
    expect_whole(1, 4);
}

/// What an earlier run left may be in the system's cache alone.
TEST_F(StoreFaultTest, counts_what_it_loaded_as_durable_once_the_disk_has_taken_it) {
    store_->put(conference_of(1));
    put(1, 0, 1);
    ASSERT_THAT(commit(), IsEmpty());
    disk_.fail_writes(SQLITE_FULL);
    reopen();
    const auto loaded = store_->load(handle_of(1));
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded->stored.entries.size(), 2U);
    EXPECT_FALSE(loaded->stored.durable);
    EXPECT_TRUE(store_->dirty()) << "so that somebody sees to it";
    EXPECT_THAT(commit(), ElementsAre(HasSubstr("The disk is full")));
    EXPECT_THAT(kept_, IsEmpty());
    disk_.fail_writes(SQLITE_OK);
    EXPECT_THAT(commit(Store::retry_delay), ElementsAre(HasSubstr("stored whole again")));
    ASSERT_EQ(kept_.size(), 1U);
    EXPECT_EQ(kept_[0].number, 0U);
    EXPECT_TRUE(kept_[0].durable);
    reopen();
    EXPECT_TRUE(store_->load(handle_of(1))->stored.durable);
}

TEST_F(StoreFaultTest, does_not_touch_other_conferences) {
    store_->put(conference_of(1));
    put(1, 0, 1);
    ASSERT_THAT(commit(), IsEmpty());
    disk_.fail_writes(SQLITE_IOERR_WRITE);
    put(1, 2, 2);
    ASSERT_EQ(commit().size(), 1U);
    disk_.fail_writes(SQLITE_OK);
    store_->put(conference_of(2));
    put(2, 0, 2);
    EXPECT_THAT(commit(base::Duration{1}), IsEmpty());
    reopen();
    expect_whole(2, 3);
}

TEST_F(StoreFaultTest, sets_aside_what_would_come_back_as_an_old_log) {
    store_->put(conference_of(1));
    put(1, 0, 1);
    ASSERT_THAT(commit(), IsEmpty());
    disk_.fail_writes(SQLITE_FULL);
    std::vector<std::string> notices;
    constexpr std::size_t size = 60'000;
    for (std::uint64_t position = 2; position < 2 + Store::missing_bytes_max / size + 2; ++position) {
        put(1, position, position, size);
        for (auto& notice : commit())
            notices.push_back(notice);
    }
    EXPECT_THAT(notices, ElementsAre(HasSubstr("goes on without history"), HasSubstr("is set aside")));
    put(1, 1000, 1000);
    EXPECT_THAT(commit(2 * Store::retry_delay), IsEmpty());
    EXPECT_EQ(store_->wake(), base::local_time_max);
    reopen();
    EXPECT_THAT(store_->conferences(), IsEmpty());
}

TEST_F(StoreFaultTest, loses_nothing_acknowledged_when_everything_stops_at_any_write) {
    int stopped = 0;
    for (std::uint64_t writes = 0; writes < 60; ++writes) {
        const auto number = static_cast<std::uint8_t>(writes + 1);
        store_->put(conference_of(number));
        disk_.fail_all_after(writes);
        std::uint64_t acknowledged = 0;
        for (std::uint64_t position = 0; position < 8; ++position) {
            put(number, position, position);
            if (!commit().empty()) break;
            acknowledged = position + 1;
        }
        stopped += acknowledged < 8 ? 1 : 0;
        store_.reset(); // while the disk still fails, so that closing repairs nothing
        disk_.fail_all_after(UINT64_MAX);
        reopen();
        const auto stored = store_->load(handle_of(number));
        const auto found = stored ? stored->stored.entries.size() : 0;
        EXPECT_GE(found, acknowledged) << "after " << writes << " writes";
        for (std::uint64_t position = 0; position < found; ++position)
            EXPECT_EQ(stored->stored.entries[position], entry_of(number, position).entry);
    }
    EXPECT_GT(stopped, 10);
}

TEST_F(StoreTest, loses_nothing_acknowledged_when_killed) {
    store_.reset();
    base::Random random{11};
    std::uint64_t acknowledged = 0;
    for (int kill = 0; kill < 15; ++kill) {
        std::array<int, 2> pipe{};
        ASSERT_EQ(::pipe(pipe.data()), 0);
        const auto child = ::fork();
        if (child == 0) {
            auto store = Store::open(folder_.path());
            if (!store) ::_exit(1);
            const auto stored = store->load(handle_of(1));
            if (!stored) store->put(conference_of(1));
            for (std::uint64_t position = stored ? stored->stored.entries.size() : 0;; ++position) {
                store->put(entry_of(1, position));
                if (!store->commit(test_start).notices.empty()) ::_exit(2);
                if (::write(pipe[1], &position, sizeof position) != sizeof position) ::_exit(3);
            }
        }
        ::close(pipe[1]);
        auto commits = 1 + random.below(40);
        std::uint64_t position = 0;
        while (commits-- > 0 && ::read(pipe[0], &position, sizeof position) == sizeof position)
            acknowledged = std::max(acknowledged, position + 1);
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFSIGNALED(status)) << "exit status " << WEXITSTATUS(status);
        while (::read(pipe[0], &position, sizeof position) == sizeof position)
            acknowledged = std::max(acknowledged, position + 1);
        ::close(pipe[0]);
        reopen();
        const auto stored = store_->load(handle_of(1));
        ASSERT_TRUE(stored.has_value()) << stored.error().text;
        EXPECT_GE(stored->stored.entries.size(), acknowledged);
        EXPECT_LE(stored->stored.entries.size(), acknowledged + 1);
        store_.reset();
    }
    EXPECT_GT(acknowledged, 15U);
}

TEST_F(StoreTest, survives_a_real_bound_on_file_size) {
    store_.reset();
    const auto child = ::fork();
    if (child == 0) {
        const rlimit bound{64 * 1024, 64 * 1024};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &bound);
        auto store = Store::open(folder_.path());
        if (!store) ::_exit(1);
        store->put(conference_of(1));
        for (std::uint64_t position = 0; position < 1000; ++position) {
            store->put(entry_of(1, position));
            if (!store->commit(test_start).notices.empty())
                ::_exit(static_cast<int>(std::min<std::uint64_t>(position, 200)));
        }
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    const auto acknowledged = static_cast<std::uint64_t>(WEXITSTATUS(status));
    EXPECT_GT(acknowledged, 5U);
    reopen();
    const auto stored = store_->load(handle_of(1));
    ASSERT_TRUE(stored.has_value()) << stored.error().text;
    EXPECT_GE(stored->stored.entries.size(), acknowledged);
    EXPECT_LT(stored->stored.entries.size(), 1000U);
}

} // namespace
} // namespace plenum::runtime
