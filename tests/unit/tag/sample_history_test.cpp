// SPDX-License-Identifier: Apache-2.0
#include "core/tag/sample_history.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;

base::ConferenceTime at(std::uint64_t number) { return base::ConferenceTime{number * 100ms}; }

Sample sample(std::uint64_t number, std::size_t bytes = 10, bool key_frame = false) {
    return {base::SequenceNumber{number}, at(number), key_frame, base::Bytes(bytes)};
}

std::vector<std::uint64_t> numbers(const SampleHistory::Found& found) {
    std::vector<std::uint64_t> result;
    for (const auto* each : found.value())
        result.push_back(each->sequence.value());
    return result;
}

using Numbers = std::vector<std::uint64_t>;

SampleHistory filled(std::uint64_t first, std::uint64_t last) {
    SampleHistory history{{5, 1000, 10s}};
    for (auto i = first; i <= last; ++i)
        history.push(sample(i));
    return history;
}

TEST(SampleHistory, is_pulled_by_newest_by_number_and_by_time) {
    const auto history = filled(3, 9); // five of them stay: 5 to 9
    EXPECT_EQ(numbers(history.pull(PullLatest{})), Numbers{9});
    EXPECT_EQ(numbers(history.pull(PullLatest{4})), Numbers{5});
    EXPECT_EQ(numbers(history.pull(PullNumber{base::SequenceNumber{6}})), Numbers{6});
    EXPECT_EQ(numbers(history.pull(PullRange{at(6), at(8)})), (Numbers{6, 7, 8}));
    EXPECT_EQ(numbers(history.pull(PullRange{at(8), at(100)})), (Numbers{8, 9}));
}

TEST(SampleHistory, tells_expired_future_missing_empty_and_wrong_apart) {
    const SampleHistory nothing{{5, 1000, 10s}};
    EXPECT_EQ(nothing.pull(PullLatest{}).error(), PullError::empty);
    EXPECT_EQ(nothing.pull(PullNumber{base::SequenceNumber{1}}).error(), PullError::empty);
    EXPECT_EQ(nothing.pull(PullRange{at(1), at(2)}).error(), PullError::empty);

    auto history = filled(3, 9);
    EXPECT_EQ(history.pull(PullLatest{5}).error(), PullError::expired);
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{4}}).error(), PullError::expired);
    EXPECT_EQ(history.pull(PullRange{at(1), at(2)}).error(), PullError::expired);
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{10}}).error(), PullError::future);
    EXPECT_EQ(history.pull(PullRange{at(10), at(11)}).error(), PullError::future);
    EXPECT_EQ(history.pull(PullNumber{}).error(), PullError::wrong);
    EXPECT_EQ(history.pull(PullRange{at(8), at(7)}).error(), PullError::wrong);
    history.push(sample(11));
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{10}}).error(), PullError::missing);
    EXPECT_EQ(history.pull(PullRange{at(10), at(10)}).error(), PullError::missing);
}

TEST(SampleHistory, keeps_its_bounds_by_number_bytes_and_age) {
    SampleHistory history{{5, 100, 1s}};
    history.push(sample(1, 60));
    history.push(sample(2, 60));
    EXPECT_EQ(history.size(), 1U);
    EXPECT_EQ(history.bytes(), 60U);
    history.push(sample(3, 101));
    EXPECT_TRUE(history.empty()) << "one that is larger than the bound is not kept";
    history.push(sample(4));
    history.push(sample(14));
    history.expire(at(14) + 500ms);
    EXPECT_EQ(numbers(history.pull(PullLatest{})), Numbers{14});
    history.expire(at(30));
    EXPECT_EQ(history.pull(PullLatest{}).error(), PullError::expired);
    EXPECT_EQ(history.bytes(), 0U);
}

TEST(SampleHistory, puts_late_samples_in_their_place_and_ignores_duplicates) {
    auto history = filled(3, 4);
    history.push(sample(6));
    history.push(sample(5));
    history.push(sample(5));
    EXPECT_EQ(numbers(history.pull(PullRange{at(0), at(9)})), (Numbers{3, 4, 5, 6}));
    history = filled(3, 9);
    history.push(sample(2));
    EXPECT_EQ(history.size(), 5U) << "what went to keep the bounds does not come back";
}

TEST(SampleHistory, begins_a_range_of_video_with_the_key_frame_before_it) {
    SampleHistory history{{20, 1000, 10s}};
    for (std::uint64_t i = 1; i <= 12; ++i)
        history.push(sample(i, 10, i == 2 || i == 7));
    EXPECT_EQ(numbers(history.pull(PullRange{at(9), at(10)})), (Numbers{7, 8, 9, 10}));
    EXPECT_EQ(numbers(history.pull(PullRange{at(7), at(8)})), (Numbers{7, 8}));
    EXPECT_EQ(numbers(history.pull(PullRange{at(3), at(3)})), (Numbers{2, 3}));
}

TEST(SampleHistory, bounds_how_much_newer_the_newest_published_sample_can_be) {
    EXPECT_EQ(SampleHistory::age_max(sample(3), at(10), 5ms), 705ms);
}

} // namespace
} // namespace plenum::tag
