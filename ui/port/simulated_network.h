// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/network_port.h"

#include <QStringList>

namespace plenum::ui {

/// A network that is not there, for `plenum --offline-demo` and for tests: relays answer when a test says so.
class SimulatedNetwork : public NetworkPort {
    Q_OBJECT

  public:
    using NetworkPort::NetworkPort;

    [[nodiscard]] OwnNetwork own_network() const override { return own_; }
    /// In the demonstration nothing is out there that could answer.
    void check_relay(const RelayServer& relay) override;
    void stop_check() override { asked_ = {}; }

    // What a test lets happen
    void set_own(const OwnNetwork& own) { own_ = own; }
    /// Instead of no answer by themselves, after a moment.
    void wait_for_answer() { waits_ = true; }
    /// The one that is being asked; without an address: none is.
    [[nodiscard]] const RelayServer& asked() const { return asked_; }
    void answer(RelayAnswer answer, base::Duration round_trip = {});

  private:
    OwnNetwork own_{.addresses = {{QStringLiteral("192.168.1.20"), AddressScope::same_network}}, .port = 7700};
    RelayServer asked_;
    bool waits_{false};
};

} // namespace plenum::ui
