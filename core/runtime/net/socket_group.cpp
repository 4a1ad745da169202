// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/socket_group.h"

#include "core/base/check.h"
#include "core/wire/datagram.h"

#include <linux/filter.h>
#include <sys/socket.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

namespace plenum::runtime {

namespace {

/// Where words that name a loop stand in datagrams (protocol.md §1); socket_group_test.cpp holds them to the wire.
constexpr unsigned sealed_receiver = 4;
constexpr unsigned handshake_receiver = 1;
constexpr unsigned init_conference = 6;
/// The handle's last word, so that both sides of the choice look at the same bytes.
constexpr unsigned handle_word = base::ConferenceHandle::size - 4;

constexpr sock_filter load_byte(unsigned at) { return BPF_STMT(BPF_LD | BPF_B | BPF_ABS, at); }
constexpr sock_filter load_word(unsigned at) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at); }
constexpr sock_filter jump(unsigned steps) { return BPF_STMT(BPF_JMP | BPF_JA, steps); }
/// Jumps over `steps` where the type is `type`.
constexpr sock_filter jump_if(wire::DatagramType type, std::uint8_t steps) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(type), steps, 0);
}

/// Gives the number of the socket, in the order of binding, for a datagram that begins at offset 0. A load beyond its
/// end ends the program with 0.
auto steering(std::size_t loops) {
    return std::array{
        load_byte(0),
        jump_if(wire::DatagramType::sealed, 4),
        jump_if(wire::DatagramType::handshake_final, 5),
        jump_if(wire::DatagramType::handshake_response, 4),
        jump_if(wire::DatagramType::handshake_init, 5),
        sock_filter BPF_STMT(BPF_RET | BPF_K, 0),
        load_word(sealed_receiver),
        jump(3),
        load_word(handshake_receiver),
        jump(1),
        load_word(init_conference + handle_word),
        sock_filter BPF_STMT(BPF_ALU | BPF_MOD | BPF_K, static_cast<unsigned>(loops)),
        sock_filter BPF_STMT(BPF_RET | BPF_A, 0),
    };
}

std::expected<void, SocketError> steer(const UdpSocket& socket, std::size_t loops) {
    auto program = steering(loops);
    const sock_fprog attached{static_cast<unsigned short>(program.size()), program.data()};
    if (::setsockopt(socket.descriptor(), SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &attached, sizeof attached) == 0)
        return {};
    return std::unexpected(
        SocketError{SocketError::Kind::other,
                    std::string{"The system steers no datagrams to loops: "} + std::strerror(errno) + "."});
}

} // namespace

LoopIndex loop_of(base::SessionIndex session, std::size_t loops) { return session.value() % loops; }

LoopIndex loop_of(const base::ConferenceHandle& conference, std::size_t loops) {
    std::uint32_t word = 0;
    for (std::size_t i = handle_word; i < base::ConferenceHandle::size; ++i)
        word = word << 8 | conference.bytes[i];
    return word % loops;
}

std::expected<std::vector<UdpSocket>, SocketError> open_group(const SocketOptions& options, std::size_t loops) {
    CHECK(std::has_single_bit(loops) && loops <= loops_max);
    std::vector<UdpSocket> sockets;
    auto each = options;
    each.shared = loops > 1;
    // A socket that shares its port would take half of what comes to another program's that shares it too; one that
    // does not share is refused where there is any.
    if (each.shared) {
        const auto alone = UdpSocket::open(options);
        if (!alone) return std::unexpected(alone.error());
    }
    while (sockets.size() < loops) {
        auto socket = UdpSocket::open(each);
        if (!socket) return std::unexpected(std::move(socket.error()));
        each.bind = socket->local();
        sockets.push_back(std::move(*socket));
    }
    if (loops == 1) return sockets;
    if (auto steered = steer(sockets.front(), loops); !steered) return std::unexpected(std::move(steered.error()));
    return sockets;
}

} // namespace plenum::runtime
