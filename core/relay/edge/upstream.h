// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/peer/connection.h"
#include "core/relay/edge/held_messages.h"
#include "core/relay/multicast/multicast_receiver.h"
#include "core/wire/control_edge.h"

#include <deque>

namespace plenum::node {

/// The way of one session at an edge to the home of its conference. Messages wait here for links that have no room.
class Upstream {
  public:
    /// The home is silent for so long: the member looks for it elsewhere.
    static constexpr base::Duration silence_max = std::chrono::seconds{3};

    Upstream(Connection::Options options, wire::RelayedMember member, crypto::SeededRandom random, base::LocalTime now)
        : connection_{std::move(options), std::move(random), now},
          member_{std::move(member)} {}

    [[nodiscard]] Connection& connection() { return connection_; }
    [[nodiscard]] const wire::RelayedMember& member() const { return member_; }
    void handle_connected();
    /// Both false where too much waits.
    [[nodiscard]] bool send_up(base::PriorityClass stream, base::Bytes message);
    [[nodiscard]] bool send_down(base::PriorityClass stream, base::Bytes message, link::Link& member);
    [[nodiscard]] bool send_up(const wire::ControlMessage& message) {
        return send_up(base::PriorityClass::control, wire::encode_choice(message));
    }
    /// The body of the reference takes its place in the stream, once it is there.
    [[nodiscard]] bool send_down(base::PriorityClass stream, const wire::BodyReference& reference,
                                 base::LocalTime now) {
        return down_.add(stream, reference, now);
    }
    [[nodiscard]] bool waits_for_bodies() const { return !down_.holes().empty(); }
    /// Puts bodies in their places, and asks the home for those that are lost or late. False where too much waits.
    [[nodiscard]] bool take_bodies(const MulticastReceiver& bodies, link::Link& member, base::LocalTime now);
    /// The home's answer.
    void take_body(const wire::BodyGiven& given, link::Link& member);
    void add_mark(std::uint64_t number, const link::Link& member);
    /// Moves what waits, as far as links have room.
    void pump(link::Link& member);
    [[nodiscard]] base::LocalTime lost_at(base::LocalTime now) const;
    [[nodiscard]] base::LocalTime next_wakeup(base::LocalTime now) const {
        return std::min({connection_.next_wakeup(), lost_at(now), body_late_at()});
    }

  private:
    struct Mark {
        std::uint64_t number;
        /// Of each stream, the messages that came before it.
        HeldMessages::Counts before;
        /// Of each stream, what the member must have acknowledged; absent while some of that waits here.
        std::optional<base::EnumArray<base::PriorityClass, std::uint64_t>> written;
    };

    void resolve_marks(const link::Link& member);
    /// When the next body is to be asked for.
    [[nodiscard]] base::LocalTime body_late_at() const;

    Connection connection_;
    wire::RelayedMember member_;
    bool greeted_{false};
    HeldMessages up_;
    HeldMessages down_;
    std::deque<Mark> marks_;
};

} // namespace plenum::node
