// SPDX-License-Identifier: Apache-2.0
// Packets that would grow too long at a node: neighbours close sessions on which such packets come.
#include "core/tree/general_purpose_object.h"
#include "core/tree/tree_node.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime now{1000s};
constexpr SessionKey session{NodeId{1}, GroupId{7}, SessionId{9}};
/// Relays have the longest names.
constexpr NodeId relay{std::uint64_t{1} << 60};
constexpr InterfaceIndex up{0};
constexpr std::array below{InterfaceIndex{1}};

base::Bytes encode_setup(const std::vector<ObjectDeclaration>& objects) {
    return encode(SetupPacket{{session, session.source, 0, false}, encode(StateSetup{objects})});
}

/// A number that takes all of what is left with a variable, or leaves what others can take.
std::uint64_t filler(std::size_t left) {
    if (left == 9 || left >= 11) return 1U << 30;
    if (left == 3 || left == 6) return 1000;
    return left == 2 || left == 4 ? 1 : 100'000;
}

/// An SSP of exactly so many bytes.
base::Bytes setup_of(std::size_t bytes) {
    std::vector<ObjectDeclaration> objects;
    for (std::uint16_t number = 1; number <= 5; ++number)
        objects.push_back({ObjectId{number}, types::general_purpose, ObjectSequence{1}, 10s, {}, {}});
    for (auto& object : objects) {
        while (object.variables.size() < limits::variables_per_object_max) {
            const auto left = bytes - encode_setup(objects).size();
            if (left == 0) break;
            object.variables.push_back({WindowVariables::next, filler(left)});
        }
    }
    return encode_setup(objects);
}

struct Passed {
    std::size_t packets{0};
    std::size_t bytes{0};
};
Passed poll_all(TreeNode& node) {
    Passed passed;
    for (; const auto each = node.poll(); ++passed.packets)
        passed.bytes = each->packet.size();
    return passed;
}

TEST(TreePacketSizes, an_ssp_that_would_outgrow_a_packet_on_its_way_is_dropped_at_the_first_node) {
    constexpr std::size_t longest = limits::packet_bytes_max - 7;
    TreeNode node{relay};
    const auto too_long = setup_of(longest + 1);
    ASSERT_EQ(too_long.size(), longest + 1);
    node.handle(too_long, {up, {}}, {up, below}, now);
    EXPECT_EQ(poll_all(node).packets, 0U);
    EXPECT_EQ(node.count(NodeEvent::dropped_too_long), 1U);
    EXPECT_EQ(node.sessions(), 0U);

    node.handle(setup_of(longest), {up, {}}, {up, below}, now);
    EXPECT_EQ(node.count(NodeEvent::setup_taken), 1U);
    const auto packet = node.poll();
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->packet.size(), limits::packet_bytes_max);
    TreeNode next{NodeId{relay.value() + 1}};
    next.handle(packet->packet, {up, {}}, {up, below}, now);
    EXPECT_EQ(poll_all(next).bytes, limits::packet_bytes_max) << "it grows once";
}

/// Says a lot of little.
class TalkativeObject final : public Object {
  public:
    bool set_variables(std::span<const Variable>, base::LocalTime) override { return true; }
    CallResult invoke(const Call& call, Reinvocations& reinvocations) override {
        reinvocations.upward.push_back({call.method, base::Bytes(limits::packet_bytes_max / 2, 1)});
        return CallResult::done;
    }
    void handle_timer(std::uint64_t, base::LocalTime, Reinvocations&) override {}
};

TEST(TreePacketSizes, invocations_that_fit_no_packet_together_are_dropped_and_counted) {
    constexpr TypeId talkative{40};
    constexpr MethodId method{1};
    NodeOptions options;
    ASSERT_TRUE(options.types.add(
        {talkative,
         "talkative",
         {{method, true, false, false}},
         [](ObjectTimer, CellBudget&) -> std::unique_ptr<Object> { return std::make_unique<TalkativeObject>(); }}));
    TreeNode node{relay, std::move(options)};
    node.handle(encode_setup({{ObjectId{1}, talkative, ObjectSequence{1}, 10s, {}, {}}}), {up, {}}, {up, below}, now);
    EXPECT_EQ(poll_all(node).packets, 1U);
    const auto ask = [&](std::size_t times) {
        const std::vector<Invocation> entries(times, Invocation{ObjectId{1}, method, {}});
        const auto body = encode(MethodInvocation{Direction::upstream, NodeId{61}, {}, entries});
        node.handle(encode(InvocationPacket{{session, relay, 0, false}, body}), {below[0], {}}, {up, below}, now);
        return poll_all(node).packets;
    };
    EXPECT_EQ(ask(1), 1U);
    EXPECT_EQ(ask(2), 0U);
    EXPECT_EQ(node.count(NodeEvent::dropped_too_long), 1U);
}

} // namespace
} // namespace plenum::tree
