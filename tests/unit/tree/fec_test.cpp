// SPDX-License-Identifier: Apache-2.0
// Repair symbols in place of packets: the code itself, and streams that use it.
#include "tests/unit/tree/crowd_world.h"

#include "core/tree/fec/reed_solomon.h"
#include "core/tree/general_purpose_object.h"

#include <gtest/gtest.h>

namespace plenum::tree {
namespace {

using namespace std::chrono_literals;

std::vector<base::Bytes> block_of(std::size_t symbols, std::size_t bytes, base::Random& random) {
    std::vector<base::Bytes> block(symbols, base::Bytes(bytes));
    for (auto& symbol : block) {
        for (auto& byte : symbol)
            byte = static_cast<std::uint8_t>(random.next());
    }
    return block;
}

TEST(ReedSolomon, any_as_many_symbols_as_the_block_has_give_all_of_it) {
    base::Random random{1};
    for (const std::size_t count : {1U, 2U, 5U, 16U, 32U, 64U}) {
        const auto code = ReedSolomon::make(count);
        ASSERT_TRUE(code);
        for (int run = 0; run < 20; ++run) {
            const auto block = block_of(count, 1 + random.below(300), random);
            std::map<SymbolIndex, base::Bytes> symbols;
            while (symbols.size() < count) {
                const SymbolIndex index{static_cast<std::uint8_t>(random.below(limits::encoding_symbols_max))};
                symbols[index] = code->encode(block, index);
                EXPECT_TRUE(index.value() >= count || symbols[index] == block[index.value()])
                    << "the code is systematic";
            }
            EXPECT_EQ(code->decode(symbols), block);
            symbols.erase(symbols.begin());
            EXPECT_EQ(code->decode(symbols), std::nullopt);
        }
    }
    EXPECT_FALSE(ReedSolomon::make(0));
    EXPECT_FALSE(ReedSolomon::make(limits::block_symbols_max + 1));
}

TEST(ReedSolomon, is_the_code_of_rfc_5510) {
    // Two source symbols: the generator matrix is inverse(1 1; 1 a) times (1 1 1 ...; 1 a a^2 ...), with a = 2. For
    // column 2, the coefficients c0 + c1 = 1 and c0 + a c1 = a^2 give c1 = (1 + a^2) / (1 + a) = 1 + a = 3, c0 = 2.
    const auto code = ReedSolomon::make(2);
    EXPECT_EQ(code->encode(std::vector<base::Bytes>{{1}, {0}}, SymbolIndex{2}), base::Bytes{2});
    EXPECT_EQ(code->encode(std::vector<base::Bytes>{{0}, {1}}, SymbolIndex{2}), base::Bytes{3});
    // In each column, c0 + c1 = 1 and c0 + a c1 = a^j, with a^8 = 0x1d modulo x^8 + x^4 + x^3 + x^2 + 1.
    const auto doubled = [](std::uint8_t value) {
        return static_cast<std::uint8_t>(value << 1 ^ (value >= 0x80 ? 0x1d : 0));
    };
    std::uint8_t power = 4;
    for (std::uint8_t column = 2; column < 255; ++column, power = doubled(power)) {
        const auto first = code->encode(std::vector<base::Bytes>{{1}, {0}}, SymbolIndex{column}).front();
        const auto second = code->encode(std::vector<base::Bytes>{{0}, {1}}, SymbolIndex{column}).front();
        ASSERT_EQ(first ^ second, 1);
        ASSERT_EQ(first ^ doubled(second), power);
    }
}

TEST(ReedSolomon, refuses_symbols_that_do_not_fit_each_other) {
    const auto code = ReedSolomon::make(2);
    EXPECT_TRUE(code->encode(std::vector<base::Bytes>{{1}, {2, 3}}, SymbolIndex{2}).empty());
    EXPECT_TRUE(code->encode(std::vector<base::Bytes>{{1}}, SymbolIndex{2}).empty());
    EXPECT_TRUE(code->encode(std::vector<base::Bytes>{{1}, {2}}, SymbolIndex{255}).empty());
    EXPECT_EQ(code->decode({{SymbolIndex{0}, {1}}, {SymbolIndex{5}, {1, 2}}}), std::nullopt);
    EXPECT_EQ(code->decode({{SymbolIndex{0}, {}}, {SymbolIndex{5}, {}}}), std::nullopt);
    EXPECT_EQ(code->decode({{SymbolIndex{5}, {1}}, {SymbolIndex{255}, {1}}}), std::nullopt);
}

TEST(CodedStream, one_repair_symbol_serves_receivers_who_lost_different_packets) {
    const auto code = ReedSolomon::make(8);
    TreeWorld world;
    StreamSourceOptions options;
    options.session = CrowdWorld::session;
    options.code = code.get();
    auto end = std::make_unique<EndOf<StreamSource>>(options);
    auto* source = &end->it;
    world.set_source(std::move(end));
    const auto top = world.add_node(TreeWorld::source);
    StreamReceiverOptions receiver;
    receiver.session = CrowdWorld::session;
    receiver.code = code.get();
    std::vector<TreeWorld::Place> receivers;
    for (int i = 0; i < 8; ++i) {
        receiver.self = TreeWorld::id(world.size());
        receivers.push_back(world.add_receiver(top, std::make_unique<StreamListener>(receiver)));
    }
    // Each loses one packet of the first block, the first one two, and none of the second block.
    world.copies = [&](TreeWorld::Place place, Direction, base::ByteView packet) {
        if (!is_data(packet) || place == top) return 1;
        const auto sequence = *data_sequence(packet);
        const auto own = place - receivers[0];
        return sequence == own || (own == 0 && sequence == 3) ? 0 : 1;
    };
    world.pump(TreeWorld::source);
    world.run_for(200ms);
    for (std::uint64_t i = 0; i < 19; ++i)
        ASSERT_TRUE(source->push(base::Bytes(i * 3, static_cast<std::uint8_t>(i)), world.now()));
    world.pump(TreeWorld::source);
    world.run_for(1s);
    EXPECT_EQ(source->counts().repairs, 2U) << "the most that anyone lacked";
    for (const auto place : receivers) {
        auto& listener = world.end<StreamListener>(place);
        EXPECT_EQ(listener.messages, 19U) << "the last block too, which is not whole";
        EXPECT_TRUE(listener.in_order);
        EXPECT_EQ(listener.it.counts().repairs, place == receivers[0] ? 2U : 1U) << "each got as many as it lacked";
    }
}

TEST(CodedStream, is_whole_although_every_link_loses_and_doubles_every_kind_of_packet) {
    const auto code = ReedSolomon::make(16);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        StreamSourceOptions options;
        options.code = code.get();
        StreamReceiverOptions receiver;
        receiver.code = code.get();
        receiver.spare_symbols = static_cast<std::uint32_t>(seed % 2);
        options.session = receiver.session = CrowdWorld::session;
        TreeWorld world;
        auto end = std::make_unique<EndOf<StreamSource>>(options);
        auto* source = &end->it;
        world.set_source(std::move(end));
        const auto top = world.add_node(TreeWorld::source);
        std::vector<TreeWorld::Place> receivers;
        for (int i = 0; i < 3; ++i) {
            const auto middle = world.add_node(top);
            for (int k = 0; k < 4; ++k) {
                receiver.self = TreeWorld::id(world.size());
                receivers.push_back(world.add_receiver(middle, std::make_unique<StreamListener>(receiver)));
            }
        }
        world.pump(TreeWorld::source);
        world.run_for(200ms);
        world.copies = [random = base::Random{seed}](auto, auto, auto) mutable {
            return random.chance(100'000) ? 0 : random.chance(100'000) ? 2 : 1;
        };
        for (std::uint64_t number = 0; number < 500;) {
            if (source->push(base::Bytes(number % 77, static_cast<std::uint8_t>(number)), world.now())) ++number;
            world.pump(TreeWorld::source);
            world.run_for(1ms);
        }
        EXPECT_TRUE(world.run_until(
            [&] {
                return std::ranges::all_of(receivers, [&](auto place) {
                    const auto& listener = world.end<StreamListener>(place);
                    return listener.messages == 500 && listener.in_order && listener.gaps == 0;
                });
            },
            8s))
            << "seed " << seed;
        EXPECT_EQ(source->counts().abandoned, 0U);
    }
}

TEST(CodedStream, ten_thousand_receivers_on_links_that_lose_everything_alike_load_the_source_less_than_single_repairs) {
    const auto code = ReedSolomon::make(32);
    StreamSourceOptions options;
    options.code = code.get();
    StreamReceiverOptions receiver;
    receiver.code = code.get();
    receiver.spare_symbols = 3;
    CrowdWorld crowd{options, receiver};
    ASSERT_TRUE(crowd.run(10'000, 10'000));
    const auto everywhere = crowd.lost_below()[TreeWorld::source];
    const auto& counts = crowd.source->counts();
    std::printf("coded, all packets lossy: lost somewhere %llu, requests at the source %llu, repairs %llu\n",
                static_cast<unsigned long long>(everywhere), static_cast<unsigned long long>(counts.requests),
                static_cast<unsigned long long>(counts.repairs));
    EXPECT_LE(counts.requests * 10, 11 * everywhere);
    EXPECT_LE(counts.repairs * 10, 11 * everywhere);
}

TEST(CodedStream, a_receiver_keeps_order_and_bounds_whatever_the_source_sends) {
    const auto code = ReedSolomon::make(8);
    StreamReceiverOptions options;
    options.session = CrowdWorld::session;
    options.self = NodeId{9};
    options.code = code.get();
    StreamListener listener{options};
    base::Random random{6};
    auto now = TreeWorld::start;
    const auto forward = [](std::uint64_t number, base::Bytes data) {
        const Forward parameters{number, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one,
                                 std::move(data)};
        return encode(
            InvocationPacket{{CrowdWorld::session, NodeId{1}, 0, false},
                             encode(MethodInvocation{
                                 Direction::downstream, NodeId{1}, {}, {invocation_of(block_repairs, parameters)}})});
    };
    std::uint32_t revision = 0;
    for (int step = 0; step < 50'000; ++step) {
        const auto sequence = listener.messages + listener.gaps + random.below(random.below(10) == 0 ? 10'000 : 30);
        const base::Bytes bytes(random.below(20), static_cast<std::uint8_t>(random.next()));
        if (step == 0 || random.below(500) == 0) {
            ObjectDeclaration object{packet_repairs, types::general_purpose, ObjectSequence{++revision}, 10s, {}, {}};
            object.variables = {{WindowVariables::start, PacketRequest{step == 0 ? 0 : sequence, 0}.number()},
                                {WindowVariables::end, PacketRequest{sequence + 100, 0}.number()},
                                {WindowVariables::next, sequence + random.below(200)}};
            listener.handle(
                encode(SetupPacket{{CrowdWorld::session, NodeId{1}, 0, false}, encode(StateSetup{{object}})}), now);
        } else if (random.below(2) == 0) {
            listener.handle(encode(DataPacket{CrowdWorld::session, sequence, bytes}), now);
        } else {
            const SymbolIndex index{static_cast<std::uint8_t>(random.below(255))};
            listener.handle(forward(random.next() >> 10, encode(RepairData{RepairSymbol{sequence / 8, index, bytes}})),
                            now);
        }
        now += 1ms;
        listener.handle_wakeup(now);
        while (listener.poll(now))
            continue;
        ASSERT_LE(listener.it.missing(), limits::data_window_max);
    }
    EXPECT_TRUE(listener.in_order);
    EXPECT_GT(listener.messages, 1000U);
    EXPECT_GT(listener.gaps, 100U);
}

} // namespace
} // namespace plenum::tree
