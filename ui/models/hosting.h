// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/reachability.h"
#include "ui/models/secret_file.h"
#include "ui/port/network_port.h"

#include <QObject>
#include <QStringList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Where conferences of our own run: on this computer, or on a relay server of those that are kept. The file has what
/// servers ask of whoever makes conferences, which is a secret.
class Hosting : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// Of the relay server that the next conference runs on; empty: on this computer. Remembered.
    Q_PROPERTY(QString relay READ relay WRITE set_relay NOTIFY changed)
    /// Of all that are kept.
    Q_PROPERTY(QStringList relays READ relays NOTIFY changed)
    /// How others reach this computer from elsewhere, as it then stands in links; empty: by its own address.
    Q_PROPERTY(QString publicAddress READ public_address NOTIFY changed)
    /// "open", "lobby" or "closed": who may come in, of a conference of our own that begins. Not remembered.
    Q_PROPERTY(QString admission MEMBER admission_ NOTIFY changed)
    Q_PROPERTY(plenum::ui::Reachability* reachability READ reachability CONSTANT)

  public:
    static constexpr qsizetype relays_max = 50;

    explicit Hosting(NetworkPort& port, QObject* parent = nullptr);

    /// From now on they are kept in that file; those in it are shown.
    void open(const QString& path);

    [[nodiscard]] Reachability* reachability() { return &reachability_; }
    [[nodiscard]] const QString& relay() const { return relay_; }
    void set_relay(const QString& address);
    [[nodiscard]] QStringList relays() const;
    [[nodiscard]] const QString& public_address() const { return public_address_; }
    [[nodiscard]] const QString& admission() const { return admission_; }
    /// That of `address`, with its secret; without one where it is not kept.
    [[nodiscard]] RelayServer server(const QString& address) const;

    /// What is wrong with it; empty: it is kept and asked, and chosen once it answers. The same address again changes
    /// its secret.
    Q_INVOKABLE QString add(const QString& address, const QString& create_secret);
    /// Conferences then run on this computer where they ran on that one.
    Q_INVOKABLE void remove(const QString& address);
    /// What is wrong with it; empty: it is kept.
    Q_INVOKABLE QString set_public_address(const QString& address);

  signals:
    void changed();
    /// The file cannot be written.
    void not_kept();

  private:
    void load();
    void save();
    [[nodiscard]] bool is_kept(const QString& address) const;

    SecretFile file_;
    QList<RelayServer> relays_;
    QString relay_;
    /// Was added, and has not answered yet.
    QString added_;
    QString public_address_;
    QString admission_{QStringLiteral("open")};
    Reachability reachability_;
};

} // namespace plenum::ui
