// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_network.h"

#include <utility>

namespace plenum::ui {

void SimulatedNetwork::check_relay(const RelayServer& relay) {
    asked_ = relay;
    if (!waits_) QMetaObject::invokeMethod(this, [this] { answer(RelayAnswer::no_route); }, Qt::QueuedConnection);
}

void SimulatedNetwork::answer(RelayAnswer answer, base::Duration round_trip) {
    if (asked_.address.isEmpty()) return;
    emit relay_checked({std::exchange(asked_, {}).address, answer, round_trip});
}

} // namespace plenum::ui
