// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QCoreApplication>

namespace plenum::ui {

/// What happened, what it means and what to do, in words. Every reason and every problem has its own.
class Sentences {
    Q_DECLARE_TR_FUNCTIONS(Sentences)

  public:
    [[nodiscard]] static QString end_headline(EndReason reason);
    [[nodiscard]] static QString end_sentence(EndReason reason);
    /// Whether joining again with the same link can work.
    [[nodiscard]] static bool may_join_again(EndReason reason);
    [[nodiscard]] static QString problem(ProblemKind kind);
    [[nodiscard]] static QString progress(ConnectionState state);
    [[nodiscard]] static QString relay_moved(const RelayMove& move);
    /// Empty while there is nothing to say.
    [[nodiscard]] static QString agreement(Agreement agreement);
};

} // namespace plenum::ui
