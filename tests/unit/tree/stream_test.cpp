// SPDX-License-Identifier: Apache-2.0
// Reliable multicast over trees that lose, double and delay everything, and against receivers that lie.
#include "tests/unit/tree/tree_world.h"

#include "core/base/random.h"
#include "core/tree/general_purpose_object.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

constexpr SessionKey session{NodeId{1}, GroupId{7}, SessionId{9}};

NodeOptions no_service() {
    NodeOptions options;
    options.sessions_max = 0;
    return options;
}

base::Bytes payload_of(std::uint64_t number) {
    return {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8)};
}

/// A source, a tree with levels of three nodes each, and receivers below the last.
struct StreamWorld {
    explicit StreamWorld(StreamSourceOptions options = {}) {
        options.session = session;
        auto end = std::make_unique<EndOf<StreamSource>>(options);
        source = &end->it;
        world.set_source(std::move(end));
        top = world.add_node(TreeWorld::source);
    }
    TreeWorld::Place add_receiver(TreeWorld::Place parent, StreamReceiverOptions options = {}) {
        options.self = TreeWorld::id(world.size());
        options.session = session;
        receivers.push_back(world.add_receiver(parent, std::make_unique<StreamListener>(options)));
        return receivers.back();
    }
    StreamListener& at(TreeWorld::Place place) { return world.end<StreamListener>(place); }
    void settle(base::Duration duration = 500ms) {
        world.pump(TreeWorld::source);
        world.run_for(duration);
    }
    /// One message each millisecond, as the window permits.
    void send(std::uint64_t count) {
        std::uint64_t number = 0;
        for (const auto until = world.now() + 60s; number < count && world.now() < until;) {
            if (source->push(payload_of(number), world.now())) ++number;
            world.pump(TreeWorld::source);
            world.run_for(1ms);
        }
        EXPECT_EQ(number, count) << "the window does not open";
    }
    /// All have all messages, in order and once.
    [[nodiscard]] bool all_have(std::uint64_t count) {
        return std::ranges::all_of(receivers, [&](auto place) {
            return at(place).messages == count && at(place).in_order && at(place).gaps == 0;
        });
    }
    /// All know the session.
    void begin() {
        world.pump(TreeWorld::source);
        ASSERT_TRUE(world.run_until(
            [&] {
                return std::ranges::all_of(receivers, [&](auto place) { return at(place).it.session().is_set_up(); });
            },
            60s));
    }
    /// Of each packet, whether on its way up or down.
    void lose(std::uint32_t loss_ppm, std::uint32_t doubled_ppm, std::uint64_t seed) {
        world.copies = [loss_ppm, doubled_ppm, random = base::Random{seed}](auto, auto, auto) mutable {
            if (random.chance(loss_ppm)) return 0;
            return random.chance(doubled_ppm) ? 2 : 1;
        };
    }

    TreeWorld world;
    StreamSource* source{nullptr};
    TreeWorld::Place top{0};
    std::vector<TreeWorld::Place> receivers;
};

TEST(Stream, reaches_all_in_order_although_every_link_loses_and_doubles_every_kind_of_packet) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        StreamWorld world;
        for (int i = 0; i < 3; ++i) {
            const auto middle = world.world.add_node(world.top);
            for (int k = 0; k < 5; ++k)
                world.add_receiver(middle);
        }
        world.lose(100'000, 100'000, seed);
        world.begin();
        world.send(600);
        EXPECT_TRUE(world.world.run_until([&] { return world.all_have(600); }, 8s)) << "seed " << seed;
        EXPECT_EQ(world.source->counts().abandoned, 0U);
        EXPECT_TRUE(world.world.run_until([&] { return world.source->unacknowledged() == 0; }, 8s))
            << "the aggregated acknowledgement moves the window over all";
    }
}

TEST(Stream, works_over_nodes_without_the_service_wherever_they_are) {
    for (unsigned without = 0; without < 8; ++without) {
        StreamWorld world;
        auto place = world.top;
        for (unsigned level = 0; level < 3; ++level)
            place = world.world.add_node(place, (without >> level & 1) != 0 ? no_service() : NodeOptions{});
        for (int i = 0; i < 4; ++i)
            world.add_receiver(place);
        world.lose(50'000, 0, without);
        world.begin();
        world.send(200);
        EXPECT_TRUE(world.world.run_until([&] { return world.all_have(200); }, 8s)) << without;
    }
}

TEST(Stream, a_lost_repair_is_asked_for_in_the_next_round_however_long_state_lives) {
    StreamSourceOptions options;
    options.state_lifetime = 60s;
    options.object_lifetime = 60s;
    StreamWorld world{options};
    const auto middle = world.world.add_node(world.top);
    const auto ann = world.add_receiver(middle);
    world.add_receiver(middle);
    int repairs_lost = 0;
    // One data packet is lost to Ann, and the first two repairs between the nodes.
    world.world.copies = [&](TreeWorld::Place place, Direction direction, base::ByteView packet) {
        if (place == ann && is_data(packet)) return *data_sequence(packet) == 3 ? 0 : 1;
        const bool repair = packet[0] == InvocationPacket::type && direction == Direction::downstream;
        return place == middle && repair && repairs_lost < 2 && ++repairs_lost > 0 ? 0 : 1;
    };
    world.settle();
    world.send(10);
    EXPECT_TRUE(world.world.run_until([&] { return world.all_have(10); }, 2s));
    EXPECT_EQ(repairs_lost, 2);
    EXPECT_EQ(world.source->counts().repairs, 3U);
    EXPECT_EQ(world.at(ann).it.counts().repairs, 1U);
}

TEST(Stream, back_to_back_transfers_do_not_disturb_each_other) {
    // Two transfers over the same nodes, the second while all state of the first is there: its repairs were lost.
    TreeWorld world;
    const auto top = world.add_node(TreeWorld::source);
    const auto middle = world.add_node(top);
    for (std::uint64_t number = 1; number <= 6; ++number) {
        const SessionKey key{NodeId{1}, GroupId{7}, SessionId{number}};
        StreamSourceOptions options;
        options.session = key;
        options.state_lifetime = 1s;
        options.object_lifetime = 60s;
        auto end = std::make_unique<EndOf<StreamSource>>(options);
        auto* source = &end->it;
        world.set_source(std::move(end));
        StreamReceiverOptions receiver;
        receiver.session = key;
        receiver.self = TreeWorld::id(world.size());
        const auto place = world.add_receiver(middle, std::make_unique<StreamListener>(receiver));
        const bool spoilt = number % 2 == 1;
        world.copies = [&](TreeWorld::Place to, Direction, base::ByteView packet) {
            if (to == place && is_data(packet)) return *data_sequence(packet) % 3 == 1 ? 0 : 1;
            return spoilt && to == middle && packet[0] == InvocationPacket::type ? 0 : 1;
        };
        world.pump(TreeWorld::source);
        world.run_for(100ms);
        for (std::uint64_t i = 0; i < 10; ++i)
            ASSERT_TRUE(source->push(payload_of(i), world.now()));
        world.pump(TreeWorld::source);
        world.run_for(950ms);
        if (spoilt) continue;
        auto& listener = world.end<StreamListener>(place);
        EXPECT_EQ(listener.messages, 10U);
        EXPECT_EQ(source->counts().requests, 3U);
        EXPECT_EQ(source->counts().repairs, 3U);
        EXPECT_EQ(listener.it.counts().repairs, 3U);
    }
}

TEST(Stream, a_receiver_that_asks_without_end_gets_a_bounded_number_of_repairs) {
    for (const bool service : {true, false}) {
        StreamSourceOptions options;
        options.retention = 60s;
        StreamWorld world{options};
        const auto node = world.world.add_node(world.top, service ? NodeOptions{} : no_service());
        const auto ann = world.add_receiver(node);
        const auto eve = world.add_receiver(node);
        // She claims to have nothing, so that the window stays.
        world.world.copies = [&](TreeWorld::Place place, Direction direction, base::ByteView packet) {
            if (place != eve || direction == Direction::upstream) return 1;
            return is_data(packet) || packet[0] == InvocationPacket::type ? 0 : 1;
        };
        world.settle();
        world.send(5);
        for (std::uint64_t i = 0; i < 2000; ++i) {
            std::vector<Invocation> entries;
            for (std::uint64_t number = 0; number < 5; ++number)
                entries.push_back(
                    invocation_of(packet_repairs, ReceiverUpdate{PacketRequest{number, i % 16}.number(), 1}));
            world.world.inject(eve, Direction::upstream,
                               encode(InvocationPacket{
                                   {session, {}, 0, false},
                                   encode(MethodInvocation{Direction::upstream, TreeWorld::id(eve), {}, entries})}));
            world.world.run_for(25ms);
        }
        EXPECT_EQ(world.source->counts().repairs, 5U * RepairLimits{}.repairs_per_packet_max);
        EXPECT_GT(world.source->counts().requests_unanswered, 0U);
        EXPECT_EQ(world.at(ann).messages, 5U);
        EXPECT_EQ(world.at(ann).it.counts().repairs > 0, !service) << "its branch stays clean";
    }
}

TEST(Stream, a_branch_that_asks_after_an_answer_has_gone_gets_the_next_one) {
    StreamSourceOptions options;
    options.session = session;
    StreamSource source{options};
    auto now = TreeWorld::start;
    ASSERT_TRUE(source.push(payload_of(0), now));
    const auto repairs = [&](base::LocalTime at) {
        int count = 0;
        while (const auto packet = source.poll(at))
            count += (*packet)[0] == InvocationPacket::type ? 1 : 0;
        return count;
    };
    const auto ask = [&](NodeId child, std::uint64_t round) {
        source.handle(encode(InvocationPacket{
                          {session, {}, 0, false},
                          encode(MethodInvocation{
                              Direction::upstream,
                              child,
                              {},
                              {invocation_of(packet_repairs, ReceiverUpdate{PacketRequest{0, round}.number(), 1})}})}),
                      now);
    };
    EXPECT_EQ(repairs(now), 0);
    ask(NodeId{2}, 0);
    EXPECT_EQ(repairs(now), 1);
    now += 1ms;
    ask(NodeId{3}, 0);
    ask(NodeId{4}, 0);
    EXPECT_EQ(repairs(now), 0) << "not in quick succession";
    const auto again = TreeWorld::start + RepairLimits{}.holdoff;
    EXPECT_EQ(source.next_wakeup(), again);
    EXPECT_EQ(repairs(again), 1) << "and one serves both";
    ask(NodeId{3}, 1);
    EXPECT_EQ(repairs(again), 1) << "nodes keep rounds apart";
    ask(NodeId{4}, 0);
    EXPECT_EQ(repairs(again), 1);
    EXPECT_EQ(repairs(again + 900ms), 0) << "nobody has asked since";
}

TEST(Stream, a_receiver_that_stands_still_holds_the_window_no_longer_than_the_retention) {
    StreamSourceOptions options;
    options.window = 64;
    options.retention = 2s;
    StreamWorld world{options};
    const auto ann = world.add_receiver(world.top);
    const auto eve = world.add_receiver(world.top);
    world.world.copies = [&](TreeWorld::Place place, Direction direction, base::ByteView packet) {
        if (place != eve || direction == Direction::upstream) return 1;
        return is_data(packet) || packet[0] == InvocationPacket::type ? 0 : 1;
    };
    world.settle();
    const auto before = world.world.now();
    world.send(300);
    EXPECT_TRUE(world.world.run_until([&] { return world.at(ann).messages == 300; }, 5s));
    EXPECT_LT(world.world.now() - before, 15s);
    EXPECT_EQ(world.at(ann).gaps, 0U);
    EXPECT_GT(world.source->counts().abandoned, 0U);
    EXPECT_TRUE(world.world.run_until([&] { return world.at(eve).gaps > 200; }, 5s)) << "and it is told so";
    EXPECT_TRUE(world.at(eve).in_order);
}

TEST(Stream, the_window_moves_on_when_all_acknowledge_or_have_gone) {
    StreamSourceOptions options;
    options.window = 64;
    options.retention = 60s;
    options.report_age = 2s;
    StreamWorld world{options};
    world.add_receiver(world.top);
    const auto gone = world.add_receiver(world.world.add_node(world.top));
    world.settle();
    world.send(200);
    EXPECT_EQ(world.source->counts().abandoned, 0U);
    // One leaves without a word: its report ages.
    world.world.copies = [&](TreeWorld::Place place, Direction, base::ByteView) { return place == gone ? 0 : 1; };
    world.receivers.pop_back();
    const auto before = world.world.now();
    world.send(200);
    EXPECT_LT(world.world.now() - before, 10s);
    EXPECT_TRUE(world.world.run_until([&] { return world.all_have(400); }, 2s));
    EXPECT_EQ(world.source->counts().abandoned, 0U);
}

TEST(Stream, reception_statistics_are_the_sums_over_all_receivers) {
    StreamWorld world;
    for (int i = 0; i < 3; ++i) {
        const auto middle = world.world.add_node(world.top);
        for (int k = 0; k < 4; ++k)
            world.add_receiver(middle);
    }
    world.world.copies = [random = base::Random{4}](auto, auto direction, auto packet) mutable {
        if (is_data(packet)) return random.chance(80'000) ? 0 : 1;
        return direction == Direction::upstream && random.chance(200'000) ? 2 : 1;
    };
    world.settle();
    world.send(300);
    world.world.run_for(4s);
    ASSERT_TRUE(world.all_have(300));
    ReceptionStatistics expected;
    for (const auto place : world.receivers) {
        const auto& counts = world.at(place).it.counts();
        ++expected.receivers;
        ++expected.reported;
        expected.received += counts.received;
        expected.missed += counts.missed;
        expected.worst_loss_ppm =
            std::max(expected.worst_loss_ppm, static_cast<std::uint32_t>(counts.missed * 1'000'000 / 300));
    }
    expected.through = 300;
    EXPECT_EQ(world.source->reception(), expected);
    EXPECT_EQ(expected.received + expected.missed, 12U * 300);
}

TEST(Stream, receivers_report_marked_packets_and_the_source_learns_how_many) {
    StreamWorld world;
    for (int i = 0; i < 3; ++i) {
        const auto middle = world.world.add_node(world.top);
        for (int k = 0; k < 10; ++k)
            world.add_receiver(middle);
    }
    world.settle();
    const auto before = world.world.above(world.top).upward;
    world.world.inject(world.top, Direction::downstream,
                       encode(SetupPacket{{session, session.source, 0, false}, {9, 9, 9}}));
    world.world.run_for(900ms);
    const auto first = world.world.above(world.top).upward - before;
    world.world.run_for(3s);
    EXPECT_EQ(world.source->counts().errors, 30U);
    EXPECT_LE(first, 3U) << "no implosion";
}

TEST(Stream, a_late_receiver_begins_with_the_window) {
    StreamSourceOptions options;
    options.window = 64;
    StreamWorld world{options};
    world.add_receiver(world.top);
    world.settle();
    world.send(200);
    world.world.run_for(3s);
    const auto late = world.add_receiver(world.top);
    world.send(20);
    world.world.run_for(3s);
    EXPECT_TRUE(world.at(late).in_order);
    EXPECT_EQ(world.at(late).gaps, 0U);
    EXPECT_GE(world.at(late).messages, 1U);
    EXPECT_LE(world.at(late).messages, 84U);
}

} // namespace
} // namespace plenum::tree
