// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/disk.h"
#include "tests/sim/edge.h"
#include "tests/sim/node_under_test.h"
#include "tests/sim/participant.h"
#include "tests/sim/relay_store.h"

#include <map>
#include <memory>
#include <optional>

namespace plenum::sim {

/// 32 bytes drawn from `random`.
[[nodiscard]] base::Seed draw_seed(base::Random& random);

/// One computer of the world: address, disk, and the program that runs on it, if one does.
struct Machine {
    Machine(NodeIndex node, base::Random random)
        : index{node},
          seeds{random},
          fate{base::Random{random.next() ^ node.value()}.split()} {
        identity = draw_seed(seeds);
    }

    NodeIndex index;
    /// Of the program that runs now: an endpoint has a new port after every start, a relay always the same.
    std::uint16_t port{0};
    std::unique_ptr<NodeUnderTest> program;
    /// Absent for relays.
    std::unique_ptr<Participant> participant;
    Disk disk;
    /// Absent where `disk` itself does the keeping.
    std::unique_ptr<RelayStore> store;
    /// What the program said is to be kept and its writer has not taken; what that has taken, until the disk answers.
    std::vector<runtime::StoreItem> to_keep;
    std::optional<RelayStore::Committed> writing;
    std::uint64_t writer_generation{0};
    VirtualTime commit_at{VirtualTime::max()};
    /// How long disks take.
    base::Random disk_draws{0};
    /// What is wrong with the disk now.
    struct BadDisk {
        bool any{false};
        bool slow{false};
        bool hangs{false};
        bool lies{false};
    };
    BadDisk bad_disk;
    /// What the program waits for, since when, and up to which number it was told that it is not kept.
    struct Waiting {
        std::uint64_t number{0};
        VirtualTime since{};
        std::uint64_t told{0};
    };
    std::map<base::ConferenceHandle, Waiting> waiting;
    bool stalled{false};
    /// Between program and network.
    ReceiveQueue arrived;
    SendQueue leaving;
    /// In reserve, or lost for good: runs nothing.
    bool out_of_use{false};
    /// Of a relay in a cluster: since when it is down, and the others that it knows.
    std::optional<VirtualTime> ended_at;
    std::vector<node::RelayPlace> peers;
    /// Of what its program sends only acknowledgements and pings leave.
    bool withholds{false};
    /// Whoever has a host's keys: no part of the conference.
    bool usurps{false};
    /// The program ends then, having said what it had to say.
    bool parting{false};
    /// Not executing: what arrives waits, what is due waits.
    bool paused{false};
    bool clock_stopped{false};
    /// Whether a disk fault that rots what was saved has struck since the program began.
    bool rotten{false};
    /// The same of what the program found when it began.
    bool began_rotten{false};
    /// The power goes with one of the next writes, or with the restart.
    bool power_failing{false};
    /// Turns until the program dies of an allocation that fails, and which of that turn's that is; 0 is never.
    std::uint32_t turns_left{0};
    std::uint32_t failing_allocation{0};
    /// Whether a notice about unsaved entries is out and not taken back.
    bool unsaved_told{false};
    /// A relay at which the conference goes on, as far as it knows.
    bool serves{false};
    /// The same in any run of its program.
    bool ever_served{false};
    /// An endpoint's program has read some of the log.
    bool has_log{false};
    /// A relay's that serves beside the one where people meet; they count if it goes on.
    std::vector<base::TraceEvent> void_rejections;
    base::Seed identity;
    /// Seeds of the program's starts.
    base::Random seeds;
    /// What happens to the machine by chance.
    base::Random fate;
    std::uint32_t starts{0};

    std::uint32_t session{0};
    bool in_session{false};
    /// Whether the node began to connect in this session; the next time begins another.
    bool connecting_seen{false};
    /// Wake-ups and actions that were scheduled for something that is past have another number.
    std::uint64_t wake_generation{0};
    VirtualTime wake_at{VirtualTime::max()};
    VirtualTime act_at{VirtualTime::max()};
    /// Wake-ups in a row without time passing.
    std::uint32_t wakes_in_place{0};

    [[nodiscard]] bool up() const { return program != nullptr; }
    [[nodiscard]] bool runs() const { return up() && !paused; }
    [[nodiscard]] Session current() const { return {index, session}; }
    /// Of a member's program that stands by: as a relay it counts as another run of the first one.
    [[nodiscard]] Session as_relay() const {
        constexpr std::uint32_t starts_max = 1'000;
        return participant ? Session{NodeIndex{0}, (index.value() + 1) * starts_max + starts} : current();
    }
};

/// 10.0.x.y, with a number of its own for every node.
[[nodiscard]] base::Address address_of(NodeIndex node, std::uint16_t port);
/// nullopt for an address outside the world.
[[nodiscard]] std::optional<NodeIndex> node_at(const base::Address& address, std::uint32_t nodes);

inline constexpr std::uint16_t relay_port = 7700;
/// Of worlds whose host takes part (`Scenario::host_member`).
inline constexpr NodeIndex host_member{1};
inline constexpr std::uint16_t endpoint_port_first = 40'000;

} // namespace plenum::sim
