// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/enums.h"
#include "core/base/units.h"
#include "core/sched/class_queue.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace plenum::sched {

/// Why a datagram was not taken in.
enum class IntakeRefusal : std::uint8_t {
    malformed = 1, ///< of no type that is known, or too short or too long for its type
    strange = 2,   ///< sealed, of no session here
    crowded = 3,   ///< too many of its connection wait already
};
[[nodiscard]] constexpr std::string_view name(IntakeRefusal refusal) { return base::enumerator_name(refusal); }

/// Early demultiplexing (µChoices, "Packet Demultiplexing"; push-pull §4.2): before any key is asked, the first bytes
/// of a datagram tell its connection and class. What is junk goes at once; the rest waits in one bounded queue by class
/// and deadline, in which no connection has more than its share, so that what is urgent neither waits behind nor is
/// displaced by what is not. Handshakes, which strangers send too, count as the least urgent, and go first where room
/// is short.
///
/// The alternative, to serve a socket's queue in its order, lets whoever sends most decide what is lost.
class Intake {
  public:
    /// What waits at most: 1 MiB with what is kept about it.
    static constexpr std::size_t items_max = 768;
    static constexpr std::size_t bytes_max = std::size_t{896} * 1024;
    /// Of these of one connection: two thirds, more than any window of ours sends at a time. Connections that share a
    /// counter share it, one pair in a thousand.
    static constexpr std::size_t share_max = 512;
    /// How long a class may wait here before it is worth nothing to anyone, reliable classes longest: what is
    /// acknowledged is sent again, and late is better than again.
    [[nodiscard]] static base::Duration patience(base::PriorityClass priority);

    struct Datagram {
        base::Address from;
        base::ByteView bytes;
    };
    /// Whether a session here takes datagrams of that index.
    using Takes = std::function<bool(base::SessionIndex)>;

    explicit Intake(Takes takes);

    /// `datagram.bytes` must stay until it was given by `take`, or until `keep`.
    void push(const Datagram& datagram, base::LocalTime now);
    /// Copies what waits into memory of its own, before the caller's goes.
    void keep();
    /// The most urgent, at most as many as fit `into`: how many. Valid until the next call of `take` or `push`.
    [[nodiscard]] std::size_t take(std::span<Datagram> into, base::LocalTime now);

    [[nodiscard]] bool empty() const { return queue_.empty(); }
    [[nodiscard]] std::size_t size() const { return queue_.size(); }
    /// Whether a batch more is taken in without dropping for want of room.
    [[nodiscard]] bool has_room(std::size_t datagrams) const;

    struct Counters {
        base::EnumArray<IntakeRefusal, std::uint64_t> refused{};
        [[nodiscard]] std::uint64_t of(IntakeRefusal refusal) const { return refused[refusal]; }
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }
    /// Of what was taken in: by class, and why.
    [[nodiscard]] const DropCounters& drops() const { return queue_.drops(); }

  private:
    static constexpr std::size_t shares = 1024;
    using Shares = std::array<std::uint16_t, shares>;

    /// One place of a connection's share, given back when it goes.
    struct GiveBack {
        void operator()(std::uint16_t* count) const { --*count; }
    };
    using Place = std::unique_ptr<std::uint16_t, GiveBack>;
    struct Waiting {
        base::Address from;
        base::ByteView bytes;
        Place place;
        /// Where `bytes` are, once they are kept.
        base::Bytes kept;
    };
    struct Seen {
        Rank rank;
        /// Absent for handshakes.
        std::optional<base::SessionIndex> session;
    };

    [[nodiscard]] std::optional<Seen> look(base::ByteView bytes, base::LocalTime now) const;
    void refuse(IntakeRefusal refusal) { ++counters_.refused[refusal]; }

    Takes takes_;
    /// Outlives the queue, whose places point into it, and stays where it is.
    std::unique_ptr<Shares> shares_{std::make_unique<Shares>()};
    ClassQueue<Waiting> queue_{{items_max, bytes_max}};
    /// Given by `take`.
    std::vector<Waiting> given_;
    Counters counters_;
};

} // namespace plenum::sched
