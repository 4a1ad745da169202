// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

/// What can befall a world, as data.
namespace plenum::sim {

enum class FaultKind : std::uint8_t {
    crash = 1,
    restart = 2,
    // The network.
    partition = 3,
    heal = 4,
    isolate = 5,
    mute = 6,
    deaf = 7,
    clog = 8,
    unclog = 9,
    swizzle = 10,
    // The machine and its clock.
    pause = 11,
    suspend = 12,
    resume = 13,
    jump = 14,
    drift = 15,
    // Its socket.
    block_send = 16,
    drop_send = 17,
    free_send = 18,
    // Its disk.
    disk_full = 19,
    disk_error = 20,
    fsync_error = 21,
    disk_well = 22,
    power_cut = 23,
    bit_flip = 24,
    disk_lost = 26,
    backup = 27,
    old_backup = 28,
    kill = 29,
    cut_at_start = 30,
    read_error = 31,
    disk_slow = 32,
    disk_hang = 33,
    sync_lie = 34,
    store_no_memory = 35,
    // Its memory.
    no_memory = 36,
    /// A relay's machine is lost for good, and the one in reserve started instead.
    stand_in = 37,
    // Of succession.
    /// Of what the program sends only acknowledgements and pings leave: it answers, and does nothing.
    withhold = 38,
    unwithhold = 39,
    /// A person leaves, and the program ends.
    leave = 40,
    /// The host ends the call for everyone, and the program ends.
    close = 41,
    /// A host's program that crashed runs again, unless another may have taken over.
    host_again = 42,
    /// Whoever has the host's keys and log says that the conference is theirs.
    usurp = 43,
    // Of a cluster.
    /// A relay's machine is lost for good.
    lost = 44,
    /// The register does not answer, and answers again.
    register_lost = 45,
    register_back = 46,
};

struct FaultTraits {
    FaultKind kind;
    std::string_view name;
    /// What ends it, where it lasts.
    std::optional<FaultKind> end{};
    /// Where no nodes are named, all are meant.
    bool all_by_default{false};
    /// Strikes disks, which only relays have.
    bool disk{false};
    /// Where members' programs stand by for a host's.
    bool succession{false};
    /// Which key says how much, if one does.
    std::string_view amount{};
};

[[nodiscard]] std::span<const FaultTraits> all_faults();
[[nodiscard]] const FaultTraits& traits_of(FaultKind kind);
[[nodiscard]] std::string_view name_of(FaultKind kind);

struct Fault {
    VirtualTime at{};
    FaultKind kind{FaultKind::crash};
    /// Empty only where `all_by_default`: everything.
    std::set<NodeIndex> nodes;
    /// Until it ends by itself; zero: until something else ends it, or the scenario does.
    base::Duration lasting{};
    /// Of a jump, nanoseconds; of a drift, parts per thousand million.
    std::int64_t amount{0};
};

/// The same faults with nothing left that lasts or is made of others: beginnings and ends, in order of time, and of the
/// list where times are equal. A swizzle becomes clogs of its nodes, one after another in a drawn order during the
/// first half, and their ends in another order during the second; an isolation becomes a cut around each node.
[[nodiscard]] std::vector<Fault> spelled_out(const std::vector<Fault>& faults, base::Random random);

/// The longest that these faults can hold something back that arrives after all: clogs and blocked sockets on its way,
/// pauses of its reader.
struct LongestHold {
    base::Duration path{};
    base::Duration reader{};
};
[[nodiscard]] LongestHold longest_hold(const std::vector<Fault>& spelled_out, VirtualTime end);

} // namespace plenum::sim
