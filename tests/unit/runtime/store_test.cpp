// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/runtime/broken_folder.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fstream>

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(StoreTest, gives_back_what_was_put) {
    store_->put(conference_of(1));
    put(1, 0, 4);
    store_->put(conference_of(2));
    EXPECT_TRUE(store_->dirty());
    EXPECT_THAT(commit(), IsEmpty());
    EXPECT_FALSE(store_->dirty());
    put(1, 5, 9);
    put(2, 0, 0);
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    EXPECT_THAT(store_->conferences(), ElementsAre(handle_of(1), handle_of(2)));
    expect_whole(1, 10);
    expect_whole(2, 1);
}

TEST_F(StoreTest, goes_on_where_a_loaded_conference_ended) {
    store_->put(conference_of(1));
    put(1, 0, 4);
    (void)commit();
    reopen();
    ASSERT_TRUE(store_->load(handle_of(1)).has_value());
    put(1, 5, 6);
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    expect_whole(1, 7);
}

TEST_F(StoreTest, keeps_what_a_checkpoint_covers_no_longer) {
    store_->put(conference_of(1));
    put(1, 0, 9);
    (void)commit();
    put(1, 10, 12);
    store_->put(node::StoreCheckpoint{handle_of(1), base::LogPosition{10}, base::Bytes(300, 7)});
    put(1, 13, 14);
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    const auto loaded = store_->load(handle_of(1));
    ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
    EXPECT_EQ(loaded->stored.first, base::LogPosition{10});
    EXPECT_EQ(loaded->stored.state, base::Bytes(300, 7));
    EXPECT_EQ(loaded->stored.log_size(), base::LogPosition{15});
    EXPECT_EQ(loaded->stored.entries.front(), entry_of(1, 10).entry);
    // The next one takes its place.
    store_->put(node::StoreCheckpoint{handle_of(1), base::LogPosition{14}, base::Bytes(200, 8)});
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    const auto again = store_->load(handle_of(1));
    ASSERT_TRUE(again.has_value()) << again.error().text;
    EXPECT_EQ(again->stored.state, base::Bytes(200, 8));
    EXPECT_THAT(again->stored.entries, SizeIs(1));
}

TEST_F(StoreTest, knows_a_checkpoint_that_rotted) {
    for (const auto* rot :
         {"UPDATE checkpoint SET position = 3", "UPDATE checkpoint SET state = x'0102'", "DELETE FROM checkpoint"}) {
        store_->put(conference_of(1));
        put(1, 0, 4);
        store_->put(node::StoreCheckpoint{handle_of(1), base::LogPosition{4}, base::Bytes(300, 7)});
        (void)commit();
        store_.reset();
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(file(1).c_str(), &database), SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(database, rot, nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
        reopen();
        const auto loaded = store_->load(handle_of(1));
        ASSERT_FALSE(loaded.has_value()) << rot;
        EXPECT_EQ(loaded.error().kind, DatabaseError::Kind::damaged);
        (void)store_->set_aside(handle_of(1), loaded.error().text);
    }
}

TEST_F(StoreTest, keeps_nothing_that_was_not_committed) {
    store_->put(conference_of(1));
    put(1, 0, 2);
    (void)commit();
    put(1, 3, 5);
    reopen();
    expect_whole(1, 3);
}

TEST_F(StoreTest, forgets_with_all_that_lies_beside) {
    store_->put(conference_of(1));
    put(1, 0, 2);
    store_->put(conference_of(2));
    (void)commit();
    store_->put(node::ForgetConference{handle_of(1)});
    put(1, 3, 3); // of a conference that is gone
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    EXPECT_THAT(store_->conferences(), ElementsAre(handle_of(2)));
    for (const auto& each : std::filesystem::directory_iterator{folder_.path()})
        EXPECT_THAT(each.path().filename().string(), testing::Not(testing::StartsWith("0101")));
}

TEST_F(StoreTest, holds_more_conferences_than_open_files) {
    constexpr std::uint8_t count = Store::open_files_max + 20;
    for (std::uint8_t turn = 0; turn < 2; ++turn)
        for (std::uint8_t number = 0; number < count; ++number) {
            if (turn == 0) store_->put(conference_of(number));
            put(number, turn, turn);
            EXPECT_THAT(commit(), IsEmpty());
        }
    const auto open = std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, {});
    EXPECT_LT(open, 2 * static_cast<std::ptrdiff_t>(Store::open_files_max) + 30);
    reopen();
    EXPECT_EQ(store_->conferences().size(), count);
    for (std::uint8_t number = 0; number < count; ++number)
        expect_whole(number, 2);
}

TEST_F(StoreTest, writes_with_the_durability_it_promises) {
    store_->put(conference_of(1));
    put(1, 0, 0);
    (void)commit();
    // The WAL is there and the file is locked: nobody else gets in while it is open.
    EXPECT_TRUE(std::filesystem::exists(file(1).string() + "-wal"));
    const auto other = Database::open(file(1));
    ASSERT_FALSE(other.has_value());
    EXPECT_EQ(other.error().kind, DatabaseError::Kind::refused);
    store_.reset();
    auto database = Database::open(file(1));
    ASSERT_TRUE(database.has_value());
    EXPECT_EQ(database->integer("PRAGMA synchronous"), 2) << "FULL";
    EXPECT_EQ(database->integer("PRAGMA mmap_size"), 0);
    EXPECT_TRUE(database->verify().has_value());
}

TEST_F(StoreTest, is_shared_by_loops_that_each_have_their_conferences) {
    const auto odd = [](const base::ConferenceHandle& handle) { return handle.bytes.back() % 2 == 1; };
    for (std::uint8_t number = 1; number <= 4; ++number)
        store_->put(conference_of(number));
    (void)commit();
    auto one = store_->share(odd, 2);
    auto other = store_->share([odd](const auto& handle) { return !odd(handle); }, 2);
    store_.reset();
    EXPECT_THAT(one.conferences(), ElementsAre(handle_of(1), handle_of(3)));
    EXPECT_THAT(other.conferences(), ElementsAre(handle_of(2), handle_of(4)));
    EXPECT_FALSE(Store::open(folder_.path()).has_value()) << "it is in use until all are gone";
}

TEST_F(StoreTest, is_one_process_own) {
    const auto second = Store::open(folder_.path());
    ASSERT_FALSE(second.has_value());
    EXPECT_THAT(second.error(), HasSubstr("in use by another process"));
}

TEST_F(StoreTest, ignores_files_of_other_names) {
    std::ofstream{folder_ / "notes.txt"} << "mine";
    std::ofstream{folder_ / "abc.sqlite"} << "short";
    EXPECT_THAT(store_->conferences(), IsEmpty());
}

TEST_F(StoreTest, says_that_conferences_may_be_missing_where_its_folder_cannot_be_read) {
    for (std::uint8_t number = 1; number <= 4; ++number)
        store_->put(conference_of(number));
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    {
        const BrokenFolder broken;
        EXPECT_LE(store_->conferences().size(), 1U);
    }
    EXPECT_TRUE(store_->dirty());
    EXPECT_THAT(commit(), ElementsAre(HasSubstr("cannot be read to its end")));
    EXPECT_THAT(kinds_, ElementsAre(StoreNotice::Kind::left_out));
    EXPECT_EQ(store_->conferences().size(), 4U);
    EXPECT_THAT(commit(), IsEmpty());
}

TEST_F(StoreTest, sets_foreign_files_aside_one_by_one) {
    for (const auto* contents :
         {"", "this is no database, but long enough to have a header of one, if it were any..."}) {
        std::ofstream{file(7)} << contents;
        const auto loaded = store_->load(handle_of(7));
        ASSERT_FALSE(loaded.has_value());
        EXPECT_EQ(loaded.error().kind, DatabaseError::Kind::damaged);
        const auto notice = store_->set_aside(handle_of(7), loaded.error().text).sentence;
        EXPECT_THAT(notice, HasSubstr("Conference 07070707 is set aside as "));
        EXPECT_THAT(store_->conferences(), IsEmpty());
    }
    EXPECT_TRUE(std::filesystem::exists(file(7).string() + ".aside"));
    EXPECT_TRUE(std::filesystem::exists(file(7).string() + ".aside-2"));
}

TEST_F(StoreTest, tells_another_programs_database_from_its_own) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file(7).c_str(), &database), SQLITE_OK);
    sqlite3_exec(database, "CREATE TABLE entry (position); INSERT INTO entry VALUES (1)", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    const auto loaded = store_->load(handle_of(7));
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().text, "it was made by another program");
}

TEST_F(StoreTest, refuses_a_conference_under_anothers_name) {
    store_->put(conference_of(1));
    put(1, 0, 2);
    (void)commit();
    store_.reset();
    std::filesystem::rename(file(1), file(2));
    reopen();
    const auto loaded = store_->load(handle_of(2));
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().text, "it holds another conference than its name says");
}

TEST_F(StoreTest, makes_files_that_others_cannot_read) {
    const auto before = ::umask(0);
    store_->put(conference_of(1));
    put(1, 0, 2);
    EXPECT_TRUE(commit().empty());
    ::umask(before);
    using std::filesystem::perms;
    for (const auto* companion : {"", "-wal"}) {
        const auto mode = std::filesystem::status(file(1).string() + companion).permissions();
        EXPECT_EQ(mode, perms::owner_read | perms::owner_write) << companion;
    }
}

TEST(StoreOpen, says_what_is_wrong_with_its_folder) {
    const TemporaryFolder folder;
    std::ofstream{folder / "file"} << "x";
    const auto below_file = Store::open(folder / "file/store");
    ASSERT_FALSE(below_file.has_value());
    EXPECT_THAT(below_file.error(), HasSubstr("cannot be made"));
    const auto on_file = Store::open(folder / "file");
    ASSERT_FALSE(on_file.has_value());
    EXPECT_TRUE(on_file.error().ends_with(".")) << on_file.error();
}

TEST(StoreOpen, says_when_its_folder_is_not_writable) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "store");
    ::chmod(folder.path().c_str(), 0755);
    ::chmod((folder / "store").c_str(), 0555);
    // As somebody else than root, who may write everywhere.
    const auto child = ::fork();
    if (child == 0) {
        const auto dropped = ::geteuid() != 0 || ::setuid(65534) == 0;
        const auto store = Store::open(folder / "store");
        ::_exit(dropped && !store && store.error().ends_with("/store cannot be written by this user.") ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    ::chmod((folder / "store").c_str(), 0755);
}

} // namespace
} // namespace plenum::runtime
