// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/elapsed_time.h"
#include "ui/port/session_port.h"

namespace plenum::ui {

/// Since when we are in the call, and since when we have waited to be let in.
class CallTimes : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(plenum::ui::ElapsedTime* elapsed READ elapsed CONSTANT)
    Q_PROPERTY(plenum::ui::ElapsedTime* waited READ waited CONSTANT)

  public:
    CallTimes(SessionPort& port, QObject* parent);

    [[nodiscard]] ElapsedTime* elapsed() { return &elapsed_; }
    [[nodiscard]] ElapsedTime* waited() { return &waited_; }

  private:
    void follow(ConnectionState state);

    ElapsedTime elapsed_;
    ElapsedTime waited_;
    bool waiting_{false};
};

} // namespace plenum::ui
