// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flow/bundle.h"
#include "core/member/attestation/pulse.h"
#include "core/member/delivery_scheduler.h"
#include "core/member/fragment_sender.h"
#include "core/member/message_sealer.h"
#include "core/member/pull_responder.h"
#include "core/member/sent_messages.h"

#include <array>
#include <map>

namespace plenum::node {

/// What tells a member's messages on a flow apart.
struct MessageStamp {
    base::SequenceNumber sequence;
    base::ConferenceTime sent_at;
    wire::MessageFlags flags;
    base::TokenEpoch token_epoch{};
    /// The send time is that of a capture.
    bool captured{false};
};
[[nodiscard]] wire::MessageHeader header_of(flow::StreamId stream, const log::FlowDeclaration& flow,
                                            const MessageStamp& stamp);

/// Sends a member's live messages: in bundles where they are small (core/flow/bundle.h), else each by itself.
class LiveSender {
  public:
    LiveSender(const Roster& roster, SentMessages& sent, Outbox& outbox, MessageSealer& sealer, Pulse& pulse,
               DeliveryScheduler& scheduler, PullResponder& pulls)
        : roster_{roster},
          sent_{sent},
          outbox_{outbox},
          tracer_{roster, outbox},
          sealer_{sealer},
          pulse_{pulse},
          scheduler_{scheduler},
          pulls_{pulls} {}

    /// A small message may wait for others of the same turn until `send_bundles`.
    void publish(const Publish& message, const MessageStamp& stamp, const log::FlowDeclaration& flow, link::Link& link,
                 base::LocalTime now);
    /// The turn is over. Without a link, bundles are dropped.
    void send_bundles(link::Link* link, base::LocalTime now);
    /// Those of the flow's conversation: the message that follows is ordered after them.
    void send_bundles_before(const log::FlowDeclaration& flow, link::Link* link, base::LocalTime now);
    /// Confirms to the others what is due.
    void send_pulse(link::Link& link, base::LocalTime now);
    /// The link dropped an own fragment, or it was lost for good: the relay is told of the gap.
    void handle_dropped(base::ByteView frame, link::Link& link, base::LocalTime now);
    /// An own fragment that others refer to is lost for good: of video, the application is asked for a key frame.
    void handle_given_up(base::FlowId flow, base::PictureSize size, base::LocalTime now);

  private:
    struct OwnFlow {
        /// Live messages of this turn.
        flow::BundleDraft draft;
        /// What it could depend on when it was begun (conversation::CausalOrder::past).
        std::uint64_t past{0};
    };
    void send_bundle(flow::BundleDraft& draft, link::Link& link, base::LocalTime now);
    struct Plain {
        const wire::MessageHeader& header;
        base::ByteView plaintext;
        const wire::Shim& shim;
    };
    void send(const Plain& message, const log::FlowDeclaration& flow, link::Link& link, base::LocalTime now);

    const Roster& roster_;
    SentMessages& sent_;
    Outbox& outbox_;
    MessageTracer tracer_;
    MessageSealer& sealer_;
    Pulse& pulse_;
    DeliveryScheduler& scheduler_;
    PullResponder& pulls_;
    FragmentSender fragments_;
    std::map<base::FlowId, OwnFlow> flows_;
    /// Drafts that are not empty.
    std::size_t drafts_open_{0};
    /// Of the last message; keeps its memory.
    base::Bytes sealed_;
    /// Of the large size, and of the small one.
    std::array<base::LocalTime, 2> key_frame_requested_at_{};
};

} // namespace plenum::node
