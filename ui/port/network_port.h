// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>

namespace plenum::ui {

/// From where an address leads to this computer.
enum class AddressScope : std::uint8_t {
    same_network = 1, ///< its own network alone (RFC 1918, RFC 4193, link-local)
    provider = 2,     ///< the provider's network alone, which shares public addresses (RFC 6598)
    everywhere = 3,
};

struct OwnAddress {
    QString text;
    AddressScope scope{AddressScope::same_network};
    friend bool operator==(const OwnAddress&, const OwnAddress&) = default;
};

enum class PortState : std::uint8_t {
    free = 1,
    taken = 2, ///< another program has it, so a conference gets another one
    ours = 3,  ///< the conference that runs on this computer has it
};

/// What others need to reach a conference on this computer.
struct OwnNetwork {
    /// Without the loopback; empty: in no network.
    QList<OwnAddress> addresses;
    /// UDP.
    int port{0};
    PortState port_state{PortState::free};
    friend bool operator==(const OwnNetwork&, const OwnNetwork&) = default;
};

/// A relay that runs elsewhere.
struct RelayServer {
    /// HOST or HOST:PORT.
    QString address;
    /// Which it may ask of whoever makes conferences.
    QString create_secret;
    friend bool operator==(const RelayServer&, const RelayServer&) = default;
};

enum class RelayAnswer : std::uint8_t {
    reached = 1,
    silent = 2,       ///< nothing that a relay would answer came in time
    unknown_host = 3, ///< no name server knows it, or none answers
    no_route = 4,     ///< this computer has no way to send there
    bad_address = 5,
    failed = 6, ///< our own trouble
};

struct RelayCheck {
    QString address;
    RelayAnswer answer{RelayAnswer::failed};
    /// Of `reached`.
    base::Duration round_trip{};
};

/// What the network is like, beside any conference. Rules as in ConferencePorts.
class NetworkPort : public QObject {
    Q_OBJECT

  public:
    explicit NetworkPort(QObject* parent = nullptr) : QObject{parent} {}

    /// As it is now. Sends nothing.
    [[nodiscard]] virtual OwnNetwork own_network() const = 0;
    /// Asks the relay as if a conference were to be made on it, and makes none. Ends in relay_checked, within seconds;
    /// one at a time, a second one takes the place of the first.
    virtual void check_relay(const RelayServer& relay) = 0;
    /// No relay_checked comes any more.
    virtual void stop_check() = 0;

  signals:
    void relay_checked(const plenum::ui::RelayCheck& check);
};

} // namespace plenum::ui
