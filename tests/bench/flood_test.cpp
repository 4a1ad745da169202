// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "core/base/random.h"
#include "core/runtime/clock.h"
#include "core/wire/datagram.h"
#include "tests/bench/node_end.h"
#include "tests/bench/process.h"
#include "tests/bench/relay_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>

/// A real relay, two members who talk, and somebody who sends it junk of all kinds as fast as it reads.
namespace plenum::bench {
namespace {

constexpr std::size_t messages = 2000;
/// Said before anything counts: keys are known by then, and whatever grows by talking has grown.
constexpr std::size_t messages_first = 500;
constexpr std::size_t messages_counted = messages - messages_first;
constexpr base::Duration message_interval = std::chrono::milliseconds{2};
constexpr std::uint64_t flood_seed = 20'261;

base::Bytes numbered(std::size_t number) {
    base::Bytes body(160);
    body[0] = static_cast<std::uint8_t>(number % 256);
    body[1] = static_cast<std::uint8_t>(number / 256);
    return body;
}

/// Makes the conference, and talks once the other is there.
void talk(const Teller& teller, const base::Address& relay) {
    NodeEnd end{NodeEnd::Role::member};
    std::thread voice;
    end.on_link = [&](const std::string& link) { teller.line(link); };
    end.on_ready = [&] {
        teller.line("ready");
        voice = std::thread{[&] {
            auto at = runtime::now();
            for (std::size_t i = 0; i < messages; ++i) {
                std::this_thread::sleep_until(std::chrono::steady_clock::time_point{at.time_since_epoch()});
                end.publish(end.flow(base::FlowKind::audio), numbered(i));
                at += message_interval;
            }
            teller.line("said");
        }};
    };
    end.create(relay);
    end.run();
}

/// Tells with each message how many different ones of those that count have come.
void listen(const Teller& teller, const std::string& link) {
    const auto parsed = node::parse_link(link);
    if (!parsed) return;
    NodeEnd end{NodeEnd::Role::member};
    std::set<std::size_t> heard;
    end.on_message = [&](const node::MessageReceived& message) {
        const auto number = message.body[0] + std::size_t{256} * message.body[1];
        if (number < messages_first || !heard.insert(number).second) return;
        teller.line(std::to_string(heard.size()));
    };
    end.join(*parsed);
    end.run();
}

/// One datagram that no correct peer sends. Some look sound up to what only a key or a table can tell.
base::Bytes junk(base::Random& random) {
    base::Bytes bytes(1 + random.below(1400));
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(random.next());
    switch (random.below(6)) {
    case 0: break;
    case 1: bytes.resize(random.below(5)); break;
    case 2:
        bytes.resize(wire::handshake_init_bytes);
        bytes[0] = static_cast<std::uint8_t>(wire::DatagramType::handshake_init);
        bytes[1] = static_cast<std::uint8_t>(wire::HandshakePattern::known_relay);
        break;
    case 3: bytes[0] = static_cast<std::uint8_t>(2 + random.below(4)); break;
    default:
        bytes.resize(base::limits::datagram_overhead + random.below(1100));
        bytes[0] = static_cast<std::uint8_t>(wire::DatagramType::sealed);
        bytes[1] = static_cast<std::uint8_t>(1 + random.below(7));
        bytes[2] = bytes[3] = 0;
    }
    return bytes;
}

/// Bytes that wait in the socket of that port, as the kernel counts them.
std::size_t unread_bytes(std::uint16_t port) {
    std::ifstream sockets{"/proc/net/udp"};
    std::array<char, 8> wanted{};
    std::snprintf(wanted.data(), wanted.size(), ":%04X", port);
    for (std::string line; std::getline(sockets, line);) {
        std::istringstream words{line};
        std::string number;
        std::string local;
        std::string remote;
        std::string state;
        std::string queues;
        words >> number >> local >> remote >> state >> queues;
        if (local.ends_with(wanted.data())) return std::stoul(queues.substr(queues.find(':') + 1), nullptr, 16);
    }
    return 0;
}

/// As fast as the relay reads: what finds no room in its socket costs it nothing, and whoever sends more than a machine
/// can read silences it whatever the program does.
void flood(const Teller& teller, const base::Address& relay) {
    auto socket = runtime::UdpSocket::open({.bind = base::Address::v4(127, 0, 0, 1, 0)});
    if (!socket) return;
    base::Random random{flood_seed};
    std::vector<base::Bytes> kinds(512);
    for (auto& bytes : kinds)
        bytes = junk(random);
    constexpr std::size_t unread_bytes_max = 128 * 1024;
    for (std::uint64_t sent = 0;; ++sent) {
        if (sent % 64 == 0) {
            (void)socket->flush();
            while (unread_bytes(relay.port) > unread_bytes_max)
                std::this_thread::yield();
        }
        if (sent % 8192 == 0) teller.line(std::to_string(sent));
        socket->send({relay, kinds[random.below(kinds.size())]});
    }
}

std::size_t private_bytes(pid_t process) {
    std::ifstream file{"/proc/" + std::to_string(process) + "/smaps_rollup"};
    std::string word;
    while (file >> word) {
        std::size_t kilobytes = 0;
        if (word == "Private_Dirty:" && file >> kilobytes) return kilobytes * 1024;
    }
    return 0;
}

struct Flooded {
    /// Of the messages that count; at least, for nobody waits for the last ones.
    std::size_t heard{0};
    std::uint64_t sent{0};
    /// What the relay holds more than before.
    std::size_t grown_bytes{0};
};
constexpr auto enough = messages_counted - messages_counted / 1000;
/// A machine that does something else meanwhile may spoil a measurement: it is repeated, its bounds stay.
constexpr int tries = 3;

/// Nothing, with what failed said, where the call does not come about.
std::optional<Flooded> call_under_flood() {
    auto relay = RelayProcess::start(core_first);
    if (!relay) {
        ADD_FAILURE() << relay.error();
        return std::nullopt;
    }
    auto talker = Process::fork(core_first, [&](const Teller& teller) { talk(teller, relay->address()); });
    const auto link = talker.line();
    if (!link) {
        ADD_FAILURE() << "no conference";
        return std::nullopt;
    }
    auto listener = Process::fork(core_first, [&](const Teller& teller) { listen(teller, *link); });
    if (talker.line() != "ready" || listener.line() != "1") {
        ADD_FAILURE() << "nobody hears anything";
        return std::nullopt;
    }
    const auto before = private_bytes(relay->process().id());
    EXPECT_GT(before, 0U);
    auto flooder = Process::fork(core_second, [&](const Teller& teller) { flood(teller, relay->address()); });
    EXPECT_EQ(talker.line(), "said");
    flooder.terminate();
    Flooded flooded;
    while (const auto line = flooder.line())
        flooded.sent = std::stoull(*line);
    flooded.heard = 1;
    while (flooded.heard < enough) {
        const auto line = listener.line(std::chrono::seconds{5});
        if (!line) break;
        flooded.heard = std::stoul(*line);
    }
    const auto after = private_bytes(relay->process().id());
    flooded.grown_bytes = after > before ? after - before : 0;
    return flooded;
}

TEST(Flood, JunkCostsMembersNothingAndTheRelayNoMemory) {
    std::size_t heard = 0;
    for (int attempt = 0; attempt < tries && heard < enough; ++attempt) {
        const auto flooded = call_under_flood();
        ASSERT_TRUE(flooded.has_value());
        std::printf("at least %zu of %zu messages heard, %zu datagrams of junk, %zu KiB more\n", flooded->heard,
                    messages_counted, static_cast<std::size_t>(flooded->sent), flooded->grown_bytes / 1024);
        EXPECT_GT(flooded->sent, 100'000U) << "that was no flood";
        EXPECT_LE(flooded->grown_bytes, std::size_t{1024} * 1024);
        heard = flooded->heard;
    }
    EXPECT_GE(heard, enough);
}

} // namespace
} // namespace plenum::bench
