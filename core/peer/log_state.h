// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/log/kept_log.h"
#include "core/wire/control.h"

namespace plenum::node {

/// Gives the newest checkpoint of a log, with the state that it covers, to somebody who has nothing.
class StateSender {
  public:
    /// Precondition: the log has a checkpoint.
    explicit StateSender(const log::KeptLog& log);

    /// False where the link has no room for the rest.
    [[nodiscard]] bool pump(link::Link& link);
    /// What follows once all is sent.
    [[nodiscard]] base::LogPosition next_entry() const { return covered_->position.next(); }

  private:
    std::shared_ptr<const log::Covered> covered_;
    base::Bytes entry_;
    bool begun_{false};
    std::size_t sent_{0};
};

/// Sends a log to somebody, from where they are.
class LogSender {
  public:
    /// To whoever has nothing: from the newest checkpoint, or from genesis.
    LogSender() = default;
    explicit LogSender(base::LogPosition next) : next_{next} {}

    enum class Progress : std::uint8_t {
        all = 1,     ///< everything was sent
        no_room = 2, ///< the link takes no more now
        gone = 3,    ///< the log does not go back so far
    };
    [[nodiscard]] Progress pump(const log::KeptLog& log, link::Link& link);
    [[nodiscard]] base::LogPosition next() const { return next_; }

  private:
    base::LogPosition next_{};
    std::optional<StateSender> state_;
};

/// Puts a state together that somebody gives.
class StateReceiver {
  public:
    /// False where it would be too large.
    [[nodiscard]] bool begin(const wire::LogState& state);
    /// False for what was not announced.
    [[nodiscard]] bool add(const wire::LogStatePart& part);
    [[nodiscard]] bool whole() const { return begun_ && state_.size() == state_bytes_; }
    /// Of the checkpoint, encoded.
    [[nodiscard]] const base::Bytes& entry() const { return entry_; }
    /// The state that it covers, encoded. Gives it away.
    [[nodiscard]] base::Bytes take_state();

  private:
    bool begun_{false};
    std::size_t state_bytes_{0};
    base::Bytes entry_;
    base::Bytes state_;
};

} // namespace plenum::node
