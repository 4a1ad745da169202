// SPDX-License-Identifier: Apache-2.0
// Conferences whose files cannot be read at the start, and can be later.
#include "core/runtime/store/database.h"
#include "tests/unit/runtime/store_fixture.h"

#include <gmock/gmock.h>

namespace plenum::runtime {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LeftOut : public StoreTest {
  protected:
    void SetUp() override {
        StoreTest::SetUp();
        store_->put(conference_of(1));
        put(1, 0, 2);
        (void)commit();
        store_.reset();
        own_version_ = Database::open(file(1)).value().integer("PRAGMA user_version").value();
        mark(1000);
        reopen();
        const auto loaded = store_->load(handle_of(1));
        ASSERT_FALSE(loaded.has_value());
        notice_ = store_->leave_out(handle_of(1), loaded.error().text);
    }
    /// The file's version: of this program, or of a later one, which it cannot read.
    void mark(std::int64_t version) {
        auto database = Database::open(file(1)).value();
        ASSERT_TRUE(database.execute("PRAGMA user_version = " + std::to_string(version)));
    }
    std::vector<Store::Loaded> loaded(base::Duration after) {
        auto committed = store_->commit(test_start + after);
        sentences_.clear();
        for (const auto& notice : committed.notices)
            sentences_.push_back(notice.sentence);
        return std::move(committed.loaded);
    }
    std::int64_t own_version_{0};
    StoreNotice notice_{};
    std::vector<std::string> sentences_;
};

TEST_F(LeftOut, is_tried_again_until_it_can_be_read) {
    EXPECT_EQ(notice_.kind, StoreNotice::Kind::left_out);
    EXPECT_THAT(notice_.sentence, HasSubstr("Conference 01010101 could not be loaded and is tried again"));
    EXPECT_EQ(store_->counters().left_out, 1U);
    EXPECT_LT(store_->wake(), test_start);
    EXPECT_THAT(loaded(0s), IsEmpty());
    EXPECT_THAT(sentences_, IsEmpty()) << "told once";
    EXPECT_EQ(store_->wake(), test_start + Store::retry_delay);
    mark(own_version_);
    EXPECT_THAT(loaded(Store::retry_delay - 1ms), IsEmpty());
    const auto found = loaded(Store::retry_delay);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].stored.entries.size(), 3U);
    EXPECT_TRUE(found[0].stored.durable);
    EXPECT_THAT(sentences_, ElementsAre("Conference 01010101 could be loaded now."));
    EXPECT_EQ(store_->counters().left_out, 0U);
    // It goes on where it ended.
    put(1, 3, 3);
    EXPECT_THAT(commit(1min), IsEmpty());
    reopen();
    expect_whole(1, 4);
}

TEST_F(LeftOut, is_not_waited_for_once_made_anew) {
    store_->put(conference_of(1));
    EXPECT_THAT(loaded(1min), IsEmpty());
    EXPECT_THAT(sentences_, ElementsAre(HasSubstr("it could not be read at the start, and members gave the log back")));
    EXPECT_EQ(store_->wake(), base::local_time_max);
}

TEST_F(LeftOut, is_set_aside_where_the_program_does_not_take_it) {
    mark(own_version_);
    ASSERT_EQ(loaded(0s).size(), 1U);
    store_->refuse(handle_of(1));
    EXPECT_THAT(commit(), ElementsAre(HasSubstr("Conference 01010101 is set aside")));
    EXPECT_THAT(store_->conferences(), IsEmpty());
}

/// What members gave back meanwhile is not what was loaded, whichever of the two the writer learns first.
TEST_F(LeftOut, gives_way_to_what_was_made_anew_meanwhile) {
    for (const bool refused_first : {true, false}) {
        SetUp();
        mark(own_version_);
        ASSERT_EQ(loaded(0s).size(), 1U);
        auto made = conference_of(1);
        made.number = 1;
        if (refused_first) store_->refuse(handle_of(1));
        store_->put(made);
        if (!refused_first) store_->refuse(handle_of(1));
        put(1, 0, 0);
        EXPECT_THAT(commit(), ElementsAre(HasSubstr("Conference 01010101 is set aside")));
        reopen();
        expect_whole(1, 1);
        std::filesystem::remove(file(1));
    }
}

TEST_F(LeftOut, is_set_aside_once_it_turns_out_to_be_damaged) {
    mark(own_version_);
    std::filesystem::resize_file(file(1), 3000);
    EXPECT_THAT(loaded(0s), IsEmpty());
    EXPECT_THAT(sentences_, ElementsAre(HasSubstr("Conference 01010101 is set aside")));
    EXPECT_EQ(store_->counters().left_out, 0U);
}

} // namespace
} // namespace plenum::runtime
