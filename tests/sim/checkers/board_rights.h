// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <set>

namespace plenum::sim {

/// W3: nobody hears on a whiteboard what claims more than its sender may do. Judged are those who were never told to
/// be moderators, by the most that the policy ever let such people do, since a message may come late.
class BoardRights final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W3 rights on the whiteboard hold"; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    std::set<base::FlowId> boards_;
    std::set<base::MemberIndex> moderators_;
    base::Authority most_{base::Authority::draw};
};

} // namespace plenum::sim
