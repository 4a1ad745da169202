// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/datagram_io.h"
#include "core/runtime/socket_address.h"

#include <netinet/in.h>

#include <algorithm>
#include <cerrno>

namespace plenum::runtime {

int receive_batch(int socket, ReceiveBuffer& into) {
    std::array<mmsghdr, batch_max> headers{};
    std::array<iovec, batch_max> pieces;
    std::array<sockaddr_in6, batch_max> sources;
    for (std::size_t i = 0; i < batch_max; ++i) {
        pieces[i] = {(*into.slots)[i].data(), receive_bytes_max};
        headers[i].msg_hdr.msg_name = &sources[i];
        headers[i].msg_hdr.msg_namelen = sizeof sources[i];
        headers[i].msg_hdr.msg_iov = &pieces[i];
        headers[i].msg_hdr.msg_iovlen = 1;
    }
    into.datagrams.clear();
    into.oversized = 0;
    const auto count = ::recvmmsg(socket, headers.data(), batch_max, MSG_DONTWAIT, nullptr);
    if (count < 0) return errno;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        if ((headers[i].msg_hdr.msg_flags & MSG_TRUNC) != 0) {
            ++into.oversized;
            continue;
        }
        if (const auto from = from_socket_address(reinterpret_cast<const sockaddr*>(&sources[i])))
            into.datagrams.push_back({*from, {(*into.slots)[i].data(), headers[i].msg_len}});
    }
    return 0;
}

SendResult send_batch(int socket, int family, std::span<const OutgoingDatagram> datagrams) {
    std::array<mmsghdr, batch_max> headers{};
    std::array<iovec, batch_max> pieces;
    std::array<SocketAddress, batch_max> targets;
    const auto count = std::min(datagrams.size(), batch_max);
    for (std::size_t i = 0; i < count; ++i) {
        targets[i] = to_socket_address(datagrams[i].to, family).value_or(SocketAddress{});
        // sendmmsg does not write what it is given.
        pieces[i] = {const_cast<std::uint8_t*>(datagrams[i].bytes.data()), datagrams[i].bytes.size()};
        headers[i].msg_hdr.msg_name = &targets[i].storage;
        headers[i].msg_hdr.msg_namelen = targets[i].size;
        headers[i].msg_hdr.msg_iov = &pieces[i];
        headers[i].msg_hdr.msg_iovlen = 1;
    }
    std::size_t sent = 0;
    while (sent < count) {
        const auto taken = ::sendmmsg(socket, headers.data() + sent, static_cast<unsigned>(count - sent), MSG_DONTWAIT);
        // After a partial batch the error of the next datagram is told by the next call.
        if (taken < 0) return {sent, errno};
        sent += static_cast<std::size_t>(taken);
    }
    return {sent, 0};
}

} // namespace plenum::runtime
