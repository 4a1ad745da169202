// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plenum::netem {

using base::Duration;
using base::LocalTime;

/// Bursty loss by two states (Gilbert 1960, Elliott 1963). All values per million packets.
struct BurstLoss {
    std::uint32_t enter{0}; ///< from the good state to the bad one
    std::uint32_t leave{0}; ///< from the bad state to the good one; the mean burst is 1 000 000 / leave packets
    std::uint32_t loss_good{0};
    std::uint32_t loss_bad{1'000'000};
};

/// What one direction of one link does to packets. Shares are per million.
struct LinkSettings {
    bool connected{true};
    Duration delay{};
    Duration jitter{}; ///< uniform within ± this; never before the packet left the queue
    bool keep_order{false};
    std::uint32_t loss{0};
    std::optional<BurstLoss> burst;
    std::uint32_t duplicate{0};
    std::uint32_t reorder{0};
    Duration reorder_delay{base::from_us(10'000)}; ///< how much later a reordered packet comes
    std::uint32_t corrupt{0};
    std::uint64_t rate_bps{0};           ///< bits per second of whole IP packets; 0 = unlimited
    std::size_t queue_bytes_max{131072}; ///< waiting for the rate; what does not fit is dropped
};

struct LinkCounters {
    std::uint64_t packets{0}; ///< offered
    std::uint64_t bytes{0};
    std::uint64_t passed{0}; ///< copies included
    std::uint64_t lost{0};   ///< by `loss` and `burst`
    std::uint64_t queue_full{0};
    std::uint64_t disconnected{0};
    std::uint64_t duplicated{0};
    std::uint64_t reordered{0};
    std::uint64_t corrupted{0};
    std::uint64_t queue_bytes_peak{0};
};

/// One copy of a packet that comes out of the link.
struct Passage {
    LocalTime at;
    bool corrupt{false};
};

/// One direction of a link: told of a packet and the time, says when it comes out. Reads no clock and draws from its
/// own seed, so that a test can foretell it.
class Link {
  public:
    explicit Link(std::uint64_t seed) : random_{seed} {}

    /// No entry: the packet was dropped, and a counter says why. Times of calls must not fall.
    [[nodiscard]] std::vector<Passage> offer(std::size_t bytes, LocalTime now);

    LinkSettings settings;
    [[nodiscard]] const LinkCounters& counters() const { return counters_; }

  private:
    [[nodiscard]] bool draw_loss();
    [[nodiscard]] std::optional<LocalTime> leave_queue(std::size_t bytes, LocalTime now);
    [[nodiscard]] Passage pass(LocalTime departure);

    base::Random random_;
    LinkCounters counters_;
    LocalTime queue_empty_at_{};
    LocalTime last_out_{};
    bool burst_bad_{false};
};

} // namespace plenum::netem
