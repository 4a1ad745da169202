// SPDX-License-Identifier: Apache-2.0
#include "app/capture/reconstruction.h"
#include "app/capture/scene_receiver.h"
#include "media/depth/depth_frame.h"
#include "tests/unit/app/capture/nobody_there.h"
#include "tests/unit/app/capture/rendered_room.h"

#include <gtest/gtest.h>

#include <condition_variable>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex self{1};
constexpr base::MemberIndex sharer{2};
constexpr base::MemberIndex liar{3};
constexpr base::FlowId scene_flow{40};

/// A receiver that hears events as a conference would tell them; nobody answers its session.
class SceneReceiving : public testing::Test {
  protected:
    SceneReceiving() {
        SceneReceiver::Callbacks callbacks;
        callbacks.changed = [this] { ++changes; };
        callbacks.scene = [this](base::MemberIndex from,
                                 const std::shared_ptr<const media::depth::PointCloud>& points) {
            const std::lock_guard lock{mutex};
            seen_from = from;
            newest = points;
            came.notify_all();
        };
        receiver.emplace(*session, std::move(callbacks));
        receiver->handle(test::member_joined(self, true));
        receiver->handle(test::member_joined(sharer, false));
        receiver->handle(test::member_joined(liar, false));
        receiver->handle(test::live_flow_declared(scene_flow, "scene room", sharer));
    }
    void hear(base::MemberIndex from, base::Bytes body, base::FlowId flow = scene_flow) {
        node::MessageReceived message;
        message.flow = flow;
        message.sender = from;
        message.body = std::move(body);
        receiver->handle(node::Event{std::move(message)});
    }
    [[nodiscard]] base::Bytes depth_message(std::uint8_t source = 0) const {
        auto made = Reconstruction::create(room.calibration(), {}).value();
        auto picture = made.measure(room.pictures())[0].picture;
        picture.source = source;
        return media::depth::pack_depth_frame(picture).value();
    }
    /// Whether a scene comes.
    [[nodiscard]] bool comes() {
        std::unique_lock lock{mutex};
        return came.wait_for(lock, 10s, [this] { return newest != nullptr; });
    }

    test::RenderedRoom room;
    std::unique_ptr<client::Session> session{test::session_with_nobody()};
    int changes{0};
    std::mutex mutex;
    std::condition_variable came;
    base::MemberIndex seen_from;
    std::shared_ptr<const media::depth::PointCloud> newest;
    std::optional<SceneReceiver> receiver;
};

TEST_F(SceneReceiving, GivesThePointsOfTheSceneThatIsWatched) {
    EXPECT_EQ(receiver->sharers(), (std::vector{sharer}));
    EXPECT_GT(changes, 0);
    const auto message = depth_message();
    hear(sharer, message);
    EXPECT_EQ(receiver->counts().messages, 0U) << "not watched";
    receiver->watch(sharer);
    hear(sharer, message);
    ASSERT_TRUE(comes());
    EXPECT_EQ(seen_from, sharer);
    EXPECT_GT(newest->size(), 5000U);
    EXPECT_EQ(receiver->counts().refused, 0U);
}

TEST_F(SceneReceiving, GarbageIsCountedAndCostsNothing) {
    receiver->watch(sharer);
    const auto message = depth_message();
    const auto hear_garbage = [&] {
        for (std::size_t at = 0; at < message.size(); at += 1 + message.size() / 60) {
            auto altered = message;
            altered[at] ^= 0x55;
            hear(sharer, altered);
            hear(sharer, base::Bytes{message.begin(), message.begin() + static_cast<std::ptrdiff_t>(at)});
        }
    };
    // Some are replaced by newer ones before they are decoded.
    for (int round = 0; round < 100 && receiver->counts().refused <= 20; ++round)
        hear_garbage();
    hear(sharer, {});
    hear(sharer, base::Bytes(5000, 0xff));
    hear(sharer, depth_message(SceneReceiver::sources_max));
    EXPECT_GT(receiver->counts().refused, 20U);
    {
        const std::lock_guard lock{mutex};
        newest.reset();
    }
    hear(sharer, message);
    EXPECT_TRUE(comes()) << "goes on";
}

TEST_F(SceneReceiving, OnlyTheOwnerOfAFlowIsHeardOnIt) {
    receiver->watch(sharer);
    hear(liar, depth_message());
    hear(sharer, depth_message(), base::FlowId{41});
    receiver->handle(test::live_flow_declared(base::FlowId{42}, "cursors", sharer));
    hear(sharer, depth_message(), base::FlowId{42});
    EXPECT_EQ(receiver->counts().messages, 0U);
}

TEST_F(SceneReceiving, ForgetsWhoLeftOrStopsSharing) {
    receiver->handle(test::live_flow_declared(base::FlowId{50}, "scene other", liar));
    EXPECT_EQ(receiver->sharers(), (std::vector{sharer, liar}));
    receiver->handle(node::Event{node::FlowRemoved{base::FlowId{50}}});
    EXPECT_EQ(receiver->sharers(), (std::vector{sharer}));
    receiver->handle(node::Event{node::MemberLeft{sharer, base::LeaveReason::left}});
    EXPECT_TRUE(receiver->sharers().empty());
}

TEST(SceneFlows, ChooseANameThatIsFree) {
    SceneFlows flows;
    EXPECT_EQ(flows.make("room").name, "scene room");
    EXPECT_TRUE(flows.handle(test::live_flow_declared(scene_flow, "scene room", sharer)));
    EXPECT_EQ(flows.make("room").name, "scene room #2");
    const auto terms = flows.make("room").terms;
    EXPECT_LE(std::uint64_t{terms.rate_hz} * terms.message_bytes_max, base::limits::created_messages_max);
}

} // namespace
} // namespace plenum::app
