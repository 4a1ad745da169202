// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/file_replay_port.h"

#include <QSettings>
#include <QSize>

#include <memory>

class QQuickWindow;

namespace plenum::ui {

class FileReplay;
class Settings;

/// The window that plays a recording. Before the QGuiApplication is made, call `Application::prepare`.
class FileReplayWindow {
  public:
    /// `port` outlives this. `store` as `Application` has it.
    explicit FileReplayWindow(FileReplayPort& port, std::unique_ptr<QSettings> store = nullptr);
    ~FileReplayWindow();
    FileReplayWindow(const FileReplayWindow&) = delete;
    FileReplayWindow& operator=(const FileReplayWindow&) = delete;

    /// Shows it; false where the screens cannot be loaded (said on standard error).
    [[nodiscard]] bool load(QSize size = {});
    [[nodiscard]] QQuickWindow* window() const;
    [[nodiscard]] FileReplay& replay();
    [[nodiscard]] Settings& settings();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace plenum::ui
