// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/cuts.h"
#include "tests/sim/path.h"

#include <deque>
#include <optional>
#include <queue>
#include <set>
#include <unordered_map>
#include <vector>

/// The simulated network: takes datagrams, hands them out when they arrive, if they do. Seeded; has no clock of its
/// own.
namespace plenum::sim {

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
    /// Bits flipped, or cut short.
    std::uint64_t damaged{0};
    /// Held back by a clog, and let go at its end.
    std::uint64_t clogged{0};
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
    void partition(const std::set<NodeIndex>& nodes, CutDirection direction = CutDirection::both) {
        cuts_.add(nodes, direction);
    }
    /// Takes `nodes` out of every cut; none given ends all cuts.
    void heal(const std::set<NodeIndex>& nodes = {}) { cuts_.heal(nodes); }
    /// Every path from and to these nodes holds back what enters it, at most `clog_datagrams_max` in all.
    void clog(const std::set<NodeIndex>& nodes) { clogged_.insert(nodes.begin(), nodes.end()); }
    /// What is held back on paths that are free again goes its way now, in the order of sending. None given: all.
    void unclog(const std::set<NodeIndex>& nodes, VirtualTime now);
    /// What arrives while a node is down is lost.
    void crash(NodeIndex node) { down_.insert(node); }
    void restart(NodeIndex node) { down_.erase(node); }

    /// Whether no cut lies between.
    [[nodiscard]] bool connected(NodeIndex from, NodeIndex to) const { return cuts_.connected(from, to); }
    [[nodiscard]] const NetworkCounters& counters() const { return counters_; }

  private:
    struct Flight {
        VirtualTime arrives_at;
        /// Breaks ties by order of sending.
        std::uint64_t order;
        std::size_t slot;
        bool operator>(const Flight& other) const {
            return std::pair{arrives_at, order} > std::pair{other.arrives_at, other.order};
        }
    };
    struct Held {
        Parcel parcel;
        VirtualTime departs_at;
    };

    Path& path(NodeIndex from, NodeIndex to);
    [[nodiscard]] bool clogged(const Parcel& parcel) const;
    void enter(Path& path, Parcel parcel, VirtualTime departs_at);
    void fly(Path& path, Parcel parcel, VirtualTime departs_at);

    PathConditions conditions_;
    base::Random random_;
    std::unordered_map<std::uint64_t, Path> paths_;
    Cuts cuts_;
    std::set<NodeIndex> clogged_;
    std::deque<Held> held_;
    std::set<NodeIndex> down_;
    std::priority_queue<Flight, std::vector<Flight>, std::greater<>> flights_;
    std::vector<Parcel> slots_;
    std::vector<std::size_t> free_slots_;
    std::uint64_t order_{0};
    NetworkCounters counters_;
};

/// Held back by all clogs together; what comes on top is lost, as in any buffer.
inline constexpr std::size_t clog_datagrams_max = 16 * 1024;

} // namespace plenum::sim
