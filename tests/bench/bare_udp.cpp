// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bare_udp.h"

#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "tests/bench/process.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>

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

void echo(const Teller& teller) {
    const auto own = bind_any();
    teller.line(std::to_string(own.port));
    std::array<std::uint8_t, 2048> bytes{};
    for (;;) {
        sockaddr_in from{};
        socklen_t size = sizeof from;
        const auto length =
            ::recvfrom(own.socket.value(), bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        if (length < 0) return;
        (void)::sendto(own.socket.value(), bytes.data(), static_cast<std::size_t>(length), 0,
                       reinterpret_cast<const sockaddr*>(&from), size);
    }
}

/// What comes from `target` goes to whoever wrote last, what comes from others to `target`.
void pass_on(const Teller& teller, std::uint16_t target) {
    const auto own = bind_any();
    teller.line(std::to_string(own.port));
    const auto far = loopback(target);
    sockaddr_in near{};
    std::array<std::uint8_t, 2048> bytes{};
    for (;;) {
        sockaddr_in from{};
        socklen_t size = sizeof from;
        const auto length =
            ::recvfrom(own.socket.value(), bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        if (length < 0) return;
        const bool back = from.sin_port == far.sin_port;
        if (!back) near = from;
        const auto& to = back ? near : far;
        (void)::sendto(own.socket.value(), bytes.data(), static_cast<std::size_t>(length), 0,
                       reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
}

void ask(const Teller& teller, std::uint16_t port) {
    const auto own = connect_to(port);
    std::array<std::uint8_t, message_bytes> bytes{};
    Samples samples;
    samples.reserve(round_trips);
    for (std::size_t i = 0; i < round_trips_first + round_trips; ++i) {
        const auto before = runtime::now();
        if (::send(own.socket.value(), bytes.data(), bytes.size(), 0) < 0) return;
        if (::recv(own.socket.value(), bytes.data(), bytes.size(), 0) < 0) return;
        const base::Duration taken = runtime::now() - before;
        if (i >= round_trips_first) samples.push_back(static_cast<double>(taken.count()) / 1000);
    }
    teller.samples(samples);
}

std::uint16_t port_of(Process& process) { return static_cast<std::uint16_t>(std::stoul(process.line().value_or("0"))); }

} // namespace

Run bare_round_trip() {
    auto far = Process::fork(core_first, echo);
    const auto port = port_of(far);
    auto near = Process::fork(core_first, [port](const Teller& teller) { ask(teller, port); });
    return near.samples();
}

Run bare_round_trip_relayed() {
    auto far = Process::fork(core_first, echo);
    const auto target = port_of(far);
    auto relay = Process::fork(core_first, [target](const Teller& teller) { pass_on(teller, target); });
    const auto port = port_of(relay);
    auto near = Process::fork(core_first, [port](const Teller& teller) { ask(teller, port); });
    return near.samples();
}

} // namespace plenum::bench
