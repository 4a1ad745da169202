// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call_record.h"
#include "ui/port/conference_port.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <optional>

namespace plenum::app {

/// Keeps the record of the running call in a file that its owner alone can read, and removes it when the call ends.
/// A crash leaves it behind.
class CallKeeper : public QObject {
    Q_OBJECT

  public:
    static constexpr auto file_name = "call.json";
    /// In the person's state folder (XDG Base Directory Specification 0.8), or in `config_folder` where not empty.
    [[nodiscard]] static std::filesystem::path file_in(const std::filesystem::path& config_folder);

    /// The record that a crash left, and no more afterwards.
    [[nodiscard]] static std::optional<CallRecord> take(const std::filesystem::path& file);

    /// `port` must outlive this.
    CallKeeper(ui::ConferencePort& port, std::filesystem::path file, QObject* parent = nullptr);

    void set_draft(const QString& draft);
    /// Of the relay that hosts the call.
    void set_relay(const std::optional<base::Seed>& relay) { record_.relay = relay; }

  private:
    void follow(ui::ConnectionState state);
    void save();

    ui::ConferencePort& port_;
    std::filesystem::path file_;
    CallRecord record_;
    bool in_call_{false};
    /// Typing is written a moment later, not letter by letter.
    QTimer save_timer_;
};

} // namespace plenum::app
