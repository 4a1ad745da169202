// SPDX-License-Identifier: Apache-2.0
// What clusters of cameras need of a link.
#include "core/link/rate/fixed_rate.h"
#include "tests/unit/link/link_pair.h"

#include <gtest/gtest.h>

namespace plenum::link::test {
namespace {

using base::PriorityClass;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(LinkCluster, WhatSomebodyElseRepairsIsNotSentAgain) {
    PairOptions options;
    options.to_relay = options.to_client = jittery(200);
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    const auto began = pair.now;
    std::uint64_t sequence = 0;
    pair.every(milliseconds{10}, began, began + seconds{5}, [&] {
        auto fragment = fragment_of(++sequence, 100, PriorityClass::video, pair.client_now() + seconds{1});
        fragment.repaired = false;
        (void)pair.client.link->send_fragment(std::move(fragment), pair.client_now());
    });
    pair.run_until(began + seconds{7});
    EXPECT_EQ(pair.client.link->stats().fragments_resent, 0U);
    EXPECT_NEAR(static_cast<double>(pair.relay.fragments.size()), 400, 50);
}

TEST(LinkCluster, ShimsGoWithTheirFragments) {
    LinkPair pair{PairOptions{}};
    ASSERT_TRUE(pair.establish());
    std::uint64_t sequence = 0;
    const auto push = [&](std::size_t bytes, wire::Shim shim) {
        auto fragment = fragment_of(++sequence, bytes, PriorityClass::video, pair.client_now() + seconds{1});
        fragment.shim = std::move(shim);
        (void)pair.client.link->send_fragment(std::move(fragment), pair.client_now());
    };
    // Two shims, so two datagrams; one without goes with either.
    push(100, wire::Shim(20, 1));
    push(100, wire::Shim(4, 2));
    push(100, {});
    push(100, wire::Shim(wire::shim_bytes_max + 1, 3));
    const auto before = pair.to_relay.datagrams;
    pair.run_until(pair.now + milliseconds{20});
    // Later ones ask for the clock.
    EXPECT_LE(pair.to_relay.datagrams - before, 3U);
    pair.run_until(pair.now + milliseconds{30});
    EXPECT_EQ(pair.relay.shims, (std::vector<wire::Shim>{wire::Shim(20, 1), wire::Shim(4, 2)}));
    EXPECT_EQ(pair.relay.fragments.size(), 4U) << "one that is too long is left out";
    EXPECT_EQ(pair.relay.results[DatagramResult::forged] + pair.relay.results[DatagramResult::malformed], 0U);
}

TEST(LinkCluster, ALinkCanSendAtASharedRateAndAgainAtItsOwn) {
    PairOptions options;
    options.rate = {make_fixed_rate, base::ByteRate{250'000}};
    LinkPair pair{options};
    ASSERT_TRUE(pair.establish());
    pair.every(milliseconds{10}, pair.now, pair.now + seconds{9}, [&] {
        while (pair.client.link->load().stream_bytes < 500'000)
            (void)pair.client.link->send_stream(PriorityClass::bulk, base::Bytes(10'000));
    });
    const auto sent_in = [&](Duration time) {
        const auto before = pair.to_relay.bytes;
        pair.run_until(pair.now + time);
        return static_cast<double>(pair.to_relay.bytes - before) / base::to_ms(time) * 1000;
    };
    EXPECT_NEAR(sent_in(seconds{2}), 250'000, 15'000);
    auto shared = options.rate;
    shared.initial = base::ByteRate{50'000};
    pair.client.link->share_rate(make_fixed_rate(shared, pair.client_now()));
    EXPECT_NEAR(sent_in(seconds{4}), 50'000, 5'000);
    pair.client.link->share_rate(nullptr);
    EXPECT_NEAR(sent_in(seconds{2}), 250'000, 15'000);
}

} // namespace
} // namespace plenum::link::test
