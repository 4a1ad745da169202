// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/virtual_time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace plenum::sim {

/// A greedy flow of another program as TCP would send it: slow start, congestion avoidance (RFC 5681), one halving a
/// window of losses (RFC 6582), each packet acknowledged by itself (RFC 2018), a timeout that doubles (RFC 6298).
/// Simulated: no bytes, no receive window, no delayed acknowledgements.
class TcpFlow {
  public:
    /// Of IP payload, with its header.
    static constexpr std::size_t packet_bytes = 1472;

    /// The next packet that may leave now; its number comes back with the acknowledgement.
    [[nodiscard]] std::optional<std::uint64_t> poll_packet(VirtualTime now);
    void handle_acknowledged(std::uint64_t number, VirtualTime now);
    void handle_wakeup(VirtualTime now);
    [[nodiscard]] std::optional<VirtualTime> next_wakeup() const;

    [[nodiscard]] double window() const { return window_; }
    [[nodiscard]] std::uint64_t lost() const { return lost_; }

  private:
    struct Outstanding {
        VirtualTime sent_at;
        bool again;
    };
    /// So many packets beyond a hole make it a loss.
    static constexpr std::uint64_t reordering = 3;

    void take_sample(base::Duration sample);
    void halve();

    double window_{10};
    double threshold_{1e9};
    std::uint64_t next_{0};
    std::map<std::uint64_t, Outstanding> outstanding_;
    std::set<std::uint64_t> to_repeat_;
    /// Losses below it belong to the halving that there was.
    std::uint64_t recovered_at_{0};
    std::uint64_t highest_{0};
    std::optional<base::Duration> rtt_;
    base::Duration variance_{};
    int backoff_{0};
    VirtualTime heard_at_{};
    std::uint64_t lost_{0};
};

} // namespace plenum::sim
