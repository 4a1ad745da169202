// SPDX-License-Identifier: Apache-2.0
#include "ui/application.h"

#include "ui/desktop_dialogs.h"
#include "ui/images/shared_images.h"
#include "ui/language.h"
#include "ui/models/client.h"
#include "ui/models/window_size.h"

#include <QEvent>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QScreen>

// Made by qt_add_qml_module; a static library's types and files are not registered unless somebody asks.
extern void qml_register_types_Plenum();

namespace plenum::ui {
namespace {

std::unique_ptr<QSettings> own_store() {
    return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("plenum"),
                                       QStringLiteral("plenum"));
}

} // namespace

struct Application::Parts {
    Parts(const ConferencePorts& ports, std::unique_ptr<QSettings> store) : client{ports, std::move(store)} {}

    Client client;
    Language language;
    /// The person did not ask for another one for this run.
    bool keeps_size{true};
    /// Last, so that it goes first: the screens use the client.
    QQmlApplicationEngine engine;
};

void Application::prepare() {
    QGuiApplication::setOrganizationName(QStringLiteral("plenum"));
    QGuiApplication::setApplicationName(QStringLiteral("plenum"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Plenum"));
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    DesktopDialogs::choose();
}

Application::Application(const ConferencePorts& ports, std::unique_ptr<QSettings> store, QObject* parent)
    : QObject{parent},
      parts_{std::make_unique<Parts>(ports, store ? std::move(store) : own_store())} {
    Language::choose_font();
    translate();
    connect(parts_->client.settings(), &Settings::changed, this, &Application::translate);
}

Application::~Application() {
    // A window that was closed has kept its size then.
    if (window() == nullptr) return;
    if (window()->isVisible()) keep_size();
    // It is hidden once more while it is destroyed, when it is no QQuickWindow any longer.
    window()->removeEventFilter(this);
}

bool Application::load(QSize size, bool still) {
    qml_register_types_Plenum();
    parts_->keeps_size = !size.isValid();
    const auto* screen = QGuiApplication::primaryScreen();
    const auto available = screen == nullptr ? QSize{} : screen->availableSize();
    const auto& settings = *parts_->client.settings();
    const auto fitting = size.isValid() ? size : WindowSize::fitting(settings.window_size(), available);
    const auto smallest = WindowSize::smallest(available).boundedTo(fitting);
    parts_->engine.setInitialProperties({{QStringLiteral("client"), QVariant::fromValue(&parts_->client)},
                                         {QStringLiteral("still"), still},
                                         {QStringLiteral("width"), fitting.width()},
                                         {QStringLiteral("height"), fitting.height()},
                                         {QStringLiteral("minimumWidth"), smallest.width()},
                                         {QStringLiteral("minimumHeight"), smallest.height()}});
    // The engine deletes it.
    parts_->engine.addImageProvider(QStringLiteral("shared"),
                                    new SharedImages{parts_->client.chat()->files()->images()});
    parts_->engine.addImportPath(QStringLiteral("qrc:/qt-project.org/imports"));
    parts_->engine.load(QUrl{QStringLiteral("qrc:/qt-project.org/imports/Plenum/qml/Main.qml")});
    if (window() == nullptr) return false;
    window()->installEventFilter(this);
    return true;
}

bool Application::eventFilter(QObject* watched, QEvent* event) {
    if (watched == window() && event->type() == QEvent::Close) keep_size();
    return QObject::eventFilter(watched, event);
}

/// That of a window that fills the screen is the screen's.
void Application::keep_size() {
    if (parts_->keeps_size && window()->windowStates() == Qt::WindowNoState)
        parts_->client.settings()->set_window_size(window()->size());
}

bool Application::open_link(const QString& link) { return parts_->client.session()->prepare_join(link); }

Client& Application::client() { return parts_->client; }

QQuickWindow* Application::window() const {
    const auto roots = parts_->engine.rootObjects();
    return roots.isEmpty() ? nullptr : qobject_cast<QQuickWindow*>(roots.first());
}

void Application::translate() {
    if (!parts_->language.set(parts_->client.settings()->language())) return;
    parts_->engine.retranslate();
    parts_->client.retranslate();
}

} // namespace plenum::ui
