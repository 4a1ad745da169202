// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <optional>

/// One directed path through the simulated network: what it does to a datagram and when it lets it out.
namespace plenum::sim {

/// Losses in bursts: the two-state channel of Gilbert (1960) and Elliott (1963). The path is good or bad; in each slot
/// of time it may go from one to the other, and each datagram is lost by the share of the state that it meets. With g =
/// `enter`, b = `leave`: share of time in the bad state g / (g + b), mean length of a stay there 1 / b slots. Slots of
/// time and not datagrams, since a fade ends whether or not anyone sends: counted in datagrams, one who dials once a
/// second would meet fades of a minute.
struct BurstLoss {
    std::uint32_t enter_ppm{0};
    std::uint32_t leave_ppm{0};
    std::uint32_t good_ppm{0};
    std::uint32_t bad_ppm{0};
    /// About the time between two datagrams of a voice; zero is one datagram a slot, as Gilbert has it.
    base::Duration slot{std::chrono::milliseconds{20}};

    [[nodiscard]] bool active() const { return enter_ppm != 0 || good_ppm != 0; }
    /// Over all time.
    [[nodiscard]] std::uint32_t mean_ppm() const;
};

/// Times of higher delay, as when someone else fills a buffer on the way. They rise at once and end at once; what was
/// sent in one is waited for by what comes after it, so that it all arrives in a heap.
struct Spikes {
    /// From the end of one to the beginning of the next: a draw between 0 and twice this. 0 is never.
    base::Duration every{};
    base::Duration length_min{};
    base::Duration length_max{};
    /// Added to each delay.
    base::Duration height_min{};
    base::Duration height_max{};
};

/// Of every directed pair of nodes. Shares are parts per million.
struct PathConditions {
    /// Each datagram draws its delay uniformly from here; the order of a pair's datagrams is kept by waiting.
    base::Duration delay_min{};
    base::Duration delay_max{};
    std::uint32_t loss_ppm{0};
    /// Besides `loss_ppm`.
    BurstLoss burst{};
    /// Of datagrams that do not wait for those before them.
    std::uint32_t reorder_ppm{0};
    /// Of datagrams that arrive twice, each copy with its own delay.
    std::uint32_t duplicate_ppm{0};
    /// Of datagrams in which up to eight bits are flipped, and of those that are cut short.
    std::uint32_t corrupt_ppm{0};
    std::uint32_t truncate_ppm{0};
    /// 0 is without bound. IPv4 and UDP headers count.
    std::uint64_t bandwidth_kbps{0};
    /// How long the queue before it may get; never less than `queue_bytes_min`.
    base::Duration queue_max{std::chrono::milliseconds{200}};
    /// Longest IPv4 packet; what is longer is dropped and nobody told. 0 is without bound.
    std::size_t mtu{0};
    Spikes spikes{};
};

/// From sending to arrival, queue included.
[[nodiscard]] base::Duration longest_delay(const PathConditions& conditions);

/// The state of one path. Draws in the order in which it is asked.
class Path {
  public:
    explicit Path(base::Random random) : random_{random}, weather_{base::Random{random}.next() ^ weather_salt} {}

    /// When the last bit of a datagram of `bytes` leaves the queue; nullopt if the queue is full.
    [[nodiscard]] std::optional<VirtualTime> leave_queue(const PathConditions& conditions, std::size_t bytes,
                                                         VirtualTime now);
    [[nodiscard]] bool loses(const PathConditions& conditions, VirtualTime at);
    [[nodiscard]] bool duplicates(const PathConditions& conditions) { return random_.chance(conditions.duplicate_ppm); }
    /// Flips bits or cuts short, if it is so drawn; whether it did.
    [[nodiscard]] bool damages(const PathConditions& conditions, base::Bytes& datagram);

    struct Arrival {
        VirtualTime at;
        /// Before one that was sent earlier.
        bool overtakes{false};
    };
    [[nodiscard]] Arrival arrival(const PathConditions& conditions, VirtualTime departs_at);

  private:
    void weather(const BurstLoss& burst, VirtualTime at);
    [[nodiscard]] base::Duration spike(const Spikes& spikes, VirtualTime at);

    static constexpr std::uint64_t weather_salt = 0x77656174686572U;

    base::Random random_;
    /// Of bursts, damage and spikes, so that these move nothing of the rest.
    base::Random weather_;
    VirtualTime free_at_{};
    VirtualTime last_arrival_{};
    bool bad_{false};
    /// Of the last slot that was looked at.
    VirtualTime slot_at_{};
    bool spikes_drawn_{false};
    VirtualTime spike_from_{};
    VirtualTime spike_until_{};
    base::Duration spike_height_{};
};

/// Before each path: never less than a few whole datagrams.
inline constexpr std::size_t queue_bytes_min = 16 * 1024;
/// UDP's own bound; the core's datagrams are far smaller.
inline constexpr std::size_t datagram_bytes_max = 64 * 1024;
/// IPv4 (20) and UDP (8) headers.
inline constexpr std::size_t header_bytes = 28;

} // namespace plenum::sim
