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
#include <set>

namespace plenum::sim {

/// What a simulated person draws of the floor, where a scenario has a plan for it (floor_plan.h): asks and gives back,
/// hands on, copies; as a moderator decides for others, edits settings, opens and closes groups.
class FloorHabit {
  public:
    FloorHabit(const Scenario& scenario, base::Random random);

    /// In the conference. `declared`: its flows; `declares`: this person its tokens.
    void begin(const std::map<base::FlowId, base::FlowSpec>& declared, bool declares, VirtualTime now);
    /// Out of it: all is forgotten.
    void end();
    /// Wants nothing any more, and gives back what it holds or is given.
    void stop() { stopping_ = true; }
    void handle(const node::Event& event);

    [[nodiscard]] VirtualTime next_action() const;
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    struct Wish {
        bool wanted{false};
        VirtualTime change_at{};
    };
    struct Seen {
        token::Token token;
        base::LogPosition position{};
        /// Where it was last given back after `stop`.
        std::optional<base::LogPosition> given_back_at;
    };
    struct Group {
        bool open{false};
        std::vector<base::FlowId> flows;
        std::set<base::MemberIndex> members;
    };

    [[nodiscard]] bool moderates() const;
    [[nodiscard]] bool concerns_self(const Seen& seen, const Wish& wish) const;
    [[nodiscard]] std::optional<node::Command> give_back();
    [[nodiscard]] std::optional<node::Command> change_wish(VirtualTime now);
    [[nodiscard]] std::optional<node::Command> draw_act();
    [[nodiscard]] std::optional<node::Command> draw_edit();
    [[nodiscard]] std::optional<node::Command> draw_on_group();
    [[nodiscard]] std::optional<token::Operation> operation_of(FloorAction action, const token::Token& token);
    /// From a holder to somebody.
    [[nodiscard]] std::optional<token::Operation> hand_on(const token::Token& token, bool copy);
    [[nodiscard]] base::MemberIndex any_member();
    [[nodiscard]] Seen* any_token();
    void appoint();
    void note_groups(const node::Event& event);
    [[nodiscard]] VirtualTime next_edit(VirtualTime now);
    [[nodiscard]] base::Duration draw_around(base::Random& random, base::Duration mean) const;

    /// Absent where nothing is drawn.
    std::optional<FloorPlan> plan_;
    std::map<std::string, std::vector<const FlowLoad*>> loads_;
    base::Random random_;
    base::Random edits_;
    bool inside_{false};
    bool stopping_{false};
    bool host_{false};
    base::MemberIndex self_{};
    std::map<base::MemberIndex, base::MemberRole> members_;
    std::map<base::TokenId, Seen> tokens_;
    std::map<base::TokenId, Wish> wishes_;
    std::map<base::ConversationId, Group> groups_;
    std::deque<node::Command> to_say_;
    VirtualTime act_at_{VirtualTime::max()};
    VirtualTime edit_at_{};
};

} // namespace plenum::sim
