// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call_record.h"
#include "app/plenum/crash_watch.h"
#include "ui/port/conference_ports.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace plenum::app {

/// Keeps the record of the running call in a file that its owner alone can read, and removes it when the call ends.
/// A crash leaves it behind.
class CallKeeper : public QObject {
    Q_OBJECT

  public:
    /// In the person's state folder (XDG Base Directory Specification 0.8), or in `config_folder` where not empty. Each
    /// process has a file of its own, `call-PROCESS.json`; those of processes that are gone are removed, but for
    /// `take`. The ports must outlive this.
    CallKeeper(const ui::ConferencePorts& ports, const std::filesystem::path& config_folder,
               const std::optional<CrashWatch::Crash>& crash, QObject* parent = nullptr);
    /// The program ends as it should.
    ~CallKeeper() override;

    /// The record that a crashed process left. It is this process's from now on, so that a crash on the way back into
    /// the call loses nothing either.
    [[nodiscard]] std::optional<CallRecord> take(pid_t process) const;

    void set_drafts(const QList<ui::Draft>& drafts);
    /// Of the relay that hosts the call.
    void set_relay(const std::optional<base::Seed>& relay) { record_.relay = relay; }
    /// At once: a host's program that crashes must know who may have taken over.
    void set_standby(node::RelayStandby standby);

  private:
    [[nodiscard]] std::filesystem::path file_of(pid_t process) const;
    void remove_stale(pid_t but) const;
    void follow(ui::ConnectionState state);
    void forget();
    void save();

    ui::SessionPort& session_;
    ui::MediaPort& media_;
    /// Empty where there is none.
    std::filesystem::path folder_;
    std::filesystem::path file_;
    CallRecord record_;
    bool in_call_{false};
    /// Typing is written a moment later, not letter by letter.
    QTimer save_timer_;
};

} // namespace plenum::app
