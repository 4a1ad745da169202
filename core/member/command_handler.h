// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/lifecycle.h"
#include "core/member/submitter.h"

namespace plenum::node {

/// Carries out the application's commands to a conference. A command that can be refused at once is refused with an
/// error. What is for the log becomes a duty until the log shows it.
class CommandHandler {
  public:
    CommandHandler(Roster& roster, MessagePipeline& messages, RelayConnection& relay, Submitter& submitter,
                   Lifecycle& lifecycle, Outbox& outbox)
        : roster_{roster},
          messages_{messages},
          relay_{relay},
          submitter_{submitter},
          lifecycle_{lifecycle},
          outbox_{outbox} {}

    using Handled = std::expected<void, CommandError>;
    [[nodiscard]] Handled handle(const Publish& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const RequestKeyFrame& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const Subscribe& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const OfferSizes& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const Pull& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const SendTreePacket& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const LeaveConference& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const EndConference& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const TakeMinutes& command, base::LocalTime now);
    // For moderators.
    [[nodiscard]] Handled handle(const AdmitKnock& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const RefuseKnock& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const RemoveMember& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const SetRole& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const SetPolicy& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const AskMute& command, base::LocalTime now);
    [[nodiscard]] Handled handle(const ChangeLink& command, base::LocalTime now);
    // Checked when their operation is due.
    [[nodiscard]] Handled handle(const WantToken& command, base::LocalTime now);
    template <wire::AlternativeOf<PendingOperations::Act> T>
    [[nodiscard]] Handled handle(const T& command, base::LocalTime) {
        return stirred_duties().pending_operations().add(command);
    }

  private:
    [[nodiscard]] bool moderates(base::LocalTime now) const;
    /// To be given a command.
    [[nodiscard]] Duties& stirred_duties() {
        submitter_.stir();
        return submitter_.duties();
    }

    Roster& roster_;
    MessagePipeline& messages_;
    RelayConnection& relay_;
    Submitter& submitter_;
    Lifecycle& lifecycle_;
    Outbox& outbox_;
};

} // namespace plenum::node
