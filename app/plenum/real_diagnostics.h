// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/mouth_to_ear.h"
#include "ui/port/diagnostics_port.h"

#include <map>

namespace plenum::app {

/// Figures of the call: the link's, each conversation's and each person's.
class RealDiagnostics : public ui::DiagnosticsPort {
    Q_OBJECT

  public:
    /// `call` outlives this.
    explicit RealDiagnostics(std::optional<CurrentCall>& call) : call_{call} {}

    void set_lean(base::ConversationId conversation, ui::Lean lean) override;

    /// The call is over.
    void clear();
    void handle(const node::LinkHealth& event);
    void handle(const node::ConversationFigures& event) { orders_[event.conversation] = event; }
    void handle(const node::ConversationChanged& event);
    void handle(const node::MembersPlaced&) { tell_figures(); }
    void handle(const node::CommandRefused& event);
    void handle(const node::RelayRestarts& event);
    void handle(const node::RelayStandby& event) { emit standby_changed(event); }
    void handle(const node::RelayMoved& event);
    void handle(const node::ProtocolViolation& event);
    /// A command could not be handed over.
    void tell_behind();

  signals:
    /// Where the relay will be if it is lost.
    void standby_changed(const plenum::node::RelayStandby& standby);

  private:
    void tell_figures();
    [[nodiscard]] ui::OrderFigures order_figures(base::ConversationId id) const;
    [[nodiscard]] ui::OwnFigures own_figures() const;
    [[nodiscard]] QList<ui::PersonFigures> people_figures() const;
    [[nodiscard]] std::optional<base::Duration> mouth_to_ear();

    std::optional<CurrentCall>& call_;
    std::map<base::ConversationId, node::ConversationFigures> orders_;
    MouthToEar mouth_to_ear_;
    /// To a member's program, at least once.
    bool relay_moved_{false};
};

} // namespace plenum::app
