// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/poll_command.h"
#include "core/client/session.h"
#include "core/tree/exchange/poll_exchange.h"

#include <functional>

namespace plenum::cli {

/// Polls of a session without a window.
class PollClient {
  public:
    using Told = std::function<void(Json)>;
    /// `session` outlives this. `told` hears of each poll that changes.
    PollClient(client::Session& session, Told told) : session_{session}, told_{std::move(told)} {}

    /// Everything that the session tells.
    void handle(const node::Event& event);
    /// Hands to the session what is to be sent now.
    void send();
    /// When `send` has something to do by itself.
    [[nodiscard]] base::LocalTime due() const { return polls_.next_wakeup(); }
    /// What there is to say of it. Error: why it cannot be done.
    [[nodiscard]] std::expected<Json, std::string> carry_out(const PollCommand& command);

  private:
    client::Session& session_;
    Told told_;
    tree::PollExchange polls_;
};

} // namespace plenum::cli
