// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/kept_log.h"

namespace plenum::node {

/// Keeps the log as it came, for minutes and for a relay that lost it. Keeps nothing from when the log outgrows
/// limits::log_bytes_max until the next checkpoint.
class LogKeeper {
  public:
    /// In place of all entries before: the state that the checkpoint covers. The checkpoint is to be pushed next.
    void begin(log::Covered covered) { log_.begin(std::move(covered)); }
    /// `state` as it is after the entry.
    void push(base::ByteView entry, const log::Applied& applied, const log::State& state);

    [[nodiscard]] const log::KeptLog& log() const { return log_; }
    [[nodiscard]] bool keeps() const { return !log_.empty(); }
    /// Of all entries behind the last checkpoint.
    [[nodiscard]] std::size_t bytes_since_checkpoint() const { return bytes_since_checkpoint_; }

  private:
    log::KeptLog log_;
    bool too_large_{false};
    std::size_t bytes_since_checkpoint_{0};
};

} // namespace plenum::node
