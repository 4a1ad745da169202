// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/wire/choice.h"
#include "core/wire/stream_position.h"

/// Messages between a relay and its standby (docs/replication.md). One session carries one conference. Entries and
/// words travel as `log_entry` and `given_word`, both ways.
namespace plenum::wire {

/// Primary to standby, first after `hello`: follow me in this conference.
struct Replicate {
    static constexpr std::string_view name = "replicate";
    static constexpr std::uint8_t type = 29;
    base::ConferenceHandle conference{};
    base::SecretKey access{};
    base::LogPosition log_size{};
    /// Whether the primary still takes entries that it lacks.
    bool takes_entries{false};
    /// The standby's copy contradicts the log: make another.
    bool anew{false};
    /// Nothing is told before the standby has acknowledged it.
    bool replicated{false};
    /// Drawn by each run of a relay: of two that serve the conference with logs of one size, the larger goes on.
    std::uint64_t draw{0};
    /// Not 0: the standby takes over only with more than half of the members as witnesses, at this fence.
    base::ConferenceTime fence{};
    /// The fence at which this primary took over itself: of two primaries with fences, the later goes on.
    base::ConferenceTime reign{};
    /// In a cluster, the revision of its assignment: of two homes the later goes on.
    std::uint64_t assignment{0};
    std::vector<StreamPosition> positions;

    static constexpr auto fields() {
        using T = Replicate;
        return Fields{
            Field<&T::conference, Fixed<16>>{"conference", "handle"},
            Field<&T::access, Fixed<32>>{"access", "key of the link"},
            Field<&T::log_size, Varint>{"log_size", "entries that the primary has"},
            Field<&T::takes_entries, U8>{"takes_entries", "1: it takes entries beyond these"},
            Field<&T::anew, U8>{"anew", "1: the standby's copy contradicts the log, and begins anew"},
            Field<&T::replicated, U8>{"replicated", "1: nothing is told before the standby has acknowledged it"},
            Field<&T::draw, U64>{"draw", "random; of two primaries with logs of one size the larger goes on"},
            Field<&T::fence, U64>{"fence", "not 0: takes over only if more than half of the members witness at it"},
            Field<&T::reign, U64>{"reign", "fence at which the primary took over; 0: it began the conference"},
            Field<&T::assignment, Varint>{"assignment", "revision of the primary's assignment; 0: no cluster"},
            Field<&T::positions, List<Nested<StreamPosition>, stream_positions_max>>{
                "positions", "reliable flows that the primary has"},
        };
    }
    friend bool operator==(const Replicate&, const Replicate&) = default;
};

enum class ReplicaStatus : std::uint8_t {
    behind = 1,  ///< follows; its copy may lack something that was told
    synced = 2,  ///< follows; its copy has everything that was told
    leads = 3,   ///< serves the conference itself: the other must not
    refused = 4, ///< no room, or no sound request
};

/// Standby to primary, in answer: what it has. Entries and words that the primary lacks follow, then `words_given`.
struct ReplicaState {
    static constexpr std::string_view name = "replica_state";
    static constexpr std::uint8_t type = 30;
    ReplicaStatus status{ReplicaStatus::refused};
    base::LogPosition log_size{};
    base::Hash head{};
    std::vector<StreamPosition> positions;

    static constexpr auto fields() {
        using T = ReplicaState;
        return Fields{
            Field<&T::status, U8>{"status", "1 behind, 2 synced, 3 leads, 4 refused"},
            Field<&T::log_size, Varint>{"log_size", "entries that the standby has"},
            Field<&T::head, Fixed<32>>{"head", "hash of the last of them; zero where there is none"},
            Field<&T::positions, List<Nested<StreamPosition>, stream_positions_max>>{
                "positions", "reliable flows that it has; each at most as far as the primary"},
        };
    }
    friend bool operator==(const ReplicaState&, const ReplicaState&) = default;
};

/// Primary to standby: this was everything up to here.
struct ReplicaMark {
    static constexpr std::string_view name = "replica_mark";
    static constexpr std::uint8_t type = 31;
    std::uint64_t number{0};
    base::ConferenceTime at{};
    /// From here on the standby counts witnesses at this fence alone.
    base::ConferenceTime fence{};

    static constexpr auto fields() {
        using T = ReplicaMark;
        return Fields{
            Field<&T::number, Varint>{"number", "the primary's own count"},
            Field<&T::at, U64>{"at", "µs of conference time, which does not fall at a take-over"},
            Field<&T::fence, U64>{"fence", "as in `replicate`, or a later one"},
        };
    }
    friend bool operator==(const ReplicaMark&, const ReplicaMark&) = default;
};

/// Standby to primary: its disk has everything up to there.
struct ReplicaAcknowledged {
    static constexpr std::string_view name = "replica_acknowledged";
    static constexpr std::uint8_t type = 32;
    std::uint64_t number{0};

    static constexpr auto fields() {
        using T = ReplicaAcknowledged;
        return Fields{Field<&T::number, Varint>{"number", "of the newest mark"}};
    }
    friend bool operator==(const ReplicaAcknowledged&, const ReplicaAcknowledged&) = default;
};

/// Primary to standby: from here on nothing is told before you acknowledge it, so you may take over.
struct ReplicaSynced {
    static constexpr std::string_view name = "replica_synced";
    static constexpr std::uint8_t type = 33;
    /// In a cluster, the revision of the assignment that names it.
    std::uint64_t assignment{0};

    static constexpr auto fields() {
        using T = ReplicaSynced;
        return Fields{Field<&T::assignment, Varint>{"assignment", "revision that names this standby; 0: no cluster"}};
    }
    friend bool operator==(const ReplicaSynced&, const ReplicaSynced&) = default;
};

/// Primary to standby: the conference is over; forget it.
struct ReplicaForgotten {
    static constexpr std::string_view name = "replica_forgotten";
    static constexpr std::uint8_t type = 34;
    static constexpr Fields<> fields() { return {}; }
    friend bool operator==(const ReplicaForgotten&, const ReplicaForgotten&) = default;
};

/// Standby to primary: it stands by no longer, and takes nothing over.
struct ReplicaResigned {
    static constexpr std::string_view name = "replica_resigned";
    static constexpr std::uint8_t type = 46;
    static constexpr Fields<> fields() { return {}; }
    friend bool operator==(const ReplicaResigned&, const ReplicaResigned&) = default;
};

/// Primary to standby: it tells nothing from here on; take over at once.
struct ReplicaHandedOver {
    static constexpr std::string_view name = "replica_handed_over";
    static constexpr std::uint8_t type = 47;
    static constexpr Fields<> fields() { return {}; }
    friend bool operator==(const ReplicaHandedOver&, const ReplicaHandedOver&) = default;
};

} // namespace plenum::wire
