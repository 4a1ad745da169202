// SPDX-License-Identifier: Apache-2.0
// A node: setup, errors, resources, reliable invocation, hostile neighbours.
#include "tests/unit/tree/tree_world.h"

#include "core/base/random.h"
#include "core/tree/general_purpose_object.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

constexpr base::LocalTime start{1000s};
constexpr SessionKey session{NodeId{1}, GroupId{7}, SessionId{9}};
constexpr NodeId self{50};
constexpr InterfaceIndex up{0};
constexpr std::array below{InterfaceIndex{1}, InterfaceIndex{2}, InterfaceIndex{3}};

ObjectDeclaration window_object(std::uint64_t end = 100) {
    return {ObjectId{1},
            types::general_purpose,
            ObjectSequence{1},
            10s,
            {},
            {{WindowVariables::start, 0}, {WindowVariables::end, end}, {WindowVariables::state_lifetime, 5'000'000}}};
}

base::Bytes setup_of(std::vector<ObjectDeclaration> objects, SessionKey key = session) {
    return encode(SetupPacket{{key, key.source, 0, false}, encode(StateSetup{std::move(objects)})});
}

base::Bytes upward(Invocation entry, NodeId sender, InvocationId invocation = {}, SessionKey key = session) {
    return encode(InvocationPacket{
        {key, self, 0, false}, encode(MethodInvocation{Direction::upstream, sender, invocation, {std::move(entry)}})});
}

base::Bytes downward(Invocation entry) {
    return encode(
        InvocationPacket{{session, session.source, 0, false},
                         encode(MethodInvocation{Direction::downstream, session.source, {}, {std::move(entry)}})});
}

base::Bytes nak(std::uint64_t sequence, NodeId sender, SessionKey key = session) {
    return upward(invocation_of(ObjectId{1}, ReceiverUpdate{sequence, 1}), sender, {}, key);
}

base::Bytes repair(std::uint64_t sequence) {
    return downward(invocation_of(
        ObjectId{1},
        Forward{sequence, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one, {1, 2, 3}}));
}

struct Router {
    explicit Router(NodeOptions options = {}) : node{self, std::move(options)} {}
    TreeNode node;
    base::LocalTime now{start};

    void from_above(const base::Bytes& packet) { node.handle(packet, {up, {}}, {up, below}, now); }
    void from_below(const base::Bytes& packet, std::size_t branch = 0, std::optional<NodeId> receiver = {}) {
        node.handle(packet, {below[branch], receiver}, {up, below}, now);
    }
    std::vector<Transmission> sent() {
        std::vector<Transmission> all;
        while (auto each = node.poll())
            all.push_back(*std::move(each));
        return all;
    }
    void advance(base::Duration duration) {
        now += duration;
        node.handle_wakeup(now);
    }
};

const Header& header_of(const Packet& packet) {
    if (const auto* setup = std::get_if<SetupPacket>(&packet)) return setup->header;
    return std::get<InvocationPacket>(packet).header;
}

TEST(TreeNode, takes_an_ssp_and_names_itself_as_the_next_hop) {
    Router router;
    router.from_above(setup_of({window_object()}));
    const auto sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].interfaces, std::vector<InterfaceIndex>(below.begin(), below.end()));
    const auto packet = decode_packet(sent[0].packet);
    ASSERT_TRUE(packet);
    EXPECT_EQ(header_of(*packet).next_hop, self);
    EXPECT_EQ(header_of(*packet).hops, 1);
    EXPECT_EQ(router.node.find(session)->repairs().next_hop, session.source);
}

TEST(TreeNode, passes_an_ssp_that_changes_nothing_on_once_in_a_while) {
    Router router;
    const auto passed = [&](const base::Bytes& setup) {
        router.from_above(setup);
        return router.sent().size();
    };
    EXPECT_EQ(passed(setup_of({window_object()})), 1U);
    EXPECT_EQ(passed(setup_of({window_object()})), 0U) << "doubled on its way";
    EXPECT_EQ(router.node.count(NodeEvent::setup_repeated), 1U);
    auto changed = window_object(200);
    changed.sequence = ObjectSequence{2};
    EXPECT_EQ(passed(setup_of({changed})), 1U);
    router.advance(limits::setup_gap_min - 1ms);
    EXPECT_EQ(passed(setup_of({changed})), 0U);
    router.advance(1ms);
    EXPECT_EQ(passed(setup_of({changed})), 1U) << "it keeps the objects below alive";
}

/// Members who ask hear what relays merged, whatever their programs declare.
TEST(TreeNode, passes_nothing_up_to_a_source_that_hears_merged_invocations_alone) {
    Router router;
    auto unknown = window_object();
    unknown.object = ObjectId{2};
    unknown.type = TypeId{200};
    const std::vector<std::vector<ObjectDeclaration>> declared{{}, {window_object(), unknown}};
    for (const auto& objects : declared) {
        if (!objects.empty()) router.from_above(setup_of(objects));
        (void)router.sent();
        for (const bool passes_up : {false, true}) {
            router.node.handle(nak(5, NodeId{61}), {below[0], {}}, {up, below, passes_up}, router.now);
            EXPECT_EQ(router.sent().size(), passes_up ? 1U : 0U);
        }
    }
    EXPECT_EQ(router.node.count(NodeEvent::dropped_unserved), 2U);
    router.from_above(setup_of({window_object()}));
    (void)router.sent();
    router.node.handle(nak(5, NodeId{61}), {below[0], {}}, {up, below, false}, router.now);
    EXPECT_EQ(router.sent().size(), 1U) << "it is merged here";
}

TEST(TreeNode, merges_requests_and_repairs_only_branches_that_asked) {
    Router router;
    router.from_above(setup_of({window_object()}));
    (void)router.sent();
    router.from_below(nak(5, NodeId{61}), 0);
    router.from_below(nak(5, NodeId{63}), 2);
    auto sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].interfaces, std::vector{up});
    router.from_above(repair(5));
    sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].interfaces, (std::vector{below[0], below[2]}));
    router.from_above(repair(5));
    EXPECT_TRUE(router.sent().empty()) << "nobody asked again";
    const auto& repairs = router.node.find(session)->repairs();
    EXPECT_EQ(repairs.requests_upstream, 1U);
    ASSERT_EQ(repairs.branches.size(), 2U);
    EXPECT_EQ(repairs.branches[1].neighbour, NodeId{63});
    EXPECT_EQ(repairs.branches[1].repairs, 1U);
}

TEST(TreeNode, without_resources_passes_every_packet_untouched) {
    NodeOptions options;
    options.sessions_max = 0;
    Router router{std::move(options)};
    const std::vector<base::Bytes> down{setup_of({window_object()}), repair(3),
                                        encode(AckPacket{session, NodeId{61}, InvocationId{3}}),
                                        encode(DataPacket{session, 3, {1, 2}})};
    for (const auto& packet : down) {
        router.from_above(packet);
        const auto sent = router.sent();
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0].packet, packet);
        EXPECT_EQ(sent[0].interfaces.size(), below.size());
    }
    router.from_below(nak(5, NodeId{61}));
    const auto sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0], (Transmission{{up}, nak(5, NodeId{61})}));
    EXPECT_EQ(router.node.sessions(), 0U);
}

TEST(TreeNode, without_a_type_or_memory_it_leaves_the_session_to_others) {
    Router router;
    auto unknown = window_object();
    unknown.type = TypeId{77};
    unknown.object = ObjectId{2};
    const auto packet = setup_of({window_object(), unknown});
    router.from_above(packet);
    auto sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].packet, packet) << "next hop unchanged, no error bit";
    EXPECT_EQ(router.node.sessions(), 0U);
    EXPECT_EQ(router.node.deadlines(), 0U);

    NodeOptions options;
    options.cells_max = 4;
    Router small{std::move(options)};
    small.from_above(setup_of({window_object()}));
    (void)small.sent();
    small.from_below(nak(1, NodeId{61}));
    small.from_below(nak(2, NodeId{61}));
    (void)small.sent();
    small.from_below(nak(3, NodeId{61}));
    sent = small.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0], (Transmission{{up}, nak(3, NodeId{61})})) << "as its receiver sent it";
    small.from_above(repair(3));
    EXPECT_TRUE(small.sent().empty());
}

TEST(TreeNode, marks_what_is_malformed_and_processes_nothing_that_is_marked) {
    Router router;
    auto packet = SetupPacket{{session, session.source, 0, false}, {1, 2, 3}};
    router.from_above(encode(packet));
    auto sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    packet.header.error = true;
    EXPECT_EQ(sent[0].packet, encode(packet));
    EXPECT_EQ(router.node.sessions(), 0U);

    auto marked = std::get<SetupPacket>(*decode_packet(setup_of({window_object()})));
    marked.header.error = true;
    router.from_above(encode(marked));
    sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].packet, encode(marked));
    EXPECT_EQ(router.node.sessions(), 0U) << "not processed";

    auto wide = window_object(limits::window_span_max + 1);
    router.from_above(setup_of({wide}));
    EXPECT_EQ(router.node.sessions(), 0U);
    EXPECT_EQ(router.node.deadlines(), 0U);
    EXPECT_EQ(router.node.count(NodeEvent::marked_malformed), 2U);
    (void)router.sent();

    router.from_above(setup_of({window_object()}));
    (void)router.sent();
    router.from_above(downward({ObjectId{1}, Forward::method, {}}));
    sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_TRUE(header_of(*decode_packet(sent[0].packet)).error);
    EXPECT_EQ(sent[0].interfaces.size(), below.size());
    router.from_below(upward({ObjectId{1}, ReceiverUpdate::method, {}}, NodeId{61}));
    EXPECT_TRUE(router.sent().empty()) << "from below it goes nowhere";
}

TEST(TreeNode, adds_up_error_reports) {
    Router router;
    router.from_above(setup_of({window_object()}));
    (void)router.sent();
    const auto report = [](NodeId sender) {
        return upward(invocation_of(error_object, ErrorReport{FaultyPacket::state_setup, 1}), sender);
    };
    for (std::uint64_t i = 0; i < 1000; ++i)
        router.from_below(report(NodeId{100 + i}), i % 3);
    auto sent = router.sent();
    EXPECT_EQ(sent.size(), 1U) << "the first at once";
    router.advance(limits::error_report_interval);
    const auto rest = router.sent();
    ASSERT_EQ(rest.size(), 1U) << "and all others as one";
    sent.push_back(rest[0]);
    std::uint64_t total = 0;
    for (const auto& each : sent) {
        const auto invocation = decode_method_invocation(std::get<InvocationPacket>(*decode_packet(each.packet)).body);
        total += decode_error_report(invocation->entries[0].parameters)->count;
    }
    EXPECT_EQ(total, 1000U);
    router.advance(limits::error_report_interval);
    EXPECT_TRUE(router.sent().empty());
}

TEST(TreeNode, invokes_a_reliable_invocation_once_and_acknowledges_each_copy) {
    Router router;
    auto object = window_object();
    object.methods = {{ReceiverUpdate::method, true, false, true}};
    router.from_above(setup_of({object}));
    (void)router.sent();
    // val + 1 counts each time.
    const auto packet = upward(
        invocation_of(ObjectId{1}, ReceiverUpdate{5, 1, Predicate::at_least, ReceiverStateFunction::value_plus_one,
                                                  ReceiverInterfaceFunction::or_arrival}),
        NodeId{61}, InvocationId{3});
    router.from_below(packet);
    auto sent = router.sent();
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[1], (Transmission{{below[0]}, encode(AckPacket{session, NodeId{61}, InvocationId{3}})}));
    const auto onward = std::get<InvocationPacket>(*decode_packet(sent[0].packet));
    const auto first = decode_method_invocation(onward.body);
    ASSERT_TRUE(first);
    EXPECT_NE(first->invocation, InvocationId{}) << "reliable on the next hop too";
    router.from_below(packet);
    sent = router.sent();
    ASSERT_EQ(sent.size(), 1U) << "only acknowledged";
    EXPECT_EQ(router.node.count(NodeEvent::invocation_repeated), 1U);

    router.advance(250ms);
    sent = router.sent();
    ASSERT_EQ(sent.size(), 1U) << "upstream did not acknowledge";
    EXPECT_EQ(std::get<InvocationPacket>(*decode_packet(sent[0].packet)).body, onward.body);
    router.from_above(encode(AckPacket{session, self, first->invocation}));
    router.advance(2s);
    EXPECT_TRUE(router.sent().empty());
}

TEST(TreeNode, gives_up_a_reliable_invocation_that_nobody_acknowledges) {
    Router router;
    auto object = window_object();
    object.lifetime = 5min;
    object.methods = {{ReceiverUpdate::method, true, false, true}};
    router.from_above(setup_of({object}));
    (void)router.sent();
    router.from_below(nak(5, NodeId{61}));
    std::size_t copies = router.sent().size();
    for (int i = 0; i < 600; ++i) {
        router.advance(100ms);
        copies += router.sent().size();
    }
    EXPECT_EQ(copies, limits::invocation_attempts_max);
}

TEST(TreeNode, does_from_each_side_only_what_that_side_may) {
    Router router;
    router.from_below(setup_of({window_object()}));
    EXPECT_EQ(router.node.sessions(), 0U) << "a receiver sets up nothing";
    router.from_above(setup_of({window_object()}));
    (void)router.sent();
    router.from_above(nak(5, NodeId{61}));
    router.from_below(repair(5));
    router.from_below(encode(DataPacket{session, 3, {1, 2}}));
    router.from_below(encode(AckPacket{session, NodeId{61}, InvocationId{3}}));
    router.node.handle(nak(5, NodeId{61}), {InterfaceIndex{99}, {}}, {up, below}, router.now);
    EXPECT_EQ(router.node.count(NodeEvent::dropped_direction), 6U);
    const auto repairing = upward(
        invocation_of(ObjectId{1}, Forward{5, 0, ForwardStateFunction::value, ForwardInterfaceFunction::unchanged, {}}),
        NodeId{61});
    router.from_below(repairing);
    EXPECT_EQ(router.node.count(NodeEvent::invocation_refused), 1U);
    EXPECT_TRUE(router.sent().empty());
    EXPECT_EQ(router.node.cells_used(), 0U);

    router.from_below(nak(5, NodeId{62}), 0, NodeId{61});
    EXPECT_EQ(router.node.count(NodeEvent::dropped_sender), 1U) << "a receiver speaks for itself";
    router.from_below(nak(5, NodeId{61}), 0, NodeId{61});
    EXPECT_EQ(router.sent().size(), 1U);
}

TEST(TreeNode, changes_variables_only_when_the_object_sequence_rises) {
    Router router;
    router.from_above(setup_of({window_object(10)}));
    auto object = window_object(1000);
    router.from_above(setup_of({object}));
    router.from_below(nak(500, NodeId{61}));
    EXPECT_EQ(router.node.count(NodeEvent::invocation_refused), 1U) << "the same sequence only refreshes";
    object.sequence = ObjectSequence{2};
    router.from_above(setup_of({object}));
    router.from_above(setup_of({window_object(10)}));
    (void)router.sent();
    router.from_below(nak(500, NodeId{61}));
    EXPECT_EQ(router.sent().size(), 1U) << "an SSP that was overtaken changes nothing";
}

TEST(TreeNode, forgets_objects_that_no_ssp_refreshes_with_all_their_deadlines) {
    Router router;
    router.from_above(setup_of({window_object()}));
    router.from_below(nak(5, NodeId{61}));
    (void)router.sent();
    router.advance(9s);
    router.from_above(setup_of({window_object()}));
    router.advance(9s);
    EXPECT_EQ(router.node.sessions(), 1U);
    router.advance(1s);
    EXPECT_EQ(router.node.sessions(), 0U);
    EXPECT_EQ(router.node.cells_used(), 0U);
    EXPECT_EQ(router.node.next_wakeup(), base::local_time_max);
}

TEST(TreeNode, keeps_back_to_back_sessions_apart) {
    Router router;
    router.from_above(setup_of({window_object()}));
    (void)router.sent();
    router.from_below(nak(5, NodeId{61}), 0);
    (void)router.sent();
    // The first session ends with this state left, which expires in the second between a request and its repair.
    auto second = session;
    second.session = SessionId{10};
    router.advance(4s);
    router.from_above(setup_of({window_object()}, second));
    router.advance(500ms);
    router.from_below(nak(5, NodeId{62}, second), 1);
    auto sent = router.sent();
    ASSERT_EQ(sent.size(), 2U) << "the SSP, and a request that no old state suppresses";
    router.advance(1s);
    auto packet = std::get<InvocationPacket>(*decode_packet(repair(5)));
    packet.header.session = second;
    router.from_above(encode(packet));
    sent = router.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].interfaces, std::vector{below[1]});
}

TEST(TreeNode, bounds_the_sessions_of_one_source_and_of_all) {
    NodeOptions options;
    options.sessions_max = 20;
    Router router{std::move(options)};
    for (std::uint64_t i = 0; i < 100; ++i)
        router.from_above(setup_of({window_object()}, {NodeId{1}, GroupId{7}, SessionId{i}}));
    EXPECT_EQ(router.node.sessions(), limits::sessions_per_source_max);
    EXPECT_NE(router.node.find({NodeId{1}, GroupId{7}, SessionId{99}}), nullptr) << "the oldest go";
    for (std::uint64_t i = 2; i < 100; ++i)
        router.from_above(setup_of({window_object()}, {NodeId{i}, GroupId{7}, SessionId{1}}));
    EXPECT_EQ(router.node.sessions(), 20U);
    EXPECT_NE(router.node.find({NodeId{1}, GroupId{7}, SessionId{99}}), nullptr) << "but not for other sources";
    for (std::uint16_t i = 2; i < 100; ++i) {
        auto object = window_object();
        object.object = ObjectId{i};
        router.from_above(setup_of({object}, {NodeId{1}, GroupId{7}, SessionId{99}}));
    }
    EXPECT_LE(router.node.deadlines(), 20U + limits::objects_per_setup_max);
}

TEST(TreeNode, holds_its_bounds_against_receivers_that_ask_for_everything) {
    Router router;
    router.from_above(setup_of({window_object(limits::window_span_max)}));
    (void)router.sent();
    base::Random random{3};
    std::size_t upstream = 0;
    for (int i = 0; i < 100'000; ++i) {
        router.from_below(
            upward(invocation_of(ObjectId{1}, ReceiverUpdate{random.below(limits::window_span_max),
                                                             static_cast<StateValue>(random.next()),
                                                             base::enum_values<Predicate>[random.below(5)],
                                                             base::enum_values<ReceiverStateFunction>[random.below(2)],
                                                             ReceiverInterfaceFunction::max_at_arrival}),
                   NodeId{61}),
            random.below(3));
        while (router.node.poll())
            ++upstream;
    }
    EXPECT_EQ(router.node.cells_used(), limits::cells_per_object_max);
    EXPECT_GT(router.node.count(NodeEvent::passed_untouched), 0U) << "what it has no memory for";
    EXPECT_GT(upstream, limits::cells_per_object_max / 4);
    router.advance(6s);
    EXPECT_EQ(router.node.cells_used(), 0U) << "soft state";
}

TEST(RepairMap, joins_what_nodes_say_without_loops) {
    const NodeRepairs upper{NodeId{2}, NodeId{1}, 1, 9, {{InterfaceIndex{1}, NodeId{3}, 5, 4, 400}}};
    const NodeRepairs lower{NodeId{3},
                            NodeId{2},
                            2,
                            5,
                            {{InterfaceIndex{1}, NodeId{8}, 3, 3, 300}, {InterfaceIndex{2}, NodeId{9}, 2, 1, 100}}};
    const NodeRepairs liar{NodeId{9}, NodeId{3}, 9, 1, {{InterfaceIndex{1}, NodeId{2}, 1, 1, 1}}};
    const auto map = make_repair_map(NodeId{1}, std::array{liar, lower, upper});
    EXPECT_EQ(map.places, (std::vector<RepairPlace>{
                              {NodeId{1}, 0}, {NodeId{2}, 1}, {NodeId{3}, 2}, {NodeId{8}, 3}, {NodeId{9}, 3}}));
    ASSERT_EQ(map.edges.size(), 4U);
    EXPECT_EQ(map.edges[1], (RepairEdge{NodeId{2}, NodeId{3}, 5, 4, 400}));
    EXPECT_EQ(map.edges[3], (RepairEdge{NodeId{3}, NodeId{9}, 2, 1, 100}));
}

} // namespace
} // namespace plenum::tree
