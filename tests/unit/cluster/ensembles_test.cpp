// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/ensembles.h"

#include "core/base/random.h"
#include "core/cluster/coordination_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;
using Accepted = Ensembles::Accepted;

constexpr base::LocalTime start{1000s};

EnsembleId id(std::uint64_t number, std::uint32_t round = 1) {
    return {{round, base::MemberIndex{1}}, base::SequenceNumber{number}};
}
CapturedFrame frame(std::uint64_t number, std::size_t bytes = 10) {
    return {id(number), base::ConferenceTime{100ms * number}, base::Bytes(bytes)};
}
FlowNumber camera(std::size_t which) { return FlowNumber{static_cast<std::uint8_t>(which)}; }

Ensembles of_cameras(std::size_t count, const Ensembles::Options& options = {}) {
    Ensembles ensembles{options};
    std::uint64_t flows = 0;
    for (std::size_t i = 0; i < count; ++i)
        flows |= Ensembles::camera(camera(i));
    ensembles.set_cameras(flows);
    return ensembles;
}

TEST(Ensembles, are_complete_with_the_last_frame_and_tell_their_asynchrony) {
    auto ensembles = of_cameras(3);
    EXPECT_EQ(ensembles.handle_frame(camera(2), frame(1), start), Accepted::taken);
    EXPECT_EQ(ensembles.handle_frame(camera(0), frame(1), start + 4ms), Accepted::taken);
    EXPECT_FALSE(ensembles.poll(start + 4ms).has_value());
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(1), start + 9ms), Accepted::taken);
    const auto ensemble = ensembles.poll(start + 9ms);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_TRUE(ensemble->complete);
    EXPECT_EQ(ensemble->id, id(1));
    EXPECT_EQ(ensemble->frames.size(), 3U);
    EXPECT_EQ(ensemble->captured_at, base::ConferenceTime{100ms});
    EXPECT_EQ(ensemble->asynchrony(), 9ms);
    EXPECT_EQ(ensembles.bytes(), 0U);
    EXPECT_EQ(ensembles.next_wakeup(), base::local_time_max);
}

TEST(Ensembles, are_partial_after_the_patience_and_then_frames_are_late) {
    auto ensembles = of_cameras(2);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    EXPECT_EQ(ensembles.next_wakeup(), start + 500ms);
    EXPECT_FALSE(ensembles.poll(start + 499ms).has_value());
    const auto ensemble = ensembles.poll(start + 500ms);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_FALSE(ensemble->complete);
    EXPECT_EQ(ensemble->frames.size(), 1U);
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(1), start + 501ms), Accepted::late);
    EXPECT_EQ(ensembles.stats().late_frames, 1U);
    EXPECT_FALSE(ensembles.poll(start + 10s).has_value()) << "a late frame begins nothing";
}

TEST(Ensembles, wait_for_a_camera_that_is_sending_but_not_without_end) {
    auto ensembles = of_cameras(2);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    const auto given_up_at = start + limits::sending_max;
    for (auto now = start; now < given_up_at; now += 100ms) {
        ensembles.handle_sending(camera(1), now);
        ASSERT_FALSE(ensembles.poll(now).has_value());
    }
    EXPECT_EQ(ensembles.next_wakeup(), given_up_at);
    EXPECT_TRUE(ensembles.poll(given_up_at).has_value());
    (void)ensembles.handle_frame(camera(0), frame(2), given_up_at);
    ensembles.handle_sending(camera(1), given_up_at + 400ms);
    EXPECT_EQ(ensembles.next_wakeup(), given_up_at + 500ms) << "its pieces do not count";
    EXPECT_TRUE(ensembles.poll(given_up_at + 500ms).has_value());
    const auto late_at = given_up_at + 600ms;
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(1), late_at), Accepted::late);
    (void)ensembles.handle_frame(camera(0), frame(3), late_at);
    ensembles.handle_sending(camera(1), late_at + 400ms);
    EXPECT_EQ(ensembles.next_wakeup(), late_at + 900ms) << "a frame of it was complete";
    (void)ensembles.handle_frame(camera(1), frame(3), late_at + 800ms);
    EXPECT_TRUE(ensembles.poll(late_at + 800ms)->complete);
}

TEST(Ensembles, of_a_camera_that_stops_while_it_sends_end_after_the_patience) {
    auto ensembles = of_cameras(2);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    ensembles.handle_sending(camera(1), start + 300ms);
    EXPECT_FALSE(ensembles.poll(start + 799ms).has_value());
    EXPECT_TRUE(ensembles.poll(start + 800ms).has_value());
}

TEST(Ensembles, end_at_once_when_the_missing_cameras_have_sent_later_frames) {
    auto ensembles = of_cameras(3);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    (void)ensembles.handle_frame(camera(0), frame(2), start);
    (void)ensembles.handle_frame(camera(1), frame(2), start);
    EXPECT_FALSE(ensembles.poll(start).has_value()) << "the third camera may still send the first frame";
    (void)ensembles.handle_frame(camera(2), frame(2), start);
    const auto first = ensembles.poll(start);
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->id, id(1));
    EXPECT_FALSE(first->complete);
    const auto second = ensembles.poll(start);
    ASSERT_TRUE(second.has_value());
    EXPECT_TRUE(second->complete);
}

TEST(Ensembles, never_mix_instants) {
    auto ensembles = of_cameras(2);
    auto other = frame(1);
    other.captured_at += 11ms;
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    (void)ensembles.handle_frame(camera(1), other, start);
    const auto apart = ensembles.poll(start);
    ASSERT_TRUE(apart.has_value()) << "no frame is still to come";
    EXPECT_FALSE(apart->complete);
    EXPECT_EQ(apart->captured_at, base::ConferenceTime{100ms});
    EXPECT_EQ(apart->frames.size(), 1U);
    EXPECT_EQ(apart->other_instants, std::vector{camera(1)}) << "of two, the first counts";
    other = frame(2);
    other.captured_at += 9ms;
    (void)ensembles.handle_frame(camera(0), frame(2), start);
    (void)ensembles.handle_frame(camera(1), other, start);
    const auto near = ensembles.poll(start);
    ASSERT_TRUE(near.has_value());
    EXPECT_TRUE(near->complete);
    // Two masters that did not hear each other used one number.
    auto of_other_term = frame(3);
    of_other_term.ensemble = id(3, 2);
    (void)ensembles.handle_frame(camera(0), frame(3), start);
    EXPECT_EQ(ensembles.handle_frame(camera(1), of_other_term, start), Accepted::taken);
    const auto third = ensembles.poll(start);
    ASSERT_TRUE(third.has_value());
    EXPECT_FALSE(third->complete);
}

TEST(Ensembles, have_the_instant_of_most_frames_also_when_another_came_first) {
    auto ensembles = of_cameras(4);
    auto wrong = frame(1);
    wrong.captured_at += 1h;
    EXPECT_EQ(ensembles.handle_frame(camera(3), wrong, start), Accepted::taken);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(ensembles.handle_frame(camera(i), frame(1), start), Accepted::taken);
    const auto ensemble = ensembles.poll(start);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_FALSE(ensemble->complete);
    EXPECT_EQ(ensemble->captured_at, base::ConferenceTime{100ms});
    EXPECT_EQ(ensemble->frames.size(), 3U);
    EXPECT_EQ(ensemble->other_instants, std::vector{camera(3)});
    EXPECT_EQ(ensembles.bytes(), 0U);
}

TEST(Ensembles, of_two_cameras_have_the_instant_that_was_triggered) {
    auto ensembles = of_cameras(2);
    ensembles.handle_trigger(id(1), base::ConferenceTime{100ms});
    ensembles.handle_trigger(id(1), base::ConferenceTime{1h});
    auto wrong = frame(1);
    wrong.captured_at = base::ConferenceTime{1h};
    (void)ensembles.handle_frame(camera(1), wrong, start);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    const auto ensemble = ensembles.poll(start);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_EQ(ensemble->captured_at, base::ConferenceTime{100ms}) << "as it was told first";
    EXPECT_EQ(ensemble->other_instants, std::vector{camera(1)});
}

TEST(Ensembles, of_more_cameras_have_the_instant_of_most_frames_whatever_was_triggered) {
    auto ensembles = of_cameras(3);
    ensembles.handle_trigger(id(1), base::ConferenceTime{1h});
    for (std::size_t i = 0; i < 3; ++i)
        (void)ensembles.handle_frame(camera(i), frame(1), start);
    const auto ensemble = ensembles.poll(start);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_TRUE(ensemble->complete);
    EXPECT_EQ(ensemble->captured_at, base::ConferenceTime{100ms});
}

TEST(Ensembles, forget_the_triggers_that_came_first) {
    auto ensembles = of_cameras(2);
    for (std::uint64_t number = 0; number < limits::remembered_triggers_max; ++number)
        ensembles.handle_trigger(id(ensemble_number_max - number, 9), {});
    ensembles.handle_trigger(id(1), base::ConferenceTime{100ms});
    auto wrong = frame(1);
    wrong.captured_at += 1h;
    (void)ensembles.handle_frame(camera(1), wrong, start);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    const auto ensemble = ensembles.poll(start);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_EQ(ensemble->other_instants, std::vector{camera(1)}) << "this trigger has a vote";
}

TEST(Ensembles, refuse_frames_of_strangers_and_frames_out_of_order) {
    auto ensembles = of_cameras(2);
    EXPECT_EQ(ensembles.handle_frame(camera(2), frame(1), start), Accepted::unknown_camera);
    EXPECT_EQ(ensembles.handle_frame(camera(64), frame(1), start), Accepted::unknown_camera);
    EXPECT_EQ(ensembles.handle_frame(camera(255), frame(1), start), Accepted::unknown_camera);
    (void)ensembles.handle_frame(camera(0), frame(5), start);
    EXPECT_EQ(ensembles.handle_frame(camera(0), frame(5), start), Accepted::out_of_order);
    EXPECT_EQ(ensembles.handle_frame(camera(0), frame(4), start), Accepted::out_of_order);
}

TEST(Ensembles, a_camera_that_makes_up_numbers_does_not_make_others_late) {
    auto ensembles = of_cameras(4);
    (void)ensembles.handle_frame(camera(3), frame(1'000'000), start);
    ASSERT_TRUE(ensembles.poll(start + 500ms).has_value());
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(ensembles.handle_frame(camera(i), frame(1), start + 1s), Accepted::taken);
    const auto ensemble = ensembles.poll(start + 1s);
    ASSERT_TRUE(ensemble.has_value()) << "and nobody waits for that camera";
    EXPECT_EQ(ensemble->frames.size(), 3U);
}

TEST(Ensembles, a_camera_on_the_flow_of_one_that_left_begins_anew) {
    auto ensembles = of_cameras(2);
    const auto first = Ensembles::camera(camera(0));
    const auto both = first | Ensembles::camera(camera(1));
    (void)ensembles.handle_frame(camera(1), frame(100), start);
    ensembles.set_cameras(first);
    ensembles.set_cameras(both);
    EXPECT_EQ(ensembles.handle_frame(camera(0), frame(1), start), Accepted::taken);
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(1), start), Accepted::taken);
    const auto ensemble = ensembles.poll(start);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_TRUE(ensemble->complete);
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(100), start), Accepted::out_of_order) << "it has that frame";
    EXPECT_EQ(ensembles.bytes(), 10U);
}

TEST(Ensembles, a_camera_that_made_up_ids_and_left_makes_no_other_late) {
    for (const auto& made_up : {id(ensemble_number_max), id(1, std::numeric_limits<std::uint32_t>::max())}) {
        auto ensembles = of_cameras(2);
        (void)ensembles.handle_frame(camera(0), frame(1), start);
        (void)ensembles.handle_frame(camera(1), {made_up, {}, base::Bytes(10)}, start);
        EXPECT_EQ(ensembles.poll(start + 500ms)->id, id(1));
        EXPECT_EQ(ensembles.poll(start + 500ms)->id, made_up);
        ensembles.set_cameras(Ensembles::camera(camera(0)));
        ensembles.set_cameras(Ensembles::camera(camera(0)) | Ensembles::camera(camera(1)));
        EXPECT_EQ(ensembles.handle_frame(camera(0), frame(1), start + 1s), Accepted::out_of_order);
        EXPECT_EQ(ensembles.handle_frame(camera(1), frame(1), start + 1s), Accepted::late);
        EXPECT_EQ(ensembles.handle_frame(camera(0), frame(2), start + 1s), Accepted::taken);
        EXPECT_EQ(ensembles.handle_frame(camera(1), frame(2), start + 1s), Accepted::taken);
        const auto ensemble = ensembles.poll(start + 1s);
        ASSERT_TRUE(ensemble.has_value());
        EXPECT_TRUE(ensemble->complete);
    }
}

TEST(Ensembles, one_that_waits_of_a_camera_that_is_gone_makes_no_other_late) {
    auto ensembles = of_cameras(3);
    (void)ensembles.handle_frame(camera(0), frame(1), start);
    (void)ensembles.handle_frame(camera(2), frame(1'000'000), start);
    ensembles.set_cameras(Ensembles::camera(camera(0)) | Ensembles::camera(camera(1)));
    while (ensembles.poll(start + 1s).has_value()) {
    }
    EXPECT_EQ(ensembles.handle_frame(camera(0), frame(2), start + 1s), Accepted::taken);
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(2), start + 1s), Accepted::taken);
}

/// All programs of cameras were started anew: they know nothing of the terms before.
TEST(Ensembles, new_cameras_begin_with_any_term) {
    auto ensembles = of_cameras(2);
    (void)ensembles.handle_frame(camera(0), {id(7, 2), {}, base::Bytes(10)}, start);
    (void)ensembles.handle_frame(camera(1), {id(7, 2), {}, base::Bytes(10)}, start);
    EXPECT_TRUE(ensembles.poll(start).has_value());
    ensembles.set_cameras(0);
    ensembles.set_cameras(Ensembles::camera(camera(0)));
    EXPECT_EQ(ensembles.handle_frame(camera(0), {id(1, 1), {}, base::Bytes(10)}, start + 1s), Accepted::taken);
}

TEST(Ensembles, drop_whole_ensembles_by_order_those_to_come_included) {
    auto ensembles = of_cameras(2);
    for (std::uint64_t number = 1; number <= 8; ++number)
        (void)ensembles.handle_frame(camera(0), frame(number), start);
    const DropOrder order{id(2), id(12), 2};
    ensembles.handle_drops(order);
    ensembles.handle_drops(order);
    EXPECT_EQ(ensembles.stats().dropped, 4U) << "3, 5, 6 and 7";
    std::vector<std::uint64_t> complete;
    for (std::uint64_t number = 1; number <= 13; ++number) {
        if (number > 8) (void)ensembles.handle_frame(camera(0), frame(number), start);
        (void)ensembles.handle_frame(camera(1), frame(number), start);
        while (const auto ended = ensembles.poll(start)) {
            EXPECT_TRUE(ended->complete);
            complete.push_back(ended->id.number.value());
        }
    }
    EXPECT_EQ(complete, (std::vector<std::uint64_t>{1, 2, 4, 8, 12, 13}));
}

TEST(Ensembles, short_of_memory_keep_those_of_the_greatest_priority) {
    Ensembles::Options options;
    options.bytes_max = 5000;
    auto ensembles = of_cameras(2, options);
    for (std::uint64_t number = 1; number <= 8; ++number)
        (void)ensembles.handle_frame(camera(0), frame(number, 1000), start);
    EXPECT_EQ(ensembles.bytes(), 5000U);
    EXPECT_EQ(ensembles.stats().dropped, 3U);
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(1, 1000), start), Accepted::late) << "it was dropped";
    std::vector<std::uint64_t> kept;
    while (const auto ended = ensembles.poll(start + 1s))
        kept.push_back(ended->id.number.value());
    EXPECT_EQ(kept, (std::vector<std::uint64_t>{2, 4, 6, 7, 8}));
    EXPECT_EQ(ensembles.handle_frame(camera(1), frame(9, 6000), start), Accepted::dropped) << "it never fits";
}

TEST(Ensembles, bound_their_number) {
    Ensembles::Options options;
    options.ensembles_max = 4;
    auto ensembles = of_cameras(2, options);
    for (std::uint64_t number = 1; number <= 1000; ++number)
        (void)ensembles.handle_frame(camera(0), frame(number), start);
    int count = 0;
    while (ensembles.poll(start + 1s))
        ++count;
    EXPECT_EQ(count, 4);
}

/// Frames of cameras in random order between them, some missing.
TEST(Ensembles, of_random_frames_are_each_once_in_order_and_complete_if_all_came_in_time) {
    base::Random random{5};
    for (int round = 0; round < 300; ++round) {
        const auto cameras = 1 + random.below(6);
        auto ensembles = of_cameras(cameras);
        std::vector<std::vector<std::uint64_t>> to_come(cameras);
        std::map<std::uint64_t, std::size_t> expected;
        for (std::uint64_t number = 40; number > 0; --number)
            for (auto& each : to_come)
                if (!random.chance(100'000)) {
                    each.push_back(number);
                    ++expected[number];
                }
        EnsembleId before;
        auto now = start;
        const auto drain = [&] {
            while (const auto ended = ensembles.poll(now)) {
                ASSERT_LT(before, ended->id);
                before = ended->id;
                const auto number = ended->id.number.value();
                ASSERT_EQ(ended->frames.size(), expected[number]) << "no frame came too late in this test";
                ASSERT_EQ(ended->complete, expected[number] == cameras);
                expected.erase(number);
            }
        };
        for (std::size_t left = cameras; left > 0;) {
            auto& from = to_come[random.below(cameras)];
            if (from.empty()) continue;
            const auto which = static_cast<std::size_t>(&from - to_come.data());
            ASSERT_EQ(ensembles.handle_frame(camera(which), frame(from.back()), now), Accepted::taken);
            from.pop_back();
            if (from.empty()) --left;
            now += 1ms;
            drain();
        }
        now += 1s;
        drain();
        EXPECT_TRUE(expected.empty());
        EXPECT_EQ(ensembles.bytes(), 0U);
    }
}

TEST(DropOrder, keeps_about_as_many_as_are_asked_for_evenly_spaced) {
    EXPECT_EQ(order_drops(id(10), id(13), 3), std::nullopt);
    EXPECT_EQ(order_drops(id(10), id(10), 0), std::nullopt);
    EXPECT_EQ(order_drops(id(10), id(9), 0), std::nullopt);
    for (std::uint64_t waiting = 4; waiting < 200; ++waiting) {
        const auto order = order_drops(id(1000), id(1000 + waiting), 3);
        ASSERT_TRUE(order.has_value());
        std::vector<std::uint64_t> kept;
        for (auto number = 990U; number < 1010U + waiting; ++number)
            if (!order->drops(id(number)) && number > 1000 && number <= 1000 + waiting) kept.push_back(number);
        EXPECT_FALSE(order->drops(id(1000))) << "some camera began it";
        EXPECT_FALSE(order->drops(id(1001 + waiting))) << "it is not triggered yet";
        EXPECT_LE(kept.size(), 3U);
        EXPECT_GE(kept.size(), waiting >= 8 ? 1U : 0U);
        for (std::size_t i = 2; i < kept.size(); ++i)
            EXPECT_EQ(kept[i] - kept[i - 1], kept[i - 1] - kept[i - 2]);
    }
}

TEST(CapturedFrame, comes_back_as_it_was_written) {
    const CapturedFrame captured{id(7, 3), base::ConferenceTime{12'345us}, {1, 2, 3}};
    EXPECT_EQ(decode_captured_frame(encode(captured)), captured);
    const CapturedFrame beyond{id(ensemble_number_max + 1), {}, {}};
    EXPECT_FALSE(decode_captured_frame(encode(beyond)).has_value());
    EXPECT_FALSE(decode_captured_frame({}).has_value());
}

TEST(CoordinationMetrics, tell_asynchrony_rate_and_share) {
    CoordinationMetrics metrics;
    EXPECT_EQ(metrics.rate_mhz(start), 0U);
    EXPECT_EQ(metrics.asynchrony_mean(), 0ms);
    for (int i = 0; i < 200; ++i)
        metrics.handle_complete(i < 150 ? 500ms : 1ms * (i % 2 == 0 ? 4 : 8), start + 50ms * i);
    EXPECT_EQ(metrics.asynchrony_max(), 500ms);
    for (int i = 200; i < 300; ++i)
        metrics.handle_complete(i % 2 == 0 ? 4ms : 8ms, start + 50ms * i);
    EXPECT_EQ(metrics.asynchrony_max(), 8ms) << "only the last ones count";
    EXPECT_EQ(metrics.asynchrony_mean(), 6ms);
    EXPECT_EQ(metrics.rate_mhz(start + 50ms * 299), 20'000U);
    EXPECT_EQ(normalised_flowshare({base::ByteRate{300}, 3}, {base::ByteRate{900}, 9}), 1000U);
    EXPECT_EQ(normalised_flowshare({base::ByteRate{600}, 3}, {base::ByteRate{900}, 9}), 2000U);
    EXPECT_EQ(normalised_flowshare({}, {}), 0U);
}

} // namespace
} // namespace plenum::cluster
