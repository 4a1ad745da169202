// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/cluster_receiver.h"

#include "core/cluster/captured_frame.h"
#include "core/cluster/frame_messages.h"

#include <gtest/gtest.h>

namespace plenum::cluster {
namespace {

using namespace std::chrono_literals;

constexpr FlowNumber left{0};
constexpr FlowNumber right{1};

/// Two cameras, whose frames are one piece each.
class Receiving : public testing::Test {
  protected:
    Receiving() {
        for (const auto camera : {left, right})
            receiver_.add_camera(camera, base::MemberIndex{camera.value() + 2U}, now_);
        set(Pace::periodic);
    }

    void set(Pace pace) {
        CaptureSettings settings;
        settings.armed = true;
        settings.pace = pace;
        settings.interval = 60ms;
        receiver_.set_settings(settings);
    }
    void send(FlowNumber camera, std::uint64_t number, base::Duration instant_wrong_by = {}) {
        auto& pieces = camera == left ? left_pieces_ : right_pieces_;
        CapturedFrame frame;
        frame.ensemble = {{1, base::MemberIndex{2}}, base::SequenceNumber{number}};
        frame.captured_at = base::ConferenceTime{100ms * static_cast<std::int64_t>(number) + instant_wrong_by};
        frame.bytes = base::Bytes(10);
        receiver_.handle_flow_message(camera, encode(FrameMessage{FramePiece{pieces, pieces, 0, encode(frame)}}), now_);
        ++pieces;
    }
    /// Of the right camera: a frame of ten pieces, one each 100 ms. `meanwhile` is called after each but the last.
    template <class Meanwhile>
    void send_slowly(std::uint64_t number, const Meanwhile& meanwhile) {
        CapturedFrame frame;
        frame.ensemble = {{1, base::MemberIndex{2}}, base::SequenceNumber{number}};
        frame.captured_at = base::ConferenceTime{100ms * static_cast<std::int64_t>(number)};
        frame.bytes = base::Bytes(100);
        const auto bytes = encode(frame);
        const auto part = static_cast<std::ptrdiff_t>(bytes.size() / 10);
        for (std::uint64_t behind = 10; behind-- > 0; ++right_pieces_) {
            const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(9 - behind) * part;
            const FramePiece piece{
                right_pieces_, right_pieces_, behind, {first, behind == 0 ? bytes.end() : first + part}};
            receiver_.handle_flow_message(right, encode(FrameMessage{piece}), now_);
            if (behind == 0) continue;
            meanwhile();
            now_ += 100ms;
        }
    }
    void trigger(base::MemberIndex from, std::uint64_t number, base::Duration instant) {
        const EnsembleId id{{1, base::MemberIndex{2}}, base::SequenceNumber{number}};
        const Trigger message{id, base::ConferenceTime{instant}, {}, {}};
        receiver_.handle_trigger_message(from, encode(TriggerMessage{message}), now_);
    }
    /// Ensembles whose right frames come after the left ones by so much.
    void ensembles(int count, base::Duration behind, base::Duration interval) {
        for (int i = 0; i < count; ++i) {
            ++number_;
            send(left, number_);
            now_ += behind;
            send(right, number_);
            while (receiver_.poll_ensemble(now_)) {
            }
            now_ += interval - behind;
        }
    }
    [[nodiscard]] CameraState state_of(FlowNumber camera) const {
        return receiver_.state_of(receiver_.cameras().find(camera)->second, now_);
    }

    base::LocalTime now_{1000s};
    ClusterReceiver receiver_{Ensembles::Options{}};
    std::uint64_t left_pieces_{0};
    std::uint64_t right_pieces_{0};
    std::uint64_t number_{0};
};

TEST_F(Receiving, cameras_that_keep_up_are_in_step) {
    EXPECT_EQ(state_of(left), CameraState::waiting);
    ensembles(5, 20ms, 60ms);
    EXPECT_EQ(state_of(left), CameraState::in_step);
    EXPECT_EQ(state_of(right), CameraState::in_step);
}

TEST_F(Receiving, a_camera_behind_by_more_than_half_of_the_interval_is_late) {
    ensembles(5, 40ms, 60ms);
    EXPECT_EQ(state_of(left), CameraState::in_step);
    EXPECT_EQ(state_of(right), CameraState::late);
}

TEST_F(Receiving, blocking_cameras_have_the_time_that_the_slowest_takes) {
    set(Pace::blocking);
    ensembles(5, 40ms, 160ms);
    EXPECT_EQ(state_of(right), CameraState::in_step) << "40 ms of 160";
    ensembles(70, 100ms, 160ms);
    EXPECT_EQ(state_of(right), CameraState::late) << "100 ms of 160";
}

TEST_F(Receiving, a_camera_that_stops_is_silent_within_a_second) {
    ensembles(5, 20ms, 60ms);
    for (const auto stopped = now_; now_ - stopped < 900ms; now_ += 60ms)
        send(left, ++number_);
    EXPECT_EQ(state_of(right), CameraState::silent);
    EXPECT_EQ(state_of(left), CameraState::in_step);
}

TEST_F(Receiving, blocking_an_ensemble_waits_for_a_camera_whose_frame_takes_long) {
    set(Pace::blocking);
    ensembles(5, 20ms, 60ms);
    send(left, ++number_);
    send_slowly(number_, [&] { EXPECT_FALSE(receiver_.poll_ensemble(now_).has_value()); });
    const auto ensemble = receiver_.poll_ensemble(now_);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_TRUE(ensemble->complete);
}

TEST_F(Receiving, at_a_period_no_ensemble_waits_for_a_camera_that_is_still_sending) {
    ensembles(5, 20ms, 60ms);
    send(left, ++number_);
    int ended = 0;
    send_slowly(number_, [&] { ended += receiver_.poll_ensemble(now_).has_value() ? 1 : 0; });
    EXPECT_EQ(ended, 1);
    EXPECT_EQ(receiver_.stats().late_frames, 1U);
}

TEST_F(Receiving, a_camera_whose_frame_takes_long_is_late_and_not_silent) {
    ensembles(5, 20ms, 60ms);
    const auto slow = ++number_;
    send(left, slow);
    auto state = CameraState::waiting;
    base::Duration behind{};
    send_slowly(slow, [&] {
        send(left, ++number_);
        while (receiver_.poll_ensemble(now_)) {
        }
        state = state_of(right);
        behind = receiver_.cameras().at(right).liveness.behind();
        EXPECT_NE(state, CameraState::silent);
        EXPECT_EQ(state_of(left), CameraState::in_step);
    });
    EXPECT_EQ(state, CameraState::late);
    EXPECT_EQ(behind, 800ms);
    EXPECT_EQ(state_of(right), CameraState::late);
    now_ += 700ms;
    EXPECT_EQ(state_of(right), CameraState::silent);
}

TEST_F(Receiving, blocking_a_camera_that_waits_for_a_slow_one_is_in_step) {
    set(Pace::blocking);
    ensembles(5, 20ms, 60ms);
    send(left, ++number_);
    send_slowly(number_, [&] {
        EXPECT_EQ(state_of(left), CameraState::in_step);
        EXPECT_NE(state_of(right), CameraState::silent);
    });
    EXPECT_EQ(state_of(left), CameraState::in_step) << "the next trigger is on its way";
    now_ += 500ms;
    EXPECT_EQ(state_of(left), CameraState::in_step);
    now_ += 200ms;
    EXPECT_EQ(state_of(left), CameraState::silent) << "all have sent theirs";
}

TEST_F(Receiving, another_instant_and_what_is_no_frame_are_told_for_a_while) {
    ensembles(5, 20ms, 60ms);
    ++number_;
    send(left, number_);
    send(right, number_, 11ms);
    EXPECT_TRUE(receiver_.poll_ensemble(now_).has_value());
    EXPECT_EQ(state_of(right), CameraState::other_instant);
    receiver_.handle_flow_message(left, base::Bytes{9, 9, 9}, now_);
    EXPECT_EQ(state_of(left), CameraState::malformed);
    now_ += 1990ms;
    ensembles(1, 10ms, 20ms);
    EXPECT_EQ(state_of(left), CameraState::in_step);
    EXPECT_EQ(state_of(right), CameraState::in_step);
}

TEST_F(Receiving, tells_shares_that_follow_frame_sizes_with_a_new_revision) {
    set(Pace::blocking);
    const auto told = [&] {
        now_ += 1s;
        const auto message = receiver_.poll_settings(now_);
        return message ? std::get<CaptureSettings>(*decode_trigger_message(*message)) : CaptureSettings{};
    };
    const auto first = told();
    ASSERT_EQ(first.weights.size(), 2U);
    EXPECT_EQ(first.weights[1].weight, first.weights[0].weight);
    send(left, ++number_);
    send_slowly(number_, [] {});
    const base::MemberIndex host{2};
    receiver_.handle_trigger_message(host, encode(TriggerMessage{PathReport{250'000, 2}}), now_);
    const auto second = told();
    EXPECT_GT(second.revision, first.revision);
    ASSERT_EQ(second.weights.size(), 2U);
    EXPECT_NEAR(static_cast<double>(second.weights[1].weight) / second.weights[0].weight, 10, 0.1);
    EXPECT_EQ(told().revision, second.revision) << "nothing changed";
}

TEST_F(Receiving, a_camera_is_not_judged_by_the_one_that_had_its_flow_before) {
    ensembles(5, 20ms, 60ms);
    send(right, 1'000'000);
    receiver_.add_camera(right, base::MemberIndex{7}, now_);
    right_pieces_ = 0;
    const auto before = receiver_.stats().complete;
    ensembles(5, 20ms, 60ms);
    EXPECT_EQ(receiver_.stats().complete, before + 5);
    EXPECT_EQ(state_of(right), CameraState::in_step);
}

TEST_F(Receiving, a_host_drops_no_ensembles_of_another_master) {
    const auto order = [&](base::MemberIndex from, const EnsembleId& after, const EnsembleId& through) {
        const Beacon beacon{{{1, from}, base::SequenceNumber{1}}, {after, through, 7}};
        receiver_.handle_trigger_message(from, encode(TriggerMessage{beacon}), now_);
    };
    const Term own{1, base::MemberIndex{2}};
    const Term other{1, base::MemberIndex{3}};
    order(base::MemberIndex{3}, {}, {other, base::SequenceNumber{ensemble_number_max}});
    order(base::MemberIndex{3}, {own, {}}, {own, base::SequenceNumber{ensemble_number_max}});
    ensembles(5, 20ms, 60ms);
    EXPECT_EQ(receiver_.stats().complete, 5U);
    order(base::MemberIndex{2}, {own, {}}, {own, base::SequenceNumber{100}});
    ensembles(5, 20ms, 60ms);
    EXPECT_EQ(receiver_.stats().complete, 5U) << "the master's own";
}

TEST_F(Receiving, the_trigger_tells_which_of_two_cameras_lies_about_the_instant) {
    ensembles(5, 20ms, 60ms);
    ++number_;
    const auto instant = 100ms * static_cast<std::int64_t>(number_);
    trigger(base::MemberIndex{3}, number_, instant + 1h);
    trigger(base::MemberIndex{2}, number_, instant);
    send(right, number_, 1h);
    send(left, number_);
    const auto ensemble = receiver_.poll_ensemble(now_);
    ASSERT_TRUE(ensemble.has_value());
    EXPECT_TRUE(ensemble->frames.contains(left));
    EXPECT_EQ(state_of(right), CameraState::other_instant);
    EXPECT_EQ(state_of(left), CameraState::in_step) << "though its frame came later";
}

} // namespace
} // namespace plenum::cluster
