// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/told_stays.h"
#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>

namespace plenum::sim {
namespace {

using namespace canary;
using testing::HasSubstr;
using testing::Optional;

class ToldStaysTest : public testing::Test {
  protected:
    /// Alice was told that her first `lines` are kept; Bob heard of as many entries.
    void tell(std::uint64_t lines, std::uint64_t entries) {
        join_both(checker_);
        checker_.on_event(alice, node::MessageAccepted{chat, SequenceNumber{lines}, true}, start);
        for (std::uint64_t position = 0; position < entries; ++position)
            checker_.on_trace(bob, entry(position, 1), start);
    }
    /// The store gives back these lines and so many entries.
    void restore(std::initializer_list<std::uint64_t> lines, std::size_t entries, Restored restored = {}) {
        node::ConferenceStored contents;
        contents.durable = surely_;
        for (const auto line : lines)
            contents.words.push_back({chat, alice_member, SequenceNumber{line}, {}, {}});
        restored.found = entries;
        restored.meeting = true;
        restored.contents = &contents;
        checker_.on_restored(relay, restored);
    }

    /// Whether the disk has what the store gives back.
    bool surely_{true};
    ToldAndKept counts_;
    ToldStays checker_{1, counts_};
};

TEST_F(ToldStaysTest, AcceptsAllThatWasToldAndMore) {
    tell(3, 4);
    checker_.on_event(alice, node::MessageAccepted{chat, SequenceNumber{9}, false}, start);
    restore({1, 2, 3, 4}, 5, {.saved = 4, .promised = 5});
    restore({1, 2, 3}, 4, {.saved = 4, .promised = 4});
    EXPECT_EQ(checker_.broken(), std::nullopt);
    EXPECT_EQ(counts_, (ToldAndKept{.lines = 3, .entries = 4, .lines_looked_for = 6, .entries_looked_for = 8}));
}

TEST_F(ToldStaysTest, CatchesALineThatIsGone) {
    tell(3, 4);
    restore({1, 3}, 4, {.saved = 4, .promised = 4, .told = true});
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("1 of 3 lines that were told as kept are not there, the first of "
                                                      "them 2")));
    note_canary(checker_);
}

TEST_F(ToldStaysTest, CatchesAnEntryThatIsGone) {
    tell(0, 4);
    restore({}, 3, {.saved = 4, .promised = 4, .told = true});
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("told, and not kept")));
}

TEST_F(ToldStaysTest, CatchesAnEntryThatWasToldBeforeTheStoreHadAnswered) {
    tell(0, 4);
    restore({}, 3, {.saved = 3, .promised = 3, .told = true});
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("before the store had answered")));
}

TEST_F(ToldStaysTest, WhatTheDiskTookNothingOfIsCountedIfANoticeSaidSo) {
    tell(0, 4);
    restore({}, 3, {.saved = 3, .promised = 4, .told = true});
    EXPECT_EQ(checker_.broken(), std::nullopt);
    EXPECT_EQ(counts_.entries_unkept, 1U);
    checker_.on_trace(bob, entry(3, 1), start + std::chrono::seconds{10});
    restore({}, 3, {.saved = 3, .promised = 4});
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("no notice said so")));
}

/// A packet that tells of it may have been on its way.
TEST_F(ToldStaysTest, WhatWasToldBeforeItWasLostIsNotAskedForAgain) {
    tell(0, 4);
    restore({}, 3, {.saved = 3, .promised = 4, .told = true});
    checker_.on_trace(bob, entry(3, 1), start);
    restore({}, 3, {.saved = 3, .promised = 3});
    EXPECT_EQ(checker_.broken(), std::nullopt);
    checker_.on_trace(bob, entry(3, 2), start);
    restore({}, 3, {.saved = 3, .promised = 3});
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("before the store had answered")));
}

TEST_F(ToldStaysTest, WhatARottenDiskLosesIsCountedOnce) {
    tell(5, 4);
    for (int time = 0; time < 2; ++time)
        restore({1, 2, 4}, 2, {.saved = 4, .promised = 4, .rotten = true});
    EXPECT_EQ(checker_.broken(), std::nullopt);
    EXPECT_EQ(counts_.lines_lost_by_disk, 2U);
    EXPECT_EQ(counts_.entries_lost_by_disk, 2U);
    restore({1}, 2, {.saved = 2, .promised = 2});
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("2 of 5 lines that were told as kept are not there, the first of "
                                                      "them 2")));
}

/// A hole stays where nobody gives back what the disk lost, though the sender is told of what comes after.
TEST_F(ToldStaysTest, WhatARottenDiskLostIsNotAskedForAgain) {
    tell(3, 0);
    restore({3}, 0, {.rotten = true});
    checker_.on_event(alice, node::MessageAccepted{chat, SequenceNumber{5}, true}, start + std::chrono::seconds{10});
    restore({3, 4, 5}, 0);
    EXPECT_EQ(checker_.broken(), std::nullopt);
    EXPECT_EQ(counts_.lines_lost_by_disk, 2U);
    restore({4, 5}, 0);
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("1 of 5 lines that were told as kept are not there, the first of "
                                                      "them 3")));
}

TEST_F(ToldStaysTest, WhatIsSurelyThereAgainIsAskedForAgain) {
    tell(3, 0);
    restore({3}, 0, {.rotten = true});
    surely_ = false;
    restore({1, 2, 3}, 0);
    restore({3}, 0);
    EXPECT_EQ(checker_.broken(), std::nullopt);
    surely_ = true;
    restore({1, 2, 3}, 0);
    restore({3}, 0);
    EXPECT_THAT(checker_.broken(), Optional(HasSubstr("2 of 3 lines that were told as kept are not there, the first of "
                                                      "them 1")));
}

TEST_F(ToldStaysTest, WhatIsTooOldIsNotLookedForAndOtherConferencesNeither) {
    tell(3, 4);
    checker_.on_restored(relay, {});
    checker_.on_forgotten(chat, alice_member, SequenceNumber{3});
    restore({3}, 4, {.saved = 4, .promised = 4});
    EXPECT_EQ(checker_.broken(), std::nullopt);
    EXPECT_EQ(counts_.lines_looked_for, 1U);
}

} // namespace
} // namespace plenum::sim
