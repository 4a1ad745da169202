// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/datagram_io.h"
#include "core/runtime/net/socket_address.h"

#include <netinet/in.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>

namespace plenum::runtime {

int receive_batch(int socket, ReceiveBuffer& into) {
    into.datagrams.clear();
    into.oversized = 0;
    for (std::size_t i = 0; i < batch_max; ++i) {
        sockaddr_in6 source{};
        iovec piece{(*into.slots)[i].data(), receive_bytes_max};
        msghdr header{};
        header.msg_name = &source;
        header.msg_namelen = sizeof source;
        header.msg_iov = &piece;
        header.msg_iovlen = 1;
        const auto size = ::recvmsg(socket, &header, MSG_DONTWAIT);
        // What was received before the error is told first; the error comes again if it lasts.
        if (size < 0) return i == 0 ? errno : 0;
        if ((header.msg_flags & MSG_TRUNC) != 0) {
            ++into.oversized;
            continue;
        }
        if (const auto from = from_socket_address(reinterpret_cast<const sockaddr*>(&source)))
            into.datagrams.push_back({*from, {(*into.slots)[i].data(), static_cast<std::size_t>(size)}});
    }
    return 0;
}

void forbid_fragments(int, int) {}

void allow_fragments(int, int) {}

SendResult send_batch(int socket, int family, std::span<const OutgoingDatagram> datagrams) {
    const auto count = std::min(datagrams.size(), batch_max);
    for (std::size_t i = 0; i < count; ++i) {
        const auto target = to_socket_address(datagrams[i].to, family).value_or(SocketAddress{});
        const auto& bytes = datagrams[i].bytes;
        if (::sendto(socket, bytes.data(), bytes.size(), MSG_DONTWAIT, target.get(), target.size) < 0)
            return {i, errno};
    }
    return {count, 0};
}

} // namespace plenum::runtime
