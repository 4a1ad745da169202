// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/node/events.h"
#include "ui/port/floor_types.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plenum::app {

/// The floors of the conference: as the screens show them, and what they mean for what we send.
class FloorBook {
  public:
    /// From the conference's time to that of the clock on the wall.
    using WallTime = std::function<QDateTime(base::ConferenceTime)>;
    /// Somebody's holding or asking is over, not of their own will.
    struct Ended {
        base::MemberIndex member;
        ui::FloorEnd end{ui::FloorEnd::revoked};
    };

    void clear() { *this = {}; }
    void set_self(base::MemberIndex self) {
        self_ = self;
        lease_over_ = false;
    }
    void declare(base::FlowId flow, base::FlowKind kind) { kinds_[flow] = kind; }
    std::optional<Ended> take(const node::TokenChanged& event);
    /// `now`: on the wall.
    void take(const node::HolderSilent& event, const QDateTime& now);
    /// While it is over, what we hold counts as lost. True if that changes what we may send of this kind.
    bool take(const node::LeaseOver& event, base::FlowKind kind);

    [[nodiscard]] std::vector<base::TokenId> ids() const;
    /// Precondition: one of `ids`.
    [[nodiscard]] ui::Floor shown(base::TokenId id, const WallTime& wall_time) const;
    /// Whether what we send on flows of this kind is heard now.
    [[nodiscard]] bool may_send(base::FlowKind kind) const;
    /// Since the token became ours: whether we had asked for it.
    [[nodiscard]] bool asked_for(base::FlowKind kind) const;

    /// What the act is in the log; nullopt where it makes no sense, as for a floor that is not there.
    [[nodiscard]] std::optional<token::Operation> operation_of(const ui::FloorAct& act) const;

  private:
    struct Entry {
        std::shared_ptr<const token::Token> token;
        /// We wait for it, or did when we got it.
        bool asked{false};
    };
    [[nodiscard]] bool holds(const token::Token& token) const;
    [[nodiscard]] const Entry* demanded_by(base::FlowKind kind) const;
    [[nodiscard]] bool demands(const token::Token& token, base::FlowKind kind) const;
    [[nodiscard]] base::TokenId unused_id() const;
    [[nodiscard]] QDateTime silent_until(const std::pair<base::TokenId, base::MemberIndex>& holding) const;

    base::MemberIndex self_;
    bool lease_over_{false};
    /// When the tokens of those go back of whom nothing is heard.
    std::map<std::pair<base::TokenId, base::MemberIndex>, QDateTime> silent_;
    std::map<base::FlowId, base::FlowKind> kinds_;
    std::map<base::TokenId, Entry> entries_;
};

/// The rules as the log has them; what the screens do not know of stays as it was.
[[nodiscard]] token::Settings settings_of(const ui::FloorSettings& settings, const token::Settings& before = {});
[[nodiscard]] ui::FloorSettings settings_of(const token::Settings& settings);

} // namespace plenum::app
