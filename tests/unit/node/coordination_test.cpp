// SPDX-License-Identifier: Apache-2.0
// A cluster of cameras between nodes: shims in datagrams, the aggregation point at the relay, and the rate that links
// share.
#include "core/cluster/exchange/camera_member.h"
#include "core/cluster/exchange/receiving_member.h"
#include "core/wire/datagram.h"
#include "tests/unit/node/floor_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace plenum::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// Alice receives what the cameras of Bob, Cem and others capture, over a path with a bottleneck behind the relay.
class Coordinated : public Floor {
  protected:
    struct Camera {
        explicit Camera(Hall::Place& at) : place{&at} {}
        Hall::Place* place;
        std::size_t seen{0};
        cluster::CameraMember member{"cluster"};
        std::size_t frame_bytes{8'000};
        bool broken{false};
        std::vector<cluster::Capture> captured;
    };

    Coordinated() {
        receiving_ = &alice;
        cameras_.emplace_back(bob);
        cameras_.emplace_back(cem);
    }
    void pass_bottleneck(std::uint64_t bytes_per_second, base::Duration delay) {
        hall.way = [this, bytes_per_second, delay,
                    free_at = base::LocalTime{}](const base::Address& from, const base::Address& to,
                                                 std::size_t bytes) mutable -> std::optional<base::Duration> {
            if (from != relay.address || to != receiving_->address) return 5ms;
            free_at = std::max(free_at, hall.now) +
                      base::Duration{static_cast<std::int64_t>(bytes * 1'000'000'000 / bytes_per_second)};
            const auto wait = free_at - hall.now;
            return wait > 100ms ? std::nullopt : std::optional{wait + delay};
        };
    }
    void run(base::Duration duration) {
        for (const auto until = hall.now + duration; hall.now < until;) {
            hall.run(1ms);
            for (auto& camera : cameras_)
                step(camera);
            for (; seen_ < receiving_->events.size(); ++seen_)
                receiver_.handle(receiving_->events[seen_], hall.now);
            while (auto command = receiver_.poll(hall.now))
                std::visit([&](auto& each) { hall.command(*receiving_, std::move(each)); }, *command);
            while (auto ensemble = receiver_.poll_ensemble(hall.now))
                ensembles_.push_back(*std::move(ensemble));
        }
    }
    void step(Camera& camera) {
        for (; camera.seen < camera.place->events.size(); ++camera.seen)
            camera.member.handle(camera.place->events[camera.seen], hall.now);
        while (auto output = camera.member.poll(hall.now)) {
            if (auto* capture = std::get_if<cluster::Capture>(&*output)) {
                camera.captured.push_back(*capture);
                camera.member.handle_captured(*capture, base::Bytes(camera.broken ? 0 : camera.frame_bytes));
            } else {
                std::visit([&](auto& each) { hall.command(*camera.place, std::move(each)); },
                           std::get<cluster::Command>(*output));
            }
        }
    }
    void arm(cluster::Pace pace = cluster::Pace::blocking, base::Duration interval = 33ms) {
        cluster::CaptureSettings settings;
        settings.armed = true;
        settings.pace = pace;
        settings.interval = interval;
        receiver_.set_settings(settings);
    }
    [[nodiscard]] std::size_t complete() const {
        return static_cast<std::size_t>(std::ranges::count_if(ensembles_, &cluster::Ensemble::complete));
    }

    Hall::Place* receiving_;
    std::vector<Camera> cameras_;
    cluster::ReceivingMember receiver_{"cluster", {}};
    std::vector<cluster::Ensemble> ensembles_;
    std::size_t seen_{0};
};

TEST_F(Coordinated, cameras_capture_together_and_use_the_bandwidth_that_is_reported) {
    constexpr std::uint64_t bytes_per_second = 500'000;
    pass_bottleneck(bytes_per_second, 20ms);
    arm();
    run(12s);
    ASSERT_THAT(receiver_.flows().cameras(), SizeIs(2));
    EXPECT_EQ(receiver_.flows().hosts(), (std::vector{self(bob), self(cem)}));
    std::uint64_t masters = 0;
    for (const auto& camera : cameras_) {
        ASSERT_NE(camera.member.host(), nullptr);
        const auto& figures = camera.member.host()->flow().figures();
        EXPECT_TRUE(figures.reported);
        EXPECT_EQ(figures.flows, 2U);
        EXPECT_GE(figures.rtt, 20ms);
        masters += camera.member.host()->triggers().is_master() ? 1U : 0U;
    }
    EXPECT_EQ(masters, 1U);
    const auto path = receiver_.receiver().path(hall.now);
    ASSERT_TRUE(path) << "cameras' hosts tell it";
    EXPECT_EQ(path->flows, 2U);
    EXPECT_GE(path->bandwidth * path->flows, bytes_per_second / 2);
    EXPECT_LE(path->bandwidth * path->flows, bytes_per_second * 2) << "twice what arrives is allowed (RFC 5348 §4.3)";
    ensembles_.clear();
    run(8s);
    std::size_t bytes = 0;
    std::vector<base::Duration> asynchrony;
    EXPECT_GE(complete(), ensembles_.size() * 95 / 100);
    for (const auto& ensemble : ensembles_) {
        asynchrony.push_back(ensemble.asynchrony());
        for (const auto& [flow, frame] : ensemble.frames)
            bytes += frame.size();
    }
    ASSERT_THAT(asynchrony, SizeIs(testing::Ge(100)));
    std::ranges::sort(asynchrony);
    EXPECT_LE(asynchrony[asynchrony.size() / 2], 10ms);
    EXPECT_GE(bytes, bytes_per_second * 8 * 2 / 3) << ensembles_.size() << " ensembles";
}

TEST_F(Coordinated, frames_of_one_instant_are_stamped_alike_and_paced) {
    cameras_[1].frame_bytes = 2'000;
    arm(cluster::Pace::periodic, 50ms);
    run(8s);
    ensembles_.clear();
    for (auto& camera : cameras_)
        camera.captured.clear();
    run(2s);
    EXPECT_NEAR(static_cast<double>(complete()), 40, 2);
    ASSERT_GE(cameras_[0].captured.size(), 38U);
    for (std::size_t i = 0; i < 38; ++i) {
        EXPECT_EQ(cameras_[0].captured[i].ensemble, cameras_[1].captured[i].ensemble);
        EXPECT_EQ(cameras_[0].captured[i].at, cameras_[1].captured[i].at);
    }
}

TEST_F(Coordinated, a_camera_that_is_lost_does_not_hold_up_the_others_and_comes_back) {
    arm();
    run(6s);
    hall.command(bob, node::LeaveConference{});
    run(4s);
    EXPECT_THAT(receiver_.flows().cameras(), SizeIs(1));
    const auto before = complete();
    run(2s);
    EXPECT_GT(complete(), before) << "the other camera became master";
    EXPECT_TRUE(cameras_[1].member.host()->triggers().is_master());
}

TEST_F(Coordinated, another_member_receives_once_the_receiver_left_without_closing_its_flow) {
    arm();
    run(6s);
    EXPECT_GT(complete(), 0U);
    hall.command(alice, node::LeaveConference{});
    cameras_.pop_back();
    receiving_ = &cem;
    receiver_ = cluster::ReceivingMember{"cluster", {}};
    seen_ = 0;
    ensembles_.clear();
    arm();
    run(8s);
    EXPECT_FALSE(receiver_.is_taken());
    EXPECT_EQ(receiver_.flows().receiver(), self(cem));
    EXPECT_GT(complete(), 0U);
    EXPECT_FALSE(receiver_.receiver().path(hall.now + 10s)) << "what was told long ago is not known";
}

TEST_F(Coordinated, disarmed_cameras_rest_and_shares_follow_weights) {
    pass_bottleneck(400'000, 20ms);
    arm(cluster::Pace::periodic, 20ms);
    run(8s);
    cluster::CaptureSettings settings;
    settings.armed = true;
    settings.pace = cluster::Pace::periodic;
    settings.interval = 20ms;
    settings.weights = {{0, 3}};
    receiver_.set_settings(settings);
    run(6s);
    // Each knows the figures as of its last report.
    double first = 0;
    double second = 0;
    for (int i = 0; i < 40; ++i) {
        run(100ms);
        first += static_cast<double>(cameras_[0].member.host()->flow().figures().share.value());
        second += static_cast<double>(cameras_[1].member.host()->flow().figures().share.value());
    }
    EXPECT_NEAR(first / second, 3, 0.5);
    settings.armed = false;
    receiver_.set_settings(settings);
    run(1500ms);
    for (auto& camera : cameras_)
        camera.captured.clear();
    run(1s);
    EXPECT_THAT(cameras_[0].captured, IsEmpty());
    EXPECT_THAT(cameras_[1].captured, IsEmpty());
}

TEST_F(Coordinated, a_camera_with_large_frames_gets_what_the_others_leave) {
    pass_bottleneck(500'000, 20ms);
    cameras_[0].frame_bytes = 80'000;
    arm();
    run(10s);
    ensembles_.clear();
    double large = 0;
    double small = 0;
    for (int i = 0; i < 40; ++i) {
        run(100ms);
        large += static_cast<double>(cameras_[0].member.host()->flow().figures().share.value());
        small += static_cast<double>(cameras_[1].member.host()->flow().figures().share.value());
    }
    EXPECT_NEAR(large / small, 10, 2.5) << "weights that change by an eighth are left";
    EXPECT_GE(ensembles_.size(), 6U);
    EXPECT_GE(complete() + 2, ensembles_.size());
}

TEST_F(Coordinated, nobody_sets_cells_of_a_flow_that_is_not_theirs) {
    arm();
    run(4s);
    cluster::OutboundShim shim{cluster::application_of(self(alice)), cluster::FlowNumber{0}, {}};
    shim.operations[0] = cluster::Operation{cluster::general(0), cluster::Cell{100'000}};
    for (int i = 0; i < 200; ++i) {
        node::Publish lie;
        lie.flow = cameras_[1].member.flows().cameras().at(cluster::FlowNumber{1}).flow;
        lie.body = base::Bytes{7, 7};
        lie.shim = cluster::encode(shim);
        hall.command(cem, std::move(lie));
        run(10ms);
    }
    EXPECT_LE(cameras_[0].member.host()->flow().figures().weight_sum.value(), 2000U);
}

} // namespace
} // namespace plenum::test
