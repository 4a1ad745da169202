// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/link/link.h"
#include "core/wire/control_edge.h"

#include <deque>
#include <optional>

namespace plenum::node {

/// Of a session that an edge relays: whose it is, and how much of what was sent the member has (docs/relays.md).
class EdgePath {
  public:
    /// Bytes sent after the last mark that came back. What is more waits here, since a member's link may be slower than
    /// the edge's.
    static constexpr std::uint64_t window = 256 * 1024;

    explicit EdgePath(const wire::RelayedMember& member)
        : edge_{member.edge},
          slot_{member.slot},
          hops_{member.hops},
          address_{member.address.bytes, member.port} {}

    /// One copy of a fragment goes to all sessions of the same edge.
    [[nodiscard]] std::uint64_t edge() const { return edge_; }
    [[nodiscard]] std::uint32_t slot() const { return slot_; }
    /// Relays that the session has passed before this one.
    [[nodiscard]] std::uint8_t hops() const { return hops_; }
    [[nodiscard]] const base::Address& member_address() const { return address_; }

    /// Until when the edge heard the member; absent while it does.
    [[nodiscard]] const std::optional<base::LocalTime>& silent_since() const { return silent_since_; }
    void handle(const wire::RelayedSilence& silence, base::LocalTime now);

    [[nodiscard]] bool has_room(const link::Link& link) const;
    /// Bytes of the control stream that the member has acknowledged.
    [[nodiscard]] std::uint64_t delivered() const { return delivered_; }
    /// Sends a mark behind what was sent since the last one.
    void mark(link::Link& link);
    void handle(const wire::DeliveryMark& mark);

  private:
    struct Sent {
        std::uint64_t number;
        std::uint64_t control;
        std::uint64_t all;
    };
    std::uint64_t edge_;
    std::uint32_t slot_;
    std::uint8_t hops_;
    base::Address address_;
    std::optional<base::LocalTime> silent_since_;
    std::deque<Sent> marks_;
    std::uint64_t marks_sent_{0};
    /// Of all streams, with the last mark.
    std::uint64_t marked_{0};
    std::uint64_t delivered_{0};
    std::uint64_t delivered_all_{0};
};

} // namespace plenum::node
