// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/kept_log.h"
#include "core/relay/log_budget.h"

namespace plenum::node {

/// Whether the log may take one more operation: its bounds, each person's share of it, and the pause between
/// checkpoints.
class LogQuota {
  public:
    /// Between two checkpoints that are looked at.
    static constexpr base::Duration checkpoint_pause = std::chrono::seconds{10};

    /// Both outlive this.
    LogQuota(const log::State& state, const log::KeptLog& log) : state_{state}, log_{log} {}

    /// Error: full, malformed or too_often.
    [[nodiscard]] std::expected<void, log::Refusal> check(const log::SignedOperation& operation,
                                                          base::ConferenceTime at, base::LocalTime now);
    /// Whether there is room for what the relay itself must add.
    [[nodiscard]] bool reserve_left() const;
    /// The newest entry of the log.
    void note(const log::Applied& applied, std::size_t bytes) {
        budget_.note(applied, state_, bytes, log_.bytes_since_beginning());
    }
    [[nodiscard]] const LogBudget& budget() const { return budget_; }

  private:
    [[nodiscard]] bool has_room(const log::SignedOperation& operation, const log::Operation& content) const;
    /// By the holder of the root key: a checkpoint costs a hash of the whole state, whatever comes of it.
    [[nodiscard]] bool is_checkpoint_too_soon(const log::SignedOperation& operation, const log::Operation& content,
                                              base::LocalTime now);

    const log::State& state_;
    const log::KeptLog& log_;
    LogBudget budget_;
    /// Before, no other checkpoint is looked at.
    base::LocalTime checkpoint_from_{};
};

} // namespace plenum::node
