// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bare_udp.h"

#include "core/base/bytes.h"
#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "tests/bench/process.h"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <sstream>

namespace plenum::bench {

namespace {

/// A blocking socket on the loopback, and its port.
struct Bound {
    runtime::Descriptor socket;
    std::uint16_t port{0};
};

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

Bound bind_any() {
    Bound bound{runtime::Descriptor{::socket(AF_INET, SOCK_DGRAM, 0)}};
    auto address = loopback(0);
    socklen_t size = sizeof address;
    CHECK(::bind(bound.socket.value(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    CHECK(::getsockname(bound.socket.value(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
    bound.port = ntohs(address.sin_port);
    return bound;
}

/// A socket whose answers come from and go to `port`, so that plain send and recv do.
Bound connect_to(std::uint16_t port) {
    auto bound = bind_any();
    const auto address = loopback(port);
    CHECK(::connect(bound.socket.value(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    return bound;
}

/// Receives on all sockets; the last one answers.
void echo(const Teller& teller, std::size_t receivers) {
    std::vector<Bound> own(receivers);
    const runtime::Descriptor poll{::epoll_create1(EPOLL_CLOEXEC)};
    std::string ports;
    for (std::size_t i = 0; i < receivers; ++i) {
        own[i] = bind_any();
        ports += std::to_string(own[i].port) + " ";
        epoll_event wanted{.events = EPOLLIN, .data = {.u64 = i}};
        CHECK(::epoll_ctl(poll.value(), EPOLL_CTL_ADD, own[i].socket.value(), &wanted) == 0);
    }
    teller.line(ports);
    std::array<std::uint8_t, 2048> bytes{};
    for (;;) {
        std::size_t which = receivers - 1;
        epoll_event ready{};
        // One alone waits in its read, as a plain program does.
        if (receivers > 1 && ::epoll_wait(poll.value(), &ready, 1, -1) == 1) which = ready.data.u64;
        sockaddr_in from{};
        socklen_t size = sizeof from;
        const auto length = ::recvfrom(own[which].socket.value(), bytes.data(), bytes.size(), 0,
                                       reinterpret_cast<sockaddr*>(&from), &size);
        if (length < 0) return;
        if (which + 1 == receivers)
            (void)::sendto(own[which].socket.value(), bytes.data(), static_cast<std::size_t>(length), 0,
                           reinterpret_cast<const sockaddr*>(&from), size);
    }
}

/// What comes from the last of `receivers` goes to whoever wrote last, what comes from others to all of them.
void pass_on(const Teller& teller, const std::vector<std::uint16_t>& receivers) {
    const auto own = bind_any();
    teller.line(std::to_string(own.port));
    const auto answers = loopback(receivers.back());
    sockaddr_in near{};
    std::array<std::uint8_t, 2048> bytes{};
    for (;;) {
        sockaddr_in from{};
        socklen_t size = sizeof from;
        const auto length =
            ::recvfrom(own.socket.value(), bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        if (length < 0) return;
        const auto send = [&](const sockaddr_in& to) {
            (void)::sendto(own.socket.value(), bytes.data(), static_cast<std::size_t>(length), 0,
                           reinterpret_cast<const sockaddr*>(&to), sizeof to);
        };
        if (from.sin_port == answers.sin_port) {
            send(near);
            continue;
        }
        near = from;
        for (const auto receiver : receivers)
            send(loopback(receiver));
    }
}

void ask(const Teller& teller, std::uint16_t port, const RoundTrip& trip) {
    const auto own = connect_to(port);
    base::Bytes bytes(trip.bytes);
    Samples samples;
    samples.reserve(trip.count);
    for (std::size_t i = 0; i < trip.first() + trip.count; ++i) {
        const auto before = runtime::now();
        if (::send(own.socket.value(), bytes.data(), bytes.size(), 0) < 0) return;
        if (::recv(own.socket.value(), bytes.data(), bytes.size(), 0) < 0) return;
        const base::Duration taken = runtime::now() - before;
        if (i >= trip.first()) samples.push_back(static_cast<double>(taken.count()) / 1000);
    }
    teller.samples(samples);
}

/// The ports that a process tells in its first line; never empty.
std::vector<std::uint16_t> ports_of(Process& process) {
    std::istringstream text{process.line().value_or("0")};
    std::vector<std::uint16_t> ports;
    for (std::uint16_t port = 0; text >> port;)
        ports.push_back(port);
    return ports;
}

} // namespace

Run bare_round_trip(const RoundTrip& trip) {
    auto far = Process::fork(core_first, [](const Teller& teller) { echo(teller, 1); });
    const auto port = ports_of(far).back();
    auto near = Process::fork(core_first, [&](const Teller& teller) { ask(teller, port, trip); });
    return near.samples();
}

Run bare_round_trip_relayed(const RoundTrip& trip) {
    auto far = Process::fork(core_first, [&](const Teller& teller) { echo(teller, trip.receivers); });
    const auto targets = ports_of(far);
    auto relay = Process::fork(core_first, [&](const Teller& teller) { pass_on(teller, targets); });
    const auto port = ports_of(relay).back();
    auto near = Process::fork(core_first, [&](const Teller& teller) { ask(teller, port, trip); });
    return near.samples();
}

} // namespace plenum::bench
