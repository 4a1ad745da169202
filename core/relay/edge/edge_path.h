// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/flow/stream_id.h"
#include "core/link/link.h"
#include "core/wire/control_edge.h"

#include <deque>
#include <optional>

namespace plenum::node {

/// Names a message of the streams that members are handed: an entry of the log by its position, or a reliable message.
struct BodyKey {
    /// Flow 0 for the log.
    flow::StreamId stream{};
    std::uint64_t number{0};

    [[nodiscard]] static BodyKey of(base::LogPosition position) { return {{}, position.value()}; }
    friend auto operator<=>(const BodyKey&, const BodyKey&) = default;
};

/// Of a session that an edge relays: whose it is, and how much of what was sent the member has (docs/relays.md).
class EdgePath {
  public:
    /// Bytes sent after the last mark that came back. What is more waits here, since a member's link may be slower than
    /// the edge's.
    static constexpr std::uint64_t window = 256 * 1024;
    /// Marks that have not come back. What is sent beyond them gets its mark once one of them has.
    static constexpr std::size_t marks_max = 1024;
    /// References for which the edge may still ask.
    static constexpr std::size_t references_max = 512;

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

    /// A reference went in the place of a message of so many bytes, which count as sent.
    void note_reference(const wire::BodyReference& reference, const BodyKey& key, std::size_t bytes);
    /// What the edge asks for, once. Nullopt for what this session was not sent, or long ago.
    [[nodiscard]] std::optional<BodyKey> take_wanted(const wire::BodyReference& reference);

  private:
    [[nodiscard]] std::uint64_t sent_bytes(const link::Link& link) const;

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
    /// Of messages that references stand for.
    std::uint64_t referred_{0};
    std::deque<std::pair<wire::BodyReference, BodyKey>> references_;
};

} // namespace plenum::node
