// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <string>

namespace plenum::sim {

/// G3: no two groups that are open for a member have one name, whoever opened them when.
class GroupNames final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "G3 open groups have different names"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    std::map<Session, std::map<base::ConversationId, std::string>> open_;
};

} // namespace plenum::sim
