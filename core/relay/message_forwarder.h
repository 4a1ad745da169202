// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/frame_pool.h"
#include "core/relay/confirmations.h"
#include "core/relay/relay_reporter.h"
#include "core/relay/session_table.h"

namespace plenum::node {

/// Passes messages of flows on to the sessions that may have them, and says what goes to nobody.
class MessageForwarder {
  public:
    struct Parts {
        SessionTable& sessions;
        RelayReporter& reporter;
        Confirmations& confirmations;
        Outbox& outbox;
        const RelayLimits& limits;
    };
    explicit MessageForwarder(Parts parts) : parts_{parts} {}

    void handle_fragment(RelaySession& session, const wire::FragmentFrame& fragment, base::LocalTime now);
    void handle_reliable(RelaySession& session, const link::StreamMessage& message, base::LocalTime now);
    void handle_key_frame_request(RelaySession& session, const wire::KeyFrameRequest& request, base::LocalTime now);
    /// Of what the order of a conversation needs; false for any other message.
    [[nodiscard]] bool handle_order(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    /// To a sender, how much was dropped since it was told last, once that is due.
    void report_excess(RelaySession& session, base::LocalTime now);
    /// A fragment that others wait for was dropped on the way to this session.
    void handle_dropped(RelaySession& session, const link::FragmentDropped& dropped, base::LocalTime now);

  private:
    /// What exceeds the declaration of a whiteboard waits at its sender.
    void pace(RelaySession& session, const wire::ReliableMessage& message, base::LocalTime now);
    void handle_rejected(RelaySession& session, const wire::ReliableMessage& message, base::LocalTime now);
    /// To all others who may have it and want it.
    void pass_on(const RelaySession& session, const wire::FragmentFrame& fragment, const log::FlowDeclaration& flow,
                 base::Duration remaining, base::LocalTime now);
    /// Whether the voice goes on: of a token's holder always, of others while they are among the few that speak.
    [[nodiscard]] bool is_heard(RelayConference& conference, const wire::FragmentFrame& fragment, base::LocalTime now);
    void request_key_frame(RelaySession& sender, base::FlowId flow, base::PictureSize size, base::LocalTime now);
    void tell_gap(const RelaySession& session, const wire::FragmentFrame& fragment);
    /// The same, together with others and before anything else of this sender is passed on.
    void note_gap(const RelaySession& session, const wire::FragmentFrame& fragment);
    void tell_noted_gaps(const RelaySession& session);
    /// To the sender of what exceeds a flow's declaration, at most every `SendContracts::report_interval`.
    void tell_excess(RelaySession& session, base::FlowId flow, base::LocalTime now);
    void note_rejection(RelaySession& session, Rejection why, base::LocalTime now);
    /// Everyone who is in the conversation, but one.
    void tell(RelayConference& conference, base::ConversationId conversation, const RelaySession* but,
              const wire::ControlMessage& message);

    Parts parts_;
    link::FramePool frames_;
};

} // namespace plenum::node
