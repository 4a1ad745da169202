// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/figures_types.h"
#include "ui/port/port_types.h"

#include <QObject>

namespace plenum::ui {

/// How the call goes, and what goes wrong.
class DiagnosticsPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Moderators, for everyone in it. What may not be done comes as a problem.
    virtual void set_lean(base::ConversationId conversation, Lean lean) = 0;

  signals:
    /// About once a second while in the call.
    void health_changed(const plenum::ui::LinkHealth& health);
    /// The same, and at once where a conversation leans otherwise or is another.
    void figures_changed(const plenum::ui::Figures& figures);
    /// Something failed that does not end the call. Told once per occurrence.
    void problem(const plenum::ui::Problem& problem);
    void relay_moved(const plenum::ui::RelayMove& move);
};

} // namespace plenum::ui
