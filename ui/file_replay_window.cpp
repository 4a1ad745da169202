// SPDX-License-Identifier: Apache-2.0
#include "ui/file_replay_window.h"

#include "ui/language.h"
#include "ui/models/colour_scheme.h"
#include "ui/models/file_replay.h"
#include "ui/models/settings.h"

#include <QQmlApplicationEngine>
#include <QQuickWindow>

// Made by qt_add_qml_module, as in application.cpp.
extern void qml_register_types_Plenum();

namespace plenum::ui {
namespace {

constexpr QSize usual_size{1280, 800};

} // namespace

struct FileReplayWindow::Parts {
    Parts(FileReplayPort& port, std::unique_ptr<QSettings> store)
        : settings{std::move(store)},
          colour_scheme{settings},
          replay{port} {}

    Settings settings;
    ColourScheme colour_scheme;
    FileReplay replay;
    Language language;
    /// Last, so that it goes first: the screens use the others.
    QQmlApplicationEngine engine;
};

FileReplayWindow::FileReplayWindow(FileReplayPort& port, std::unique_ptr<QSettings> store)
    : parts_{std::make_unique<Parts>(
          port, store ? std::move(store)
                      : std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                                    QStringLiteral("plenum"), QStringLiteral("plenum")))} {
    Language::choose_font();
    parts_->language.set(parts_->settings.language());
}

FileReplayWindow::~FileReplayWindow() = default;

bool FileReplayWindow::load(QSize size) {
    qml_register_types_Plenum();
    const auto wanted = size.isValid() ? size : usual_size;
    parts_->engine.setInitialProperties({{QStringLiteral("replay"), QVariant::fromValue(&parts_->replay)},
                                         {QStringLiteral("settings"), QVariant::fromValue(&parts_->settings)},
                                         {QStringLiteral("colourScheme"), QVariant::fromValue(&parts_->colour_scheme)},
                                         {QStringLiteral("width"), wanted.width()},
                                         {QStringLiteral("height"), wanted.height()}});
    parts_->engine.addImportPath(QStringLiteral("qrc:/qt-project.org/imports"));
    parts_->engine.load(QUrl{QStringLiteral("qrc:/qt-project.org/imports/Plenum/qml/screens/replay/ReplayWindow.qml")});
    return window() != nullptr;
}

QQuickWindow* FileReplayWindow::window() const {
    const auto roots = parts_->engine.rootObjects();
    return roots.isEmpty() ? nullptr : qobject_cast<QQuickWindow*>(roots.first());
}

FileReplay& FileReplayWindow::replay() { return parts_->replay; }
Settings& FileReplayWindow::settings() { return parts_->settings; }

} // namespace plenum::ui
