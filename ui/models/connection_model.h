// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/session_port.h"

#include <QTimer>
#include <QtQml/qqmlregistration.h>

#include <chrono>

namespace plenum::ui {

/// The connection to the conference in words: on the way, interrupted, or not agreed with the others.
class ConnectionModel : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Session")
    Q_PROPERTY(bool reconnecting READ reconnecting NOTIFY changed)
    /// What a person must know while it is not sure that everyone sees the same conference; empty otherwise.
    Q_PROPERTY(QString doubt READ doubt NOTIFY changed)
    /// Nothing is sent because of that.
    Q_PROPERTY(bool suspended READ suspended NOTIFY changed)
    /// What is under way while one waits; empty otherwise.
    Q_PROPERTY(QString progress READ progress NOTIFY changed)
    /// The relay has been out of reach for at least `answer_wait`. "host" where it runs in the host's program, else
    /// "relay"; empty otherwise.
    Q_PROPERTY(QString unanswered READ unanswered NOTIFY changed)
    /// We are a guest, and our computer took the call over.
    Q_PROPERTY(bool movedHere READ moved_here NOTIFY changed)

  public:
    /// So long a relay may be out of reach before people are asked what to do.
    static constexpr std::chrono::seconds answer_wait{15};

    ConnectionModel(SessionPort& port, QObject* parent);

    [[nodiscard]] bool reconnecting() const { return port_.state() == ConnectionState::reconnecting; }
    [[nodiscard]] QString doubt() const;
    [[nodiscard]] bool suspended() const;
    [[nodiscard]] QString progress() const;
    [[nodiscard]] QString unanswered() const;
    [[nodiscard]] bool moved_here() const { return moved_here_; }
    void handle(const RelayMove& move);

  signals:
    void changed();

  private:
    void follow_state();

    SessionPort& port_;
    Agreement agreement_{Agreement::confirmed};
    QTimer answer_timer_{this};
    bool unanswered_{false};
    bool moved_here_{false};
};

} // namespace plenum::ui
