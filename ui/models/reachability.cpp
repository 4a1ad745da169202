// SPDX-License-Identifier: Apache-2.0
#include "ui/models/reachability.h"

#include "ui/models/hosting.h"
#include "ui/models/relay_address.h"

#include <algorithm>
#include <chrono>

namespace plenum::ui {

Reachability::Reachability(NetworkPort& port, const Hosting& hosting, QObject* parent)
    : QObject{parent},
      port_{port},
      hosting_{hosting} {
    timer_.setInterval(std::chrono::seconds{1});
    connect(&timer_, &QTimer::timeout, this, [this] {
        ++seconds_;
        emit check_changed();
    });
    connect(&port_, &NetworkPort::relay_checked, this, &Reachability::take);
    connect(&hosting_, &Hosting::changed, this, &Reachability::network_changed);
}

// --- this computer ---

void Reachability::look() {
    network_ = port_.own_network();
    emit network_changed();
}

QStringList Reachability::addresses() const {
    QStringList lines;
    for (const auto& address : network_.addresses) {
        switch (address.scope) {
        case AddressScope::same_network: lines << tr("%1 – for computers in the same network").arg(address.text); break;
        case AddressScope::provider: lines << tr("%1 – for customers of your provider").arg(address.text); break;
        case AddressScope::everywhere: lines << tr("%1 – public").arg(address.text); break;
        }
    }
    return lines;
}

QString Reachability::needs() const {
    const auto has = [&](AddressScope scope) {
        return std::ranges::find(network_.addresses, scope, &OwnAddress::scope) != network_.addresses.end();
    };
    if (network_.addresses.isEmpty())
        return tr("This computer is in no network, so nobody else can join. Connect it, or choose a relay server.");
    if (!hosting_.public_address().isEmpty())
        return tr("The link leads to %1. UDP port %2 there must lead to this computer.")
            .arg(hosting_.public_address())
            .arg(network_.port);
    if (has(AddressScope::everywhere))
        return tr("This computer has a public address. Others can join if no firewall closes UDP port %1.")
            .arg(network_.port);
    return tr("Others in the same network can join. From elsewhere nobody can, unless your router forwards UDP port %1 "
              "to this computer. A relay server needs none of this.")
        .arg(network_.port);
}

QString Reachability::port_state() const {
    switch (network_.port_state) {
    case PortState::free: return tr("UDP port %1 is free for the conference.").arg(network_.port);
    case PortState::ours: return tr("UDP port %1 is in use by your conference.").arg(network_.port);
    case PortState::taken: break;
    }
    return tr("Another program uses UDP port %1, so the conference gets another port, and a forwarded port would lead "
              "nowhere. Close that program first.")
        .arg(network_.port);
}

// --- a relay server ---

void Reachability::check(const QString& relay) {
    checks_.remove(relay);
    checking_ = relay;
    seconds_ = 0;
    timer_.start();
    emit check_changed();
    port_.check_relay(hosting_.server(relay));
}

void Reachability::stop() {
    if (checking_.isEmpty()) return;
    port_.stop_check();
    checking_.clear();
    timer_.stop();
    emit check_changed();
}

void Reachability::take(const RelayCheck& check) {
    if (check.address != checking_) return;
    checks_[check.address] = check;
    checking_.clear();
    timer_.stop();
    emit check_changed();
}

QVariantMap Reachability::verdicts() const {
    QVariantMap verdicts;
    for (auto item = checks_.keyBegin(); item != checks_.keyEnd(); ++item)
        verdicts[*item] = verdict(*item);
    return verdicts;
}

bool Reachability::reached(const QString& relay) const {
    const auto found = checks_.constFind(relay);
    return found != checks_.constEnd() && found->answer == RelayAnswer::reached;
}

QString Reachability::verdict(const QString& relay) const {
    const auto found = checks_.constFind(relay);
    if (found == checks_.constEnd()) return {};
    const auto& check = *found;
    const auto address = RelayAddress::parse(check.address);
    const auto port = address ? address->port() : RelayAddress::port_usual;
    switch (check.answer) {
    case RelayAnswer::reached: {
        const auto ms = std::chrono::ceil<std::chrono::milliseconds>(check.round_trip).count();
        return tr("Reached in %1 ms.").arg(ms);
    }
    case RelayAnswer::silent:
        return hosting_.server(check.address).create_secret.isEmpty()
                   ? tr("Does not answer on UDP port %1. Check the address, and whether a firewall closes the port. A "
                        "server with a creation secret answers to that secret alone: add the server with it.")
                         .arg(port)
                   : tr("Does not answer on UDP port %1. Check the address and the creation secret, and whether a "
                        "firewall closes the port.")
                         .arg(port);
    case RelayAnswer::unknown_host:
        return tr("No such name is known. Check how it is written, and whether this computer is online.");
    case RelayAnswer::no_route: return tr("This computer has no way there. Check whether it is online.");
    case RelayAnswer::bad_address: return tr("This is no address. Remove it, and add it again.");
    case RelayAnswer::failed: break;
    }
    return tr("The system opens no connection. Close other programs and try again.");
}

void Reachability::retranslate() {
    emit network_changed();
    emit check_changed();
}

} // namespace plenum::ui
