// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/chat_port.h"
#include "ui/port/session_port.h"
#include "ui/port/simulated_world.h"

#include <deque>
#include <utility>
#include <vector>

namespace plenum::ui {

/// Messages of a simulated conference: ours arrive after three ticks.
class SimulatedChat : public ChatPort {
    Q_OBJECT

  public:
    /// Both outlive this.
    SimulatedChat(SimulatedWorld& world, const SessionPort& session);

    ChatId send_chat(const QString& text) override;
    void tick();

    // What a test lets happen
    void someone_writes(base::MemberIndex index, const QString& text, bool late = false);
    void fail_next_message() { fail_next_message_ = true; }
    /// Whether the relay's disk takes what we write; once it does, all that waited is stored.
    void store_messages(bool stored);

  private:
    SimulatedWorld& world_;
    std::deque<std::pair<ChatId, int>> under_way_;
    ChatId last_chat_;
    bool fail_next_message_{false};
    bool store_messages_{true};
    std::vector<ChatId> unstored_;
};

} // namespace plenum::ui
