// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/runtime/net/datagram_io.h"
#include "core/runtime/net/descriptor.h"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace plenum::runtime {

struct SocketOptions {
    /// `::` takes IPv4 and IPv6 (IPv4 alone where the system has no IPv6), 0.0.0.0 IPv4 alone. Port 0 is any free one.
    base::Address bind{};
    /// Asked of the system, which may give less. Default: 64 ms of 256 Mbit/s, so that a burst of key frames survives a
    /// busy loop; too little loses packets, too much only memory.
    int buffer_bytes{2 * 1024 * 1024};
    /// Others of this user may be on the same address, if they say so too (SO_REUSEPORT; see socket_group.h).
    bool shared{false};
};

struct SocketError {
    enum class Kind : std::uint8_t {
        address_in_use = 1,
        no_such_address = 2, ///< not this machine's, or a family it does not have
        not_permitted = 3,   ///< ports below 1024
        other = 4,
    };
    Kind kind;
    /// One sentence for people.
    std::string sentence;
};

/// A UDP socket that never waits. What cannot be sent now stays in a bounded backlog.
class UdpSocket {
  public:
    /// Datagrams that wait for the system to take them: 2.4 MB at most. Past it new ones are dropped, counted.
    static constexpr std::size_t backlog_max = 2048;

    [[nodiscard]] static std::expected<UdpSocket, SocketError> open(const SocketOptions& options);

    /// The next datagrams there are, at most batch_max, valid until the next call. Empty when there are none.
    [[nodiscard]] std::span<const IncomingDatagram> receive();
    /// Datagrams that came joined to others and wait for `receive`; the descriptor does not tell of them.
    [[nodiscard]] std::size_t pending() const { return incoming_.datagrams.size() - incoming_given_; }

    /// Queues; `flush` sends, what goes to one address together and in the order given.
    void send(OutgoingDatagram datagram);
    enum class Flushed : std::uint8_t { all = 1, blocked = 2 };
    /// Gives the system what it takes; `blocked` when some stay until the descriptor is writable.
    Flushed flush();

    /// Memory of datagrams that left, for whoever makes the next ones; bounded, and not kept up if nobody takes it.
    [[nodiscard]] std::vector<base::Bytes>& spent() { return spent_; }

    [[nodiscard]] int descriptor() const { return descriptor_.value(); }
    /// Where it is bound, with the port that the system chose.
    [[nodiscard]] const base::Address& local() const { return local_; }
    [[nodiscard]] std::size_t backlog() const { return outgoing_.size() - outgoing_sent_; }
    [[nodiscard]] bool can_reach(const base::Address& address) const;

    struct Counters {
        std::uint64_t received{0};
        std::uint64_t sent{0};
        /// Longer than any datagram of ours.
        std::uint64_t oversized{0};
        /// The backlog was full.
        std::uint64_t dropped{0};
        /// The system refused one: no route, firewall, family.
        std::uint64_t refused{0};
        std::uint64_t receive_errors{0};
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    UdpSocket(Descriptor descriptor, int family, const base::Address& local)
        : descriptor_{std::move(descriptor)},
          family_{family},
          local_{local} {}

    void refill();
    void gather();

    Descriptor descriptor_;
    int family_;
    bool fragments_allowed_{false};
    base::Address local_;
    ReceiveBuffer incoming_;
    /// Of `incoming_`, those given already.
    std::size_t incoming_given_{0};
    std::vector<OutgoingDatagram> outgoing_;
    /// Of `outgoing_`, those gone already, and those that stand in the order in which they will go.
    std::size_t outgoing_sent_{0};
    std::size_t outgoing_gathered_{0};
    /// Of `gather`, kept for their memory.
    struct Run {
        std::size_t first;
        std::size_t length;
    };
    std::vector<Run> runs_;
    std::vector<OutgoingDatagram> gathered_;
    std::vector<base::Bytes> spent_;
    Counters counters_;
};

} // namespace plenum::runtime
