// SPDX-License-Identifier: Apache-2.0
#include "core/client/probe.h"

#include "core/runtime/net/socket_address.h"
#include "core/runtime/net/udp_socket.h"
#include "tests/unit/client/test_relay.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <chrono>
#include <thread>

namespace plenum::client {
namespace {

using namespace std::chrono_literals;

constexpr auto loopback = base::Address::v4(127, 0, 0, 1, 0);

TEST(Probe, a_relay_answers_and_is_asked_for_nothing) {
    const runtime::TemporaryFolder folder;
    const TestRelay relay{folder.path(), runtime::draw_seed().value(), loopback};
    const auto answer = probe_relay({.relay = runtime::to_text(relay.address())});
    ASSERT_TRUE(answer.has_value()) << static_cast<int>(answer.error());
    EXPECT_EQ(answer->address, relay.address());
    EXPECT_GT(answer->round_trip, 0ns);
    EXPECT_LT(answer->round_trip, 2s);
}

TEST(Probe, a_wrong_creation_secret_meets_silence) {
    const runtime::TemporaryFolder folder;
    const TestRelay relay{folder.path(), runtime::draw_seed().value(), loopback};
    const auto answer =
        probe_relay({.relay = runtime::to_text(relay.address()), .create_secret = "another", .patience = 300ms});
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error(), ProbeFailure::silent);
}

TEST(Probe, a_port_where_something_else_listens_does_not_count) {
    auto other = runtime::UdpSocket::open({.bind = loopback}).value();
    const auto where = runtime::to_text(other.local());
    std::jthread echo{[&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            for (const auto& datagram : other.receive())
                other.send({datagram.from, {datagram.bytes.begin(), datagram.bytes.end()}});
            (void)other.flush();
            std::this_thread::yield();
        }
    }};
    const auto answer = probe_relay({.relay = where, .patience = 300ms});
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error(), ProbeFailure::silent);
}

TEST(Probe, what_is_no_address_is_told_at_once) {
    for (const auto* address : {"a:b:c", "", "host:0", "host:port", "a host"}) {
        const auto answer = probe_relay({.relay = address});
        ASSERT_FALSE(answer.has_value()) << address;
        EXPECT_EQ(answer.error(), ProbeFailure::bad_address) << address;
    }
}

TEST(Probe, is_stopped_at_once) {
    const auto silent = runtime::UdpSocket::open({.bind = loopback}).value();
    std::stop_source stop;
    const auto began = std::chrono::steady_clock::now();
    std::jthread stopper{[&] { stop.request_stop(); }};
    const auto answer = probe_relay({.relay = runtime::to_text(silent.local()), .patience = 60s}, stop.get_token());
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(answer.error(), ProbeFailure::stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

} // namespace
} // namespace plenum::client
