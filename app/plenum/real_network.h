// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "ui/port/network_port.h"

#include <cstdint>
#include <optional>
#include <thread>

namespace plenum::app {

/// The network port over the system's interfaces and real relays.
class RealNetwork : public ui::NetworkPort {
    Q_OBJECT

  public:
    /// `port_preferred`: of conferences on this computer.
    explicit RealNetwork(std::uint16_t port_preferred) : port_preferred_{port_preferred} {}

    [[nodiscard]] ui::OwnNetwork own_network() const override;
    void check_relay(const ui::RelayServer& relay) override;
    void stop_check() override;

    /// Of the conference that runs on this computer; nullopt: none does.
    void set_own_port(std::optional<std::uint16_t> port) { own_port_ = port; }
    void handle(const node::ConferenceCreated& event) { own_port_ = event.link.port; }

  private:
    std::uint16_t port_preferred_;
    std::optional<std::uint16_t> own_port_;
    /// Of the check that is under way: what others still say is of no interest.
    int number_{0};
    /// Ends at once when asked to.
    std::jthread thread_;
};

} // namespace plenum::app
