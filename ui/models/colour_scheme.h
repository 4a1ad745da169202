// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/settings.h"

#include <QDBusVariant>
#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

/// Light or dark: what the settings say, else what the desktop says (the XDG desktop portal where there is one, else
/// the system's palette), followed live.
class ColourScheme : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(bool dark READ dark NOTIFY dark_changed)

  public:
    explicit ColourScheme(Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] bool dark() const { return dark_; }
    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    void dark_changed();

  private slots:
    void portal_setting_changed(const QString& group, const QString& key, const QDBusVariant& value);

  private:
    void ask_portal();
    void set_portal_scheme(const QVariant& value);
    void update();
    [[nodiscard]] bool system_dark() const;

    Settings& settings_;
    /// org.freedesktop.appearance color-scheme: 1 dark, 2 light; absent when the desktop has no opinion.
    std::optional<bool> portal_dark_;
    bool dark_{false};
};

} // namespace plenum::ui
