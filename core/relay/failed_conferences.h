// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/relay_conference.h"

#include <map>
#include <optional>

namespace plenum::node {

/// Conferences that are closed since something threw, with what is left of each, until it begins anew.
///
/// A conference begins anew at once where it can, since people are in it. What made it fail may be in its log, and then
/// it fails again: so the pause doubles with each failure that follows within the quiet time. It also grows with the
/// log, so that reading logs again takes no more than a small part of a relay's time, whatever fails.
///
/// The alternative, to keep it closed until somebody restarts the relay, costs everybody the conference for a mistake
/// that mostly does not come twice.
class FailedConferences {
  public:
    static constexpr base::Duration pause_min = std::chrono::seconds{1};
    /// Members go on dialling for five minutes (`Connection::restart_patience`).
    static constexpr base::Duration pause_max = std::chrono::minutes{1};
    /// For each entry; reading one again takes some 5 µs.
    static constexpr base::Duration pause_per_entry = std::chrono::microseconds{250};
    /// After so long without a failure the next one counts as the first.
    static constexpr base::Duration quiet_time = std::chrono::minutes{10};

    struct Failure {
        /// In a row, with this one.
        std::uint32_t failures{1};
        base::Duration back_in{};
    };
    Failure add(LogRecovery::Remains remains, base::LocalTime now);
    /// What comes back by now, one after another.
    [[nodiscard]] std::optional<LogRecovery::Remains> take_due(base::LocalTime now);
    /// What the store says concerns it all the same.
    void handle(const ConferenceKept& kept);

    [[nodiscard]] bool contains(const base::ConferenceHandle& conference) const;
    /// Those that are closed now.
    [[nodiscard]] std::size_t size() const { return closed_.size(); }
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    struct Closed {
        LogRecovery::Remains remains;
        base::LocalTime until;
    };
    struct Record {
        std::uint32_t failures{0};
        base::LocalTime last;
    };

    std::map<base::ConferenceHandle, Closed> closed_;
    /// Of those that are open again too.
    std::map<base::ConferenceHandle, Record> records_;
};

} // namespace plenum::node
