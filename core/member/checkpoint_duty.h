// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/checkpoint_interval.h"
#include "core/member/roster.h"

namespace plenum::node {

/// When the program of whoever made the conference says a checkpoint (docs/checkpoints.md).
class CheckpointDuty {
  public:
    CheckpointDuty(const Roster& roster, CheckpointInterval interval) : roster_{roster}, interval_{interval} {}

    [[nodiscard]] std::optional<log::Operation> due(base::LocalTime now);
    /// This member's last submission.
    void handle_submitted(const log::Operation& operation) {
        submitted_ = std::holds_alternative<log::Checkpoint>(operation);
    }
    /// That submission was refused: of a checkpoint, since the log had gone on. The state is hashed anew for each try,
    /// so not at once.
    void handle_refused(base::LocalTime now) {
        if (submitted_) retry_at_ = now + retry_pause;
    }
    /// No sooner than a relay looks at another one (RelayConference::checkpoint_pause).
    static constexpr base::Duration retry_pause = std::chrono::seconds{12};
    [[nodiscard]] base::LocalTime next_wakeup() const { return retry_at_.value_or(base::local_time_max); }

  private:
    [[nodiscard]] bool is_long() const;

    const Roster& roster_;
    CheckpointInterval interval_;
    bool submitted_{false};
    std::optional<base::LocalTime> retry_at_;
};

} // namespace plenum::node
