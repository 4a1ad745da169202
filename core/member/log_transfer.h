// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/lifecycle.h"
#include "core/member/message_pipeline.h"
#include "core/peer/log_state.h"

namespace plenum::node {

/// Takes the log from the relay, by entries or from a checkpoint on, and gives it to a relay that has less of it.
class LogTransfer {
  public:
    LogTransfer(Roster& roster, MessagePipeline& messages, Connection& connection, Lifecycle& lifecycle)
        : roster_{roster},
          messages_{messages},
          connection_{connection},
          lifecycle_{lifecycle} {}

    void handle_connected();
    void handle_attached() { causes_.reset(); }
    void handle(const wire::Causes& causes) { causes_ = causes; }
    void handle(const wire::LogEntry& entry, base::LocalTime now);
    void handle(const wire::LogState& state, base::LocalTime now);
    void handle(const wire::LogStatePart& part, base::LocalTime now);
    void handle(const wire::LogWanted& wanted);
    /// Gives what the relay asked for.
    void pump() {
        if (sender_) give();
    }

  private:
    void give();
    void handle(Roster::Followed followed, base::LocalTime now);

    Roster& roster_;
    MessagePipeline& messages_;
    Connection& connection_;
    Lifecycle& lifecycle_;
    /// Of the entry that comes next.
    std::optional<wire::Causes> causes_;
    StateReceiver state_;
    std::optional<LogSender> sender_;
    /// The relay may ask for the log once in a session.
    bool asked_{false};
};

} // namespace plenum::node
