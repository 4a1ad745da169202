// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call_records.h"
#include "app/plenum/crash_watch.h"
#include "ui/port/conference_ports.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <optional>

namespace plenum::app {

/// Keeps the record of the running call in a file that its owner alone can read, and removes it when the call ends.
/// A crash or a kill leaves it behind.
class CallKeeper : public QObject {
    Q_OBJECT

  public:
    /// In the person's state folder (XDG Base Directory Specification 0.8), or in `config_folder` where not empty. The
    /// ports must outlive this.
    CallKeeper(const ui::ConferencePorts& ports, const std::filesystem::path& config_folder,
               const std::optional<CrashWatch::Crash>& crash, QObject* parent = nullptr);
    /// The program ends as it should. A record that was taken for a return that did not come waits for the next start.
    ~CallKeeper() override;

    /// With those that other processes left behind.
    [[nodiscard]] const CallRecords& records() const { return records_; }

    void set_drafts(const QList<ui::Draft>& drafts);
    /// Of the relay that hosts the call.
    void set_relay(const std::optional<base::Seed>& relay) { record_.relay = relay; }
    /// At once: a host's program that crashes must know who may have taken over.
    void set_standby(node::RelayStandby standby);

  private:
    void follow(ui::ConnectionState state);
    void forget();
    void save();

    ui::SessionPort& session_;
    ui::MediaPort& media_;
    CallRecords records_;
    CallRecord record_;
    bool in_call_{false};
    /// Typing is written a moment later, not letter by letter.
    QTimer save_timer_;
};

} // namespace plenum::app
