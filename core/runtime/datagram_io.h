// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

/// The system calls that move datagrams. Two implementations, one of which is in the build (PLENUM_PORTABLE_NET):
/// datagram_io_batched.cpp takes many a call with Linux' recvmmsg and sendmmsg, datagram_io_portable.cpp one a call
/// with POSIX' recvmsg and sendto.
namespace plenum::runtime {

struct OutgoingDatagram {
    base::Address to;
    base::Bytes bytes;
};

struct IncomingDatagram {
    base::Address from;
    /// Valid until the next receive.
    base::ByteView bytes;
};

/// Datagrams taken or given in one go.
inline constexpr std::size_t batch_max = 64;
/// More than any datagram of ours, so that longer ones are recognised as strangers' and not read as cut-off ones.
inline constexpr std::size_t receive_bytes_max = 2048;

/// Memory that datagrams are received into.
struct ReceiveBuffer {
    std::unique_ptr<std::array<std::array<std::uint8_t, receive_bytes_max>, batch_max>> slots =
        std::make_unique<std::array<std::array<std::uint8_t, receive_bytes_max>, batch_max>>();
    std::vector<IncomingDatagram> datagrams;
    /// Datagrams of the last call that were longer than a slot, and thrown away.
    std::size_t oversized{0};
};

/// What there is, at most batch_max, without waiting. 0 or errno; errors that ICMP brought are no errors.
int receive_batch(int socket, ReceiveBuffer& into);

struct SendResult {
    std::size_t sent;
    /// errno of the datagram after those sent; 0 if all were tried.
    int error;
};
/// At most batch_max, in order, without waiting. Each address must suit the socket's family.
SendResult send_batch(int socket, int family, std::span<const OutgoingDatagram> datagrams);

} // namespace plenum::runtime
