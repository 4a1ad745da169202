// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call.h"

#include <QObject>

#include <memory>
#include <vector>

namespace plenum::app {

/// The relays in this program that go on for conferences which we left, until the last member of each has left.
class KeptRelays : public QObject {
    Q_OBJECT

  public:
    explicit KeptRelays(QObject* parent = nullptr) : QObject{parent} {}

    /// Leaves this call of a conference hosted here; its relay stays.
    void add(std::unique_ptr<Call> call);
    [[nodiscard]] bool any() const { return !calls_.empty(); }
    /// Their conferences end for everyone.
    void close();

  signals:
    /// Whether there are any.
    void changed();

  private:
    void remove(const Call* call);

    std::vector<std::unique_ptr<Call>> calls_;
};

} // namespace plenum::app
