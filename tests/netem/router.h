// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "tests/netem/link.h"

#include <array>
#include <optional>
#include <queue>
#include <string>
#include <vector>

namespace plenum::netem {

using Ipv4 = std::array<std::uint8_t, 4>;

/// A node's attachment: `up` from the node to the middle of the star, `down` from there to the node.
struct Port {
    std::string name;
    Ipv4 address;
    Link up;
    Link down;
};

/// A packet that is due at a port.
struct Delivery {
    std::size_t port{0};
    base::Bytes packet;
    Duration late{}; ///< how long after its time it is handed out
};

struct RouterCounters {
    std::uint64_t unroutable{0}; ///< not IPv4, or to an address that no port has
    std::uint64_t overflow{0};   ///< more packets under way than the router holds
    Duration late_max{};         ///< worst lateness of a packet handed out
};

/// A star: what comes from one port passes its `up` link, then the receiver's `down` link. Sans-I/O.
class Router {
  public:
    /// Each link draws from a seed of its own, derived from `seed` and its place.
    Router(std::vector<std::pair<std::string, Ipv4>> ports, std::uint64_t seed);

    void handle_packet(std::size_t port, base::ByteView packet, LocalTime now);
    /// The next packet that is due by `now`; call until it says nothing.
    [[nodiscard]] std::optional<Delivery> poll(LocalTime now);
    [[nodiscard]] std::optional<LocalTime> wake_up() const;

    [[nodiscard]] std::vector<Port>& ports() { return ports_; }
    [[nodiscard]] const std::vector<Port>& ports() const { return ports_; }
    [[nodiscard]] const RouterCounters& counters() const { return counters_; }

    /// Packets under way; at 1500 bytes each about 100 MB.
    static constexpr std::size_t packets_max = 65'536;

  private:
    struct Pending {
        LocalTime at;
        std::uint64_t order{0}; ///< of arrival: what is due together comes out in that order
        std::size_t port{0};
        bool through_down{false}; ///< has yet to pass the receiver's link
        base::Bytes packet;
    };
    struct Later {
        bool operator()(const Pending& a, const Pending& b) const {
            return a.at != b.at ? a.at > b.at : a.order > b.order;
        }
    };
    void enter(Link& link, std::size_t port, bool through_down, const base::Bytes& packet, LocalTime now);

    std::vector<Port> ports_;
    std::priority_queue<Pending, std::vector<Pending>, Later> pending_;
    std::uint64_t order_{0};
    base::Random random_;
    RouterCounters counters_;
};

/// Flips one bit behind the IP header. A UDP checksum is removed (0 means none, RFC 768), so that the damage reaches
/// the program and not only its kernel.
void corrupt(base::Bytes& packet, base::Random& random);

} // namespace plenum::netem
