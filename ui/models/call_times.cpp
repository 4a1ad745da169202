// SPDX-License-Identifier: Apache-2.0
#include "ui/models/call_times.h"

#include <utility>

namespace plenum::ui {

CallTimes::CallTimes(SessionPort& port, QObject* parent)
    : QObject{parent},
      elapsed_{QDateTime::currentDateTimeUtc},
      waited_{QDateTime::currentDateTimeUtc} {
    connect(&port, &SessionPort::state_changed, this, &CallTimes::follow);
    connect(&port, &SessionPort::conference_changed, this,
            [this](const ConferenceFacts& facts) { elapsed_.start(facts.joined_at); });
}

/// A wait goes on when the link breaks in it.
void CallTimes::follow(ConnectionState state) {
    if (state == ConnectionState::waiting) {
        if (!std::exchange(waiting_, true)) waited_.start(QDateTime::currentDateTimeUtc());
    } else if (state == ConnectionState::in_call || state == ConnectionState::ended) {
        waiting_ = false;
        waited_.stop();
    }
    if (state == ConnectionState::ended) elapsed_.stop();
}

} // namespace plenum::ui
