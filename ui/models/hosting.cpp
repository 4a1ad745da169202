// SPDX-License-Identifier: Apache-2.0
#include "ui/models/hosting.h"

#include "ui/models/relay_address.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace plenum::ui {

Hosting::Hosting(NetworkPort& port, QObject* parent) : QObject{parent}, reachability_{port, *this} {
    connect(&reachability_, &Reachability::check_changed, this, [this] {
        if (added_.isEmpty() || !reachability_.reached(added_)) return;
        set_relay(std::exchange(added_, {}));
    });
}

void Hosting::open(const QString& path) {
    file_ = SecretFile{path};
    load();
    emit changed();
}

void Hosting::set_relay(const QString& address) {
    if (address == relay_ || (!address.isEmpty() && !is_kept(address))) return;
    relay_ = address;
    save();
}

QStringList Hosting::relays() const {
    QStringList addresses;
    for (const auto& relay : relays_)
        addresses << relay.address;
    return addresses;
}

RelayServer Hosting::server(const QString& address) const {
    const auto place = std::ranges::find(relays_, address, &RelayServer::address);
    return place == relays_.end() ? RelayServer{address, {}} : *place;
}

bool Hosting::is_kept(const QString& address) const {
    return std::ranges::find(relays_, address, &RelayServer::address) != relays_.end();
}

QString Hosting::add(const QString& address, const QString& create_secret) {
    const auto parsed = RelayAddress::parse(address);
    if (!parsed) return RelayAddress::explain(parsed.error());
    const RelayServer relay{parsed->text(), create_secret.trimmed()};
    if (is_kept(relay.address))
        *std::ranges::find(relays_, relay.address, &RelayServer::address) = relay;
    else if (relays_.size() < relays_max)
        relays_ << relay;
    else
        return tr("There are %1 relay servers already. Remove one first.").arg(relays_max);
    save();
    added_ = relay.address;
    reachability_.check(relay.address);
    return {};
}

void Hosting::remove(const QString& address) {
    relays_.removeIf([&](const RelayServer& relay) { return relay.address == address; });
    if (!is_kept(relay_)) relay_.clear();
    save();
}

QString Hosting::set_public_address(const QString& address) {
    QString host;
    if (!address.trimmed().isEmpty()) {
        const auto parsed = RelayAddress::parse(address);
        if (!parsed) return RelayAddress::explain(parsed.error());
        if (parsed->has_port()) return tr("Leave the port away. The conference's own port is used.");
        host = parsed->host();
    }
    if (host == public_address_) return {};
    public_address_ = host;
    save();
    return {};
}

void Hosting::load() {
    const auto object = QJsonDocument::fromJson(file_.read()).object();
    relays_.clear();
    for (const auto& value : object[QLatin1String{"relays"}].toArray()) {
        const auto entry = value.toObject();
        const auto address = RelayAddress::parse(entry[QLatin1String{"address"}].toString());
        if (!address || is_kept(address->text()) || relays_.size() >= relays_max) continue;
        relays_ << RelayServer{address->text(), entry[QLatin1String{"create_secret"}].toString()};
    }
    const auto chosen = object[QLatin1String{"chosen"}].toString();
    relay_ = is_kept(chosen) ? chosen : QString{};
    const auto own = RelayAddress::parse(object[QLatin1String{"public_address"}].toString());
    public_address_ = own ? own->host() : QString{};
}

void Hosting::save() {
    QJsonArray relays;
    for (const auto& relay : relays_)
        relays << QJsonObject{{QStringLiteral("address"), relay.address},
                              {QStringLiteral("create_secret"), relay.create_secret}};
    const QJsonObject object{{QStringLiteral("relays"), relays},
                             {QStringLiteral("chosen"), relay_},
                             {QStringLiteral("public_address"), public_address_}};
    if (file_.is_kept() && !file_.write(QJsonDocument{object}.toJson())) emit not_kept();
    emit changed();
}

} // namespace plenum::ui
