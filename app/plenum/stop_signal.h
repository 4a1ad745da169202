// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QSocketNotifier;

namespace plenum::app {

/// From its making on, SIGINT and SIGTERM end the program as closing its window does: others are told. One a process.
class StopSignal : public QObject {
    Q_OBJECT

  public:
    explicit StopSignal(QObject* parent = nullptr);
    ~StopSignal() override;

  signals:
    void came();

  private:
    QSocketNotifier* notifier_{nullptr};
};

} // namespace plenum::app
