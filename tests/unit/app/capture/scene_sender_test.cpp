// SPDX-License-Identifier: Apache-2.0
#include "app/capture/scene_sender.h"
#include "tests/unit/app/capture/nobody_there.h"
#include "tests/unit/app/capture/rendered_room.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex self{1};
constexpr base::FlowId own_flow{40};

class SceneSending : public testing::Test {
  protected:
    SceneSending() { sender.handle(test::member_joined(self, true)); }
    /// What one ensemble gives, and so many pairs.
    [[nodiscard]] std::vector<Reconstruction::PairDepth> depth(std::size_t pairs) const {
        auto made = Reconstruction::create(room.calibration(), {}).value();
        std::vector<Reconstruction::PairDepth> all(pairs, made.measure(room.pictures())[0]);
        for (std::size_t i = 0; i < pairs; ++i)
            all[i].picture.source = static_cast<std::uint8_t>(i);
        return all;
    }
    /// Bytes that go out when it is given these at that time.
    [[nodiscard]] std::uint64_t sent(const std::vector<Reconstruction::PairDepth>& pairs, base::LocalTime at) {
        const auto before = sender.bytes_sent();
        sender.send(pairs, at);
        return sender.bytes_sent() - before;
    }

    test::RenderedRoom room;
    std::unique_ptr<client::Session> session{test::session_with_nobody()};
    std::string failure;
    SceneSender sender{*session, "room", [this](const StudioError& error) { failure = because(error); }};
    base::LocalTime start{100s};
};

TEST_F(SceneSending, SendsOnItsFlowAloneAndOnlyWhileItIsOn) {
    const auto one = depth(1);
    EXPECT_EQ(sent(one, start), 0U);
    sender.set_on(true);
    sender.pump(start);
    EXPECT_EQ(sent(one, start), 0U) << "no flow yet";
    sender.handle(test::live_flow_declared(own_flow, "scene room", self));
    sender.pump(start);
    EXPECT_GT(sent(one, start), 1000U);
    sender.set_on(false);
    sender.pump(start + 1s);
    EXPECT_EQ(sent(one, start + 1s), 0U);
}

TEST_F(SceneSending, KeepsToWhatItsFlowDeclares) {
    sender.set_on(true);
    sender.handle(test::live_flow_declared(own_flow, "scene room", self));
    sender.pump(start);
    const auto two = depth(2);
    std::uint64_t bytes = 0;
    std::uint64_t ensembles = 0;
    for (auto at = start; at < start + 4s; at += 20ms) {
        const auto now = sent(two, at);
        bytes += now;
        ensembles += now > 0 ? 1U : 0U;
        EXPECT_LE(now, 2 * SceneFlows::message_bytes_max) << "pictures that are too large are halved";
    }
    EXPECT_LE(2 * ensembles, 4 * SceneFlows::rate_hz + 2);
    EXPECT_GE(2 * ensembles, 4 * SceneFlows::rate_hz - 6);
    EXPECT_LE(bytes, 4 * base::limits::created_messages_max);
}

TEST_F(SceneSending, TellsWhyAFlowCannotBeCreated) {
    sender.set_on(true);
    sender.pump(start);
    node::CommandRefused refused{node::CommandKind::of<node::CreateFlow>(), node::CommandError::too_many_flows};
    sender.handle(node::Event{refused});
    EXPECT_TRUE(failure.empty()) << "another flow, which somebody else of this program wanted";
    refused.flow_name = "scene room";
    sender.handle(node::Event{refused});
    EXPECT_FALSE(failure.empty());
    EXPECT_FALSE(sender.is_on());
    refused.error = node::CommandError::name_taken;
    failure.clear();
    sender.set_on(true);
    sender.pump(start + 3s);
    sender.handle(node::Event{refused});
    EXPECT_TRUE(failure.empty()) << "it asks again, with another name";
    EXPECT_TRUE(sender.is_on());
}

} // namespace
} // namespace plenum::app
