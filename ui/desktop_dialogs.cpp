// SPDX-License-Identifier: Apache-2.0
#include "ui/desktop_dialogs.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusVariant>
#include <QDir>

namespace plenum::ui {
namespace {

constexpr auto theme_variable = "QT_QPA_PLATFORMTHEME";
/// The bus starts the portal if need be; a desktop that hangs must not hold up ours.
constexpr int answer_ms_max = 1000;

/// A plug-in that gives the theme of this name is installed.
bool has_plugin(const QString& theme) {
    if (theme.isEmpty()) return false;
    for (const auto& path : QCoreApplication::libraryPaths())
        for (const auto& file : QDir{path + QStringLiteral("/platformthemes")}.entryList(QDir::Files))
            if (file.contains(theme, Qt::CaseInsensitive)) return true;
    return false;
}

/// Whether somebody answers for choosing files.
bool has_portal() {
    auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return false;
    auto question = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
    question << QStringLiteral("org.freedesktop.portal.FileChooser") << QStringLiteral("version");
    return QDBusReply<QDBusVariant>{bus.call(question, QDBus::Block, answer_ms_max)}.isValid();
}

} // namespace

void DesktopDialogs::choose() {
    if (qEnvironmentVariableIsSet(theme_variable) || !qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) return;
    // D-Bus needs an application, and the theme must be known before the real one is made.
    int count = 1;
    char name[] = "plenum";
    char* arguments[] = {name, nullptr};
    const QCoreApplication probe{count, arguments};
    const auto portal = QStringLiteral("xdgdesktopportal");
    if (has_plugin(portal) && has_portal()) qputenv(theme_variable, portal.toLatin1());
}

bool DesktopDialogs::are_there() { return has_plugin(qEnvironmentVariable(theme_variable)); }

} // namespace plenum::ui
