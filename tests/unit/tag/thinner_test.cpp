// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/tag/subscriber.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace plenum::tag {
namespace {

using namespace std::chrono_literals;

struct Frame {
    std::uint64_t number;
    base::ConferenceTime sent_at;
    wire::MessageFlags flags;
};

/// 30 frames a second for ten seconds, with the layers of a camera: 1.875, 7.5, 15 and 30 Hz; the first is a key frame.
std::vector<Frame> camera() {
    std::vector<Frame> frames;
    for (std::uint64_t i = 0; i < 300; ++i) {
        const std::uint8_t layer = i % 16 == 0 ? 0 : i % 4 == 0 ? 1 : i % 2 == 0 ? 2 : 3;
        frames.push_back({i + 1, base::ConferenceTime{1s + base::Duration{1s} * i / 30},
                          wire::MessageFlags::of(i == 0, layer >= 2, layer)});
    }
    return frames;
}

std::vector<Frame> thinned(Thinner& thinner, const std::vector<Frame>& frames) {
    std::vector<Frame> passed;
    for (const auto& frame : frames)
        if (thinner.passes(base::SequenceNumber{frame.number}, frame.sent_at, frame.flags)) passed.push_back(frame);
    return passed;
}

/// The longest and shortest time between frames after the first four seconds, in which rates are measured.
std::pair<base::Duration, base::Duration> spacing(const std::vector<Frame>& frames) {
    base::Duration least{1h};
    base::Duration most{};
    for (std::size_t i = 1; i < frames.size(); ++i) {
        if (frames[i - 1].sent_at < base::ConferenceTime{5s}) continue;
        least = std::min(least, frames[i].sent_at - frames[i - 1].sent_at);
        most = std::max(most, frames[i].sent_at - frames[i - 1].sent_at);
    }
    return {least, most};
}

using RateAndPeriod = std::pair<std::uint32_t, base::Duration>;
class LayeredRates : public testing::TestWithParam<RateAndPeriod> {};

TEST_P(LayeredRates, are_reached_within_one_frame_and_every_frame_has_what_it_depends_on) {
    const auto [rate, period] = GetParam();
    Thinner thinner{Thinner::Stream::layered, rate};
    const auto passed = thinned(thinner, camera());
    const auto [least, most] = spacing(passed);
    // Layer 0 comes every 533 ms alone, so that rates below are reached within one of its frames.
    const auto unit = rate >= 7 ? base::Duration{1s} / 30 + 1ms : base::Duration{1s} * 16 / 30 + 1ms;
    EXPECT_GE(least, period - unit);
    EXPECT_LE(most, period + unit);
    std::uint64_t base_frame = 0;
    std::uint64_t first_layer = 0;
    for (const auto& frame : passed) {
        const auto layer = frame.flags.layer();
        if (layer == 0) base_frame = first_layer = frame.number;
        // Its predecessor in layer 1, or the frame of layer 0 before it.
        if (layer > 0) {
            EXPECT_EQ(first_layer, frame.number - (frame.number - 1) % 4 - (layer == 1 ? 4 : 0));
        }
        if (layer == 1) first_layer = frame.number;
        EXPECT_NE(base_frame, 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Thinner, LayeredRates,
                         testing::Values(RateAndPeriod{30, 33333us}, RateAndPeriod{15, 66667us},
                                         RateAndPeriod{8, 133333us}, RateAndPeriod{2, 533333us}, RateAndPeriod{1, 1s}),
                         [](const auto& each) { return std::to_string(each.param.first) + "_hz"; });

/// Lost pictures make layer 0 look slower than it is; whoever trusts that lets a picture pass too early.
TEST(Thinner, spaces_pictures_evenly_after_losses) {
    auto frames = camera();
    std::erase_if(frames, [](const Frame& frame) { return frame.number == 33 || frame.number == 65; });
    Thinner thinner{Thinner::Stream::layered, 1};
    const auto [least, most] = spacing(thinned(thinner, frames));
    EXPECT_NEAR(static_cast<double>(least.count()), 32e9 / 30, 1e6);
    EXPECT_NEAR(static_cast<double>(most.count()), 32e9 / 30, 1e6);
}

TEST(Thinner, spaces_plain_data_within_one_source_period) {
    for (const std::uint32_t rate : {1U, 7U, 13U, 30U, 49U, 100U}) {
        std::vector<Frame> frames;
        base::Random random{rate};
        for (std::uint64_t i = 0; i < 1000; ++i)
            frames.push_back({i + 1, base::ConferenceTime{1s + i * 10ms + random.below(1000) * 1us}, {}});
        Thinner thinner{Thinner::Stream::plain, rate};
        const auto passed = thinned(thinner, frames);
        EXPECT_NEAR(static_cast<double>(passed.size()), 10.0 * rate, 1.0 + 0.01 * rate) << rate;
        const auto [least, most] = spacing(passed);
        const auto period = base::Duration{1s} / rate;
        EXPECT_GE(least, period - 11ms) << rate;
        EXPECT_LE(most, period + 11ms) << rate;
    }
}

TEST(Thinner, goes_on_at_once_after_a_pause) {
    Thinner thinner{Thinner::Stream::plain, 1};
    EXPECT_TRUE(thinner.passes(base::SequenceNumber{1}, base::ConferenceTime{1s}, {}));
    EXPECT_FALSE(thinner.passes(base::SequenceNumber{2}, base::ConferenceTime{1500ms}, {}));
    EXPECT_TRUE(thinner.passes(base::SequenceNumber{3}, base::ConferenceTime{60s}, {}));
    EXPECT_FALSE(thinner.passes(base::SequenceNumber{4}, base::ConferenceTime{60100ms}, {})) << "no burst afterwards";
}

TEST(Thinner, lets_every_frame_pass_of_a_base_layer_that_depends_on_itself) {
    Thinner thinner{Thinner::Stream::layered, 1};
    for (std::uint64_t i = 1; i <= 30; ++i)
        EXPECT_TRUE(thinner.passes(base::SequenceNumber{i}, base::ConferenceTime{1s + i * 100ms}, {}));
}

TEST(Thinner, gives_all_fragments_of_a_message_one_answer) {
    Thinner thinner{Thinner::Stream::plain, 10};
    for (std::uint64_t i = 1; i <= 100; ++i) {
        const base::ConferenceTime at{1s + i * 10ms};
        const bool first = thinner.passes(base::SequenceNumber{i}, at, {});
        EXPECT_EQ(thinner.passes(base::SequenceNumber{i}, at, {}), first);
    }
}

Subscriber::Message message(std::uint64_t number, std::uint32_t sender) {
    return {{base::FlowId{6}, base::MemberIndex{sender}},
            base::FlowKind::live,
            base::SequenceNumber{number},
            base::ConferenceTime{1s + number * 10ms},
            {}};
}

TEST(Subscriber, gets_everything_until_it_says_otherwise_and_again_afterwards) {
    Subscriber subscriber;
    const Subscriber::Source all{base::FlowId{6}, {}};
    EXPECT_TRUE(subscriber.passes(message(1, 3), ProxyPlace::relay));
    ASSERT_TRUE(subscriber.subscribe(all, {0U, ProxyPlace::relay}));
    EXPECT_FALSE(subscriber.passes(message(2, 3), ProxyPlace::relay));
    ASSERT_TRUE(subscriber.subscribe({base::FlowId{6}, base::MemberIndex{3}}, {}));
    EXPECT_TRUE(subscriber.passes(message(3, 3), ProxyPlace::relay)) << "one for a publisher goes before one for all";
    EXPECT_FALSE(subscriber.passes(message(3, 4), ProxyPlace::relay));
    subscriber.unsubscribe(all);
    EXPECT_TRUE(subscriber.passes(message(4, 4), ProxyPlace::relay));
}

TEST(Subscriber, thins_each_publisher_by_itself_and_only_where_its_proxy_is) {
    Subscriber subscriber;
    ASSERT_TRUE(subscriber.subscribe({base::FlowId{6}, {}}, {10U, ProxyPlace::relay}));
    int passed = 0;
    for (std::uint64_t i = 1; i <= 100; ++i) {
        EXPECT_TRUE(subscriber.passes(message(i, 5), ProxyPlace::subscriber));
        passed += subscriber.passes(message(i, 3), ProxyPlace::relay);
        passed += subscriber.passes(message(i, 4), ProxyPlace::relay);
    }
    EXPECT_EQ(passed, 20);
}

TEST(Subscriber, refuses_more_subscriptions_than_its_bound_and_changes_those_it_has) {
    Subscriber subscriber;
    for (std::uint32_t i = 1; i <= Subscriber::subscriptions_max; ++i)
        ASSERT_TRUE(subscriber.subscribe({base::FlowId{1}, base::MemberIndex{i}}, {}));
    EXPECT_FALSE(subscriber.subscribe({base::FlowId{2}, base::MemberIndex{1}}, {}));
    EXPECT_TRUE(subscriber.subscribe({base::FlowId{1}, base::MemberIndex{1}}, {0U, ProxyPlace::relay}));
}

} // namespace
} // namespace plenum::tag
