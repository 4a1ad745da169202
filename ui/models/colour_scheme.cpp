// SPDX-License-Identifier: Apache-2.0
#include "ui/models/colour_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QEvent>
#include <QGuiApplication>
#include <QPalette>

namespace plenum::ui {
namespace {

constexpr auto service = "org.freedesktop.portal.Desktop";
constexpr auto path = "/org/freedesktop/portal/desktop";
constexpr auto interface = "org.freedesktop.portal.Settings";
constexpr auto appearance_group = "org.freedesktop.appearance";
constexpr auto scheme_key = "color-scheme";

} // namespace

ColourScheme::ColourScheme(Settings& settings, QObject* parent) : QObject{parent}, settings_{settings} {
    qGuiApp->installEventFilter(this);
    connect(&settings_, &Settings::changed, this, &ColourScheme::update);
    ask_portal();
    update();
}

bool ColourScheme::eventFilter(QObject* watched, QEvent* event) {
    if (watched == qGuiApp && event->type() == QEvent::ApplicationPaletteChange) update();
    return QObject::eventFilter(watched, event);
}

void ColourScheme::ask_portal() {
    auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
                SLOT(portal_setting_changed(QString, QString, QDBusVariant)));
    auto question = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    question << QString::fromLatin1(appearance_group) << QString::fromLatin1(scheme_key);
    auto* watcher = new QDBusPendingCallWatcher{bus.asyncCall(question), this};
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* finished) {
        const QDBusPendingReply<QDBusVariant> reply = *finished;
        if (reply.isValid()) set_portal_scheme(reply.value().variant());
        finished->deleteLater();
    });
}

void ColourScheme::portal_setting_changed(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == QLatin1String{appearance_group} && key == QLatin1String{scheme_key})
        set_portal_scheme(value.variant());
}

void ColourScheme::set_portal_scheme(const QVariant& value) {
    // The portal's Read wraps its answer in a second variant.
    const auto plain = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    const auto scheme = plain.toUInt();
    portal_dark_ = scheme == 0 ? std::nullopt : std::optional{scheme == 1};
    update();
}

void ColourScheme::update() {
    const auto dark =
        settings_.theme() == QLatin1String{"system"} ? system_dark() : settings_.theme() == QLatin1String{"dark"};
    if (dark == dark_) return;
    dark_ = dark;
    emit dark_changed();
}

bool ColourScheme::system_dark() const {
    if (portal_dark_) return *portal_dark_;
    const auto palette = QGuiApplication::palette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace plenum::ui
