// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/random.h"
#include "tests/sim/scenario.h"
#include "tests/sim/virtual_time.h"

#include <deque>
#include <map>
#include <optional>

namespace plenum::sim {

/// How a simulated person asks for tokens: wants one for a while, then not, and hands it on now and then to whoever
/// waits. Whoever made the conference declares them.
class TokenHabit {
  public:
    /// `wants`: flows of the scenario on which this person publishes.
    TokenHabit(const Scenario& scenario, const std::vector<std::size_t>& flows, base::Random random);

    /// In the conference. `declared`: its flows; `declares`: by this person.
    void begin(const std::map<base::FlowId, base::FlowSpec>& declared, bool declares, VirtualTime now);
    /// Out of it: all is forgotten.
    void end();
    /// Wants nothing any more, once it is said.
    void stop() { stopping_ = true; }
    void handle(const node::TokenChanged& changed) { seen_[changed.token->id] = *changed.token; }

    [[nodiscard]] VirtualTime next_action() const;
    [[nodiscard]] std::optional<node::Command> act(base::MemberIndex self, VirtualTime now);

  private:
    struct Wish {
        bool wanted{false};
        VirtualTime change_at{};
    };
    [[nodiscard]] std::optional<node::Command> hand_on(base::TokenId token, base::MemberIndex self);

    /// By name, and the flows that demand each.
    std::map<std::string, std::vector<const FlowLoad*>> tokens_;
    std::set<std::string> used_;
    base::Random random_;
    std::deque<node::Command> to_say_;
    std::map<base::TokenId, Wish> wishes_;
    std::map<base::TokenId, token::Token> seen_;
    bool stopping_{false};
};

} // namespace plenum::sim
