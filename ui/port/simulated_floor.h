// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"
#include "ui/port/floor_types.h"

#include <optional>

namespace plenum::ui {

/// A floor that is not there: the rules of docs/floor.md as far as people meet them, with one holder. A style gives it
/// to everyone, or to the next in line when it is free. What changes nothing, or is refused, gives false.
class SimulatedFloor {
  public:
    SimulatedFloor(FloorPurpose purpose, const FloorSettings& settings);
    /// Of the one floor that there is for this; 0 for `other`.
    [[nodiscard]] static base::TokenId id_of(FloorPurpose purpose);

    [[nodiscard]] const Floor& floor() const { return floor_; }
    [[nodiscard]] bool may_speak(base::MemberIndex member) const { return floor_.everyone || holds(member); }
    [[nodiscard]] bool holds(base::MemberIndex member) const;
    bool want(const FloorRequest& request, bool wanted, bool moderates);
    bool act(const FloorAct& act, base::MemberIndex author, bool moderates, const QDateTime& now);
    /// What the style does now, and what time does. Null: moderators decide.
    bool decide(const base::PluginDescriptor* style, const QDateTime& now);
    bool leave(base::MemberIndex member);
    void let_pass(std::chrono::seconds time);
    /// Null: heard again.
    bool set_silent(base::MemberIndex holder, const QDateTime& returns_at);
    /// True if that is a change.
    bool set_out_of_reach(bool out);
    /// Whose holding or asking ended since the last time, other than of their own will.
    [[nodiscard]] std::optional<FloorEnded> take_ended();

  private:
    bool give(base::MemberIndex member, base::MemberIndex giver, const QDateTime& now);
    bool take(base::MemberIndex member);
    bool forget(base::MemberIndex member);
    bool place(base::MemberIndex member, int place);
    bool end(const FloorEnded& ended, bool done);

    Floor floor_;
    std::optional<FloorEnded> ended_;
};

} // namespace plenum::ui
