// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

void cut(LinkPair& pair, bool off) { pair.to_relay.cut = pair.to_client.cut = off; }

TEST(LinkLiveness, AnIdleLinkStaysAliveAndNearlySilent) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    const auto before = pair.to_relay.datagrams + pair.to_client.datagrams;
    pair.run_until(pair.now + seconds{60});
    const auto sent = pair.to_relay.datagrams + pair.to_client.datagrams - before;
    EXPECT_TRUE(pair.client.silent_at.empty() && pair.relay.silent_at.empty());
    EXPECT_GE(sent, 120U);
    EXPECT_LE(sent, 400U);
    EXPECT_EQ(pair.idle_wakeups, 0U);
}

TEST(LinkLiveness, SilenceIsToldWithinABandThenItsEnd) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        PairOptions options;
        options.to_relay = options.to_client = jittery(0);
        options.seed = seed;
        LinkPair pair{options};
        ASSERT_TRUE(pair.establish());
        pair.run_until(seconds{5} + milliseconds{static_cast<std::int64_t>(seed) * 77});
        const auto began = pair.now;
        cut(pair, true);
        pair.run_until(began + seconds{4});
        for (const auto* side : {&pair.client, &pair.relay}) {
            ASSERT_EQ(side->silent_at.size(), 1U);
            // From 500 ms, the age that the last sign of life may have at the cut, to a second or four probe timeouts,
            // and one way.
            EXPECT_GE(side->silent_at[0] - began, milliseconds{490});
            EXPECT_LE(side->silent_at[0] - began, milliseconds{1500});
            EXPECT_TRUE(side->heard_at.empty());
            EXPECT_TRUE(side->link->silent());
        }
        const auto healed = pair.now;
        cut(pair, false);
        pair.run_until(healed + seconds{2});
        for (const auto* side : {&pair.client, &pair.relay}) {
            ASSERT_EQ(side->heard_at.size(), 1U);
            EXPECT_LE(side->heard_at[0] - healed, milliseconds{700});
            EXPECT_FALSE(side->link->silent() || side->closed);
        }
    }
}

/// Whoever only sends long datagrams hears nothing any more, and asks with short ones.
TEST(LinkLiveness, APathThatBecomesNarrowIsUsedAgainSoon) {
    PairOptions options;
    options.rate.most = base::ByteRate{4'000'000};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    pair.every(milliseconds{1}, pair.now, pair.now + seconds{5}, [&] {
        while (pair.relay.link->load().stream_bytes < 200'000)
            (void)pair.relay.link->send_stream(base::PriorityClass::bulk, base::Bytes(10'000));
    });
    pair.run_until(pair.now + seconds{3});
    ASSERT_GT(pair.relay.link->stats().datagram_bytes, base::limits::datagram_bytes_max);
    pair.to_client.carries = base::limits::datagram_bytes_max;
    // What was under way arrives.
    pair.run_until(pair.now + milliseconds{20});
    const auto& heard = pair.client.messages[base::PriorityClass::bulk];
    const auto before = heard.size();
    pair.run_until(pair.now + milliseconds{500});
    EXPECT_GT(heard.size(), before + 20);
}

TEST(LinkLiveness, TenSecondsOfSilenceAreTheEnd) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    pair.run_until(seconds{3});
    const auto began = pair.now;
    cut(pair, true);
    pair.run_until(began + seconds{9});
    EXPECT_FALSE(pair.client.closed || pair.relay.closed);
    pair.run_until(began + seconds{15});
    for (const auto* side : {&pair.client, &pair.relay}) {
        ASSERT_TRUE(side->closed);
        EXPECT_EQ(side->closed->first.by, ClosedBy::silence);
        EXPECT_FALSE(side->closed->first.reason);
        EXPECT_GE(side->closed->second - began, milliseconds{9000});
        EXPECT_LE(side->closed->second - began, milliseconds{10'100});
        EXPECT_TRUE(side->link->finished());
        EXPECT_EQ(side->link->next_wakeup().at, base::local_time_max);
    }
}

/// A computer that slept a minute finds its peer awake: it asks before it calls it dead.
TEST(LinkLiveness, OnesOwnSleepIsNotThePeersSilence) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    pair.run_until(seconds{3});
    auto& link = *pair.client.link;
    const auto woken = pair.client_now() + seconds{60};
    EXPECT_TRUE(poll_datagram(link, woken));
    while (poll_datagram(link, woken)) {
    }
    EXPECT_FALSE(link.closed());
}

TEST(LinkLiveness, StreamsOutliveABlackout) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    cut(pair, true);
    std::vector<base::Bytes> sent;
    for (std::uint8_t i = 0; i < 100; ++i) {
        sent.emplace_back(1000, i);
        ASSERT_TRUE(pair.client.link->send_stream(base::PriorityClass::chat, sent.back()));
    }
    pair.run_until(pair.now + seconds{8});
    EXPECT_TRUE(pair.relay.messages.empty());
    const auto healed = pair.now;
    cut(pair, false);
    pair.run_until(healed + milliseconds{700});
    EXPECT_EQ(pair.relay.messages[base::PriorityClass::chat], sent);
}

/// Probes go on at least twice a second, so that a path that comes back is noticed without any keep-alive.
TEST(LinkLiveness, ProbesDoNotBackOffForLong) {
    PairOptions options;
    options.keep_alive_interval = seconds{1000};
    options.client_serves = true; // no clock requests either
    options.dead_after = seconds{20};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    pair.run_until(seconds{2});
    cut(pair, true);
    ASSERT_TRUE(pair.client.link->send_stream(base::PriorityClass::chat, base::Bytes(10, 1)));
    const auto probes_before = pair.client.link->stats().probes_sent;
    pair.run_until(pair.now + milliseconds{8900});
    EXPECT_GE(pair.client.link->stats().probes_sent - probes_before, 17U);
    EXPECT_LE(pair.client.link->stats().probes_sent - probes_before, 30U);
    cut(pair, false);
    pair.run_until(pair.now + milliseconds{600});
    EXPECT_EQ(pair.relay.messages[base::PriorityClass::chat].size(), 1U);
}

/// Nothing grows while nothing is heard.
TEST(LinkLiveness, MemoryIsBoundedInABlackout) {
    PairOptions options;
    options.dead_after = seconds{60};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    cut(pair, true);
    wire::FragmentFrame frame;
    frame.data = base::Bytes(1000);
    const auto encoded = encode_fragment(frame);
    const auto began = pair.now;
    pair.every(milliseconds{1}, began, began + seconds{20}, [&] {
        const auto deadline = pair.client_now() + seconds{1};
        (void)pair.client.link->send_fragment({encoded, base::PriorityClass::video, deadline, {}}, pair.client_now());
        (void)pair.client.link->send_stream(base::PriorityClass::bulk, base::Bytes(500));
    });
    pair.run_until(began + seconds{20});
    const auto load = pair.client.link->load();
    EXPECT_LE(load.sent_packets, 4096U);
    EXPECT_LE(load.queued_fragments, base::limits::send_queue_packets_max);
    EXPECT_LE(load.stream_bytes, base::limits::stream_buffer_bytes_max);
}

TEST(LinkLiveness, ThePeerIsToldOfTheEnd) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        PairOptions options;
        options.to_relay = options.to_client = jittery(100, 200);
        options.seed = seed;
        LinkPair pair{options};
        ASSERT_TRUE(pair.establish());
        const auto began = pair.now;
        pair.relay.link->close(wire::CloseReason::host_closed, pair.relay_now());
        pair.relay.link->close(wire::CloseReason::leaving, pair.relay_now());
        EXPECT_FALSE(pair.relay.link->finished());
        EXPECT_EQ(pair.relay.link->send_stream(base::PriorityClass::chat, {}).error(), SendError::closed);
        pair.run_until(began + milliseconds{200});
        ASSERT_TRUE(pair.relay.closed && pair.client.closed) << seed;
        EXPECT_EQ(pair.relay.closed->first.by, ClosedBy::self);
        EXPECT_EQ(pair.client.closed->first.by, ClosedBy::peer);
        EXPECT_EQ(pair.client.closed->first.reason, wire::CloseReason::host_closed);
        pair.run_until(began + milliseconds{600});
        for (const auto* side : {&pair.relay, &pair.client}) {
            EXPECT_TRUE(side->link->finished()) << seed;
            EXPECT_EQ(side->link->next_wakeup().at, base::local_time_max);
        }
    }
}

TEST(LinkLiveness, whoever_closes_for_a_restart_waits_until_the_peer_knows) {
    LinkPair pair{{}};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    pair.to_client.cut = true;
    pair.to_client.datagrams = 0;
    pair.relay.link->close(wire::CloseReason::restarting, pair.relay_now());
    pair.run_until(began + seconds{5});
    EXPECT_FALSE(pair.relay.link->finished());
    EXPECT_FALSE(pair.client.closed);
    // 30, 60, 120, 240, 480, and then 500 ms each.
    EXPECT_GE(pair.to_client.datagrams, 12U);
    EXPECT_LE(pair.to_client.datagrams, 16U);
    pair.to_client.cut = false;
    pair.run_until(began + milliseconds{5600});
    ASSERT_TRUE(pair.client.closed);
    EXPECT_EQ(pair.client.closed->first.reason, wire::CloseReason::restarting);
    EXPECT_TRUE(pair.relay.link->finished() && pair.client.link->finished());
}

TEST(LinkLiveness, an_answer_to_a_restart_is_not_waited_for_without_end) {
    LinkPair pair{{}};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    pair.to_relay.cut = true;
    pair.relay.link->close(wire::CloseReason::restarting, pair.relay_now());
    pair.run_until(began + seconds{59});
    EXPECT_FALSE(pair.relay.link->finished());
    pair.run_until(began + seconds{61});
    EXPECT_TRUE(pair.relay.link->finished());
    EXPECT_EQ(pair.relay.link->next_wakeup().at, base::local_time_max);
}

TEST(LinkLiveness, whoever_leaves_waits_for_no_answer) {
    LinkPair pair{{}};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    pair.to_relay.cut = true;
    pair.relay.link->close(wire::CloseReason::leaving, pair.relay_now());
    pair.run_until(began + milliseconds{100});
    EXPECT_TRUE(pair.relay.link->finished() && pair.client.link->finished());
}

} // namespace
} // namespace plenum::link::test
