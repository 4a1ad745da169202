// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace plenum::link {

/// How long a datagram may be on the way to the peer (RFC 8899, datagram packetization layer path MTU discovery):
/// padded probes that are acknowledged or not. ICMP is not asked, since anyone can send it and many paths do not.
///
/// Each path carries `limits::datagram_bytes_max`. First the usual size is tried, then the largest that local networks
/// have, and where the usual does not pass, sizes in between by halving. A probe that is lost three times was too long.
/// A path that becomes narrower shows itself: what is longer than the base is lost again and again while shorter ones
/// arrive (a black hole, §4.3).
class PathMtu {
  public:
    struct Options {
        /// 1500 minus the headers of IPv6 and UDP; tunnels leave less. IPv4's are 20 bytes shorter, which is not worth
        /// a probe.
        std::size_t usual{1452};
        /// 9000 minus the same. Where the own interface has less, such a probe never leaves the machine.
        std::size_t most{base::limits::datagram_bytes_top};
    };

    PathMtu(Options options, base::LocalTime now);

    [[nodiscard]] std::size_t usual() const { return options_.usual; }
    /// Longest datagram for anything but probes.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// The size of the probe to be sent now, if one is due.
    [[nodiscard]] std::optional<std::size_t> next_probe(base::LocalTime now) const;
    [[nodiscard]] base::LocalTime next_at() const { return under_way_ ? base::local_time_max : probe_at_; }
    void handle_probe_sent();
    /// The probe that is due is too long to be sent at the present rate.
    void postpone(base::LocalTime now);
    void handle_probe_acknowledged(std::size_t bytes, base::LocalTime now);
    void handle_probe_lost(std::size_t bytes, base::LocalTime now);
    /// Of all other datagrams. True if the path turns out to be narrower than it was.
    void handle_acknowledged(std::size_t bytes);
    [[nodiscard]] bool handle_lost(std::size_t bytes, base::LocalTime now);
    /// Another path: all over again.
    void reset(base::LocalTime now);

  private:
    [[nodiscard]] std::optional<std::size_t> candidate() const;
    void go_on(base::LocalTime now);

    Options options_;
    std::size_t size_{base::limits::datagram_bytes_max};
    /// Shortest that did not pass.
    std::size_t failed_;
    std::uint32_t attempts_{0};
    bool under_way_{false};
    base::LocalTime probe_at_;
    /// Longer than the base, lost in a row; and whether shorter ones arrived meanwhile.
    std::uint32_t large_lost_{0};
    bool small_arrived_{false};
};

} // namespace plenum::link
