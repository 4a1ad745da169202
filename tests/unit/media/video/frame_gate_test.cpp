// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_gate.h"

#include "core/base/random.h"

#include <gtest/gtest.h>
#include <vector>

namespace plenum::media {
namespace {

using base::operator""ms;
using base::operator""s;

/// A stream as Vp8Encoder's, of one or four layers; each frame's number stands in its bytes.
struct Stream {
    int layers{4};
    std::uint64_t sequence{0};
    std::uint16_t index{65'530}; // wraps within the tests
    std::uint16_t key_index{0};
    std::uint64_t phase{0};

    std::pair<base::SequenceNumber, EncodedFrame> next(bool key = false) {
        EncodedFrame frame;
        ++sequence;
        if (key) phase = 0;
        frame.key_frame = key;
        frame.temporal_layer = layers == 1 ? 0 : phase % 16 == 0 ? 0 : phase % 4 == 0 ? 1 : phase % 2 == 0 ? 2 : 3;
        ++phase;
        frame.discardable = frame.temporal_layer >= 2;
        frame.depends_on = layers > 1 && frame.temporal_layer == 0 ? key_index : index;
        if (!frame.discardable) ++index;
        frame.index = index;
        if (key) frame.depends_on = key_index = index;
        frame.bytes = {static_cast<std::uint8_t>(sequence)};
        frame.width = frame.height = 16;
        return {base::SequenceNumber{sequence}, frame};
    }
    void lose(int count) {
        for (int i = 0; i < count; ++i)
            (void)next();
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

TEST_F(Gate, goes_on_in_the_other_size_from_its_key_frame_on) {
    Stream small;
    small.index = stream.index;
    const auto of_small = [&](std::uint64_t sequence, bool key) {
        auto frame = small.next(key);
        frame.first = base::SequenceNumber{sequence};
        frame.second.small = true;
        frame.second.bytes = {static_cast<std::uint8_t>(sequence)};
        return frame;
    };
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    push(of_small(2, true));
    push(of_small(3, false));
    EXPECT_EQ(pop(), (Numbers{2, 3}));
    // The same numbers, of the size before.
    stream.sequence = 3;
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    push(of_small(5, false));
    EXPECT_EQ(pop(), Numbers{5});
    EXPECT_FALSE(gate.waiting_for_key());
}

TEST_F(Gate, waits_for_no_anchor_where_the_size_has_changed) {
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    Stream small;
    (void)small.next(true);
    auto frame = small.next();
    frame.second.small = true;
    push(frame);
    EXPECT_EQ(pop(), Numbers{});
    now += FrameGate::Options{}.reorder_max;
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
}

TEST_F(Gate, takes_a_key_frame_that_comes_after_all_it_has_room_for) {
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

TEST_F(Gate, asks_to_be_woken_for_the_first_that_waits) {
    push(stream.next(true));
    stream.lose(4); // the last of them in layer 1
    const auto first = stream.next();
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{1});
    now += 40ms;
    push(first);
    EXPECT_EQ(pop(), Numbers{});
    now += 30ms;
    EXPECT_EQ(pop(), Numbers{}) << "the first came 30 ms ago";
    ASSERT_TRUE(gate.wake_at().has_value());
    EXPECT_EQ(*gate.wake_at(), now + 30ms);
    EXPECT_EQ(gate.counters().gaps, 0U);
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_EQ(gate.counters().gaps, 1U);
}

TEST_F(Gate, begins_with_a_key_frame) {
    EXPECT_FALSE(gate.take_key_request(now));
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
    push(stream.next(true));
    push(stream.next());
    EXPECT_EQ(pop(), (Numbers{2, 3}));
    EXPECT_FALSE(gate.take_key_request(now));
}

TEST_F(Gate, discardable_frames_may_be_missing) {
    push(stream.next(true));
    std::size_t passed = pop().size();
    for (int i = 1; i < 80; ++i) {
        const auto frame = stream.next();
        if (frame.second.discardable) continue;
        push(frame);
        passed += pop().size();
    }
    EXPECT_EQ(passed, 20U);
    EXPECT_FALSE(gate.waiting_for_key());
    EXPECT_EQ(gate.counters().gaps, 0U);
}

TEST_F(Gate, anchors_may_be_missing_while_nothing_refers_to_them) {
    push(stream.next(true));
    std::size_t passed = pop().size();
    for (int i = 1; i < 160; ++i) {
        const auto frame = stream.next();
        if (frame.second.temporal_layer > 0 || i % 32 == 0) continue;
        push(frame);
        passed += pop().size();
    }
    EXPECT_EQ(passed, 6U);
    EXPECT_EQ(gate.counters().gaps, 0U);
}

TEST_F(Gate, lost_frame_of_layer_1_stops_all_until_the_next_anchor) {
    push(stream.next(true));
    stream.lose(3);
    stream.lose(1);
    push(stream.next());
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{1}); // it may only be late
    ASSERT_TRUE(gate.wake_at());
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    stream.lose(8);
    push(stream.next()); // 16
    EXPECT_EQ(pop(), Numbers{});
    push(stream.next()); // the anchor
    push(stream.next());
    EXPECT_EQ(pop(), (Numbers{17, 18}));
    EXPECT_EQ(gate.counters().gaps, 1U);
    EXPECT_EQ(gate.counters().key_requests, 0U);
    EXPECT_FALSE(gate.take_key_request(now));
}

TEST_F(Gate, an_anchor_that_is_there_ends_the_waiting_at_once) {
    push(stream.next(true));
    stream.lose(4);
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{1});
    stream.lose(10);
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{17});
    EXPECT_EQ(gate.counters().dropped, 1U);
    EXPECT_EQ(gate.counters().gaps, 0U);
}

TEST_F(Gate, asks_for_a_key_frame_when_no_anchor_comes_for_long) {
    push(stream.next(true));
    stream.lose(4);
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{1});
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_FALSE(gate.take_key_request(now));
    ASSERT_EQ(gate.wake_at(), now + 1200ms);
    now += 1200ms;
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
    stream.lose(10);
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{17}) << "an anchor helps then, too";
    EXPECT_FALSE(gate.waiting_for_key());
}

TEST_F(Gate, asks_for_a_key_frame_when_an_anchor_depends_on_one_that_never_came) {
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    (void)stream.next(true);
    stream.lose(15);
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_FALSE(gate.take_key_request(now)) << "the key frame may only be late";
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
    EXPECT_EQ(gate.counters().gaps, 1U);
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{19});
}

TEST_F(Gate, a_lost_frame_of_a_stream_of_one_layer_needs_a_key_frame) {
    stream.layers = 1;
    push(stream.next(true));
    push(stream.next());
    EXPECT_EQ(pop(), (Numbers{1, 2}));
    stream.lose(1);
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_FALSE(gate.take_key_request(now));
    now = *gate.wake_at();
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{6});
    EXPECT_EQ(gate.counters().gaps, 1U);
}

TEST_F(Gate, early_frames_wait_for_the_late_one) {
    push(stream.next(true));
    stream.lose(3);
    const auto late = stream.next();
    push(stream.next());
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{1});
    now += 20ms;
    push(late);
    EXPECT_EQ(pop(), (Numbers{5, 6, 7}));
    EXPECT_EQ(gate.counters().gaps, 0U);
}

TEST_F(Gate, a_key_frame_ends_the_waiting) {
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    stream.lose(4);
    push(stream.next());
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{7});
    EXPECT_EQ(gate.counters().dropped, 1U);
}

TEST_F(Gate, a_key_frame_may_come_after_frames_that_refer_to_it) {
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

TEST_F(Gate, asks_at_a_bounded_rate) {
    push(stream.next());
    (void)pop();
    int asked = 0;
    for (int i = 0; i < 3000; ++i) {
        asked += gate.take_key_request(now) ? 1 : 0;
        now += 1ms;
    }
    EXPECT_EQ(asked, 10);
}

TEST_F(Gate, decoder_failure_needs_a_key_frame) {
    push(stream.next(true));
    EXPECT_EQ(pop(), Numbers{1});
    gate.decoder_failed();
    push(stream.next());
    EXPECT_EQ(pop(), Numbers{});
    EXPECT_TRUE(gate.take_key_request(now));
}

TEST_F(Gate, late_and_double_frames_are_dropped) {
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

/// Whatever is lost, doubled or reordered, the decoder has what each frame refers to.
TEST_F(Gate, never_passes_a_frame_that_the_decoder_cannot_show) {
    base::Random random{6};
    std::vector<std::pair<base::SequenceNumber, EncodedFrame>> flying;
    std::uint64_t passed = 0;
    std::uint16_t golden = 0;
    std::uint16_t last = 0;
    for (int i = 0; i < 20'000; ++i) {
        now += 33ms;
        auto frame = stream.next(random.chance(20'000));
        if (!random.chance(50'000)) flying.push_back(std::move(frame));
        while (!flying.empty() && random.chance(800'000)) {
            const auto at = flying.begin() + static_cast<std::ptrdiff_t>(random.below(flying.size()));
            push(*at);
            if (!random.chance(50'000)) flying.erase(at);
        }
        while (const auto out = gate.pop(now)) {
            ++passed;
            if (!out->key_frame) {
                ASSERT_EQ(out->depends_on, out->temporal_layer == 0 ? golden : last);
            }
            if (out->key_frame) golden = out->index;
            if (!out->discardable) last = out->index;
        }
    }
    EXPECT_GT(passed, 1000U);
    EXPECT_GT(gate.counters().gaps, 10U);
}

} // namespace
} // namespace plenum::media
