// SPDX-License-Identifier: Apache-2.0
#include "ui/models/relay_address.h"

#include <QRegularExpression>

namespace plenum::ui {
namespace {

constexpr int port_max = 65'535;

bool is_name(const QString& host) {
    // RFC 1123 §2.1, and letters of other alphabets (RFC 5891).
    static const QRegularExpression shape{QStringLiteral(R"(^[\p{L}\p{N}]([\p{L}\p{N}\p{M}_.-]{0,252})$)"),
                                          QRegularExpression::UseUnicodePropertiesOption};
    return shape.match(host).hasMatch();
}

bool is_ipv6(const QString& host) {
    static const QRegularExpression shape{QStringLiteral("^[0-9a-fA-F:.]{2,45}(%[a-zA-Z0-9.-]{1,16})?$")};
    const bool whole = host.contains(QLatin1String{"::"}) || host.count(QLatin1Char{':'}) >= 6;
    return whole && shape.match(host).hasMatch();
}

std::expected<int, RelayAddress::Fault> port_of(const QString& text) {
    bool number = false;
    const auto port = text.toInt(&number);
    if (!number || port < 1 || port > port_max) return std::unexpected{RelayAddress::Fault::port};
    return port;
}

} // namespace

std::expected<RelayAddress, RelayAddress::Fault> RelayAddress::parse(const QString& typed) {
    const auto text = typed.trimmed();
    if (text.isEmpty()) return std::unexpected{Fault::empty};
    if (text.contains(QLatin1String{"://"})) return std::unexpected{Fault::link};
    RelayAddress address;
    address.host_ = text;
    std::expected<int, Fault> port{port_usual};
    if (text.startsWith(QLatin1Char{'['})) {
        const auto close = text.indexOf(QLatin1Char{']'});
        const auto rest = text.mid(close + 1);
        if (close < 0 || (!rest.isEmpty() && !rest.startsWith(QLatin1Char{':'})))
            return std::unexpected{Fault::brackets};
        address.host_ = text.mid(1, close - 1);
        if (!is_ipv6(address.host_)) return std::unexpected{Fault::host};
        address.has_port_ = !rest.isEmpty();
        if (address.has_port_) port = port_of(rest.mid(1));
    } else if (text.count(QLatin1Char{':'}) == 1) {
        address.has_port_ = true;
        address.host_ = text.section(QLatin1Char{':'}, 0, 0);
        port = port_of(text.section(QLatin1Char{':'}, 1));
    } else if (text.contains(QLatin1Char{':'}) && !is_ipv6(text)) {
        return std::unexpected{Fault::brackets};
    }
    if (address.host_.isEmpty() || (!is_name(address.host_) && !is_ipv6(address.host_)))
        return std::unexpected{Fault::host};
    if (!port) return std::unexpected{port.error()};
    if (address.host_ == QLatin1String{"0.0.0.0"} || address.host_ == QLatin1String{"::"})
        return std::unexpected{Fault::any};
    address.port_ = *port;
    address.host_ = address.host_.toLower();
    return address;
}

/// An IPv6 address always in brackets: of fe80::1:7700 nobody can say whether a port was meant.
QString RelayAddress::text() const {
    const auto host = host_.contains(QLatin1Char{':'}) ? QStringLiteral("[%1]").arg(host_) : host_;
    return port_ == port_usual ? host : QStringLiteral("%1:%2").arg(host).arg(port_);
}

QString RelayAddress::explain(Fault fault) {
    switch (fault) {
    case Fault::empty: return tr("Type the relay server's address, for example relay.example.org.");
    case Fault::link:
        return tr("This is a link, not the address of a server. Type its name alone, for example relay.example.org.");
    case Fault::host: return tr("This is not the name or address of a server. An example is relay.example.org.");
    case Fault::port: return tr("The port after “:” is a number from 1 to 65535. Without one it is 7700.");
    case Fault::brackets: return tr("Write an IPv6 address in brackets before a port: [2001:db8::1]:7700.");
    case Fault::any:
        return tr("Servers listen on this address, and nobody can be reached at it. Type the server's own address.");
    }
    return {};
}

} // namespace plenum::ui
