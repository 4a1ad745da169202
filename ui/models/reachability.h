// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/network_port.h"

#include <QHash>
#include <QObject>
#include <QTimer>
#include <QVariantMap>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

class Hosting;

/// Whether others will reach a conference of our own: what is known of this computer's network, and whether a relay
/// server answers, in words.
class Reachability : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Hosting")
    /// Each of this computer's addresses, and who reaches it.
    Q_PROPERTY(QStringList addresses READ addresses NOTIFY network_changed)
    /// What a conference on this computer needs of its network, as far as that is known.
    Q_PROPERTY(QString needs READ needs NOTIFY network_changed)
    /// Of the UDP port of such a conference.
    Q_PROPERTY(QString portState READ port_state NOTIFY network_changed)
    Q_PROPERTY(bool portUsable READ port_usable NOTIFY network_changed)
    /// The relay that is being asked; empty: none.
    Q_PROPERTY(QString checking READ checking NOTIFY check_changed)
    /// Since when it is, in seconds.
    Q_PROPERTY(int seconds READ seconds NOTIFY check_changed)
    /// Of each relay that was asked, what came of the last time, and what to do.
    Q_PROPERTY(QVariantMap verdicts READ verdicts NOTIFY check_changed)

  public:
    Reachability(NetworkPort& port, const Hosting& hosting, QObject* parent = nullptr);

    [[nodiscard]] QStringList addresses() const;
    [[nodiscard]] QString needs() const;
    [[nodiscard]] QString port_state() const;
    [[nodiscard]] bool port_usable() const { return network_.port_state != PortState::taken; }
    [[nodiscard]] const QString& checking() const { return checking_; }
    [[nodiscard]] int seconds() const { return seconds_; }
    [[nodiscard]] QVariantMap verdicts() const;
    /// Empty: it was not asked, or has not answered yet.
    [[nodiscard]] QString verdict(const QString& relay) const;
    Q_INVOKABLE bool reached(const QString& relay) const;

    /// Of this computer, anew.
    Q_INVOKABLE void look();
    Q_INVOKABLE void check(const QString& relay);
    Q_INVOKABLE void stop();
    void retranslate();

  signals:
    void network_changed();
    void check_changed();

  private:
    void take(const RelayCheck& check);

    NetworkPort& port_;
    const Hosting& hosting_;
    OwnNetwork network_;
    QString checking_;
    int seconds_{0};
    QTimer timer_;
    QHash<QString, RelayCheck> checks_;
};

} // namespace plenum::ui
