// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/kept_relays.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

void KeptRelays::add(std::unique_ptr<Call> call) {
    call->leave_relay_running();
    connect(call.get(), &Call::finished, this, [this, gone = call.get()] { remove(gone); });
    calls_.push_back(std::move(call));
    if (calls_.size() == 1) emit changed();
}

void KeptRelays::remove(const Call* call) {
    const auto place = std::ranges::find(calls_, call, &std::unique_ptr<Call>::get);
    if (place == calls_.end()) return;
    // This is the call's own signal.
    place->release()->deleteLater();
    calls_.erase(place);
    if (calls_.empty()) emit changed();
}

void KeptRelays::close() {
    if (calls_.empty()) return;
    // Leaving closes each relay, in the background.
    calls_.clear();
    emit changed();
}

} // namespace plenum::app
