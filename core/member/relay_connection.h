// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/connection.h"

namespace plenum::node {

/// A member's connection to its relay. What concerns the conference goes over it once the relay has attached the member
/// (wire::Attached).
class RelayConnection {
  public:
    RelayConnection(Connection::Options options, crypto::SeededRandom random, base::LocalTime now)
        : connection_{std::move(options), std::move(random), now} {}

    [[nodiscard]] Connection& connection() { return connection_; }
    [[nodiscard]] const Connection& connection() const { return connection_; }
    /// Null while no session is usable.
    [[nodiscard]] link::Link* link() { return connection_.link(); }
    [[nodiscard]] const link::Link* link() const { return connection_.link(); }
    /// Null also before the relay attached the member.
    [[nodiscard]] link::Link* attached_link() { return is_attached() ? link() : nullptr; }
    [[nodiscard]] const link::Link* attached_link() const { return is_attached() ? link() : nullptr; }

    /// `log_size`: entries of the relay's log.
    void attach(base::LogPosition log_size) { log_size_ = log_size; }
    void detach() { log_size_.reset(); }
    [[nodiscard]] bool is_attached() const { return log_size_.has_value(); }
    /// The relay answers, and this member has as much of the log as the relay had when it attached the member.
    [[nodiscard]] bool is_current(base::LogPosition log_size) const {
        return attached_link() != nullptr && !link()->silent() && log_size >= *log_size_;
    }
    /// Nullopt while the clock is not known.
    [[nodiscard]] std::optional<base::ConferenceTime> conference_time(base::LocalTime now) const {
        const auto clock = link() == nullptr ? std::nullopt : link()->clock(now);
        return clock ? std::optional{clock->to_conference(now)} : std::nullopt;
    }

  private:
    Connection connection_;
    std::optional<base::LogPosition> log_size_;
};

} // namespace plenum::node
