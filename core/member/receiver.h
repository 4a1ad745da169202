// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flow/reassembly.h"
#include "core/member/attestation/pulse.h"
#include "core/member/delivery_scheduler.h"
#include "core/member/heard_messages.h"
#include "core/member/message_sealer.h"
#include "core/member/waiting_messages.h"

#include <map>

namespace plenum::node {

/// Makes authentic messages of what others send: joins fragments, opens and checks messages, and gives them to the
/// delivery scheduler. Live messages that need an entry which is still to come wait for it here.
class Receiver {
  public:
    Receiver(const Roster& roster, Outbox& outbox, MessageSealer& sealer, Pulse& pulse, DeliveryScheduler& scheduler)
        : roster_{roster},
          outbox_{outbox},
          tracer_{roster, outbox},
          sealer_{sealer},
          pulse_{pulse},
          scheduler_{scheduler} {}

    /// Takes what the fragment holds.
    void handle_fragment(wire::FragmentFrame& fragment, link::Link* link, base::LocalTime now);
    void handle_reliable(base::ByteView bytes, const link::Link* link, base::LocalTime now);
    /// The log went on by an entry: live messages that waited for it are opened now.
    void handle_entry(base::LocalTime now);
    /// Streams of closed flows.
    void forget_closed();
    /// Drops messages that waited too long for their entry.
    void expire(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return waiting_.next_wakeup(); }

    /// Where every reliable stream stands, for `attach`.
    [[nodiscard]] std::vector<wire::StreamPosition> positions() const;
    /// Messages of others on reliable flows, for a relay that lost them.
    [[nodiscard]] HeardMessages& heard_messages() { return heard_messages_; }
    [[nodiscard]] const HeardMessages& heard_messages() const { return heard_messages_; }
    [[nodiscard]] std::size_t reassembly_bytes() const;

    struct Counters {
        std::uint64_t discarded{0}; ///< past λ
        std::uint64_t undecryptable{0};
        std::uint64_t refused{0}; ///< inconsistent, duplicate or forged
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }

  private:
    /// One sender's reliable stream on one flow.
    struct Heard {
        /// The first that is missing.
        base::SequenceNumber next{1};
        /// Whether any of it could be read; until then `next` is only what the relay says.
        bool readable{false};
    };

    /// Decrypts, checks the signature where the flow is reliable, and that a bundle is sound.
    [[nodiscard]] std::expected<base::Bytes, KeyRing::OpenError> open(const wire::MessageHeader& header,
                                                                      std::size_t header_bytes, base::ByteView message);
    /// Takes its message only if that must wait.
    void take_live(LiveMessage& live, base::LocalTime now);
    /// Authentic.
    void take_opened(LiveMessage& live, base::LocalTime now);
    void wait_for_entry(LiveMessage live, base::Duration patience, base::LocalTime now);
    /// The entry that explains it did not come.
    void give_up(const wire::MessageHeader& header, base::LocalTime now);
    void note_group();
    void discard_late(const wire::MessageHeader& header);
    void refuse(const wire::MessageHeader& header, KeyRing::OpenError error);
    [[nodiscard]] bool is_sound(const wire::ReliableMessage& message, const wire::MessageHeader& header) const;
    void take_reliable(const wire::ReliableMessage& message, const wire::MessageHeader& header, base::Bytes body,
                       base::LocalTime now);
    void skip(const wire::ReliableMessage& message, base::LocalTime now);
    void advance(const wire::MessageHeader& header, Heard& heard);

    const Roster& roster_;
    Outbox& outbox_;
    MessageTracer tracer_;
    MessageSealer& sealer_;
    Pulse& pulse_;
    DeliveryScheduler& scheduler_;
    std::map<base::MemberIndex, flow::Reassembler> reassemblers_;
    WaitingMessages waiting_;
    std::map<flow::StreamId, Heard> heard_;
    HeardMessages heard_messages_;
    /// The one that this member is in; 0 for none.
    base::ConversationId group_{};
    Counters counters_;
    /// Keeps its memory.
    std::vector<base::ByteView> bodies_;
};

} // namespace plenum::node
