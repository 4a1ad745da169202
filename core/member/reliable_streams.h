// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flow/history.h"
#include "core/member/message_sealer.h"
#include "core/wire/control.h"

#include <deque>
#include <map>
#include <set>

namespace plenum::node {

/// A member's own messages on reliable flows. They are kept until newer ones push them out, so that a relay that lost
/// its memory, or was away, gets them again.
class ReliableStreams {
  public:
    ReliableStreams(const Roster& roster, Outbox& outbox, MessageSealer& sealer)
        : roster_{roster},
          outbox_{outbox},
          sealer_{sealer} {}

    /// A message that the relay has not confirmed must stay in the history, sealed and with its overhead: whether so
    /// much may wait on one flow.
    [[nodiscard]] static bool has_room(std::size_t messages, std::size_t bytes);
    /// Whether there is room for this message besides `held` others that are not on any stream yet.
    [[nodiscard]] bool has_room_for(const Publish& message, std::size_t held) const;
    /// Seals the message and keeps it; `pump` sends it.
    void add(const Publish& message, const wire::MessageHeader& header, base::LocalTime now);
    /// Sends what the streams of the link have room for.
    void pump(link::Link& link);
    /// The relay told what it has of ours; the rest is sent again.
    void resume(const std::vector<wire::StreamPosition>& relay_has, link::Link& link);
    void handle(const wire::Accepted& accepted);
    void handle(const wire::WordRefused& refused);
    /// Messages of closed flows that the relay has not confirmed go to nobody.
    void forget_closed();
    /// What the relay has not confirmed; a new run of the membership sends it anew.
    [[nodiscard]] std::vector<Publish> unconfirmed() const;
    [[nodiscard]] std::size_t bytes() const;

  private:
    struct Stream {
        flow::History history;
        /// Plain bodies, for `unconfirmed`.
        std::deque<std::pair<base::SequenceNumber, Publish>> unconfirmed;
        std::size_t unconfirmed_bytes{0};
        /// Next to hand to the link.
        base::SequenceNumber send_next{1};
        /// Accepted, but not kept, up to there; 0 if there is nothing such.
        base::SequenceNumber unkept{};
        /// Of `unconfirmed`: they go to nobody.
        std::set<base::SequenceNumber> refused{};
        /// The first that the relay is not known to have taken.
        base::SequenceNumber relay_next{1};
        /// `unconfirmed` is sealed with these keys or later ones.
        crypto::ContentKeyId demanded{};
    };
    /// Before anything of the flow is sealed or sent: messages that the relay may not have taken are sealed anew where
    /// a turn of the keys closed them to newcomers of the conference or of the flow's group, and sent again. The relay
    /// passes none of them on as they were.
    void renew(base::FlowId flow, Stream& stream);

    const Roster& roster_;
    Outbox& outbox_;
    MessageSealer& sealer_;
    std::map<base::FlowId, Stream> streams_;
};

} // namespace plenum::node
