// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_gate.h"

#include "core/base/random.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

/// A stream of two layers: 0 1 0 1 …; each frame's number stands in its bytes.
struct Stream {
    std::uint64_t sequence{0};
    std::uint16_t base_index{65'530}; // wraps within the tests
    std::uint64_t phase{0};

    std::pair<base::SequenceNumber, EncodedFrame> next(bool key = false) {
        EncodedFrame frame;
        ++sequence;
        frame.key_frame = key;
        if (key) phase = 0;
        frame.temporal_layer = static_cast<std::uint8_t>(phase++ % 2);
        frame.discardable = frame.temporal_layer > 0;
        if (frame.temporal_layer == 0) ++base_index;
        frame.base_index = base_index;
        frame.bytes = {static_cast<std::uint8_t>(sequence)};
        frame.width = frame.height = 16;
        return {base::SequenceNumber{sequence}, frame};
    }
};

class Gate : public ::testing::Test {
  protected:
    void push(const std::pair<base::SequenceNumber, EncodedFrame>& frame) { gate.push(frame.first, frame.second, now); }
    std::vector<int> pop() {
        std::vector<int> numbers;
        while (const auto frame = gate.pop(now))
            numbers.push_back(frame->bytes[0]);
        return numbers;
    }
    using Numbers = std::vector<int>;
    Stream stream;
    FrameGate gate;
    base::LocalTime now{10s};
};

TEST_F(Gate, TakesAKeyFrameThatComesAfterAllItHasRoomFor) {
    const auto key = stream.next(true);
    for (std::size_t i = 0; i < FrameGate::Options{}.frames_max; ++i) {
        push(stream.next());
        EXPECT_EQ(pop(), Numbers{});
    }
    push(key);
    const auto shown = pop();
    ASSERT_FALSE(shown.empty());
    EXPECT_EQ(shown.front(), 1);
    EXPECT_FALSE(gate.waiting_for_key());
}

TEST_F(Gate, AsksToBeWokenForTheFirstThatWaits) {
    push(stream.next(true));
    (void)stream.next();
    (void)stream.next(); // a base frame, lost
    const auto first = stream.next();
    push(std::pair{stream.next().first, EncodedFrame{first.second}});
    EXPECT_EQ(pop(), Numbers{1});
    now += 40ms;
    push(first);
    EXPECT_EQ(pop(), Numbers{});
    now += 30ms;
    EXPECT_EQ(pop(), Numbers{}) << "the first came 30 ms ago";
    ASSERT_TRUE(gate.wake_at().has_value());
    EXPECT_GT(*gate.wake_at(), now);
    EXPECT_LE(*gate.wake_at(), now + 30ms);
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.waiting_for_key());
}

TEST_F(Gate, BeginsWithAKeyFrame) {
    EXPECT_FALSE(gate.take_key_request(now));
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
    push(stream.next(true));
    push(stream.next());
    EXPECT_EQ(pop(), (Numbers{2, 3}));
    EXPECT_FALSE(gate.take_key_request(now));
}

TEST_F(Gate, DiscardableFramesMayBeMissing) {
    push(stream.next(true));
    std::size_t passed = 0;
    for (int i = 0; i < 20; ++i) {
        const auto enhancement = stream.next();
        EXPECT_TRUE(enhancement.second.discardable);
        push(stream.next());
        passed += pop().size();
    }
    EXPECT_EQ(passed, 21U);
    EXPECT_FALSE(gate.waiting_for_key());
    EXPECT_EQ(gate.counters().gaps, 0U);
}

TEST_F(Gate, LostBaseFrameStopsAllUntilAKeyFrame) {
    push(stream.next(true));
    push(stream.next());
    EXPECT_EQ(pop(), (Numbers{1, 2}));
    (void)stream.next(); // base, lost
    push(stream.next());
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{}); // may only be late
    EXPECT_FALSE(gate.take_key_request(now));
    ASSERT_TRUE(gate.wake_at());
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.waiting_for_key());
    EXPECT_TRUE(gate.take_key_request(now));
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{7});
    EXPECT_EQ(gate.counters().gaps, 1U);
}

TEST_F(Gate, EarlyFramesWaitForTheLateOne) {
    push(stream.next(true));
    const auto late = (void(stream.next()), stream.next());
    push(stream.next());
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{1});
    now += 20ms;
    push(late);
    EXPECT_EQ(pop(), (Numbers{3, 4, 5}));
    EXPECT_EQ(gate.counters().gaps, 0U);
}

TEST_F(Gate, AKeyFrameEndsTheWaiting) {
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    (void)stream.next();
    (void)stream.next();
    push(stream.next());
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{5});
    EXPECT_EQ(gate.counters().dropped, 1U);
}

TEST_F(Gate, AKeyFrameMayComeAfterFramesThatReferToIt) {
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    const auto key = stream.next(true);
    const auto enhancement = stream.next();
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    push(enhancement);
    EXPECT_EQ(pop(), Numbers{});
    push(key);
    EXPECT_EQ(pop(), (Numbers{2, 3, 4}));
}

TEST_F(Gate, AsksAtABoundedRate) {
    push(stream.next());
    (void)pop();
    int asked = 0;
    for (int i = 0; i < 3000; ++i) {
        asked += gate.take_key_request(now) ? 1 : 0;
        now += 1ms;
    }
    EXPECT_EQ(asked, 10);
}

TEST_F(Gate, DecoderFailureNeedsAKeyFrame) {
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    gate.decoder_failed();
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
}

TEST_F(Gate, LateAndDoubleFramesAreDropped) {
    const auto first = stream.next(true);
    push(first);
    const auto second = stream.next();
    push(second);
    EXPECT_EQ(pop(), (Numbers{1, 2}));
    push(first);
    push(second);
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_EQ(gate.counters().dropped, 2U);
}

/// Whatever is lost, doubled or reordered, no frame passes whose base did not pass before it.
TEST_F(Gate, NeverPassesAFrameWithoutItsBase) {
    base::Random random{6};
    std::vector<std::pair<base::SequenceNumber, EncodedFrame>> flying;
    std::set<std::uint16_t> passed_bases;
    std::uint64_t passed = 0;
    for (int i = 0; i < 20'000; ++i) {
        now += 33ms;
        auto frame = stream.next(random.chance(20'000));
        frame.second.bytes = {1};
        if (!random.chance(50'000)) flying.push_back(std::move(frame));
        while (!flying.empty() && random.chance(800'000)) {
            const auto at = flying.begin() + static_cast<std::ptrdiff_t>(random.below(flying.size()));
            push(*at);
            if (!random.chance(50'000)) flying.erase(at);
        }
        while (const auto out = gate.pop(now)) {
            ++passed;
            const auto needed =
                static_cast<std::uint16_t>(out->temporal_layer > 0 ? out->base_index : out->base_index - 1);
            if (out->key_frame) passed_bases.clear();
            if (!out->key_frame) {
                ASSERT_TRUE(passed_bases.contains(needed));
            }
            passed_bases.insert(out->base_index);
            if (passed_bases.size() > 1000) passed_bases.erase(passed_bases.begin());
        }
    }
    EXPECT_GT(passed, 1000U);
    EXPECT_GT(gate.counters().gaps, 10U);
}

} // namespace
} // namespace plenum::media
