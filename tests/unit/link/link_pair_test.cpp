// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/initialise.h"
#include "core/link/handshake_rules.h"
#include "core/link/rate/fixed_rate.h"
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

#include <set>

namespace plenum::link::test {
namespace {

using base::PriorityClass;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::array classes{PriorityClass::control, PriorityClass::audio, PriorityClass::live, PriorityClass::video,
                             PriorityClass::board,   PriorityClass::chat,  PriorityClass::bulk};

base::Bytes message_of(base::Random& random, std::size_t size) {
    base::Bytes bytes(size);
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(random.next());
    return bytes;
}

struct LossCase {
    std::uint32_t loss_permille;
    std::uint32_t duplicate_permille;
    std::uint64_t seed;
};

class LinkPairUnderLoss : public testing::TestWithParam<LossCase> {
  protected:
    [[nodiscard]] static PairOptions options() {
        PairOptions options;
        options.to_relay = options.to_client = jittery(GetParam().loss_permille, GetParam().duplicate_permille);
        options.seed = GetParam().seed;
        return options;
    }
};

INSTANTIATE_TEST_SUITE_P(Loss, LinkPairUnderLoss,
                         testing::Values(LossCase{0, 0, 1}, LossCase{0, 500, 2}, LossCase{50, 50, 3},
                                         LossCase{300, 100, 4}, LossCase{300, 500, 5}));

TEST_P(LinkPairUnderLoss, StreamsAreExactAndInOrder) {
    LinkPair pair{options()};
    ASSERT_TRUE(pair.establish());
    base::Random random{GetParam().seed};
    std::map<PriorityClass, std::vector<base::Bytes>> sent_up;
    std::map<PriorityClass, std::vector<base::Bytes>> sent_down;
    const auto send_some = [&] {
        for (const auto stream : classes) {
            const auto size = random.chance(5'000) ? std::size_t{64} * 1024 : random.below(700);
            auto up = message_of(random, size);
            ASSERT_TRUE(pair.client.link->send_stream(stream, up));
            sent_up[stream].push_back(std::move(up));
            auto down = message_of(random, random.below(300));
            ASSERT_TRUE(pair.relay.link->send_stream(stream, down));
            sent_down[stream].push_back(std::move(down));
        }
    };
    const auto began = pair.now;
    pair.every(milliseconds{15}, began, began + seconds{8}, send_some);
    pair.run_until(began + seconds{16});
    for (const auto stream : classes) {
        ASSERT_GT(sent_up[stream].size(), 500U);
        EXPECT_EQ(pair.relay.messages[stream], sent_up[stream]);
        EXPECT_EQ(pair.client.messages[stream], sent_down[stream]);
    }
    EXPECT_EQ(pair.client.link->load().stream_bytes, 0U);
    EXPECT_EQ(pair.relay.link->load().reassembly_bytes, 0U);
    EXPECT_FALSE(pair.client.closed || pair.relay.closed);
    EXPECT_EQ(pair.idle_wakeups, 0U);
}

/// Jitter of ± 20 ms reorders most packets of a stream of hundreds a second; hardly one may count as lost for it.
TEST_P(LinkPairUnderLoss, JitterIsNotTakenForLoss) {
    LinkPair pair{options()};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    std::uint64_t sequence = 0;
    pair.every(milliseconds{2}, began, began + seconds{20}, [&] {
        (void)pair.client.link->send_fragment(
            fragment_of(++sequence, 300, PriorityClass::video, pair.client_now() + milliseconds{400}),
            pair.client_now());
    });
    pair.run_until(began + seconds{22});
    const auto stats = pair.client.link->stats();
    const auto lost_truly = stats.packets_lost - stats.packets_spurious;
    EXPECT_LT(static_cast<double>(stats.packets_spurious), 0.01 * static_cast<double>(stats.datagrams_sent));
    const auto share = static_cast<double>(lost_truly) / static_cast<double>(stats.datagrams_sent);
    const auto loss = GetParam().loss_permille / 1000.0 *
                      (1 - GetParam().duplicate_permille / 1000.0 * (1 - GetParam().loss_permille / 1000.0));
    EXPECT_GE(share, loss * 0.8);
    EXPECT_LE(share, loss * 1.25 + 0.005);
    EXPECT_GE(stats.loss_permille, static_cast<std::uint32_t>(loss * 600));
    EXPECT_LE(stats.loss_permille, static_cast<std::uint32_t>(loss * 1500) + 10);
    EXPECT_GE(stats.rtt, milliseconds{75});
    EXPECT_LE(stats.rtt, milliseconds{140});
    EXPECT_GE(stats.rtt_min, milliseconds{60});
    EXPECT_LE(stats.rtt_min, milliseconds{80});
}

/// With 400 ms to live over a round trip of 100 ms a lost fragment has time for one or two repetitions; what comes at
/// all comes before its deadline, or within one way after the last moment at which it could be sent.
TEST_P(LinkPairUnderLoss, FragmentsArriveInTimeOrNotAtAll) {
    LinkPair pair{options()};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    std::map<std::uint64_t, Duration> sent_at;
    pair.every(milliseconds{10}, began, began + seconds{20}, [&] {
        const auto sequence = sent_at.size() + 1;
        sent_at[sequence] = pair.now;
        (void)pair.client.link->send_fragment(
            fragment_of(sequence, 120, PriorityClass::audio, pair.client_now() + milliseconds{400}), pair.client_now());
    });
    pair.run_until(began + seconds{22});
    std::set<std::uint64_t> in_time;
    for (const auto& [fragment, at] : pair.relay.fragments) {
        const auto took = at - sent_at.at(fragment.sequence.value());
        EXPECT_LE(took, milliseconds{400 + 70});
        if (took <= milliseconds{400}) in_time.insert(fragment.sequence.value());
    }
    const auto share = static_cast<double>(in_time.size()) / static_cast<double>(sent_at.size());
    // Once lost and once sent again: 1 − loss² at the least.
    const auto loss = GetParam().loss_permille / 1000.0;
    EXPECT_GE(share, 1 - loss * loss * 1.3);
    const auto stats = pair.client.link->stats();
    EXPECT_EQ(stats.fragments_sent, sent_at.size());
    if (GetParam().loss_permille > 0 && GetParam().duplicate_permille < 500) {
        EXPECT_GT(stats.fragments_resent, 50U);
    }
    if (GetParam().loss_permille == 0) {
        EXPECT_LE(stats.fragments_resent, stats.fragments_sent / 50);
    }
}

/// With no time for a repetition, 20 % loss takes 20 % of the fragments, and of key frames, which go twice, 4 %.
TEST(LinkPair, KeyFramesGoTwiceWhereThePathLoses) {
    for (const bool key : {false, true}) {
        PairOptions options;
        options.to_relay = {milliseconds{50}, milliseconds{50}, 200, 0};
        LinkPair pair{options};
        ASSERT_TRUE(pair.establish());
        const auto began = pair.now;
        std::uint64_t sequence = 0;
        pair.every(milliseconds{20}, began, began + seconds{20}, [&] {
            auto fragment = fragment_of(++sequence, 120, PriorityClass::video, pair.client_now() + milliseconds{60});
            fragment.flags = wire::MessageFlags::of(key, false, 0);
            (void)pair.client.link->send_fragment(std::move(fragment), pair.client_now());
        });
        pair.run_until(began + seconds{22});
        std::set<std::uint64_t> arrived;
        for (const auto& [fragment, at] : pair.relay.fragments)
            arrived.insert(fragment.sequence.value());
        const auto share = static_cast<double>(arrived.size()) / static_cast<double>(sequence);
        EXPECT_GE(share, key ? 0.93 : 0.75);
        EXPECT_LE(share, key ? 0.98 : 0.85);
    }
}

TEST(LinkPair, WhereNothingIsLostNothingGoesTwice) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    std::uint64_t sequence = 0;
    pair.every(milliseconds{20}, began, began + seconds{2}, [&] {
        auto fragment = fragment_of(++sequence, 120, PriorityClass::video, pair.client_now() + milliseconds{500});
        fragment.flags = wire::MessageFlags::of(true, false, 0);
        (void)pair.client.link->send_fragment(std::move(fragment), pair.client_now());
    });
    pair.run_until(began + seconds{3});
    EXPECT_EQ(pair.relay.fragments.size(), sequence);
}

TEST(LinkPair, AFragmentThatNoPacketHoldsIsNotTaken) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    const auto push = [&](std::size_t size) {
        FragmentToSend fragment{
            std::make_shared<base::Bytes>(size), PriorityClass::video, pair.client_now() + seconds{1}, {}};
        return pair.client.link->send_fragment(std::move(fragment), pair.client_now());
    };
    EXPECT_EQ(push(base::limits::packet_bytes_max + 1), sched::PushResult::dropped);
    EXPECT_NE(push(base::limits::packet_bytes_max), sched::PushResult::dropped);
}

/// The caller asks for another key frame then. Other pictures go on with the next anchor.
TEST(LinkPair, tells_only_of_key_frames_that_it_gives_up) {
    for (const bool key_frame : {false, true}) {
        LinkPair pair{PairOptions{}};
        ASSERT_TRUE(pair.establish());
        auto& link = *pair.client.link;
        pair.run_until(pair.now + seconds{1});
        pair.to_relay.cut = true;
        auto lost = fragment_of(1, 100, PriorityClass::video, pair.client_now() + milliseconds{5});
        lost.flags = wire::MessageFlags::of(key_frame, false, 0);
        (void)link.send_fragment(std::move(lost), pair.client_now());
        pair.run_until(pair.now + milliseconds{10});
        pair.to_relay.cut = false;
        ASSERT_TRUE(link.send_stream(PriorityClass::chat, base::Bytes(10, 1)));
        pair.run_until(pair.now + seconds{2});
        EXPECT_EQ(link.stats().fragments_given_up, 1U);
        EXPECT_EQ(pair.client.given_up, key_frame ? 1U : 0U);
    }
}

/// What finds no room is not acknowledged, so it comes again.
TEST(LinkPair, WhatNobodyTakesWaitsAtItsSender) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    auto& from = *pair.client.link;
    auto& to = *pair.relay.link;
    auto passed = milliseconds{0};
    const auto carry = [&](milliseconds time, auto each) {
        for (const auto until = passed + time; passed < until; passed += milliseconds{1}) {
            const auto client_now = pair.client_now() + passed;
            const auto relay_now = pair.relay_now() + passed;
            while (const auto one = poll_datagram(from, client_now)) {
                const auto header = wire::decode<wire::SealedHeader>(base::ByteView{one->datagram}.first(16)).value();
                (void)to.handle_datagram(header, one->datagram, pair.client_address, relay_now);
            }
            while (const auto one = poll_datagram(to, relay_now)) {
                const auto header = wire::decode<wire::SealedHeader>(base::ByteView{one->datagram}.first(16)).value();
                (void)from.handle_datagram(header, one->datagram, pair.relay_address, client_now);
            }
            while (from.poll_event()) {
            }
            each();
        }
    };
    constexpr std::size_t count = 60;
    std::size_t pushed = 0;
    const auto push = [&] {
        while (pushed < count && from.send_stream(PriorityClass::chat, base::Bytes(60'000, std::uint8_t(pushed))))
            ++pushed;
    };
    carry(seconds{4}, push);
    EXPECT_LT(pushed, count) << "nobody takes anything";
    EXPECT_LE(to.load().reassembly_bytes, 2 * base::limits::stream_buffer_bytes_max);
    std::size_t taken = 0;
    carry(seconds{20}, [&] {
        push();
        while (const auto event = to.poll_event()) {
            const auto* message = std::get_if<StreamMessage>(&*event);
            if (message == nullptr) continue;
            EXPECT_EQ(message->message, base::Bytes(60'000, std::uint8_t(taken)));
            ++taken;
        }
    });
    EXPECT_EQ(taken, count);
}

/// Another network has another round trip and another length; another port is the same one's.
TEST(LinkPair, WhoeverMovesToAnotherNetworkIsMeasuredAnew) {
    for (const bool network : {false, true}) {
        LinkPair pair{PairOptions{}};
        ASSERT_TRUE(pair.establish());
        pair.every(milliseconds{20}, pair.now, pair.now + seconds{6}, [&] {
            (void)pair.client.link->send_stream(PriorityClass::chat, base::Bytes(50, 3));
            (void)pair.relay.link->send_stream(PriorityClass::chat, base::Bytes(50, 3));
        });
        pair.run_until(pair.now + seconds{3});
        const auto found = pair.relay.link->stats().datagram_bytes;
        ASSERT_GT(found, base::limits::datagram_bytes_max);
        pair.client_address = network ? base::Address::v4(127, 0, 0, 9, 40000) : base::Address::v4(127, 0, 0, 1, 40001);
        for (auto* path : {&pair.to_relay, &pair.to_client})
            path->options() = {milliseconds{50}, milliseconds{50}};
        auto least = found;
        for (int i = 0; i < 2000; ++i) {
            pair.run_until(pair.now + milliseconds{1});
            least = std::min(least, pair.relay.link->stats().datagram_bytes);
        }
        ASSERT_EQ(pair.moves.size(), 1U);
        EXPECT_EQ(least, network ? base::limits::datagram_bytes_max : found);
        EXPECT_EQ(pair.relay.link->stats().rtt_min > milliseconds{40}, network);
    }
}

/// What one network bears, another may not.
TEST(LinkPair, WhoeverMovesToAnotherNetworkIsSentToAsAtTheBeginning) {
    for (const bool network : {false, true}) {
        PairOptions options;
        options.rate.most = base::ByteRate{4'000'000};
        LinkPair pair{options};
        ASSERT_TRUE(pair.establish());
        const auto rate = [&] { return pair.relay.link->stats().pace_rate; };
        pair.every(milliseconds{10}, pair.now, pair.now + seconds{2}, [&] {
            while (pair.relay.link->load().stream_bytes < 500'000)
                (void)pair.relay.link->send_stream(PriorityClass::bulk, base::Bytes(10'000));
        });
        pair.run_until(pair.now + seconds{1});
        ASSERT_GE(rate().value(), 4 * options.rate.initial.value());
        pair.client_address = network ? base::Address::v4(127, 0, 0, 9, 40000) : base::Address::v4(127, 0, 0, 1, 40001);
        auto least = rate();
        for (int i = 0; i < 500; ++i) {
            pair.run_until(pair.now + milliseconds{1});
            least = std::min(least, rate());
        }
        ASSERT_EQ(pair.moves.size(), 1U);
        EXPECT_EQ(least <= options.rate.initial, network) << least.value();
    }
}

TEST(LinkPair, NoTimeLeftMeansNoRepetition) {
    PairOptions options;
    options.to_relay = options.to_client = jittery(200);
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    std::uint64_t sequence = 0;
    pair.every(milliseconds{10}, began, began + seconds{10}, [&] {
        (void)pair.client.link->send_fragment(
            fragment_of(++sequence, 100, PriorityClass::audio, pair.client_now() + milliseconds{80}),
            pair.client_now());
    });
    pair.run_until(began + seconds{12});
    const auto stats = pair.client.link->stats();
    EXPECT_EQ(stats.fragments_resent, 0U);
    EXPECT_GE(stats.fragments_given_up, 120U);
    EXPECT_LE(stats.fragments_given_up, 300U);
}

TEST(LinkPair, PacingKeepsToTheRate) {
    PairOptions options;
    options.rate = {make_fixed_rate, base::ByteRate{250'000}};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    const auto before = pair.to_relay.bytes;
    pair.every(milliseconds{10}, began, began + seconds{10}, [&] {
        while (pair.client.link->load().stream_bytes < 500'000)
            (void)pair.client.link->send_stream(PriorityClass::bulk, base::Bytes(10'000));
    });
    // In no window of 100 ms more than its share and the burst.
    std::uint64_t last = before;
    pair.every(milliseconds{100}, began + milliseconds{100}, began + seconds{10}, [&] {
        EXPECT_LE(pair.to_relay.bytes - last, 25'000U + 2 * 2400U);
        last = pair.to_relay.bytes;
    });
    pair.run_until(began + seconds{10});
    EXPECT_GE(pair.to_relay.bytes - before, 2'400'000U);
    EXPECT_LE(pair.to_relay.bytes - before, 2'550'000U);
}

/// Audio does not wait behind a video burst or a bulk transfer that fill the link.
TEST(LinkPair, AudioGoesFirst) {
    PairOptions options;
    options.rate = {make_fixed_rate, base::ByteRate{250'000}};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    std::map<std::uint64_t, Duration> sent_at;
    pair.every(milliseconds{10}, began, began + seconds{5}, [&] {
        while (pair.client.link->load().stream_bytes < 500'000)
            (void)pair.client.link->send_stream(PriorityClass::bulk, base::Bytes(10'000));
        const auto sequence = sent_at.size() + 1;
        sent_at[sequence] = pair.now;
        (void)pair.client.link->send_fragment(
            fragment_of(sequence, 100, PriorityClass::audio, pair.client_now() + milliseconds{200}), pair.client_now());
    });
    pair.run_until(began + seconds{6});
    ASSERT_EQ(pair.relay.fragments.size(), sent_at.size());
    for (const auto& [fragment, at] : pair.relay.fragments)
        EXPECT_LE(at - sent_at.at(fragment.sequence.value()), milliseconds{2});
    EXPECT_GT(pair.relay.messages[PriorityClass::bulk].size(), 50U);
}

/// So that they stay short: on a slow path a long one holds up what is urgent behind it.
TEST(LinkPair, DatagramsOfAudioTakeNothingElseWithThem) {
    PairOptions options;
    options.rate = {make_fixed_rate, base::ByteRate{250'000}};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    pair.to_relay.keep = true;
    const auto began = pair.now;
    std::uint64_t sequence = 0;
    pair.every(milliseconds{10}, began, began + seconds{1}, [&] {
        const auto deadline = pair.client_now() + milliseconds{200};
        (void)pair.client.link->send_stream(PriorityClass::bulk, base::Bytes(10'000));
        for (const auto priority : {PriorityClass::video, PriorityClass::audio})
            (void)pair.client.link->send_fragment(fragment_of(++sequence, 100, priority, deadline), pair.client_now());
    });
    pair.run_until(began + seconds{1});
    std::size_t of_audio = 0;
    for (const auto& datagram : pair.to_relay.kept) {
        const auto header = wire::decode<wire::SealedHeader>(base::ByteView{datagram}.first(wire::SealedHeader::size));
        ASSERT_TRUE(header.has_value());
        if (header->priority != PriorityClass::audio) continue;
        ++of_audio;
        EXPECT_LE(datagram.size(), 200U);
    }
    EXPECT_GE(of_audio, 90U);
}

/// Two people talking, a packet every 20 ms each way: acknowledgements mostly ride along, and so do the questions that
/// compare clocks.
TEST(LinkPair, AudioAloneCostsFewPacketsMore) {
    for (const auto& path : {PathOptions{milliseconds{20}, milliseconds{20}}, jittery(0), jittery(50)}) {
        PairOptions options;
        options.to_relay = options.to_client = path;
        LinkPair pair{options};
        ASSERT_TRUE(pair.establish());
        const auto began = pair.now;
        const auto before = pair.to_relay.datagrams;
        std::uint64_t sequence = 0;
        pair.every(milliseconds{20}, began, began + seconds{20}, [&] {
            ++sequence;
            (void)pair.client.link->send_fragment(
                fragment_of(sequence, 100, PriorityClass::audio, pair.client_now() + milliseconds{150}),
                pair.client_now());
        });
        pair.every(milliseconds{20}, began + milliseconds{7}, began + seconds{20}, [&] {
            (void)pair.relay.link->send_fragment(
                fragment_of(sequence, 100, PriorityClass::audio, pair.relay_now() + milliseconds{150}),
                pair.relay_now());
        });
        pair.run_until(began + seconds{20});
        const auto sent = pair.to_relay.datagrams - before;
        EXPECT_GE(sent, 1000U);
        EXPECT_LE(sent, 1350U);
        const auto clock = pair.client.link->clock(pair.client_now()).value();
        EXPECT_GE(clock.error_max, milliseconds{19});
        EXPECT_LE(pair.client.link->clock_doubt(clock), milliseconds{8});
    }
}

TEST(LinkPair, TheSameSeedGivesTheSameBytes) {
    const auto run = [](std::uint64_t seed) {
        PairOptions options;
        options.to_relay = options.to_client = jittery(50, 50);
        options.seed = seed;
        LinkPair pair{options};
        pair.to_relay.keep = pair.to_client.keep = true;
        EXPECT_TRUE(pair.establish());
        base::Random random{seed};
        const auto began = pair.now;
        pair.every(milliseconds{10}, began, began + seconds{2},
                   [&] { (void)pair.client.link->send_stream(PriorityClass::chat, message_of(random, 200)); });
        pair.run_until(began + seconds{3});
        auto bytes = std::move(pair.to_relay.kept);
        bytes.insert(bytes.end(), pair.to_client.kept.begin(), pair.to_client.kept.end());
        return bytes;
    };
    EXPECT_EQ(run(7), run(7));
    EXPECT_NE(run(7), run(8));
}

TEST(LinkPair, AesSealsWhereBothHaveIt) {
    ASSERT_TRUE(crypto::initialise());
    PairOptions options;
    options.ciphers = available_ciphers(true);
    if (!options.ciphers.contains(crypto::Cipher::aes256_gcm)) GTEST_SKIP() << "this processor has no AES instructions";
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    EXPECT_EQ(pair.client.session->cipher, crypto::Cipher::aes256_gcm);
    ASSERT_TRUE(pair.relay.link->send_stream(PriorityClass::bulk, base::Bytes(50'000, 1)));
    pair.run_until(pair.now + seconds{1});
    EXPECT_EQ(pair.client.messages[PriorityClass::bulk].size(), 1U);
    EXPECT_EQ(pair.client.messages[PriorityClass::bulk].front(), base::Bytes(50'000, 1));
}

TEST(LinkPair, AFullStreamSaysSo) {
    PairOptions options;
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    pair.to_relay.cut = true;
    const base::Bytes message(60'000);
    std::size_t taken = 0;
    while (pair.client.link->send_stream(PriorityClass::bulk, message))
        taken += message.size();
    EXPECT_GE(taken, base::limits::stream_buffer_bytes_max - 61'000);
    EXPECT_LE(taken, base::limits::stream_buffer_bytes_max);
    EXPECT_EQ(pair.client.link->send_stream(PriorityClass::bulk, message).error(), SendError::full);
    EXPECT_TRUE(pair.client.link->send_stream(PriorityClass::control, message));
    const base::Bytes too_large(base::limits::control_message_bytes_max + 1);
    EXPECT_EQ(pair.client.link->send_stream(PriorityClass::control, too_large).error(), SendError::too_large);
}

} // namespace
} // namespace plenum::link::test
