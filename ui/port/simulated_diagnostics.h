// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/diagnostics_port.h"
#include "ui/port/simulated_world.h"

#include <map>
#include <optional>

namespace plenum::ui {

/// Figures of a simulated conference, and how far its conversations lean.
class SimulatedDiagnostics : public DiagnosticsPort {
    Q_OBJECT

  public:
    /// `world` outlives this.
    explicit SimulatedDiagnostics(SimulatedWorld& world) : world_{world} {}

    void set_lean(base::ConversationId conversation, Lean lean) override;
    void clear();
    void tell_figures();
    void move_relay(const RelayMove& move) { emit relay_moved(move); }
    void report(ProblemKind kind) { emit problem({.kind = kind, .detail = {}}); }

    // What a test lets happen
    /// What Ada makes of a conversation, who moderates.
    void someone_leans(base::ConversationId conversation, Lean lean);
    /// A second of the call goes by as its figures tell.
    void let_figures_pass();
    /// So many messages came otherwise than in order, from now on told.
    void spoil_order(base::ConversationId conversation, std::uint64_t forced, std::uint64_t late,
                     std::uint64_t discarded);
    /// The relay does not take what we say of how conversations lean.
    void refuse_leans(std::optional<ProblemKind> why) { leans_refused_ = why; }

  private:
    [[nodiscard]] OrderFigures order_figures(base::ConversationId conversation);

    SimulatedWorld& world_;
    std::map<base::ConversationId, Lean> leans_;
    std::map<base::ConversationId, OrderFigures::Measured> orders_;
    std::uint64_t seconds_{0};
    std::optional<ProblemKind> leans_refused_;
};

} // namespace plenum::ui
