// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/chat_replica.h"
#include "tests/sim/checkers/checker.h"

#include <map>

namespace plenum::sim {

/// W2: once nothing is on its way, the chats of all who are there are equal: lines, their texts, and who reacts how,
/// whatever the order was in which messages came. At no time has a line a text that somebody else than its author
/// wrote. Of newcomers it is asked who can read what was said before they came: who has messages of everybody.
class ChatsEqual final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W2 chats are equal, each line its author's"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_end(Session session, VirtualTime at) override;
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct Place {
        bool joined{false};
        ChatReplica replica{};
    };
    std::map<NodeIndex, Place> places_;
};

} // namespace plenum::sim
