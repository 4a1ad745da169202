// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <optional>
#include <queue>
#include <set>
#include <unordered_map>
#include <vector>

/// The simulated network: takes datagrams, hands them out when they arrive, if they do. Seeded; has no clock of its
/// own.
namespace plenum::sim {

/// Of every directed pair of nodes. Shares are parts per million.
struct PathConditions {
    /// Each datagram draws its delay uniformly from here; the order of a pair's datagrams is kept by waiting.
    base::Duration delay_min{};
    base::Duration delay_max{};
    std::uint32_t loss_ppm{0};
    /// Of datagrams that do not wait for those before them.
    std::uint32_t reorder_ppm{0};
    /// Of datagrams that arrive twice, each copy with its own delay.
    std::uint32_t duplicate_ppm{0};
    /// 0 is without bound. IPv4 and UDP headers count.
    std::uint64_t bandwidth_kbps{0};
};

/// From sending to arrival, queue included.
[[nodiscard]] base::Duration longest_delay(const PathConditions& conditions);

struct Parcel {
    NodeIndex from;
    NodeIndex to;
    /// So that a parcel for a program that has died does not reach its successor on the same machine.
    std::uint16_t from_port{0};
    std::uint16_t to_port{0};
    base::Bytes bytes;
};

struct NetworkCounters {
    std::uint64_t sent{0};
    std::uint64_t delivered{0};
    std::uint64_t lost{0};
    /// Dropped by a full queue before the path.
    std::uint64_t overflowed{0};
    /// Dropped because a partition or a crash stood between.
    std::uint64_t cut{0};
    std::uint64_t duplicated{0};
    /// Arrived before one that its pair sent earlier.
    std::uint64_t reordered{0};
    friend bool operator==(const NetworkCounters&, const NetworkCounters&) = default;
};

class Network {
  public:
    Network(const PathConditions& conditions, base::Random random) : conditions_{conditions}, random_{random} {}

    void send(Parcel parcel, VirtualTime now);
    /// When the next datagram arrives.
    [[nodiscard]] std::optional<VirtualTime> next_arrival() const;
    /// The next datagram that arrives until `now`, in order of arrival. Those cut off on their way are skipped.
    [[nodiscard]] std::optional<Parcel> receive(VirtualTime now);

    /// `nodes` reach each other, and the others each other, but not across. Several cuts hold at once.
    void partition(const std::set<NodeIndex>& nodes);
    /// Takes `nodes` out of every cut; none given ends all cuts.
    void heal(const std::set<NodeIndex>& nodes = {});
    /// What arrives while a node is down is lost.
    void crash(NodeIndex node) { down_.insert(node); }
    void restart(NodeIndex node) { down_.erase(node); }

    /// Whether no cut lies between.
    [[nodiscard]] bool connected(NodeIndex from, NodeIndex to) const;
    [[nodiscard]] const NetworkCounters& counters() const { return counters_; }

  private:
    struct Path {
        base::Random random;
        VirtualTime free_at{};
        VirtualTime last_arrival{};
    };
    struct Flight {
        VirtualTime arrives_at;
        /// Breaks ties by order of sending.
        std::uint64_t order;
        std::size_t slot;
        bool operator>(const Flight& other) const {
            return std::pair{arrives_at, order} > std::pair{other.arrives_at, other.order};
        }
    };

    Path& path(NodeIndex from, NodeIndex to);
    /// When the last bit leaves; nullopt if the queue is full.
    std::optional<VirtualTime> leave_queue(Path& path, std::size_t bytes, VirtualTime now) const;
    void fly(Path& path, Parcel parcel, VirtualTime departs_at);

    PathConditions conditions_;
    base::Random random_;
    std::unordered_map<std::uint64_t, Path> paths_;
    std::vector<std::set<NodeIndex>> cuts_;
    std::set<NodeIndex> down_;
    std::priority_queue<Flight, std::vector<Flight>, std::greater<>> flights_;
    std::vector<Parcel> slots_;
    std::vector<std::size_t> free_slots_;
    std::uint64_t order_{0};
    NetworkCounters counters_;
};

/// Before each path: as long as a real router keeps a queue, and never less than a few whole datagrams.
inline constexpr base::Duration queue_delay_max = base::Duration{std::chrono::milliseconds{200}};
inline constexpr std::size_t queue_bytes_min = 16 * 1024;
/// UDP's own bound; the core's datagrams are far smaller.
inline constexpr std::size_t datagram_bytes_max = 64 * 1024;
/// IPv4 (20) and UDP (8) headers.
inline constexpr std::size_t header_bytes = 28;

} // namespace plenum::sim
