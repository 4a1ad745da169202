// SPDX-License-Identifier: Apache-2.0
#include "core/tag/sample_histories.h"

#include <gtest/gtest.h>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;

base::ConferenceTime at(std::uint64_t number) { return base::ConferenceTime{number * 100ms}; }

Sample sample(std::uint64_t number, std::size_t bytes = 10, bool key_frame = false) {
    return {base::SequenceNumber{number}, at(number), wire::MessageFlags::of(key_frame, false, 0), 1,
            base::Bytes(bytes)};
}

std::vector<std::uint64_t> numbers(const Selected& found) {
    std::vector<std::uint64_t> result;
    for (const auto* each : found.value().samples)
        result.push_back(each->sequence.value());
    return result;
}

using Numbers = std::vector<std::uint64_t>;

constexpr SampleHistory::Bounds five{5, 1000};

SampleHistory filled(std::uint64_t first, std::uint64_t last) {
    SampleHistory history;
    for (auto i = first; i <= last; ++i)
        history.push(sample(i), five);
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

TEST(SampleHistory, tells_why_there_is_nothing) {
    const SampleHistory nothing;
    EXPECT_EQ(nothing.pull(PullLatest{}).error(), PullError::never_published);
    EXPECT_EQ(nothing.pull(PullNumber{base::SequenceNumber{1}}).error(), PullError::never_published);
    EXPECT_EQ(nothing.pull(PullRange{at(1), at(2)}).error(), PullError::never_published);

    auto history = filled(1, 3);
    EXPECT_EQ(history.pull(PullLatest{3}).error(), PullError::never_published);
    history = filled(3, 5);
    EXPECT_EQ(history.pull(PullLatest{3}).error(), PullError::no_history) << "1 and 2 went elsewhere";
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{2}}).error(), PullError::no_history);
    EXPECT_EQ(history.pull(PullRange{at(1), at(2)}).error(), PullError::no_history);

    history = filled(3, 9);
    EXPECT_EQ(history.pull(PullLatest{5}).error(), PullError::expired);
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{4}}).error(), PullError::expired);
    EXPECT_EQ(history.pull(PullRange{at(1), at(2)}).error(), PullError::expired);
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{10}}).error(), PullError::future);
    EXPECT_EQ(history.pull(PullRange{at(10), at(11)}).error(), PullError::future);
    EXPECT_EQ(history.pull(PullNumber{}).error(), PullError::wrong);
    EXPECT_EQ(history.pull(PullRange{at(8), at(7)}).error(), PullError::wrong);
    history.push(sample(11), five);
    EXPECT_EQ(history.pull(PullNumber{base::SequenceNumber{10}}).error(), PullError::missing);
    EXPECT_EQ(history.pull(PullRange{at(10), at(10)}).error(), PullError::missing);
}

TEST(SampleHistory, keeps_its_bounds_by_number_and_bytes) {
    constexpr SampleHistory::Bounds bounds{5, 100};
    SampleHistory history;
    history.push(sample(1, 60), bounds);
    history.push(sample(2, 60), bounds);
    EXPECT_EQ(history.size(), 1U);
    EXPECT_EQ(history.bytes(), 60U);
    history.push(sample(3, 101), bounds);
    EXPECT_EQ(history.size(), 0U) << "one that is larger than the bound is not kept";
    EXPECT_EQ(history.bytes(), 0U);
    EXPECT_EQ(history.pull(PullLatest{}).error(), PullError::expired);
}

TEST(SampleHistory, puts_late_samples_in_their_place_and_ignores_duplicates) {
    auto history = filled(3, 4);
    history.push(sample(6), five);
    history.push(sample(5), five);
    history.push(sample(5), five);
    EXPECT_EQ(numbers(history.pull(PullRange{at(0), at(9)})), (Numbers{3, 4, 5, 6}));
    history = filled(3, 9);
    history.push(sample(2), five);
    EXPECT_EQ(history.size(), 5U) << "what went to keep the bounds does not come back";
}

TEST(SampleHistory, begins_a_range_of_video_with_the_key_frame_before_it) {
    SampleHistory history;
    for (std::uint64_t i = 1; i <= 12; ++i)
        history.push(sample(i, 10, i == 2 || i == 7), {20, 1000});
    EXPECT_EQ(numbers(history.pull(PullRange{at(9), at(10)})), (Numbers{7, 8, 9, 10}));
    EXPECT_EQ(numbers(history.pull(PullRange{at(7), at(8)})), (Numbers{7, 8}));
    EXPECT_EQ(numbers(history.pull(PullRange{at(3), at(3)})), (Numbers{2, 3}));
}

TEST(SampleHistory, finds_each_message_of_a_bundle) {
    SampleHistory history;
    auto bundle = sample(1);
    bundle.count = 3;
    history.push(bundle, five);
    history.push(sample(4), five);
    const auto third = history.pull(PullNumber{base::SequenceNumber{3}});
    EXPECT_EQ(numbers(third), Numbers{1});
    EXPECT_EQ(third->only, base::SequenceNumber{3});
    EXPECT_EQ(history.pull(PullLatest{2})->only, base::SequenceNumber{2});
    EXPECT_EQ(history.pull(PullLatest{4}).error(), PullError::never_published);
    EXPECT_EQ(history.pull(PullRange{at(0), at(9)})->only, base::SequenceNumber{});
}

class Histories : public testing::Test {
  protected:
    static SampleHistories::Source of(std::uint32_t sender) { return {base::FlowId{1}, base::MemberIndex{sender}}; }
    Selected latest(std::uint32_t sender, base::LocalTime now) { return histories.pull(of(sender), PullLatest{}, now); }
    base::LocalTime start{1h};
    SampleHistories histories{PullError::no_history, {{5, 1000}, {4, 100}, 1s}};
};

TEST_F(Histories, share_bounds_by_number_bytes_and_age) {
    histories.push(of(1), sample(1, 40), start);
    histories.push(of(2), sample(1, 40), start + 500ms);
    EXPECT_EQ(numbers(latest(1, start + 1s)), Numbers{1});
    EXPECT_EQ(latest(1, start + 1001ms).error(), PullError::expired);
    EXPECT_EQ(numbers(latest(2, start + 1001ms)), Numbers{1});
    histories.push(of(1), sample(2, 61), start + 1100ms);
    EXPECT_EQ(latest(2, start + 1100ms).error(), PullError::expired) << "what came first goes first";
    EXPECT_EQ(histories.bytes(), 61U);
    for (std::uint64_t i = 3; i <= 6; ++i)
        histories.push(of(1), sample(i, 1), start + 1200ms);
    EXPECT_EQ(histories.bytes(), 4U);
    EXPECT_EQ(latest(3, start).error(), PullError::no_history);
}

TEST_F(Histories, refuse_a_range_that_one_answer_cannot_hold) {
    SampleHistories many{PullError::no_history};
    for (std::uint64_t i = 1; i <= base::limits::pull_answer_samples_max + 1; ++i)
        many.push(of(1), sample(i), start);
    EXPECT_EQ(many.pull(of(1), PullRange{at(1), at(999)}, start).error(), PullError::too_much);
    EXPECT_TRUE(many.pull(of(1), PullRange{at(2), at(999)}, start));
    many.push(of(2), sample(1, base::limits::pull_answer_bytes_max + 1), start);
    EXPECT_EQ(many.pull(of(2), PullLatest{}, start).error(), PullError::too_much);
}

TEST_F(Histories, of_senders_who_left_do_not_grow_for_ever) {
    SampleHistories many{PullError::never_published};
    for (std::uint32_t i = 1; i <= base::limits::pull_sources_max; ++i)
        many.push(of(i), sample(1), start);
    EXPECT_EQ(many.sources(), base::limits::pull_sources_max);
    many.push(of(9999), sample(1), start + 1h);
    EXPECT_EQ(many.sources(), 1U);
    EXPECT_EQ(many.pull(of(1), PullLatest{}, start + 1h).error(), PullError::no_history);
}

TEST_F(Histories, forget_what_is_gone) {
    histories.push(of(1), sample(1, 40), start);
    histories.push(of(2), sample(1, 40), start);
    histories.forget_if([](const auto& source) { return source == of(1); });
    EXPECT_EQ(histories.bytes(), 40U);
    EXPECT_EQ(latest(1, start).error(), PullError::no_history);
    histories.expire(start + 2s);
    EXPECT_EQ(histories.bytes(), 0U);
}

} // namespace
} // namespace plenum::tag
