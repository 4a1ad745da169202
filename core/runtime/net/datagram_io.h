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
/// datagram_io_batched.cpp takes many a call with Linux' recvmmsg and sendmmsg, and where the kernel can (4.18, 5.0) a
/// run of datagrams of one peer as one (UDP_SEGMENT, UDP_GRO); datagram_io_portable.cpp one a call with POSIX' recvmsg
/// and sendto.
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

/// Messages taken or given in one go; where the kernel joins datagrams, one message is a run of them.
inline constexpr std::size_t batch_max = 64;
/// More than any datagram of ours, so that longer ones are recognised as strangers' and not read as cut-off ones.
inline constexpr std::size_t receive_bytes_max = 9216;
/// A run of joined datagrams is as long as UDP over IP can be.
inline constexpr std::size_t slot_bytes = 65'536;

/// Memory that datagrams are received into: 4 MiB, of which the system gives what is ever written to.
struct ReceiveBuffer {
    using Slots = std::array<std::array<std::uint8_t, slot_bytes>, batch_max>;
    std::unique_ptr<Slots> slots = std::make_unique_for_overwrite<Slots>();
    std::vector<IncomingDatagram> datagrams;
    /// Datagrams of the last call that were longer than receive_bytes_max, and thrown away.
    std::size_t oversized{0};
    /// What the implementation keeps from call to call; made by the first.
    std::shared_ptr<void> kept{};
};

/// What there is, of at most batch_max messages, without waiting. 0 or errno; errors that ICMP brought are no errors.
int receive_batch(int socket, ReceiveBuffer& into);

/// Datagrams are never cut up on the way: how long they may be is found out by those who send them (RFC 8899 §3), and
/// the kernel's own idea, which forged ICMP can change, is not asked. Portable sockets know no such wish: what is too
/// long arrives in pieces there.
void forbid_fragments(int socket, int family);
/// As systems have it by themselves, for interfaces that carry less than every path should.
void allow_fragments(int socket, int family);

struct SendResult {
    std::size_t sent;
    /// errno of the datagram after those sent; 0 if all were tried.
    int error;
};
/// In order, without waiting; as many as one go takes, at least one unless there is an error. Each address must suit
/// the socket's family. Neighbours to one address, of one size but for the last, may leave as one run.
SendResult send_batch(int socket, int family, std::span<const OutgoingDatagram> datagrams);

} // namespace plenum::runtime
