// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <expected>

namespace plenum::ui {

/// The address of a relay server as people type it: HOST, HOST:PORT, an IPv6 address alone or in brackets with a port.
class RelayAddress {
    Q_DECLARE_TR_FUNCTIONS(RelayAddress)

  public:
    static constexpr int port_usual = 7700;

    enum class Fault : std::uint8_t {
        empty = 1,
        link = 2,     ///< a conference's link, or an address of the web
        host = 3,     ///< signs that stand in no name
        port = 4,     ///< no number from 1 to 65535
        brackets = 5, ///< an IPv6 address needs them before a port
        any = 6,      ///< 0.0.0.0 or ::, where servers listen and nobody is
    };

    /// Without white space around it and without the usual port, so that the same relay is written the same.
    [[nodiscard]] static std::expected<RelayAddress, Fault> parse(const QString& text);
    /// What is wrong, and what to do.
    [[nodiscard]] static QString explain(Fault fault);

    [[nodiscard]] QString text() const;
    /// Without brackets.
    [[nodiscard]] const QString& host() const { return host_; }
    [[nodiscard]] int port() const { return port_; }
    /// It was typed with one.
    [[nodiscard]] bool has_port() const { return has_port_; }

  private:
    QString host_;
    int port_{port_usual};
    bool has_port_{false};
};

} // namespace plenum::ui
