// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/aside.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>

#include <fstream>

namespace plenum::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr base::FlowId chat{3};

node::StoredMessage word_of(std::uint32_t sender, std::uint64_t sequence, std::uint64_t log_size = 1) {
    base::Bytes sealed(50);
    for (std::size_t i = 0; i < sealed.size(); ++i)
        sealed[i] = static_cast<std::uint8_t>(sender * 31 + sequence * 7 + i);
    return {chat, base::MemberIndex{sender}, base::SequenceNumber{sequence}, base::LogPosition{log_size}, sealed};
}

class StoreWordsTest : public StoreTest {
  protected:
    void SetUp() override {
        StoreTest::SetUp();
        store_->put(conference_of(1));
        put(1, 0, 0);
    }
    void say(std::uint32_t sender, std::uint64_t first, std::uint64_t last) {
        for (auto sequence = first; sequence <= last; ++sequence)
            store_->put(node::StoreMessage{handle_of(1), word_of(sender, sequence), ++number_});
    }
    Store::Loaded load() {
        auto loaded = store_->load(handle_of(1));
        EXPECT_TRUE(loaded.has_value());
        return loaded ? *std::move(loaded) : Store::Loaded{};
    }
    void alter(const std::string& statement) {
        store_.reset();
        ASSERT_TRUE(Database::open(file(1)).value().execute(statement).has_value());
        reopen();
    }
    std::uint64_t number_{1};
};

TEST_F(StoreWordsTest, gives_back_words_in_the_order_in_which_they_came) {
    say(1, 1, 2);
    say(2, 1, 1);
    say(1, 3, 3);
    EXPECT_THAT(commit(), IsEmpty());
    ASSERT_EQ(kept_.size(), 1U);
    EXPECT_EQ(kept_[0].number, number_);
    EXPECT_TRUE(kept_[0].durable);
    EXPECT_EQ(store_->counters().words, 4U);
    reopen();
    EXPECT_THAT(load().stored.words, ElementsAre(word_of(1, 1), word_of(1, 2), word_of(2, 1), word_of(1, 3)));
    say(1, 4, 4);
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    EXPECT_EQ(load().stored.words.back(), word_of(1, 4));
    EXPECT_THAT(load().notices, IsEmpty());
}

TEST_F(StoreWordsTest, forgets_what_histories_forget) {
    say(1, 1, 5);
    say(2, 1, 2);
    store_->put(node::ForgetMessages{handle_of(1), chat, base::MemberIndex{1}, base::SequenceNumber{4}});
    // A gap: the history begins anew.
    say(2, 9, 9);
    store_->put(node::ForgetMessages{handle_of(1), chat, base::MemberIndex{2}, base::SequenceNumber{9}});
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    const auto loaded = load();
    EXPECT_THAT(loaded.stored.words, ElementsAre(word_of(1, 4), word_of(1, 5), word_of(2, 9)));
    EXPECT_THAT(loaded.notices, IsEmpty());
}

TEST_F(StoreWordsTest, gives_nothing_of_a_stream_behind_what_is_damaged) {
    say(1, 1, 3);
    say(2, 1, 3);
    (void)commit();
    alter("UPDATE word SET body = zeroblob(50) WHERE sender = 1 AND sequence = 1");
    EXPECT_THAT(load().stored.words, ElementsAre(word_of(2, 1), word_of(2, 2), word_of(2, 3)));
}

/// Cut off to what they are kept in they would be right again.
TEST_F(StoreWordsTest, finds_numbers_that_nobody_writes) {
    for (const std::string change : {"flow = flow + 65536", "flow = flow - 65536", "sender = sender + 4294967296",
                                     "sender = sender - 4294967296"}) {
        store_->put(conference_of(1));
        put(1, 0, 0);
        say(1, 1, 2);
        (void)commit();
        alter("UPDATE word SET " + change + " WHERE sequence = 2");
        EXPECT_THAT(load().stored.words, ElementsAre(word_of(1, 1))) << change;
        store_->put(node::ForgetConference{handle_of(1)});
        (void)commit();
        number_ = 1;
    }
}

TEST_F(StoreWordsTest, finds_a_damaged_word_and_takes_it_again) {
    say(1, 1, 4);
    say(2, 1, 2);
    (void)commit();
    alter("UPDATE word SET body = zeroblob(50) WHERE sender = 1 AND sequence = 3");
    auto loaded = load();
    EXPECT_THAT(loaded.stored.words, ElementsAre(word_of(1, 1), word_of(1, 2), word_of(2, 1), word_of(2, 2)));
    EXPECT_FALSE(loaded.stored.behind) << "the log is whole";
    ASSERT_EQ(loaded.notices.size(), 1U);
    EXPECT_EQ(loaded.notices[0].kind, StoreNotice::Kind::behind);
    EXPECT_THAT(loaded.notices[0].sentence, HasSubstr("2 messages are damaged"));
    // Its sender says it again.
    say(1, 3, 4);
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    loaded = load();
    EXPECT_THAT(loaded.notices, IsEmpty());
    EXPECT_EQ(loaded.stored.words.size(), 6U);
    EXPECT_EQ(loaded.stored.words.back(), word_of(1, 4));
}

/// Each of these leaves rows that are sound by themselves.
TEST_F(StoreWordsTest, finds_words_that_were_put_in_place_of_others) {
    for (const auto* statement : {
             "DELETE FROM word WHERE sequence = 2",                     // one is missing
             "UPDATE word SET sender = 2 WHERE sequence = 2",           // another's
             "UPDATE word SET log_size = 0 WHERE sequence = 2",         // seen by whom it was not for
             "UPDATE word SET previous = row_check WHERE sequence = 2", // of another chain
             "UPDATE word SET row_check = previous WHERE sequence = 2", //
             "UPDATE word SET sequence = 99 WHERE sequence = 2",        // of another place
         }) {
        store_->put(conference_of(1));
        put(1, 0, 0);
        say(1, 1, 3);
        (void)commit();
        alter(statement);
        const auto loaded = load();
        EXPECT_THAT(loaded.stored.words, ElementsAre(word_of(1, 1))) << statement;
        EXPECT_EQ(loaded.notices.size(), 1U) << statement;
        store_->put(node::ForgetConference{handle_of(1)});
        (void)commit();
    }
}

TEST_F(StoreWordsTest, keeps_what_stands_before_a_damaged_entry_and_the_damaged_file) {
    put(1, 1, 5);
    say(1, 1, 2);
    (void)commit();
    alter("UPDATE entry SET body = zeroblob(200) WHERE position = 3");
    auto loaded = load();
    EXPECT_TRUE(loaded.stored.behind);
    ASSERT_EQ(loaded.stored.entries.size(), 3U);
    EXPECT_EQ(loaded.stored.entries[2], entry_of(1, 2).entry);
    ASSERT_EQ(loaded.notices.size(), 2U);
    EXPECT_EQ(loaded.notices[0].kind, StoreNotice::Kind::set_aside);
    EXPECT_EQ(loaded.notices[1].kind, StoreNotice::Kind::behind);
    EXPECT_TRUE(std::filesystem::exists(file(1).string() + ".aside"));
    // From there on as before.
    put(1, 3, 4);
    EXPECT_THAT(commit(), IsEmpty());
    reopen();
    loaded = load();
    EXPECT_EQ(loaded.stored.entries.size(), 5U);
    EXPECT_EQ(loaded.stored.words.size(), 2U);
    EXPECT_THAT(loaded.notices, IsEmpty());
}

TEST_F(StoreWordsTest, says_so_where_a_damaged_file_cannot_be_moved) {
    (void)commit();
    store_.reset();
    std::filesystem::resize_file(file(1), 3000);
    reopen();
    // Something stands at every name.
    std::filesystem::create_directory(file(1).string() + ".aside");
    for (int number = 2; number <= 1000; ++number)
        std::filesystem::create_directory(file(1).string() + ".aside-" + std::to_string(number));
    const auto loaded = store_->load(handle_of(1));
    ASSERT_FALSE(loaded.has_value());
    const auto notice = store_->set_aside(handle_of(1), loaded.error().text);
    EXPECT_EQ(notice.kind, StoreNotice::Kind::left_out);
    EXPECT_THAT(notice.sentence, HasSubstr("nor set aside (no name is left for it): its file is left as it is"));
    EXPECT_EQ(std::filesystem::file_size(file(1)), 3000U);
    EXPECT_EQ(store_->counters().set_aside, 0U);
    // Made again by its members, it goes on without the disk.
    store_->put(node::StoreConference{handle_of(1), {}, 7});
    const auto sentences = commit();
    ASSERT_EQ(kept_.size(), 1U);
    EXPECT_EQ(kept_[0].number, 7U);
    EXPECT_FALSE(kept_[0].durable);
    EXPECT_THAT(sentences, testing::Contains(HasSubstr("left as it is")));
    EXPECT_EQ(std::filesystem::file_size(file(1)), 3000U);
}

TEST(MoveAside, moves_a_file_and_its_log_together_or_not_at_all) {
    const TemporaryFolder folder;
    const auto file = folder / "conference";
    for (const auto* companion : {"", "-wal"})
        std::ofstream{file.string() + companion} << "x";
    // A folder that is not empty is in the file's way, once its log has moved.
    std::filesystem::create_directories(file.string() + "-shm");
    std::filesystem::create_directories(file.string() + ".aside-shm/full");
    EXPECT_FALSE(move_aside(file).has_value());
    EXPECT_TRUE(std::filesystem::exists(file));
    EXPECT_TRUE(std::filesystem::exists(file.string() + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(file.string() + ".aside-wal"));
    std::filesystem::remove_all(file.string() + ".aside-shm");
    EXPECT_EQ(move_aside(file).value(), file.string() + ".aside");
    EXPECT_TRUE(std::filesystem::exists(file.string() + ".aside-wal"));
    EXPECT_FALSE(std::filesystem::exists(file.string() + "-wal"));
}

TEST(RemoveWhole, says_what_it_cannot_remove) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "conference/full");
    EXPECT_FALSE(remove_whole(folder / "conference").has_value());
    std::ofstream{folder / "other"} << "x";
    EXPECT_TRUE(remove_whole(folder / "other").has_value());
    EXPECT_FALSE(std::filesystem::exists(folder / "other"));
}

} // namespace
} // namespace plenum::runtime
