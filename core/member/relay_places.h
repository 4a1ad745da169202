// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/peer/connection.h"

#include <optional>
#include <utility>
#include <vector>

namespace plenum::node {

/// Where the relay of a conference may be: where the link leads, and where the relay said that it comes back if its
/// machine is lost. A node at any of these has the relay's keys, so the relay cannot send members to another's.
class RelayPlaces {
  public:
    /// `relay`: where the link leads. `standby`: what an earlier membership was told.
    RelayPlaces(base::Address relay, const std::vector<wire::RelayPlace>& standby, Roster& roster,
                Connection& connection);

    void handle(const wire::Standby& standby);
    /// The link that people share from now on leads to where the relay is.
    void handle_connected();
    /// `restarts`: the relay said so.
    void handle_lost(bool restarts) { handed_over_ = restarts; }
    /// Since the last time the relay has moved to a member's program.
    [[nodiscard]] std::optional<RelayMoved> take_moved() { return std::exchange(moved_, std::nullopt); }
    /// For the application.
    [[nodiscard]] RelayStandby told(const wire::Standby& standby) const;
    [[nodiscard]] const base::Address& relay() const { return relay_; }
    [[nodiscard]] const std::vector<wire::RelayPlace>& standby() const { return standby_; }

  private:
    base::Address relay_;
    std::vector<wire::RelayPlace> standby_;
    Roster& roster_;
    Connection& connection_;
    /// Whose program is at the first place of `standby_`, and whose is the relay; 0: unknown.
    base::MemberIndex successor_{};
    base::MemberIndex owner_{};
    bool handed_over_{false};
    std::optional<RelayMoved> moved_;
};

} // namespace plenum::node
