// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/tree/exchange/poll_exchange.h"
#include "tests/sim/scenario.h"
#include "tests/sim/virtual_time.h"

#include <deque>
#include <memory>
#include <optional>

namespace plenum::sim {

/// A simulated person's polls: moderators ask and end them, others answer, change their mind, and take answers back. An
/// asker does not answer. One program in eight also speaks for members that it is not.
class PollHabit {
  public:
    PollHabit(const Scenario& scenario, base::Random random);

    void begin(VirtualTime now);
    void end() { acts_ = false; }
    /// The application knows nothing any more.
    void forget();
    void handle(const node::Event& event, VirtualTime now);
    [[nodiscard]] VirtualTime next_action() const;
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    [[nodiscard]] bool is_on() const { return every_ > base::Duration{}; }
    void ask_or_end(VirtualTime now);
    void answer(VirtualTime now);
    /// As if another member said it.
    void forge(const node::SendTreePacket& own);
    [[nodiscard]] std::optional<node::Command> next_command(VirtualTime now);

    base::Duration every_;
    /// A planted fault: the asker says more votes than there are.
    bool miscounts_;
    base::Random random_;
    bool lies_;
    bool acts_{false};
    /// One that cannot be moved, and begins anew.
    std::unique_ptr<tree::PollExchange> polls_;
    VirtualTime ask_at_{};
    VirtualTime answer_at_{};
    std::deque<node::Command> forged_;
};

} // namespace plenum::sim
