// SPDX-License-Identifier: Apache-2.0
#include "core/tag/size_choice.h"

#include "core/tag/size_demand.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

using base::PictureSize;
using namespace std::chrono_literals;

constexpr SizeChoice::Source ann{base::FlowId{2}, base::MemberIndex{1}};

class Choice : public testing::Test {
  protected:
    bool passes(std::uint64_t sequence, PictureSize size, bool key = false) {
        return choice.passes({ann, base::SequenceNumber{sequence}, wire::MessageFlags::of(key, false, 0).of_size(size)},
                             wanted);
    }
    bool large(std::uint64_t sequence, bool key = false) { return passes(sequence, PictureSize::large, key); }
    bool small(std::uint64_t sequence, bool key = false) { return passes(sequence, PictureSize::small, key); }

    SizeChoice choice;
    SizeChoice::Wanted wanted{PictureSize::large};
};

TEST_F(Choice, a_stream_begins_with_a_key_frame_of_the_size_that_is_wanted) {
    EXPECT_FALSE(large(1));
    EXPECT_FALSE(small(2, true));
    EXPECT_TRUE(large(3, true));
    EXPECT_TRUE(large(4));
    EXPECT_FALSE(small(5));
}

TEST_F(Choice, the_size_changes_at_a_key_frame_and_what_passed_before_goes_on_until_then) {
    EXPECT_TRUE(large(1, true));
    wanted = PictureSize::small;
    EXPECT_FALSE(small(2));
    EXPECT_TRUE(large(3));
    EXPECT_EQ(choice.needed(ann), (base::PictureSizes{true, true}));
    EXPECT_TRUE(small(4, true));
    EXPECT_FALSE(large(5, true)) << "not wanted";
    EXPECT_TRUE(small(6));
    EXPECT_EQ(choice.needed(ann), (base::PictureSizes{false, true}));
}

TEST_F(Choice, all_fragments_of_the_key_frame_pass_and_older_messages_do_not) {
    EXPECT_TRUE(large(1, true));
    wanted = PictureSize::small;
    EXPECT_TRUE(small(5, true));
    EXPECT_TRUE(small(5, true));
    EXPECT_FALSE(small(4)) << "it belongs to an earlier key frame";
    EXPECT_FALSE(large(3));
}

TEST_F(Choice, a_key_frame_of_which_a_part_is_missing_already_changes_nothing) {
    EXPECT_TRUE(large(1, true));
    EXPECT_FALSE(small(2, true));
    wanted = PictureSize::small;
    EXPECT_FALSE(small(2, true));
    EXPECT_TRUE(large(4));
    EXPECT_FALSE(small(3, true)) << "something behind it has passed";
    EXPECT_TRUE(small(5, true));
}

TEST_F(Choice, who_wanted_nothing_begins_anew_with_a_key_frame) {
    EXPECT_TRUE(large(1, true));
    wanted.reset();
    EXPECT_FALSE(large(2));
    EXPECT_EQ(choice.needed(ann), base::PictureSizes{});
    wanted = PictureSize::large;
    EXPECT_FALSE(large(3));
    EXPECT_TRUE(large(4, true));
}

TEST_F(Choice, key_frames_are_asked_for_at_intervals_until_the_size_is_there) {
    base::LocalTime now{10s};
    EXPECT_EQ(choice.take_key_request(ann, now), std::nullopt) << "nothing of it came";
    EXPECT_FALSE(large(1));
    EXPECT_EQ(choice.take_key_request(ann, now), PictureSize::large);
    EXPECT_EQ(choice.take_key_request(ann, now + SizeChoice::begin_interval - 1ms), std::nullopt);
    EXPECT_EQ(choice.take_key_request(ann, now += SizeChoice::begin_interval), PictureSize::large);
    EXPECT_TRUE(large(2, true));
    EXPECT_EQ(choice.take_key_request(ann, now += 10s), std::nullopt);
    wanted = PictureSize::small;
    EXPECT_TRUE(large(3));
    EXPECT_EQ(choice.take_key_request(ann, now), PictureSize::small);
    EXPECT_EQ(choice.take_key_request(ann, now + SizeChoice::change_interval - 1ms), std::nullopt);
    EXPECT_EQ(choice.take_key_request(ann, now + SizeChoice::change_interval), PictureSize::small);
}

TEST(SizeDemands, are_told_at_once_and_taken_back_after_seconds) {
    SizeDemand demand;
    base::LocalTime now{10s};
    EXPECT_EQ(demand.update({true, false}, now), std::nullopt) << "it begins so";
    EXPECT_EQ(demand.update({true, true}, now), (base::PictureSizes{true, true}));
    EXPECT_EQ(demand.update({false, true}, now + 1s), std::nullopt);
    EXPECT_EQ(demand.update({false, true}, now + SizeDemand::linger), (base::PictureSizes{false, true}));
    EXPECT_EQ(demand.update({true, true}, now + SizeDemand::linger), (base::PictureSizes{true, true}));
}

TEST(SizeDemands, keep_the_large_size_where_nobody_wants_any) {
    SizeDemand demand;
    const base::LocalTime now{10s};
    EXPECT_EQ(demand.update({}, now), std::nullopt);
    EXPECT_EQ(demand.update({}, now + 1min), std::nullopt);
    EXPECT_EQ(demand.told(), (base::PictureSizes{true, false}));
}

TEST(SizeDemands, are_looked_at_a_few_times_a_second) {
    SizeDemand demand;
    EXPECT_TRUE(demand.is_due(base::LocalTime{1s}));
    EXPECT_FALSE(demand.is_due(base::LocalTime{1s} + SizeDemand::interval - 1ms));
    EXPECT_TRUE(demand.is_due(base::LocalTime{1s} + SizeDemand::interval));
}

} // namespace
} // namespace plenum::tag
