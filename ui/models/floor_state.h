// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/floor_port.h"

#include <functional>
#include <map>

namespace plenum::ui {

class MembersModel;

/// One floor as we see it: what is known of it, who we are, and what time it is.
class FloorState {
  public:
    using Clock = std::function<QDateTime()>;

    [[nodiscard]] const FloorHolder* holder(base::MemberIndex member) const;
    [[nodiscard]] bool holds(base::MemberIndex member) const { return holder(member) != nullptr; }
    [[nodiscard]] bool holds() const { return holds(self); }
    [[nodiscard]] const FloorRequest* own_request() const;
    [[nodiscard]] bool takes_part() const { return holds() || own_request() != nullptr; }
    [[nodiscard]] QString name_of(base::MemberIndex member) const;
    [[nodiscard]] QString holder_names() const;
    /// Who gives a copy where we share it; 0 for nobody.
    [[nodiscard]] base::MemberIndex sharer() const;
    /// Whether giving it to somebody ends our own turn. A moderator on the panel has it beside the others.
    [[nodiscard]] bool passes_own() const {
        return holds() && floor.settings.may_pass && !(moderates && floor.settings.panel.contains(self));
    }
    /// Whether we may take it at once: no style gives it to those who ask, and there is room.
    [[nodiscard]] bool may_take() const;
    /// What gives it to somebody: we pass it on, or a moderator does for whoever has it, or grants it.
    [[nodiscard]] FloorAct giving_to(base::MemberIndex member) const;
    [[nodiscard]] bool is_full() const;
    /// "Floor returns in 2 s", while nothing is heard of a holder; else empty.
    [[nodiscard]] QString returning() const;
    [[nodiscard]] int seconds_since(const QDateTime& since) const;
    /// Begun seconds count.
    [[nodiscard]] int seconds_until(const QDateTime& end) const;

    FloorPort& port;
    const MembersModel& members;
    Clock clock;
    Floor floor;
    base::MemberIndex self{};
    bool moderates{false};
};

/// People about whom something was pressed that has not happened yet.
class UnderWay {
  public:
    /// Shown once nothing came of it for two ticks (four a second, `Floors`), and for ten seconds at most.
    static constexpr int ticks_unseen = 2;
    static constexpr int ticks_max = 40;

    void begin(base::MemberIndex member) { ticks_[member] = 0; }
    void end(base::MemberIndex member) { ticks_.erase(member); }
    void end_where(const auto& over) {
        std::erase_if(ticks_, [&](const auto& item) { return over(item.first); });
    }
    void tick() {
        for (auto& [member, ticks] : ticks_)
            ++ticks;
        std::erase_if(ticks_, [](const auto& item) { return item.second > ticks_max; });
    }
    [[nodiscard]] bool shown(base::MemberIndex member) const {
        const auto found = ticks_.find(member);
        return found != ticks_.end() && found->second >= ticks_unseen;
    }

  private:
    std::map<base::MemberIndex, int> ticks_;
};

} // namespace plenum::ui
